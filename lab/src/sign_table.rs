//! `lab sign-table`: counts how classes of characters follow each other, for the table of `language/signs.rs`.

use std::path::{Path, PathBuf};

use clap::Args;
use pdftract::language::signs::SignTable;

use crate::Check;

/// Arguments of `lab sign-table`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of text in UTF-8, and folders of them: documentation, translations, source code, tables, formulas.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

/// Characters of one file that count, so that no file outweighs the others.
const LONGEST: usize = 200_000;

/// Prints the rows of the table as they are written in the source.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let mut table = SignTable::default();
    let mut open: Vec<PathBuf> = arguments.paths.clone();
    let mut files = 0;
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(members(&path)?);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            table.add(&text.chars().take(LONGEST).collect::<String>());
            files += 1;
        }
    }
    eprintln!("{files} files of text");
    table.rows().iter().for_each(|row| println!("    b\"{row}\","));
    Ok(Check::Passed)
}

fn members(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(told)?;
    // Links may lead back to a folder that is open already.
    let entries = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
    Ok(entries.map(|entry| entry.path()).collect())
}

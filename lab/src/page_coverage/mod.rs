//! `lab page-coverage`: compares on which pages pdftract and three other programs find text, and how much.

mod page;
pub(crate) mod program;
mod report;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::files::{self, PdfFile};
use crate::process::{self, Ending};
use crate::workers::Reading;
use crate::{Check, parallel, tool};
use page::PageRow;
use program::Program;

/// Arguments of `lab page-coverage`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder with the files to read.
    folder: PathBuf,
    /// Write one line per page to this table of tab-separated values.
    #[arg(long)]
    out: PathBuf,
    /// Time limit of a program in seconds.
    #[arg(long, default_value_t = 20)]
    timeout: u64,
}

/// The results of all programs for one file.
struct FileRow {
    name: String,
    /// The outcome of pdftract if it found no pages, and its diagnostics.
    remark: String,
    pages: Vec<PageRow>,
}

/// Reads all files with all programs; fails if pdftract finds no text on a page where two others do.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    tool::require_poppler()?;
    tool::require_mutool()?;
    tool::require_pdfium()?;
    let limit = Duration::from_secs(arguments.timeout);
    let files = files::find(std::slice::from_ref(&arguments.folder))?;
    let rows = parallel::map(&files, None, |file| read(file, limit))?;
    let path = &arguments.out;
    std::fs::write(path, report::table(&rows)).map_err(|error| format!("{}: {error}", path.display()))?;
    print!("{}", report::text(&rows));
    Ok(Check::passed_if(rows.iter().flat_map(|row| &row.pages).all(|page| !page.is_lost())))
}

fn read(file: &PdfFile, limit: Duration) -> Result<FileRow, String> {
    let (ours, remark) = ours(file, limit)?;
    let mut theirs = Vec::new();
    for program in Program::ALL {
        theirs.push(program.characters(&file.path, limit)?);
    }
    let pages = page::rows(&ours.page_glyphs, &theirs);
    Ok(FileRow { name: file.name.clone(), remark, pages })
}

fn ours(file: &PdfFile, limit: Duration) -> Result<(Reading, String), String> {
    let command: [OsString; 2] = ["corpus-worker".into(), file.path.clone().into()];
    let reading = match process::run_self(&command, limit)? {
        Ending::Finished(line) => Reading::parse(&line).ok_or("the worker printed no result")?,
        other => return Ok((Reading::default(), format!("{other:?}").replace(['\t', '\n'], " "))),
    };
    let remark = match &reading.error {
        Some(error) => format!("error:{error}"),
        None => reading.diagnostics_text(),
    };
    Ok((reading, remark))
}

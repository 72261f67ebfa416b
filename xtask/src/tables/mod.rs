//! `xtask tables`: turns public data files into the tables under `font/tables` and `language/tables`, or proves that the committed ones are fresh.

mod cmaps;
mod fonts;
pub(crate) mod languages;
mod plain_forms;
mod rust_source;
mod sources;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

/// What was typed after `xtask tables`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    group: Group,
}

#[derive(Subcommand)]
enum Group {
    /// Glyph names, encodings, glyph orders and the metrics of the standard 14 fonts.
    Fonts(Place),
    /// Adobe's CMaps and character collections of Chinese, Japanese and Korean.
    Cmaps(Place),
    /// The model of languages: trigram costs, common words, bigrams of ideographs, character classes.
    Languages(Place),
    /// Fingerprints of outlines and the network that recognises shapes.
    Shapes(ShapePlace),
}

/// Where to read and what to do with the result.
#[derive(Args)]
struct Place {
    /// Folder with the unpacked source packages; `docs/data-licences.md` lists them.
    #[arg(long)]
    sources: PathBuf,
    /// Write nothing; fail when a committed file differs from what would be written.
    #[arg(long)]
    check: bool,
}

/// Where to read fonts.
#[derive(Args)]
struct ShapePlace {
    /// Folder with the unpacked packages; `docs/shape-fonts.md` lists them.
    #[arg(long)]
    sources: PathBuf,
    /// Keep the weights of the network: write fingerprints and lists only.
    #[arg(long)]
    keep_weights: bool,
}

/// One generated file: its name in the folder of tables and what is in it.
struct Generated {
    file_name: &'static str,
    contents: Vec<u8>,
}

/// Generates or checks the tables that `arguments` name.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let (place, room, files) = match &arguments.group {
        Group::Fonts(place) => (place, "font", fonts::generate(&place.sources)?),
        Group::Cmaps(place) => (place, "font", cmaps::generate(&place.sources)?),
        Group::Languages(place) => (place, "language", languages::generate(&place.sources)?),
        Group::Shapes(place) => return crate::shapes::tables::write(&place.sources, !place.keep_weights),
    };
    let folder = tables_folder(room);
    if place.check { check(&folder, &files) } else { write(&folder, &files) }
}

fn tables_folder(room: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/pdftract/src").join(room).join("tables")
}

fn write(folder: &Path, files: &[Generated]) -> Result<(), String> {
    for file in files {
        let path = folder.join(file.file_name);
        fs::write(&path, &file.contents).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn check(folder: &Path, files: &[Generated]) -> Result<(), String> {
    let is_stale =
        |file: &&Generated| fs::read(folder.join(file.file_name)).ok().as_ref() != Some(&file.contents);
    let stale: Vec<&str> = files.iter().filter(is_stale).map(|file| file.file_name).collect();
    if stale.is_empty() { Ok(()) } else { Err(format!("not as generated: {}", stale.join(", "))) }
}

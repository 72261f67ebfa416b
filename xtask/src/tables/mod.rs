//! `xtask tables`: turns public data files into the tables under `font/tables` and `language/tables`, or proves that the committed ones are fresh.

mod check;
mod cmaps;
mod fonts;
mod hashes;
pub mod held_out;
pub(crate) mod languages;
mod plain_forms;
mod rust_source;
mod sources;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::Check;
use check::CheckPlace;

/// Arguments of `xtask tables`.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    group: Group,
}

#[derive(Subcommand)]
enum Group {
    /// Checks every committed table, by making it again where its sources are and by its hash elsewhere.
    Check(CheckPlace),
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

/// One generated file: its name in the folder of tables and its contents.
struct Generated {
    file_name: &'static str,
    contents: Vec<u8>,
}

/// A group of tables that are made together.
struct Generator {
    /// The subcommand that writes them.
    name: &'static str,
    /// The room of the library that holds them.
    room: &'static str,
    /// Packages that must be below the folder of sources.
    needs: &'static [&'static str],
    generate: fn(&Path) -> Result<Vec<Generated>, String>,
}

const FONTS: Generator = Generator {
    name: "fonts",
    room: "font",
    needs: &["fonttools", "matplotlib", "reportlab", "pdfjs-dist", "pdfbox", "dingbat-to-unicode"],
    generate: fonts::generate,
};
const CMAPS: Generator =
    Generator { name: "cmaps", room: "font", needs: &["poppler-data"], generate: cmaps::generate };
const LANGUAGES: Generator = Generator {
    name: "languages",
    room: "language",
    needs: &["lingua-english-language-model-1.3.0", "opencc"],
    generate: languages::generate,
};

/// All generators that are quick enough to prove their tables by making them again.
const GENERATORS: [&Generator; 3] = [&FONTS, &CMAPS, &LANGUAGES];

/// Generates or checks the tables that `arguments` name.
///
/// # Errors
/// When a source is missing or not as expected, or a file cannot be written.
pub fn run(arguments: &Arguments) -> Result<Check, String> {
    let (place, generator) = match &arguments.group {
        Group::Check(place) => return check::run(place),
        Group::Fonts(place) => (place, FONTS),
        Group::Cmaps(place) => (place, CMAPS),
        Group::Languages(place) => (place, LANGUAGES),
        Group::Shapes(place) => {
            crate::shapes::tables::write(&place.sources, !place.keep_weights)?;
            hashes::record()?;
            return Ok(Check::Passed);
        }
    };
    let files = (generator.generate)(&place.sources)?;
    let folder = tables_folder(generator.room);
    if place.check {
        let stale = stale(&folder, &files);
        stale.iter().for_each(|name| println!("{name} is not as generated"));
        return Ok(Check::passed_if(stale.is_empty()));
    }
    write(&folder, &files)?;
    hashes::record()?;
    Ok(Check::Passed)
}

fn library_sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/pdftract/src")
}

fn tables_folder(room: &str) -> PathBuf {
    library_sources().join(room).join("tables")
}

fn write(folder: &Path, files: &[Generated]) -> Result<(), String> {
    for file in files {
        let path = folder.join(file.file_name);
        fs::write(&path, &file.contents).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Returns the names of files that differ from the committed ones.
fn stale(folder: &Path, files: &[Generated]) -> Vec<&'static str> {
    let is_stale =
        |file: &&Generated| fs::read(folder.join(file.file_name)).ok().as_ref() != Some(&file.contents);
    files.iter().filter(is_stale).map(|file| file.file_name).collect()
}

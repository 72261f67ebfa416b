//! `xtask tables`: converts public data files into the tables under `font/tables` and `language/tables`, or verifies
//! that the committed ones are up to date.

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

/// Options of the generators.
#[derive(Args)]
struct Place {
    /// Folder with the unpacked source packages; `docs/data-licences.md` lists them.
    #[arg(long)]
    sources: PathBuf,
    /// Write nothing; fail when a committed file differs from what would be written.
    #[arg(long)]
    check: bool,
}

/// Options of the shape generator.
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

/// A group of tables that are generated together.
struct Generator {
    /// The subcommand that writes them.
    name: &'static str,
    /// The module of the library that holds them.
    module: &'static str,
    /// Packages that must be below the folder of sources.
    needs: &'static [&'static str],
    generate: fn(&Path) -> Result<Vec<Generated>, String>,
}

const FONTS: Generator = Generator {
    name: "fonts",
    module: "font",
    needs: &["fonttools", "matplotlib", "reportlab", "pdfjs-dist", "pdfbox", "dingbat-to-unicode"],
    generate: fonts::generate,
};
const CMAPS: Generator =
    Generator { name: "cmaps", module: "font", needs: &["poppler-data"], generate: cmaps::generate };
const LANGUAGES: Generator = Generator {
    name: "languages",
    module: "language",
    needs: &["lingua-english-language-model-1.3.0", "opencc"],
    generate: languages::generate,
};

/// The generators that are fast enough to verify their tables by regenerating them.
const GENERATORS: [&Generator; 3] = [&FONTS, &CMAPS, &LANGUAGES];

/// Generates or checks the tables that `arguments` name.
///
/// # Errors
/// Returns an error if a source is missing or not as expected, or if a file cannot be written.
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
    let folder = tables_folder(generator.module);
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

fn tables_folder(module: &str) -> PathBuf {
    library_sources().join(module).join("tables")
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

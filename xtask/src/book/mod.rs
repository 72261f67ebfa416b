//! `xtask book`: writes the generated parts of the documentation: docs/limits.md and pictures in docs/pictures.
//!
//! Each of them is made of a source that a test or a measurement keeps right: the limits of the library, its ladder of sources,
//! BENCHMARKS.md, a sample.

mod chart;
mod ladder;
mod limits;
mod svg;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use pdftract::{Document, Options};

use crate::{Check, generated};

/// The resolution of pictures of pages.
const DPI: f64 = 110.0;

/// Arguments of `xtask book`.
#[derive(Args)]
pub struct Arguments {
    /// Writes nothing; fails if a committed file differs.
    #[arg(long)]
    check: bool,
}

/// Writes or checks the generated parts.
///
/// # Errors
/// Returns an error if a source cannot be read or a file cannot be written.
pub fn run(arguments: &Arguments) -> Result<Check, String> {
    generated::write_or_check(&docs(), parts()?, arguments.check, "cargo xtask book")
}

/// Draws the chart of a page of benchmarks, for the command that measures them.
///
/// # Errors
/// Returns an error if the page lacks the tables that the chart shows.
pub fn chart(benchmarks: &str) -> Result<String, String> {
    chart::draw(benchmarks)
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

fn source(path: &str) -> Result<String, String> {
    fs::read_to_string(docs().join("..").join(path)).map_err(|error| format!("{path}: {error}"))
}

/// Returns the generated files by their path in docs.
fn parts() -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    Ok(vec![
        ("limits.md", limits::page(&source("crates/pdftract/src/limits.rs")?)?.into_bytes()),
        (
            "pictures/ladder.svg",
            ladder::draw(&source("crates/pdftract/src/unicode/ladder.rs")?)?.into_bytes(),
        ),
        ("pictures/benchmarks.svg", chart::draw(&source("BENCHMARKS.md")?)?.into_bytes()),
        ("pictures/broken-font.png", picture("broken-font.pdf")?),
    ])
}

/// Returns the first page of a sample as PNG.
fn picture(sample: &str) -> Result<Vec<u8>, String> {
    let pdf =
        fs::read(docs().join("../samples").join(sample)).map_err(|error| format!("{sample}: {error}"))?;
    let document = Document::open(pdf, &Options::default()).map_err(|error| error.to_string())?;
    let page = document.picture(0, DPI).ok_or("the sample has no page")?;
    let picture = page.map_err(|error| error.reason().to_string())?.picture;
    picture.to_png().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generated_parts_are_fresh() {
        for (name, bytes) in parts().unwrap() {
            let committed = fs::read(docs().join(name)).unwrap_or_default();
            assert!(committed == bytes, "docs/{name} is stale: run `cargo xtask book`");
        }
    }
}

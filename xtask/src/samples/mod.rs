//! `xtask samples`: writes the PDFs in samples/, or checks that the committed ones are fresh.
//!
//! All of them are made by the test kit, so that the repository holds no documents of others.

mod bitmap_font;
mod pages;
mod rendered;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::{Check, generated};

/// Arguments of `xtask samples`.
#[derive(Args)]
pub struct Arguments {
    /// Writes nothing; fails if a committed sample differs.
    #[arg(long)]
    check: bool,
}

/// Writes or checks the samples.
///
/// # Errors
/// When a sample cannot be made or written.
pub fn run(arguments: &Arguments) -> Result<Check, String> {
    generated::write_or_check(&folder(), samples()?, arguments.check, "cargo xtask samples")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples")
}

/// Returns the samples with their file names.
fn samples() -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    Ok(vec![
        ("broken-font.pdf", bitmap_font::letter()?),
        ("table.pdf", pages::table()),
        ("two-columns.pdf", pages::two_columns()),
        ("scan.pdf", rendered::scan()?),
        ("vertical-japanese.pdf", pages::vertical_japanese()),
        ("arabic.pdf", pages::arabic()),
        ("form.pdf", pages::form()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_samples_are_fresh_and_small() {
        for (name, pdf) in samples().unwrap() {
            assert!(pdf.len() < 40_000, "{name} has {} bytes", pdf.len());
            let committed = std::fs::read(folder().join(name)).unwrap_or_default();
            assert!(committed == pdf, "samples/{name} is stale: run `cargo xtask samples`");
        }
    }
}

//! `xtask bench`: measures CPU time, the things compared taking turns in one process.

mod children;
mod floor;
mod glyphs;
mod peer;

use clap::{Args, Subcommand};

use crate::Verdict;

/// What was typed after `xtask bench`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Opens files, decodes and tokenises the content of all pages: no extraction can be faster than that.
    Floor(floor::Arguments),
    /// Extracts the glyphs of all pages, and compares that with the floor and with MuPDF.
    Glyphs(glyphs::Arguments),
}

/// Measures what `arguments` name.
pub(crate) fn run(arguments: &Arguments) -> Result<Verdict, String> {
    match &arguments.what {
        What::Floor(arguments) => floor::run(arguments),
        What::Glyphs(arguments) => glyphs::run(arguments),
    }
}

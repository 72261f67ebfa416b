//! `lab bench`: measures CPU time; the programs compared take turns.

mod children;
mod floor;
mod glyphs;
pub(crate) mod pages;
mod peer;
mod peers;
pub(crate) mod worker;

use clap::{Args, Subcommand};

use crate::Check;

/// Arguments of `lab bench`.
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
    /// Compares CPU time and memory with other extractors that make text of the same files.
    Peers(peers::Arguments),
    /// Makes long files and reads them with one and with two threads.
    Pages(pages::Arguments),
}

/// Measures what `arguments` name.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    match &arguments.what {
        What::Floor(arguments) => floor::run(arguments),
        What::Glyphs(arguments) => glyphs::run(arguments),
        What::Peers(arguments) => peers::run(arguments),
        What::Pages(arguments) => pages::run(arguments),
    }
}

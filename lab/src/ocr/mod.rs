//! `lab ocr`: measures recognition on scans made from known pages, and which pages of a corpus need it.

mod measure;
mod pages;
mod route;

use clap::Subcommand;

use crate::Check;

/// The measurement to make.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Prints pages, wears them like a scanner, reads them back, and counts wrong words.
    Measure(measure::Arguments),
    /// Counts which pages of a corpus would be read by recognition.
    Route(route::Arguments),
}

/// Measures.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    match &arguments.what {
        What::Measure(arguments) => measure::run(arguments),
        What::Route(arguments) => route::run(arguments),
    }
}

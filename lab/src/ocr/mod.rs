//! `lab ocr`: measures OCR on scans made from known pages, and which pages of a corpus would be routed to it.

mod measure;
mod pages;
mod route;

use clap::Subcommand;

use crate::Check;

/// The measurement to run.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Renders pages, degrades them like a scanner, recognises them, and counts wrong words.
    Measure(measure::Arguments),
    /// Counts the pages of a corpus that would be routed to OCR.
    Route(route::Arguments),
}

/// Runs the measurement.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    match &arguments.what {
        What::Measure(arguments) => measure::run(arguments),
        What::Route(arguments) => route::run(arguments),
    }
}

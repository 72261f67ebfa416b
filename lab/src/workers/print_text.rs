//! The child process that prints the text of one file, so that its CPU time can be compared with that of others.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use pdftract::{Document, ExtractOptions, Options};

/// Arguments given by the parent process.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The file to read.
    file: PathBuf,
}

/// Prints the text of all pages with a form feed after each.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let document =
        Document::open_path(&arguments.file, &Options::default()).map_err(|error| error.to_string())?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    for index in 0..document.page_count() {
        let text = document.raw_text(index, &ExtractOptions::default()).unwrap_or_default();
        write!(out, "{text}\u{c}").map_err(|error| error.to_string())?;
    }
    out.flush().map_err(|error| error.to_string())
}

//! `xtask bench`: measures CPU time, the things compared taking turns in one process.

mod floor;
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
}

/// Measures what `arguments` name.
pub(crate) fn run(arguments: &Arguments) -> Result<Verdict, String> {
    let What::Floor(arguments) = &arguments.what;
    floor::run(arguments)
}

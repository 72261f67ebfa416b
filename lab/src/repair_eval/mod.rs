//! `lab repair-eval`: measures the commands repair, learn and report on files with known text.

mod learn;
mod repair;
mod report;
mod truth;

use std::path::PathBuf;

use clap::Subcommand;

use crate::Check;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Repairs files that have their text beside them (a.pdf, a.p1.txt…) and extracts them with pdftotext and mutool.
    Repair {
        /// Folders with such files.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
    /// Learns from some files and reads others with and without the result.
    Learn {
        /// Folders with files to read that have their text beside them.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// Folders with PDFs to learn from.
        #[arg(long, required = true)]
        from: Vec<PathBuf>,
    },
    /// Makes anonymised copies and looks for words of the originals, and for changed diagnostics.
    Report {
        /// Folders with PDFs.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// The number of files, spread over all.
        #[arg(long, default_value_t = 30)]
        count: usize,
    },
}

pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    match &arguments.what {
        What::Repair { folders } => repair::run(folders),
        What::Learn { folders, from } => learn::run(folders, from),
        What::Report { folders, count } => report::run(folders, *count),
    }
}

//! `lab corpus`: reads every PDF below some folders, each in a separate process, and reports the outcomes.
//!
//! With one process per file, peak memory is measured per file, and a panic or stack overflow ends only that file.

mod compare;
mod outcome;
mod summary;
mod table;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::files::{self, PdfFile};
use crate::{Check, parallel, process};
use outcome::{Outcome, Result as FileResult};

/// Arguments of `lab corpus`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders with PDF files, at any depth.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Read each file by another program too, and list where page counts and decoded contents differ.
    #[arg(long)]
    against: Option<Oracle>,
    /// The number of files to read at the same time.
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// Write one line per file to this table of tab-separated values.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Time limit per file in seconds.
    #[arg(long, default_value_t = 20)]
    timeout: u64,
}

/// The reader to compare with.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Oracle {
    /// The crate hayro-syntax.
    Hayro,
}

/// Reads the files and prints the summary; fails if one panicked, crashed or exceeded the limits.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let files = files::find(&arguments.folders)?;
    let results = read_all(&files, arguments)?;
    if let Some(path) = &arguments.out {
        let written = std::fs::write(path, table::text(&results));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if arguments.against.is_some() {
        print!("{}", compare::text(&results));
    }
    print!("{}", summary::text(&results));
    Ok(Check::passed_if(results.iter().all(FileResult::is_acceptable)))
}

/// Reads all files in several threads, each of which waits for one worker process at a time.
fn read_all(files: &[PdfFile], arguments: &Arguments) -> Result<Vec<FileResult>, String> {
    let done = AtomicUsize::new(0);
    parallel::map(files, arguments.jobs, |file| {
        let result = read_one(file, arguments)?;
        show_progress(done.fetch_add(1, Ordering::Relaxed) + 1, files.len(), &file.name);
        Ok(result)
    })
}

fn read_one(file: &PdfFile, arguments: &Arguments) -> Result<FileResult, String> {
    let limit = Duration::from_secs(arguments.timeout);
    let by = |worker: &str| -> Result<Outcome, String> {
        let command: [OsString; 2] = [worker.into(), file.path.clone().into()];
        Ok(Outcome::new(process::run_self(&command, limit)?))
    };
    let ours = by("corpus-worker")?;
    let theirs = match arguments.against {
        Some(Oracle::Hayro) => Some(by("hayro-worker")?),
        None => None,
    };
    Ok(FileResult { file: file.name.clone(), ours, theirs })
}

fn show_progress(done: usize, of: usize, name: &str) {
    let mut terminal = std::io::stderr();
    if terminal.is_terminal() {
        let line_end = if done == of { "\n" } else { "" };
        // A failure to show progress is harmless.
        let _ = write!(terminal, "\r\x1b[K{done}/{of} {name:.60}{line_end}");
    }
}

//! `lab bench peers`: CPU time and memory of pdftract and of other extractors that make text of the same files.
//!
//! All take turns file by file, so that a busy machine slows all of them alike. Programs are started for each file;
//! libraries run in one process each over all files, since nobody starts a Python for a page.

mod contestant;
mod report;
mod worker;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::files::{self, PdfFile};
use crate::{Check, tool};
use contestant::Contestant;

/// Arguments of `lab bench peers`.
#[derive(Args)]
pub(super) struct Arguments {
    /// Folder with the files to read.
    folder: PathBuf,
    /// Also write everything measured to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Also compare one thread with two, on the longest documents of the folder.
    #[arg(long)]
    threads: bool,
    /// The Python that has the peers' packages.
    #[arg(long, default_value = "python3")]
    python: String,
    /// The program to measure; the one built beside this one unless given.
    #[arg(long, value_name = "PROGRAM")]
    pdftract: Option<PathBuf>,
}

/// Who takes longer with a file is ended.
const LIMIT: Duration = Duration::from_secs(20);
/// How often a start is measured.
const STARTS: usize = 15;

/// How a contestant fared with a file.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Outcome {
    Done(Cost),
    /// It said that it cannot read the file.
    Refused,
    /// It crashed or took too long.
    Lost,
}

/// The cost of the text of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Cost {
    cpu_ms: f64,
    /// The peak while this file was read; a process that reads all of them also holds what it kept of earlier ones.
    peak_mb: f64,
}

/// How all contestants fared with a file, in their order.
struct Row {
    name: String,
    outcomes: Vec<Outcome>,
}

/// Measures and prints. It fails only when pdftract itself cannot be measured.
pub(super) fn run(arguments: &Arguments) -> Result<Check, String> {
    if cfg!(debug_assertions) {
        return Err("measure a release build: cargo lab bench peers".into());
    }
    let pdftract = program(arguments)?;
    let found = files::find(std::slice::from_ref(&arguments.folder))?;
    let mut contestants = contestant::all(&pdftract, &arguments.python)?;
    for contestant in &mut contestants {
        contestant.measure_start()?;
    }
    let mut rows = Vec::new();
    for (turn, file) in found.iter().enumerate() {
        rows.push(measure(&mut contestants, file, turn)?);
    }
    let report = report::Report::new(&contestants, &rows);
    print!("{}", report.text());
    if let Some(path) = &arguments.json {
        std::fs::write(path, report.json(&rows)).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if arguments.threads {
        super::pages::compare_threads(&pdftract, &found)?;
    }
    Ok(Check::Passed)
}

/// The program given, or the one beside this one.
fn program(arguments: &Arguments) -> Result<PathBuf, String> {
    match &arguments.pdftract {
        Some(path) => Ok(path.clone()),
        None => tool::built_beside("pdftract", "cargo build --release"),
    }
}

/// Everybody reads a file; who begins changes from file to file.
fn measure(contestants: &mut [Contestant], file: &PdfFile, turn: usize) -> Result<Row, String> {
    let count = contestants.len();
    let mut outcomes = vec![Outcome::Lost; count];
    for index in (0..count).map(|index| (index + turn) % count) {
        if let (Some(contestant), Some(outcome)) = (contestants.get_mut(index), outcomes.get_mut(index)) {
            *outcome = contestant.read(&file.path, LIMIT)?;
        }
    }
    Ok(Row { name: file.name.clone(), outcomes })
}

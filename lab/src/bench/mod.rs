//! `lab bench`: measures pdftract and its peers in one run, and guards against slow-downs.

mod accuracy;
mod allocations;
mod by_class;
mod class;
mod contestant;
mod detail;
mod floor;
pub(crate) mod guard;
mod instructions;
mod library_process;
pub(crate) mod library_worker;
mod machine;
pub(crate) mod memory;
mod race;
mod report;
mod scratch;
pub(crate) mod specimens;
mod start;
mod subjects;
mod table;
mod threads;
mod valgrind;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::{Check, tool};
use class::Class;
use report::Report;
use scratch::Scratch;

/// Arguments of `lab bench`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    part: Option<Part>,
    #[command(flatten)]
    run: RunArguments,
}

#[derive(Subcommand)]
enum Part {
    /// Compares instruction counts of ten fixed documents with the recorded ones.
    Guard(guard::Arguments),
}

/// Arguments of the full run.
#[derive(Args)]
struct RunArguments {
    /// Folders with the files to read.
    #[arg(value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// A table with the columns pdf, bytes, pages, features and source that classifies files; without it they are
    /// inspected.
    #[arg(long, value_name = "FILE")]
    features: Option<PathBuf>,
    /// Only files of these classes.
    #[arg(long, value_name = "CLASS,…", value_delimiter = ',')]
    classes: Vec<Class>,
    /// The number of times every file is read; the lowest CPU time counts.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// One round over a few files of each class, and fewer repetitions everywhere.
    #[arg(long)]
    quick: bool,
    /// Also write everything measured to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// A table of scores that the scorer of the corpus printed [default: the recorded scores].
    #[arg(long, value_name = "FILE")]
    accuracy: Option<PathBuf>,
    /// Also write the benchmark page to this file, and its chart to docs/pictures beside it.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Build pdfboss first, which needs the registry once.
    #[arg(long)]
    pdfboss: bool,
    /// The Python that has the peers' packages.
    #[arg(long, default_value = "python3")]
    python: String,
    /// The program to measure [default: the one built beside this one].
    #[arg(long, value_name = "PROGRAM")]
    pdftract: Option<PathBuf>,
}

/// Runs the measurement selected by `arguments`.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    match &arguments.part {
        Some(Part::Guard(arguments)) => guard::run(arguments),
        None => run_all(&arguments.run).map(|()| Check::Passed),
    }
}

/// Measures everything and prints the results.
fn run_all(arguments: &RunArguments) -> Result<(), String> {
    if cfg!(debug_assertions) {
        return Err("measure a release build: cargo lab bench".into());
    }
    let program = match &arguments.pdftract {
        Some(path) => path.clone(),
        None => tool::built_beside("pdftract", "cargo build --release")?,
    };
    let subjects = subjects::find(arguments)?;
    let scratch = Scratch::new()?;
    let (mut contestants, left_out) = contestant::all(&program, &arguments.python, arguments.pdfboss)?;
    let machine = machine::Machine::read(&contestants, left_out);
    let rounds = if arguments.quick { 1 } else { arguments.rounds.max(1) };
    let race = race::run(&mut contestants, subjects, rounds)?;
    // Workers hold memory and may still be busy with a file that timed out.
    drop(contestants);
    let repetitions = if arguments.quick { 3 } else { 10 };
    let mut sections = by_class::sections(&race);
    sections.push(instructions::section(&program, &race, if arguments.quick { 1 } else { 4 })?);
    sections.push(threads::section(&program, &race, &scratch, repetitions)?);
    sections.push(memory::section(&program, &scratch)?);
    sections.push(allocations::section(&program, &scratch)?);
    sections.push(detail::section(&program, &race)?);
    sections.push(start::section(&program, &scratch, repetitions * 10)?);
    sections.push(accuracy::section(arguments.accuracy.as_deref())?);
    let report = Report { machine: machine.finish(), sections };
    print!("{}", report.text());
    report.write(&race, arguments.json.as_deref(), arguments.write.as_deref())
}

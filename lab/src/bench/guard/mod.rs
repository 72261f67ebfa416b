//! `lab bench guard`: compares the instruction counts of ten fixed documents with recorded ones.
//!
//! Only instructions of Rust code inside the measured program count: the C library and libdeflate differ between
//! machines. The environment that still affects them is recorded beside the counts; the check is skipped in other
//! environments.

mod profile;
mod record;

use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use super::scratch::Scratch;
use super::specimens::{self, Kind};
use super::table::grouped;
use super::valgrind;
use crate::{Check, parallel};
use record::{Environment, Record};

/// Arguments of `lab bench guard`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Record the counts instead of comparing them.
    #[arg(long)]
    record: bool,
}

/// The share by which counts may grow.
const TOLERANCE: f64 = 0.03;
/// The number of times each document is read.
const RUNS: usize = 3;
/// The number of functions that are listed for a case that has grown, so that the log of a build tells what has.
const LISTED: usize = 12;
const COMMAND: &str = "cargo lab bench guard --record";

/// The cases: name, document, number of pages and format.
const CASES: [(&str, Kind, usize, &str); 10] = [
    ("plain text", Kind::Book, 10, "text"),
    ("TeX", Kind::Tex, 8, "text"),
    ("tagged", Kind::Tagged, 12, "text"),
    ("CJK with a predefined CMap", Kind::Cjk, 8, "text"),
    ("unmapped font", Kind::Unmapped, 4, "text"),
    ("Type 3", Kind::Type3, 4, "text"),
    ("tables", Kind::Table, 8, "text"),
    ("200 pages", Kind::Book, 200, "text"),
    ("JSON of TeX", Kind::Tex, 8, "json"),
    ("Markdown of tables", Kind::Table, 8, "markdown"),
];

/// Counts and compares, or records.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    if let Err(reason) = valgrind::require() {
        return skip(arguments, &reason);
    }
    let (environment, recorded) = (Environment::read(), Record::read()?);
    if let (false, Some(difference)) = (arguments.record, environment.difference(&recorded.environment)) {
        return skip(arguments, &difference);
    }
    let program = build()?;
    let scratch = Scratch::new()?;
    let counted = parallel::map(&CASES, None, |case| count(&program, &scratch, *case))?;
    let counts =
        CASES.iter().map(|case| case.0.to_owned()).zip(counted.iter().map(|case| case.sum)).collect();
    let now = Record { environment, counts };
    if arguments.record {
        print(&recorded, &now);
        return now.write().map(|()| Check::Passed);
    }
    let has_passed = compare(&recorded, &now);
    for (case, counted) in CASES.iter().zip(&counted) {
        let before = recorded.counts.get(case.0);
        if before.is_some_and(|before| growth(*before, counted.sum) > TOLERANCE) {
            println!("\n{}, by function:", case.0);
            counted
                .functions
                .iter()
                .for_each(|(name, cost)| println!("{:>14} {name}", grouped(*cost as f64)));
        }
    }
    Ok(Check::passed_if(has_passed))
}

/// Prints why the comparison is skipped, which counts as success. Recording without the tools is an error.
fn skip(arguments: &Arguments, reason: &str) -> Result<Check, String> {
    if arguments.record {
        return Err(reason.to_owned());
    }
    println!("The guard against slow-downs is skipped: {reason}.");
    Ok(Check::Passed)
}

/// Builds the measured program.
fn build() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--profile", "guard", "--package", "pdftract-guard"]);
    cargo.arg("--target-dir").arg(&target).current_dir(&root);
    match cargo.status() {
        Ok(status) if status.success() => Ok(target.join("guard/pdftract-guard")),
        _ => Err("pdftract-guard cannot be built".into()),
    }
}

/// The instructions of a case.
struct Counted {
    sum: u64,
    /// The functions that took most of them.
    functions: Vec<(String, u64)>,
}

/// Returns the lowest count of a case: hash tables have random seeds, some of which cause more collisions.
fn count(
    program: &Path,
    scratch: &Scratch,
    (name, kind, pages, format): (&str, Kind, usize, &str),
) -> Result<Counted, String> {
    let folder = scratch.path().join(name);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut command = Command::new(program);
    command.arg(format).arg(specimens::write_in_child(&folder, kind, pages)?);
    let counts = (0..RUNS).map(|_| count_once(&command, &folder.join("profile")));
    let counts = counts.collect::<Result<Vec<Counted>, String>>()?;
    let lowest = counts.into_iter().min_by_key(|counted| counted.sum).filter(|counted| counted.sum > 0);
    lowest.ok_or_else(|| format!("{name}: callgrind counted nothing of ours"))
}

fn count_once(command: &Command, profile: &Path) -> Result<Counted, String> {
    valgrind::profile(command, profile)?;
    let text = std::fs::read_to_string(profile).map_err(|error| format!("{}: {error}", profile.display()))?;
    let costs = profile::rust_functions(&text, "pdftract-guard");
    let sum = costs.values().sum();
    let mut functions: Vec<(String, u64)> =
        costs.into_iter().map(|(name, cost)| (name.to_owned(), cost)).collect();
    functions.sort_by_key(|(name, cost)| (std::cmp::Reverse(*cost), name.clone()));
    functions.truncate(LISTED);
    Ok(Counted { sum, functions })
}

fn print(recorded: &Record, now: &Record) {
    for (name, count) in &now.counts {
        let before = recorded.counts.get(name);
        let growth = before.map_or(0.0, |before| growth(*before, *count)) * 100.0;
        let before = before.map_or("–".to_owned(), |before| grouped(*before as f64));
        println!("{name:<28} {before:>14} {:>14} {growth:>+7.2} %", grouped(*count as f64));
    }
}

fn growth(before: u64, now: u64) -> f64 {
    (now as f64 - before as f64) / before.max(1) as f64
}

/// Prints both and returns `true` if no count has grown too much.
fn compare(recorded: &Record, now: &Record) -> bool {
    println!("Instructions as recorded and now (at most {:.0} % more):", TOLERANCE * 100.0);
    print(recorded, now);
    let known =
        |(name, count): (&String, &u64)| recorded.counts.get(name).map(|before| growth(*before, *count));
    let all: Vec<Option<f64>> = now.counts.iter().map(known).collect();
    let is_complete = all.iter().all(Option::is_some);
    let slower = all.iter().flatten().filter(|growth| **growth > TOLERANCE).count();
    let faster = all.iter().flatten().filter(|growth| **growth < -TOLERANCE).count();
    if !is_complete || slower > 0 {
        println!(
            "{slower} of them grew too much. If the change is worth it, record them in the same commit: {COMMAND}"
        );
    } else if faster > 0 {
        println!("{faster} of them shrank. Keep the gain by recording them: {COMMAND}");
    }
    is_complete && slower == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(counts: &[(&str, u64)]) -> Record {
        let counts = counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
        Record { environment: Environment::default(), counts }
    }

    #[test]
    fn growth_beyond_the_tolerance_fails() {
        let recorded = record(&[("a", 1_000), ("b", 1_000)]);
        assert!(compare(&recorded, &record(&[("a", 1_030), ("b", 500)])));
        assert!(!compare(&recorded, &record(&[("a", 1_031), ("b", 500)])));
        assert!(!compare(&recorded, &record(&[("a", 1_000), ("new", 1)])), "a case without a record");
    }

    #[test]
    fn all_cases_are_recorded() {
        let recorded = Record::read().expect("a record");
        assert_eq!(recorded.counts.len(), CASES.len());
        assert!(CASES.iter().all(|case| recorded.counts.contains_key(case.0)));
    }
}

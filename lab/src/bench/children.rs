//! CPU time of pdftract and MuPDF as child processes that turn the same files into text.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::floor::median_of;
use crate::Check;
use crate::files::PdfFile;
use crate::tool;

/// A program that takes longer is ended, and the file is left out for both.
const LIMIT: Duration = Duration::from_secs(60);
/// pdftract may take this share of MuPDF's time.
const TARGET: f64 = 0.1;
/// How often the start is measured.
const STARTS: usize = 15;
/// How many of the worst files are named.
const WORST: usize = 5;

/// The cost of one file for both programs.
struct Pair<'f> {
    name: &'f str,
    ours: Duration,
    theirs: Duration,
}

/// Runs both on each file once, in turn, and prints the totals; bad when the target is missed.
pub(super) fn compare<'f>(files: impl Iterator<Item = &'f PdfFile>) -> Result<Check, String> {
    tool::require_mutool()?;
    let mut pairs = Vec::new();
    let mut left_out = 0;
    for file in files {
        match (ours(&file.path)?, theirs(&file.path)?) {
            (Some(ours), Some(theirs)) => pairs.push(Pair { name: &file.name, ours, theirs }),
            _ => left_out += 1,
        }
    }
    print_without_start(&pairs)?;
    Ok(print(&mut pairs, left_out))
}

/// Prints the cost of both without their start, which dominates for small files.
fn print_without_start(pairs: &[Pair<'_>]) -> Result<(), String> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples/hello.pdf");
    let start = |run: fn(&Path) -> Result<Option<Duration>, String>| -> Result<f64, String> {
        let times = (0..STARTS).map(|_| Ok(run(&sample)?.unwrap_or_default().as_secs_f64()));
        Ok(median_of(times.collect::<Result<Vec<f64>, String>>()?))
    };
    let (our_start, their_start) = (start(ours)?, start(theirs)?);
    let net = |of: fn(&Pair<'_>) -> Duration, start: f64| -> f64 {
        pairs.iter().map(|pair| (of(pair).as_secs_f64() - start).max(0.0)).sum()
    };
    let (ours, theirs) = (net(|pair| pair.ours, our_start), net(|pair| pair.theirs, their_start));
    println!("CPU of child processes beyond that for a page with two lines:");
    println!("  pdftract                     {:>9.1} ms beyond {:.2} ms each", ours * 1e3, our_start * 1e3);
    println!(
        "  mutool draw -F txt           {:>9.1} ms beyond {:.2} ms each",
        theirs * 1e3,
        their_start * 1e3
    );
    println!("  ratio                        {:>9.3}", ours / theirs.max(1e-9));
    Ok(())
}

/// This program, printing the text of one file.
fn ours(path: &Path) -> Result<Option<Duration>, String> {
    let program = std::env::current_exe().map_err(|error| format!("this program's path: {error}"))?;
    let arguments: [OsString; 2] = ["text-worker".into(), path.into()];
    tool::cpu_time(Command::new(program).args(arguments), LIMIT)
}

fn theirs(path: &Path) -> Result<Option<Duration>, String> {
    tool::cpu_time(Command::new("mutool").args(["draw", "-q", "-F", "txt"]).arg(path), LIMIT)
}

fn print(pairs: &mut [Pair<'_>], left_out: usize) -> Check {
    let total = |of: fn(&Pair<'_>) -> Duration| pairs.iter().map(of).sum::<Duration>().as_secs_f64();
    let (ours, theirs) = (total(|pair| pair.ours), total(|pair| pair.theirs));
    let ratio = ours / theirs.max(1e-9);
    println!("CPU of child processes that print the text of {} files ({left_out} left out):", pairs.len());
    println!("  pdftract                     {:>9.1} ms", ours * 1e3);
    println!("  mutool draw -F txt           {:>9.1} ms", theirs * 1e3);
    println!("  ratio                        {ratio:>9.3}    target {TARGET:.1}");
    println!("most of our time beyond the target:");
    let beyond = |pair: &Pair<'_>| pair.ours.as_secs_f64() - TARGET * pair.theirs.as_secs_f64();
    pairs.sort_by(|a, b| beyond(b).total_cmp(&beyond(a)));
    for pair in pairs.iter().take(WORST) {
        let (ours, theirs) = (pair.ours.as_secs_f64() * 1e3, pair.theirs.as_secs_f64() * 1e3);
        println!("  {ours:>8.1} ms against {theirs:>8.1} ms  {}", pair.name);
    }
    Check::passed_if(ratio <= TARGET)
}

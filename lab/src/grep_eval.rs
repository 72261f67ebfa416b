//! `lab grep-eval`: compares `pdftract grep` with pdfgrep: CPU time with one thread, and matching lines.
//!
//! Both programs search each file alone, in turns, so that load on the machine affects both equally and neither gains by
//! starting once. Lines are compared without spaces and hyphens, since the programs space text differently; a line of
//! theirs counts as found if its characters are among ours, joined over line ends.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use clap::Args;

use crate::files::{self, PdfFile};
use crate::{Check, tool};

/// Arguments of `lab grep-eval`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The pdftract binary.
    program: PathBuf,
    /// Folders with PDF files, at any depth, or single files.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// The pattern; repeatable.
    #[arg(short = 'e', long = "pattern", default_values = ["information", "results", "[0-9]{4}"])]
    patterns: Vec<String>,
    /// Take every N-th file only.
    #[arg(long, value_name = "N", default_value = "1")]
    every: NonZeroUsize,
    /// Print the lines that only one program finds.
    #[arg(long)]
    list: bool,
}

const LIMIT: Duration = Duration::from_secs(60);
/// The largest share of pdfgrep's CPU time.
const MAX_SHARE: f64 = 1.0 / 6.0;

/// Sums over files.
#[derive(Default)]
struct Sums {
    ours: Duration,
    theirs: Duration,
    our_lines: usize,
    their_lines: usize,
    /// Lines that both have.
    same: usize,
    files_with_the_same_lines: usize,
    files: usize,
}

/// Searches all files and prints the sums; fails if pdftract takes more than a sixth of pdfgrep's time.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    tool::require("pdfgrep", &["--version"], "apt install pdfgrep")?;
    let files: Vec<PdfFile> =
        files::find(&arguments.folders)?.into_iter().step_by(arguments.every.get()).collect();
    let mut is_fast = true;
    for pattern in &arguments.patterns {
        let mut sums = Sums::default();
        for file in &files {
            compare(arguments, pattern, file, &mut sums)?;
        }
        let share = sums.ours.as_secs_f64() / sums.theirs.as_secs_f64().max(f64::MIN_POSITIVE);
        println!(
            "{pattern}: {} files, CPU {:.1} s of pdfgrep, {:.1} s of pdftract, {share:.3} (at most {MAX_SHARE:.3})",
            sums.files,
            sums.theirs.as_secs_f64(),
            sums.ours.as_secs_f64()
        );
        println!(
            "  lines: {} of pdfgrep, {} of pdftract, {} in both; {} files with the same lines",
            sums.their_lines, sums.our_lines, sums.same, sums.files_with_the_same_lines
        );
        is_fast &= share <= MAX_SHARE;
    }
    Ok(Check::passed_if(is_fast))
}

fn compare(arguments: &Arguments, pattern: &str, file: &PdfFile, sums: &mut Sums) -> Result<(), String> {
    let mut theirs = Command::new("pdfgrep");
    theirs.args(["-h", "--", pattern]).arg(&file.path);
    let mut ours = Command::new(&arguments.program);
    ours.args(["grep", "-h", "--no-page-number", "-j", "1", "-s", "--", pattern]).arg(&file.path);
    let (their_run, our_run) = (tool::capture(&mut theirs, LIMIT)?, tool::capture(&mut ours, LIMIT)?);
    sums.files += 1;
    sums.theirs += their_run.cpu;
    sums.ours += our_run.cpu;
    let (theirs, ours) = (lines(&their_run.stdout), lines(&our_run.stdout));
    let (their_text, our_text) = (theirs.concat(), ours.concat());
    let only_theirs: Vec<&String> = theirs.iter().filter(|line| !our_text.contains(line.as_str())).collect();
    let only_ours: Vec<&String> = ours.iter().filter(|line| !their_text.contains(line.as_str())).collect();
    sums.their_lines += theirs.len();
    sums.our_lines += ours.len();
    sums.same += theirs.len() - only_theirs.len();
    sums.files_with_the_same_lines += usize::from(only_theirs.is_empty() && only_ours.is_empty());
    if arguments.list {
        only_theirs.iter().for_each(|line| println!("{}: only pdfgrep: {line}", file.name));
        only_ours.iter().for_each(|line| println!("{}: only pdftract: {line}", file.name));
    }
    Ok(())
}

/// Returns the lines without spaces and hyphens.
fn lines(output: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(output).into_owned();
    let is_kept =
        |character: &char| !character.is_whitespace() && !matches!(character, '-' | '\u{AD}' | '\u{2010}');
    text.lines()
        .map(|line| line.chars().filter(is_kept).collect::<String>())
        .filter(|line| !line.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_compared_without_spaces() {
        assert_eq!(lines("a  b-\n\n c\n".as_bytes()), ["ab", "c"]);
    }
}

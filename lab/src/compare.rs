//! `lab compare`: runs two pdftract binaries over the same files and compares their output byte by byte.
//!
//! The binaries alternate on each file and format, so that load on the machine affects both equally. CPU time is the
//! user and system time of the child processes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;

use crate::files::{self, PdfFile};
use crate::tool::{self, Captured};
use crate::{Check, parallel};

/// Arguments of `lab compare`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The binary whose output is expected.
    old: PathBuf,
    /// The binary to compare with it.
    new: PathBuf,
    /// Folders with PDF files, at any depth, or single files.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Formats to compare: any of `--format`, or `check` and `fonts` for the JSON of these commands.
    #[arg(long, value_delimiter = ',', default_value = "text,json,markdown")]
    formats: Vec<String>,
    /// Take every N-th file only.
    #[arg(long, value_name = "N", default_value = "1")]
    every: NonZeroUsize,
    /// The number of files to compare at the same time.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Time limit of a binary in seconds.
    #[arg(long, default_value_t = 120)]
    timeout: u64,
}

/// The number of characters shown of a line, and how many of them precede the difference.
const SHOWN: usize = 60;
const SHOWN_BEFORE: usize = 20;

/// The comparison of one file in one format.
struct Row {
    format: String,
    /// CPU time of both binaries.
    cpu: [Duration; 2],
    /// File, format and first differing line; `None` if the outputs are equal.
    difference: Option<String>,
}

/// Compares all files and prints the differences; fails if there are any.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let files = files::find(&arguments.folders)?;
    let files: Vec<PdfFile> = files.into_iter().step_by(arguments.every.get()).collect();
    let numbered: Vec<(usize, &PdfFile)> = files.iter().enumerate().collect();
    let rows = parallel::map(&numbered, arguments.jobs, |(number, file)| compare(file, *number, arguments))?;
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    print!("{}", report(&rows, files.len()));
    Ok(Check::passed_if(rows.iter().all(|row| row.difference.is_none())))
}

/// Compares one file in all formats. The binaries alternate in going first, because the second one finds warm caches.
fn compare(file: &PdfFile, number: usize, arguments: &Arguments) -> Result<Vec<Row>, String> {
    let limit = Duration::from_secs(arguments.timeout);
    let run = |binary: &Path, format: &str| tool::capture(&mut command(binary, format, &file.path), limit);
    let mut rows = Vec::new();
    for (turn, format) in arguments.formats.iter().enumerate() {
        let (old, new) = if (number + turn).is_multiple_of(2) {
            let old = run(&arguments.old, format)?;
            (old, run(&arguments.new, format)?)
        } else {
            let new = run(&arguments.new, format)?;
            (run(&arguments.old, format)?, new)
        };
        let difference = difference(&old, &new).map(|what| format!("{} {format}: {what}", file.name));
        rows.push(Row { format: format.clone(), cpu: [old.cpu, new.cpu], difference });
    }
    Ok(rows)
}

fn command(binary: &Path, format: &str, file: &Path) -> Command {
    let mut command = Command::new(binary);
    match format {
        "check" | "fonts" => command.args([format, "--json"]),
        _ => command.args(["--jobs", "1", "--format", format]),
    };
    command.arg(file);
    command
}

/// Describes how two results differ; returns `None` if output and exit code are equal.
fn difference(old: &Captured, new: &Captured) -> Option<String> {
    let ending = |result: &Captured| match result.exit_code {
        _ if result.timed_out => "time limit".to_owned(),
        Some(code) => format!("exit code {code}"),
        None => "signal".to_owned(),
    };
    let (old_ending, new_ending) = (ending(old), ending(new));
    if old_ending != new_ending {
        return Some(format!("{old_ending} became {new_ending}"));
    }
    // The output before a timeout depends on the machine.
    (!old.timed_out && old.stdout != new.stdout).then(|| first_difference(&old.stdout, &new.stdout))
}

/// Returns the number of the first differing line, and both lines around the first differing character.
fn first_difference(old: &[u8], new: &[u8]) -> String {
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let mut lines = (old.split('\n').map(Some).chain(std::iter::repeat(None)))
        .zip(new.split('\n').map(Some).chain(std::iter::repeat(None)))
        .zip(1..);
    let Some(((old, new), line)) = lines.find(|((old, new), _)| old != new || old.is_none()) else {
        return "differs".to_owned();
    };
    let common = old.unwrap_or_default().chars().zip(new.unwrap_or_default().chars());
    let start = common.take_while(|(old, new)| old == new).count().saturating_sub(SHOWN_BEFORE);
    let shown = |line: Option<&str>| match line {
        Some(line) => format!("{:?}", line.chars().skip(start).take(SHOWN).collect::<String>()),
        None => "no line".to_owned(),
    };
    format!("line {line}: {} became {}", shown(old), shown(new))
}

fn report(rows: &[Row], files: usize) -> String {
    let mut text = String::new();
    for difference in rows.iter().filter_map(|row| row.difference.as_ref()) {
        let _ = writeln!(text, "{difference}");
    }
    let differing = rows.iter().filter(|row| row.difference.is_some()).count();
    let _ = writeln!(text, "{} outputs of {files} files compared, {differing} differ", rows.len());
    let mut formats: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    rows.iter().for_each(|row| formats.entry(&row.format).or_default().push(row));
    for (format, rows) in &formats {
        let _ = writeln!(text, "{}", cpu_line(format, rows.iter().copied()));
    }
    let _ = writeln!(text, "{}", cpu_line("all", rows.iter()));
    text
}

fn cpu_line<'r>(name: &str, rows: impl Iterator<Item = &'r Row> + Clone) -> String {
    let total = |side: usize| rows.clone().map(|row| row.cpu[side]).sum::<Duration>().as_secs_f64();
    let (old, new) = (total(0), total(1));
    format!("CPU {name:10} old {old:9.3} s  new {new:9.3} s  ratio {:.3}", new / old.max(1e-9))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    /// Compares two programs on the samples of the repository; `echo` prints its arguments.
    fn compared(old: &str, new: &str, options: &[&str]) -> Check {
        let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples");
        let line = ["compare", old, new, samples].into_iter().chain(options.iter().copied());
        run(&Line::parse_from(line).arguments).expect("both programs start")
    }

    fn printed(stdout: &[u8], exit_code: i32) -> Captured {
        Captured {
            stdout: stdout.to_vec(),
            exit_code: Some(exit_code),
            timed_out: false,
            cpu: Duration::ZERO,
        }
    }

    #[test]
    fn equal_binaries_pass_and_others_fail() {
        assert_eq!(compared("echo", "echo", &["--every", "2"]), Check::Passed);
        assert_eq!(compared("echo", "true", &["--formats", "check"]), Check::Failed);
        assert_eq!(compared("true", "false", &["--jobs", "1"]), Check::Failed);
    }

    #[test]
    fn the_first_differing_line_is_shown_around_the_difference() {
        let long = "x".repeat(500);
        let old = format!("same\n{long}A{long}\n");
        let new = format!("same\n{long}B{long}\n");
        let what = first_difference(old.as_bytes(), new.as_bytes());
        assert!(what.starts_with("line 2: \"xxxx") && what.len() < 160, "{what}");
        assert!(what.contains("xA") && what.contains("xB"), "{what}");
        assert_eq!(first_difference(b"a", b"a\nb"), "line 2: no line became \"b\"");
    }

    #[test]
    fn exit_codes_count_and_a_cut_output_does_not() {
        assert_eq!(difference(&printed(b"a", 0), &printed(b"a", 0)), None);
        assert_eq!(
            difference(&printed(b"a", 0), &printed(b"a", 3)).as_deref(),
            Some("exit code 0 became exit code 3")
        );
        let late = |stdout| Captured { timed_out: true, ..printed(stdout, 0) };
        assert_eq!(difference(&late(b"a"), &late(b"ab")), None);
        assert!(difference(&printed(b"a", 0), &late(b"a")).is_some());
    }

    #[test]
    fn the_report_ends_with_the_ratio() {
        let row = |old, new, difference: Option<&str>| Row {
            format: "text".into(),
            cpu: [Duration::from_secs(old), Duration::from_secs(new)],
            difference: difference.map(str::to_owned),
        };
        let text = report(&[row(1, 1, None), row(3, 1, Some("a.pdf text: line 1"))], 2);
        assert!(text.starts_with("a.pdf text: line 1\n2 outputs of 2 files compared, 1 differ\n"), "{text}");
        assert!(text.ends_with("ratio 0.500\n"), "{text}");
    }
}

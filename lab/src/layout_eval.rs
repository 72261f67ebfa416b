//! `lab layout-eval`: compares the columns of `--layout` with those of `pdftotext -layout` on the most tabular files.
//!
//! Scripts split lines of both at two spaces. A line counts as the same when this gives the same fields. Lines whose
//! characters differ say nothing about columns, such as those of fonts that only one program can read; they are counted
//! apart.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use clap::Args;

use crate::files::{self, PdfFile};
use crate::{Check, parallel, tool};

/// Arguments of `lab layout-eval`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The pdftract binary.
    program: PathBuf,
    /// Folders with PDF files, at any depth, or single files.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// The number of files to compare, the most tabular first.
    #[arg(long, value_name = "N", default_value_t = 60)]
    files: usize,
    /// Files to read at the same time.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Print lines with other fields.
    #[arg(long)]
    list: bool,
}

const LIMIT: Duration = Duration::from_secs(30);
/// Files with fewer lines of three and more fields are not tables.
const MIN_ROWS: usize = 15;
/// The share of comparable lines that must have the same fields.
const MIN_SHARE: f64 = 0.95;
/// Larger files take too long for their share of the result.
const MAX_BYTES: u64 = 3_000_000;

/// Lines of a file.
#[derive(Debug, Clone, Copy, Default)]
struct Lines {
    all: usize,
    comparable: usize,
    same: usize,
}

/// Compares the files and prints the shares; fails below 95 %.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    tool::require_poppler()?;
    let mut files = files::find(&arguments.folders)?;
    files.retain(|file| file.path.metadata().is_ok_and(|data| data.len() < MAX_BYTES));
    let theirs = parallel::map(&files, arguments.jobs, |file| {
        let mut command = Command::new("pdftotext");
        command.args(["-layout", "-enc", "UTF-8"]).arg(&file.path).arg("-");
        Ok(tool::output(&mut command, LIMIT)?.unwrap_or_default())
    })?;
    let mut ranked: Vec<(f64, &PdfFile, &String)> =
        files.iter().zip(&theirs).map(|(file, text)| (tabular_share(text), file, text)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.name.cmp(&b.1.name)));
    ranked.truncate(arguments.files);
    let lines = parallel::map(&ranked, arguments.jobs, |(_, file, theirs)| {
        let mut command = Command::new(&arguments.program);
        command.args(["--pdftotext", "-layout"]).arg(&file.path).arg("-");
        let ours = tool::output(&mut command, LIMIT)?.unwrap_or_default();
        Ok(compare(theirs, &ours, arguments.list.then_some(file.name.as_str())))
    })?;
    let sum = |count: fn(&Lines) -> usize| lines.iter().map(count).sum::<usize>();
    let (all, comparable, same) = (sum(|l| l.all), sum(|l| l.comparable), sum(|l| l.same));
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    println!("{} files, {all} lines of pdftotext", ranked.len());
    println!("{:.4} of the lines have the same characters in pdftract", share(comparable, all));
    println!("{:.4} of these have the same fields (at least {MIN_SHARE})", share(same, comparable));
    Ok(Check::passed_if(share(same, comparable) >= MIN_SHARE))
}

/// Returns the share of lines with three and more fields.
fn tabular_share(text: &str) -> f64 {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let rows = lines.iter().filter(|line| fields(line).len() >= 3).count();
    if rows < MIN_ROWS { 0.0 } else { rows as f64 / lines.len() as f64 }
}

/// Returns the fields of a line: its parts between two and more spaces.
fn fields(line: &str) -> Vec<String> {
    line.trim().split("  ").map(|field| field.trim().to_owned()).filter(|field| !field.is_empty()).collect()
}

/// Compares two outputs page by page; with a name, prints lines with other fields.
fn compare(theirs: &str, ours: &str, name: Option<&str>) -> Lines {
    let mut lines = Lines::default();
    let mut our_pages = ours.split('\u{C}');
    for page in theirs.split('\u{C}') {
        let mut mine: HashMap<String, Vec<Vec<String>>> = HashMap::new();
        for line in our_pages.next().unwrap_or_default().lines() {
            let fields = fields(line);
            mine.entry(bare(&fields)).or_default().push(fields);
        }
        for line in page.lines().filter(|line| !line.trim().is_empty()) {
            lines.all += 1;
            let fields = fields(line);
            let Some(candidates) = mine.get_mut(&bare(&fields)).filter(|found| !found.is_empty()) else {
                continue;
            };
            lines.comparable += 1;
            let found = candidates.iter().position(|candidate| *candidate == fields);
            lines.same += usize::from(found.is_some());
            let candidate = candidates.swap_remove(found.unwrap_or(0));
            if let (None, Some(name)) = (found, name) {
                println!("{name}\n  pdftotext {fields:?}\n  pdftract  {candidate:?}");
            }
        }
    }
    lines
}

/// Returns the characters of a line without white space.
fn bare(fields: &[String]) -> String {
    fields.iter().flat_map(|field| field.chars()).filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_compared_by_their_fields() {
        let theirs = "Sum   12    4.20\nother text\nonly there\n";
        let ours = " Sum  12  4.20\nother  text\n";
        let lines = compare(theirs, ours, None);
        assert_eq!((lines.all, lines.comparable, lines.same), (3, 2, 1));
    }

    #[test]
    fn few_rows_are_not_a_table() {
        assert_eq!(tabular_share("a  b  c\n"), 0.0);
        assert!(tabular_share(&"a  b  c\nd\n".repeat(15)) > 0.4);
    }
}

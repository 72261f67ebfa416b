//! The size and cost of JSON by level of detail.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::race::Race;
use super::table::{Section, Table};
use crate::tool;

const LIMIT: Duration = Duration::from_secs(60);
/// Files larger than this many pages would outweigh all others.
const MAX_PAGES: usize = 50;
/// The largest number of files that are written in every level.
const FILES: usize = 100;

/// Writes files as text and as JSON of every level, and adds up bytes and CPU time.
pub(super) fn section(program: &Path, race: &Race) -> Result<Section, String> {
    eprintln!("levels of detail …");
    let rows = race.rows.iter().filter(|row| (1..=MAX_PAGES).contains(&row.subject.pages));
    let rows: Vec<_> = rows.collect();
    let step = rows.len().div_ceil(FILES).max(1);
    let subjects: Vec<(&Path, usize)> = rows
        .into_iter()
        .step_by(step)
        .map(|row| (row.subject.file.path.as_path(), row.subject.pages))
        .collect();
    let pages: usize = subjects.iter().map(|(_, pages)| pages).sum();
    let mut table = Table::new(&["output", "bytes per page", "CPU ms per page"]);
    for level in ["text", "page", "block", "line", "word", "span", "glyph"] {
        let (mut bytes, mut cpu) = (0, Duration::ZERO);
        for (path, _) in &subjects {
            let mut command = Command::new(program);
            command.args(["--quiet", "--jobs", "1"]);
            if level != "text" {
                command.args(["--format", "json", "--detail", level]);
            }
            let captured = tool::capture(command.arg(path), LIMIT)?;
            bytes += captured.stdout.len();
            cpu += captured.cpu;
        }
        let name = if level == "text" { "text".to_owned() } else { format!("JSON, `--detail {level}`") };
        let per_page = |value: f64| value / pages.max(1) as f64;
        let cost = per_page(cpu.as_secs_f64() * 1e3);
        table.row(vec![name, format!("{:.0}", per_page(bytes as f64)), format!("{cost:.2}")]);
    }
    let note = format!("{} files with {pages} pages, started as a program for each file.", subjects.len());
    Ok(Section::new("detail", "JSON by level of detail", table, vec![note]))
}

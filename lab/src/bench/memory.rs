//! Peak memory of programs on generated documents.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use clap::Args;

use super::contestant::program_commands;
use super::scratch::Scratch;
use super::specimens::{self, Kind};
use super::table::{Section, Table};
use crate::process::{self, Ending};
use crate::tool;

/// The documents: 100 and 1,000 pages, and one page with a million glyphs.
const DOCUMENTS: [(Kind, usize, &str); 3] = [
    (Kind::Book, 100, "100 pages"),
    (Kind::Book, 1_000, "1,000 pages"),
    (Kind::Crowded, 1_000, "a million glyphs"),
];

/// The time limit for the slowest program.
const LIMIT: Duration = Duration::from_secs(120);

/// Measures all documents with all programs.
pub(super) fn section(program: &Path, scratch: &Scratch) -> Result<Section, String> {
    eprintln!("memory …");
    let mut columns = vec!["document", "file MB"];
    let names: Vec<&str> =
        program_commands(program, Path::new("")).iter().map(|(who, _)| who.name()).collect();
    columns.extend(names);
    columns.push("pdftract JSON");
    let mut table = Table::new(&columns);
    for (kind, pages, title) in DOCUMENTS {
        let path = specimens::write_in_child(scratch.path(), kind, pages)?;
        let size = std::fs::metadata(&path).map_or(0, |data| data.len());
        let mut cells = vec![title.to_owned(), format!("{:.1}", size as f64 / 1e6)];
        for (_, command) in program_commands(program, &path) {
            cells.push(format!("{:.1}", peak_mb(&command)?));
        }
        let mut json = Command::new(program);
        json.args(["-q", "--jobs", "1", "--format", "json"]).arg(&path);
        cells.push(format!("{:.1}", peak_mb(&json)?));
        table.row(cells);
    }
    Ok(Section::new("memory", "Peak memory, MB", table, Vec::new()))
}

/// Arguments of the hidden command that measures a program.
#[derive(Args)]
pub(crate) struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

/// The hidden command: prints the peak memory of a program.
pub(crate) fn measure(arguments: &Arguments) -> Result<(), String> {
    let (program, rest) = arguments.command.split_first().ok_or("no program is named")?;
    let spent = tool::spend(Command::new(program).args(rest), LIMIT)?;
    let spent = spent.filter(|spent| spent.success).ok_or_else(|| format!("{} failed", program.display()))?;
    println!("{}", spent.peak_mb);
    Ok(())
}

/// Returns the peak memory of a program. A small process starts it, because a child's peak is at least the memory of
/// its parent.
fn peak_mb(command: &Command) -> Result<f64, String> {
    let mut arguments: Vec<OsString> = vec!["bench-memory".into(), command.get_program().into()];
    arguments.extend(command.get_args().map(OsString::from));
    match process::run_self(&arguments, LIMIT)? {
        Ending::Finished(printed) => {
            printed.trim().parse().map_err(|_| format!("{command:?}: the peak is {printed:?}"))
        }
        other => Err(format!("{command:?}: {other:?}")),
    }
}

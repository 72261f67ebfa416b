//! Start-up cost: programs with little or nothing to read, compared with an empty program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::contestant::program_commands;
use super::scratch::Scratch;
use super::table::{Section, Table};
use crate::tool;

const LIMIT: Duration = Duration::from_secs(20);

/// Starts all programs in turn and keeps the lowest CPU time of each.
pub(super) fn section(program: &Path, scratch: &Scratch, repetitions: usize) -> Result<Section, String> {
    eprintln!("start …");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples/hello.pdf");
    let mut commands: Vec<(String, Command)> = Vec::new();
    let mut notes = vec![format!("The least of {repetitions} starts of each, in turn.")];
    match empty_program(scratch) {
        Ok(path) => commands.push(("an empty program".to_owned(), Command::new(path))),
        Err(reason) => notes.push(format!("The empty program is left out: {reason}.")),
    }
    let mut version = Command::new(program);
    version.arg("--version");
    commands.push(("pdftract --version".to_owned(), version));
    let readers = program_commands(program, &sample);
    commands.extend(readers.into_iter().map(|(who, command)| (format!("{} hello.pdf", who.name()), command)));
    let mut best = vec![f64::MAX; commands.len()];
    for _ in 0..repetitions {
        for ((_, command), best) in commands.iter_mut().zip(&mut best) {
            if let Some(cpu) = tool::cpu_time(command, LIMIT)? {
                *best = best.min(cpu.as_secs_f64() * 1e3);
            }
        }
    }
    let mut table = Table::new(&["start", "CPU ms"]);
    for ((name, _), best) in commands.into_iter().zip(best) {
        table.row(vec![name, format!("{best:.2}")]);
    }
    Ok(Section::new("start", "Start, CPU", table, notes))
}

/// Builds a program that does nothing, with the default settings of Rust.
fn empty_program(scratch: &Scratch) -> Result<PathBuf, String> {
    let (source, program) = (scratch.path().join("empty.rs"), scratch.path().join("empty"));
    std::fs::write(&source, "fn main() {}\n").map_err(|error| error.to_string())?;
    let mut compiler = Command::new("rustc");
    compiler.arg("-O").arg("-o").arg(&program).arg(&source).stderr(Stdio::null());
    match compiler.status() {
        Ok(status) if status.success() => Ok(program),
        _ => Err("rustc does not build it".to_owned()),
    }
}

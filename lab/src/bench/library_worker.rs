//! The process that reads one file after another with this library, in one mode.

use std::io::{BufRead, Write};
use std::process::Command;

use clap::{Args, ValueEnum};
use pdftract::{Document, ExtractOptions, Format, Options};

use super::floor;
use crate::workers::clock::Stopwatch;

/// The work done for a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Way {
    Text,
    Json,
    Markdown,
    /// Opening, inflating and tokenising only.
    Floor,
}

/// Arguments of the worker.
#[derive(Args)]
pub(crate) struct Arguments {
    way: Way,
    /// Read only this file, without a clock: under valgrind a program cannot read the kernel's clock directly.
    path: Option<String>,
}

impl Way {
    /// Returns the command of a worker in this mode.
    pub(super) fn command(self) -> Result<Command, String> {
        let this = std::env::current_exe().map_err(|error| format!("this program's path: {error}"))?;
        let mut command = Command::new(this);
        let name = self.to_possible_value().map(|value| value.get_name().to_owned());
        command.arg("bench-worker").args(name);
        Ok(command)
    }

    /// Reads a file and returns the size of the result; `None` if it cannot be opened.
    fn read(self, path: &str) -> Option<usize> {
        let format = match self {
            Self::Text => Format::Text,
            Self::Json => Format::Json,
            Self::Markdown => Format::Markdown,
            Self::Floor => return floor::tokens(path),
        };
        let document = Document::open_path(path, &Options::default()).ok()?;
        let mut written = Vec::new();
        document.write(format, &mut written, &ExtractOptions::default()).ok()?;
        Some(written.len())
    }
}

/// Reads one file, or answers each path on standard input with the CPU milliseconds and the size of the result.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    if let Some(path) = &arguments.path {
        println!("{:?}", arguments.way.read(path));
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    for path in std::io::stdin().lock().lines() {
        let path = path.map_err(|error| error.to_string())?;
        let mut watch = Stopwatch::default();
        let size = watch.measure(|| arguments.way.read(&path));
        let size = size.map_or_else(|| "refused".to_owned(), |size| size.to_string());
        let answered = writeln!(out, "{:.4} {size}", watch.milliseconds()).and_then(|()| out.flush());
        answered.map_err(|error| error.to_string())?;
    }
    Ok(())
}

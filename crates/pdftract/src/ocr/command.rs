//! An OCR engine that runs any command, which gets an image on its standard input and prints a table of words.
//!
//! `docs/ocr.md` defines the interface.

use std::process::Command;

use super::engine::{Engine, EngineFailure, Request, Word};
use super::picture::Picture;
use super::process::{self, Allowance};
use super::tsv;

/// A command with its arguments.
#[derive(Debug, Clone)]
pub struct CommandEngine {
    program: String,
    arguments: Vec<String>,
}

impl CommandEngine {
    /// Creates an engine from the words of a command, the program first; returns `None` if there are none. No shell
    /// is involved.
    pub fn new(words: impl IntoIterator<Item = String>) -> Option<Self> {
        let mut words = words.into_iter();
        Some(Self { program: words.next()?, arguments: words.collect() })
    }

    /// Replaces the placeholders of an argument.
    fn filled(argument: &str, request: &Request<'_>) -> String {
        argument.replace("{dpi}", &request.dpi.to_string()).replace("{lang}", &request.languages.join("+"))
    }
}

impl Engine for CommandEngine {
    fn name(&self) -> String {
        self.program.clone()
    }

    fn languages(&self) -> Vec<String> {
        Vec::new()
    }

    fn read(&self, picture: &Picture, request: &Request<'_>) -> Result<Vec<Word>, EngineFailure> {
        let mut command = Command::new(&self.program);
        command.args(self.arguments.iter().map(|argument| Self::filled(argument, request)));
        let allowance = Allowance {
            time: request.time_limit,
            max_bytes: request.max_bytes,
            is_cancelled: request.is_cancelled,
        };
        let table = process::run(&mut command, &picture.to_pgm(), allowance)?;
        Ok(tsv::words(&String::from_utf8_lossy(&table)))
    }
}

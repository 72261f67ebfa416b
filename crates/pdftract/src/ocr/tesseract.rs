//! Runs Tesseract as a program for each page, with an image as input and a table of words as output.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::engine::{Engine, EngineFailure, Request, Word};
use super::picture::Picture;
use super::process::{self, Allowance};
use super::tsv;

/// Tesseract, looked up on demand.
#[derive(Debug, Clone)]
pub struct Tesseract {
    program: PathBuf,
    languages: Vec<String>,
    version: String,
}

/// Instructions for installing it.
pub const HOW_TO_INSTALL: &str = "install it (Debian and Ubuntu: apt install tesseract-ocr, and tesseract-ocr-deu for \
     German and so on; Fedora: dnf install tesseract; macOS: brew install tesseract tesseract-lang) or name another \
     engine";

/// The time limit for querying the version or the languages, which takes a few hundredths of a second.
const ANSWER_TIME: Duration = Duration::from_secs(10);
/// The maximum size of such an answer.
const ANSWER_BYTES: usize = 64 << 10;

impl Tesseract {
    /// Finds the program with this name or path, if it is installed and has data for a language.
    ///
    /// # Errors
    /// Returns an [`EngineFailure`] if the program cannot be run or has no language data.
    pub fn find(program: impl AsRef<Path>) -> Result<Self, EngineFailure> {
        let program = program.as_ref().to_path_buf();
        let listed = ask(&program, "--list-langs")?;
        // The first line is a heading; data for orientation detection is not a language.
        let languages: Vec<String> =
            listed.lines().skip(1).map(str::trim).filter(|name| is_language(name)).map(Into::into).collect();
        if languages.is_empty() {
            return Err(EngineFailure::Failed("it has no data for any language".into()));
        }
        let version = ask(&program, "--version")?.lines().next().unwrap_or_default().trim().to_owned();
        Ok(Self { program, languages, version })
    }
}

fn is_language(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '/';
    !name.is_empty() && name != "osd" && name.chars().all(plain)
}

fn ask(program: &Path, question: &str) -> Result<String, EngineFailure> {
    let never = || false;
    let allowance = Allowance { time: ANSWER_TIME, max_bytes: ANSWER_BYTES, is_cancelled: &never };
    let answer = process::run(Command::new(program).arg(question), &[], allowance)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

impl Engine for Tesseract {
    fn name(&self) -> String {
        self.version.clone()
    }

    fn languages(&self) -> Vec<String> {
        self.languages.clone()
    }

    fn read(&self, picture: &Picture, request: &Request<'_>) -> Result<Vec<Word>, EngineFailure> {
        let languages = request.languages.join("+");
        let mut command = Command::new(&self.program);
        command.args(["stdin", "stdout", "--dpi", &request.dpi.to_string(), "-l", &languages]);
        command.args(["--psm", "3", "tsv"]);
        // Pages are already processed in parallel; threads within a page would only compete.
        command.env("OMP_THREAD_LIMIT", "1");
        let allowance = Allowance {
            time: request.time_limit,
            max_bytes: request.max_bytes,
            is_cancelled: request.is_cancelled,
        };
        let table = process::run(&mut command, &picture.to_pgm(), allowance)?;
        Ok(tsv::words(&String::from_utf8_lossy(&table)))
    }
}

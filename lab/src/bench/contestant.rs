//! The programs and libraries that are compared: how to run them, detect their version and install them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde::Serialize;

use super::library_process::LibraryProcess;
use super::library_worker::Way;
use crate::tool;

/// A program or library that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Who {
    /// pdftract in one process, plain text.
    Pdftract,
    PyMuPdf,
    Pdfium,
    Pdfboss,
    /// Opening, inflating and tokenising only.
    Floor,
    Json,
    Markdown,
    /// pdftract as a program started for each file.
    Program,
    Mutool,
    Pdftotext,
}

impl Who {
    /// The libraries that pdftract is compared with.
    pub(super) const LIBRARIES: [Self; 3] = [Self::PyMuPdf, Self::Pdfium, Self::Pdfboss];
    /// The programs that pdftract is compared with.
    pub(super) const PROGRAMS: [Self; 2] = [Self::Mutool, Self::Pdftotext];

    /// Returns the name in tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Pdftract | Self::Program => "pdftract",
            Self::PyMuPdf => "PyMuPDF",
            Self::Pdfium => "PDFium",
            Self::Pdfboss => "pdfboss",
            Self::Floor => "floor",
            Self::Json => "JSON",
            Self::Markdown => "Markdown",
            Self::Mutool => "mutool",
            Self::Pdftotext => "pdftotext",
        }
    }
}

/// The outcome of reading a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Outcome {
    /// Finished in this many CPU milliseconds.
    Done(f64),
    /// The file was rejected as unreadable.
    Refused,
    /// Crashed or timed out.
    Lost,
}

/// A program or library under comparison.
pub(super) struct Contestant {
    pub(super) who: Who,
    pub(super) version: String,
    run: Run,
}

enum Run {
    /// A program started for each file, with the arguments before and after the path.
    Program { program: PathBuf, before: &'static [&'static str], after: &'static [&'static str] },
    /// One process for all files.
    Library(LibraryProcess),
}

/// The crate that wraps pdfboss, and its target folder.
const PDFBOSS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/pdfboss/Cargo.toml");
const PDFBOSS_TARGET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/pdfboss");

/// Returns pdftract in all its variants and all peers available here, with the reasons why others are not.
pub(super) fn all(
    pdftract: &Path,
    python: &str,
    build_pdfboss: bool,
) -> Result<(Vec<Contestant>, Vec<String>), String> {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let mut all =
        vec![Contestant::program(Who::Program, version.clone(), pdftract, &["-q", "--jobs", "1"], &[])];
    for (who, way) in [
        (Who::Pdftract, Way::Text),
        (Who::Floor, Way::Floor),
        (Who::Json, Way::Json),
        (Who::Markdown, Way::Markdown),
    ] {
        all.push(Contestant::library(who, version.clone(), way.command()?));
    }
    let peers = [
        python_peer(Who::PyMuPdf, python, "pymupdf", include_str!("pymupdf_worker.py")),
        python_peer(Who::Pdfium, python, "pypdfium2", include_str!("pdfium_worker.py")),
        pdfboss(build_pdfboss),
        mupdf(),
        poppler(),
    ];
    let mut left_out = Vec::new();
    for peer in peers {
        peer.map_or_else(|reason| left_out.push(reason), |contestant| all.push(contestant));
    }
    Ok((all, left_out))
}

fn poppler() -> Result<Contestant, String> {
    tool::require_poppler()?;
    let version = tool::version("pdftotext", &["-v"]);
    let program = Path::new("pdftotext");
    Ok(Contestant::program(Who::Pdftotext, version, program, &["-q", "-enc", "UTF-8"], &["-"]))
}

fn mupdf() -> Result<Contestant, String> {
    tool::require_mutool()?;
    let version = tool::version("mutool", &["-v"]);
    // `-i` makes mutool continue after a page that cannot be drawn.
    let arguments = &["draw", "-q", "-i", "-F", "txt"];
    Ok(Contestant::program(Who::Mutool, version, Path::new("mutool"), arguments, &[]))
}

fn python_peer(who: Who, python: &str, package: &str, script: &str) -> Result<Contestant, String> {
    let probe = format!("import {package}");
    let how = format!("{python} -m pip install {package} (another Python: --python)");
    tool::require(python, &["-c", &probe], &how).map_err(|reason| format!("{}: {reason}", who.name()))?;
    let version = format!("import importlib.metadata as m; print(m.version('{package}'))");
    let version = tool::version(python, &["-c", &version]);
    let mut command = Command::new(python);
    command.args(["-c", script]);
    Ok(Contestant::library(who, version, command))
}

fn pdfboss(build: bool) -> Result<Contestant, String> {
    let program = format!("{PDFBOSS_TARGET}/release/pdfboss-worker");
    if build {
        let arguments =
            ["build", "--quiet", "--release", "--manifest-path", PDFBOSS, "--target-dir", PDFBOSS_TARGET];
        eprintln!("building pdfboss …");
        if !Command::new("cargo").args(arguments).status().is_ok_and(|status| status.success()) {
            return Err("pdfboss: it cannot be built, which needs the registry once".into());
        }
    }
    if !Path::new(&program).is_file() {
        return Err("pdfboss: not built; --pdfboss builds it".into());
    }
    let manifest = std::fs::read_to_string(PDFBOSS).unwrap_or_default();
    // The manifest pins one exact version.
    let version = manifest.split_once("\"=").and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
    Ok(Contestant::library(Who::Pdfboss, version.to_owned(), Command::new(program)))
}

impl Contestant {
    fn program(
        who: Who,
        version: String,
        program: &Path,
        before: &'static [&'static str],
        after: &'static [&'static str],
    ) -> Self {
        Self { who, version, run: Run::Program { program: program.to_path_buf(), before, after } }
    }

    fn library(who: Who, version: String, command: Command) -> Self {
        Self { who, version, run: Run::Library(LibraryProcess::new(command)) }
    }

    /// Returns the command that extracts the text of a file; `None` for a library.
    fn command(&self, path: &Path) -> Option<Command> {
        let Run::Program { program, before, after } = &self.run else { return None };
        let mut command = Command::new(program);
        command.args(*before).arg(path).args(*after);
        Some(command)
    }

    /// Extracts the text of a file.
    pub(super) fn read(&mut self, path: &Path, limit: Duration) -> Result<Outcome, String> {
        if let Run::Library(process) = &mut self.run {
            return process.read(path, limit);
        }
        let Some(mut command) = self.command(path) else { return Ok(Outcome::Lost) };
        Ok(match tool::spend(&mut command, limit)? {
            None => Outcome::Lost,
            Some(spent) if !spent.success => Outcome::Refused,
            Some(spent) => Outcome::Done(spent.cpu.as_secs_f64() * 1e3),
        })
    }
}

/// Returns the programs available here, each with the command that extracts the text of a file.
pub(super) fn program_commands(pdftract: &Path, path: &Path) -> Vec<(Who, Command)> {
    let program = Contestant::program(Who::Program, String::new(), pdftract, &["-q", "--jobs", "1"], &[]);
    let all = std::iter::once(program).chain(mupdf()).chain(poppler());
    all.filter_map(|contestant| Some((contestant.who, contestant.command(path)?))).collect()
}

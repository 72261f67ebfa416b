//! Who is compared: what is run, how its version is found, and how to install it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::worker::Worker;
use super::{Cost, Outcome, STARTS};
use crate::bench::floor::median_of;
use crate::tool;

/// One of those that are compared.
pub(super) struct Contestant {
    pub(super) name: &'static str,
    pub(super) version: String,
    /// CPU time of a process for a page with two lines; 0 for those that read all files in one process.
    pub(super) start_ms: f64,
    way: Way,
}

enum Way {
    /// A program started for each file, with the arguments before and after the path.
    Program { program: PathBuf, before: &'static [&'static str], after: &'static [&'static str] },
    /// One process for all files.
    Library(Worker),
}

/// A Python package: its name in reports and for `pip`, and the script that uses it.
const PACKAGES: [(&str, &str, &str); 3] = [
    ("PDFium (pypdfium2)", "pypdfium2", include_str!("pdfium_worker.py")),
    ("PyMuPDF", "pymupdf", include_str!("pymupdf_worker.py")),
    ("pdf_oxide", "pdf_oxide", include_str!("pdf_oxide_worker.py")),
];

/// The crate that wraps pdfboss, and its target folder.
const PDFBOSS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/pdfboss/Cargo.toml");
const PDFBOSS_TARGET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/pdfboss");

/// Returns pdftract in both ways, and all peers that work here. For the others, prints how to install them.
pub(super) fn all(pdftract: &Path, python: &str) -> Result<Vec<Contestant>, String> {
    let this = std::env::current_exe().map_err(|error| format!("this program's path: {error}"))?;
    let mut worker = Command::new(this);
    worker.arg("bench-worker");
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let mut all = vec![
        Contestant::program("pdftract", version.clone(), pdftract, &["--jobs", "1"], &[]),
        Contestant::library("pdftract in process", version, worker),
    ];
    let peers = [poppler(), mupdf()].into_iter();
    let packages = PACKAGES.iter().map(|&(name, package, script)| python_peer(python, name, package, script));
    for peer in peers.chain(packages).chain([pdfboss()]) {
        match peer {
            Ok(contestant) => all.push(contestant),
            Err(reason) => println!("left out: {reason}"),
        }
    }
    Ok(all)
}

fn poppler() -> Result<Contestant, String> {
    tool::require_poppler()?;
    let version = tool::version("pdftotext", &["-v"]);
    Ok(Contestant::program("pdftotext", version, Path::new("pdftotext"), &["-q", "-enc", "UTF-8"], &["-"]))
}

fn mupdf() -> Result<Contestant, String> {
    tool::require_mutool()?;
    let version = tool::version("mutool", &["-v"]);
    // A page that cannot be drawn must not end the rest.
    let arguments = &["draw", "-q", "-i", "-F", "txt"];
    Ok(Contestant::program("mutool draw -F txt", version, Path::new("mutool"), arguments, &[]))
}

fn python_peer(
    python: &str,
    name: &'static str,
    package: &str,
    script: &'static str,
) -> Result<Contestant, String> {
    let probe = format!("import {package}");
    let how = format!("{python} -m pip install {package} (another Python: --python)");
    tool::require(python, &["-c", &probe], &how).map_err(|reason| format!("{name}: {reason}"))?;
    let version = format!("import importlib.metadata as m; print(m.version('{package}'))");
    let version = tool::version(python, &["-c", &version]);
    let mut command = Command::new(python);
    command.args(["-c", script]);
    Ok(Contestant::library(name, version, command))
}

fn pdfboss() -> Result<Contestant, String> {
    let build = ["build", "--quiet", "--release", "--manifest-path", PDFBOSS, "--target-dir", PDFBOSS_TARGET];
    println!("building pdfboss …");
    let built = Command::new("cargo").args(build).status();
    if !built.is_ok_and(|status| status.success()) {
        return Err(format!("pdfboss: needs the registry once: cargo fetch --manifest-path {PDFBOSS}"));
    }
    let manifest = std::fs::read_to_string(PDFBOSS).unwrap_or_default();
    // The manifest asks for one exact version.
    let version = manifest.split_once("\"=").and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
    let command = Command::new(format!("{PDFBOSS_TARGET}/release/pdfboss-worker"));
    Ok(Contestant::library("pdfboss in process", version.to_owned(), command))
}

impl Contestant {
    fn program(
        name: &'static str,
        version: String,
        program: &Path,
        before: &'static [&'static str],
        after: &'static [&'static str],
    ) -> Self {
        let way = Way::Program { program: program.to_path_buf(), before, after };
        Self { name, version, start_ms: 0.0, way }
    }

    fn library(name: &'static str, version: String, command: Command) -> Self {
        Self { name, version, start_ms: 0.0, way: Way::Library(Worker::new(command)) }
    }

    /// Returns whether it reads all files in one process.
    pub(super) fn is_library(&self) -> bool {
        matches!(self.way, Way::Library(_))
    }

    /// Makes the text of a file.
    pub(super) fn read(&mut self, path: &Path, limit: Duration) -> Result<Outcome, String> {
        match &mut self.way {
            Way::Library(worker) => worker.read(path, limit),
            Way::Program { program, before, after } => {
                let mut command = Command::new(program);
                command.args(*before).arg(path).args(*after);
                Ok(match tool::spend(&mut command, limit)? {
                    None => Outcome::Lost,
                    Some(spent) if !spent.success => Outcome::Refused,
                    Some(spent) => {
                        Outcome::Done(Cost { cpu_ms: spent.cpu.as_secs_f64() * 1e3, peak_mb: spent.peak_mb })
                    }
                })
            }
        }
    }

    /// Finds out what a process costs that has next to nothing to read. A library is warmed up instead, so that what
    /// it loads once is not charged to the first file.
    pub(super) fn measure_start(&mut self) -> Result<(), String> {
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples/hello.pdf");
        let mut times = Vec::new();
        for _ in 0..STARTS {
            if let Outcome::Done(cost) = self.read(&sample, super::LIMIT)? {
                times.push(cost.cpu_ms);
            }
        }
        if !self.is_library() {
            self.start_ms = median_of(times);
        }
        Ok(())
    }
}

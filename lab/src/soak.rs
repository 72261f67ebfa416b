//! `lab soak`: reads damaged variants of real files, or of the seeds of the fuzz targets, until the count is reached or the
//! time is over, and keeps those that break pdftract.
//!
//! Variant `i` of a run is made by seed `N + i` from file `(N + i) mod files`, so any one can be made again alone.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use pdftract::{Document, ExtractOptions, Options};
use pdftract_testkit::mutate::Mutator;

#[path = "soak_targets.rs"]
mod targets;

use crate::files::{self, PdfFile};
use crate::workers::all_formats::{self, FORMATS};
use crate::{Check, workers};

/// Arguments of `lab soak`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders with the files to damage; without any, the seeds of all fuzz targets are damaged.
    folders: Vec<PathBuf>,
    /// The seed of the first variant.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many variants to read.
    #[arg(long, default_value_t = 10_000)]
    count: u64,
    /// Stop after so many seconds instead, however many variants that are.
    #[arg(long)]
    seconds: Option<u64>,
    /// Seconds that a variant may take.
    #[arg(long, default_value_t = 5)]
    variant_seconds: u64,
}

/// When a run ends.
struct Stop {
    count: u64,
    at: Option<Instant>,
}

impl Stop {
    fn new(arguments: &Arguments) -> Self {
        let at =
            arguments.seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
        Self { count: if at.is_some() { u64::MAX } else { arguments.count }, at }
    }

    fn is_reached(&self, variants: u64) -> bool {
        variants >= self.count || self.at.is_some_and(|at| Instant::now() >= at)
    }
}

/// Larger files are left out: most of their bytes are pictures and fonts, whose damage shows nothing here.
const MAX_FILE_BYTES: usize = 100_000;
/// Where variants that break pdftract are kept.
const FINDINGS: &str = "target/findings";
/// Holds the seed of the variant being read, and outlives a process that dies by a signal.
const CURRENT: &str = "soak-current-seed";

/// Why a variant is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finding {
    Panic,
    /// It took longer than the time limit allows, grace included.
    Slow,
}

/// Reads the variants; bad when one was kept.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    workers::worker::limit_memory();
    let stop = Stop::new(arguments);
    if arguments.folders.is_empty() {
        return targets::run(arguments.seed, &stop, Duration::from_secs(arguments.variant_seconds));
    }
    let files = small_files(&arguments.folders)?;
    let findings_folder = Path::new(FINDINGS);
    fs::create_dir_all(findings_folder).map_err(|error| format!("{FINDINGS}: {error}"))?;
    let limit = Duration::from_secs(arguments.variant_seconds);
    let mut findings = 0_u64;
    let mut variants = 0;
    while !stop.is_reached(variants) {
        let seed = arguments.seed + variants;
        variants += 1;
        let (file, variant) = variant(&files, seed);
        // Losing this note loses only a convenience.
        let _ = fs::write(findings_folder.join(CURRENT), format!("{seed} {}\n", file.name));
        if let Some(finding) = try_variant(&variant, limit) {
            keep(findings_folder, seed, finding, file, &variant)?;
            findings += 1;
        }
    }
    let _ = fs::remove_file(findings_folder.join(CURRENT));
    println!("soak: {variants} variants of {} files, {findings} findings", files.len());
    Ok(Check::passed_if(findings == 0))
}

fn small_files(folders: &[PathBuf]) -> Result<Vec<(PdfFile, Vec<u8>)>, String> {
    let mut small = Vec::new();
    for file in files::find(folders)? {
        let bytes = fs::read(&file.path).map_err(|error| format!("{}: {error}", file.path.display()))?;
        if bytes.len() < MAX_FILE_BYTES {
            small.push((file, bytes));
        }
    }
    if small.is_empty() { Err(format!("no file is below {MAX_FILE_BYTES} bytes")) } else { Ok(small) }
}

/// The damaged file of a seed. There is at least one file.
fn variant(files: &[(PdfFile, Vec<u8>)], seed: u64) -> (&PdfFile, Vec<u8>) {
    let index = usize::try_from(seed % files.len() as u64).unwrap_or(0);
    let (file, bytes) = &files[index];
    (file, Mutator::new(seed).mutate(bytes))
}

fn try_variant(bytes: &[u8], limit: Duration) -> Option<Finding> {
    let start = Instant::now();
    let options = Options::default().with(|options| options.time_limit = Some(limit));
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| read(bytes, &options)));
    // The deadline is checked now and then, so half as much again is not yet late.
    let late = start.elapsed() > limit + limit / 2;
    match outcome {
        Err(_) => Some(Finding::Panic),
        Ok(()) => late.then_some(Finding::Slow),
    }
}

/// Pages read of one variant; more would only repeat.
const MOST_PAGES: usize = 50;

fn read(bytes: &[u8], options: &Options) {
    if let Ok(document) = Document::open(bytes, options) {
        for format in FORMATS {
            // Stopping at the time limit is an orderly end.
            let _ = std::hint::black_box(all_formats::write(&document, format));
        }
        for page in 0..document.page_count().min(MOST_PAGES) {
            std::hint::black_box(document.raw_text(page, &ExtractOptions::default()));
        }
        std::hint::black_box(document.file().summary());
    }
}

fn keep(folder: &Path, seed: u64, finding: Finding, file: &PdfFile, bytes: &[u8]) -> Result<(), String> {
    let path = folder.join(format!("seed-{seed}.pdf"));
    fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{finding:?} at seed {seed}, made from {}: {}", file.name, path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_the_same_variant_again() {
        let file = PdfFile { name: "hello.pdf".into(), path: "hello.pdf".into() };
        let files = [(file, include_bytes!("../../samples/hello.pdf").to_vec())];
        assert_eq!(variant(&files, 7).1, variant(&files, 7).1);
        assert_ne!(variant(&files, 7).1, variant(&files, 8).1);
    }

    #[test]
    fn a_sound_file_is_no_finding() {
        let sample = include_bytes!("../../samples/hello.pdf");
        assert_eq!(try_variant(sample, Duration::from_secs(5)), None);
    }
}

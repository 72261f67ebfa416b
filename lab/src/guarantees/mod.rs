//! `lab guarantees`: reads every PDF below some folders in all formats and checks the guarantees of the output.
//!
//! The guarantees are those of `docs/text-policy.md`: Unicode without controls, normalised text, and idempotent
//! cleaning.

mod outputs;
mod promise;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use pdftract::{Document, Options};

use crate::{Check, files, parallel};
use outputs::Findings;

/// Arguments of `lab guarantees`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders with PDF files, at any depth.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// The number of files to read at the same time.
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// The number of violations to show.
    #[arg(long, default_value_t = 30)]
    show: usize,
}

/// Reads the files and prints the number of checks and all violations; fails if there are any.
pub(crate) fn run(arguments: &Arguments) -> Result<Check, String> {
    let files = files::find(&arguments.folders)?;
    let found = parallel::map(&files, arguments.jobs, |file| Ok((file.name.clone(), check(&file.path))))?;
    let (mut total, mut opened) = (Findings::default(), 0);
    let mut shown = 0;
    for (name, findings) in found {
        let Some(findings) = findings else { continue };
        opened += 1;
        for breach in findings.breaches.iter().take(arguments.show.saturating_sub(shown)) {
            println!("{name}: {breach}");
            shown += 1;
        }
        total.add(findings);
    }
    print!("{}", summary(files.len(), opened, &total));
    Ok(Check::passed_if(total.breaches.is_empty()))
}

/// Returns the findings of all outputs of a file; `None` if it cannot be opened.
fn check(path: &Path) -> Option<Findings> {
    let document = Document::open_path(path, &Options::default()).ok()?;
    let mut findings = Findings::default();
    outputs::check(&document, &mut findings);
    Some(findings)
}

fn summary(files: usize, opened: usize, total: &Findings) -> String {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for breach in &total.breaches {
        *kinds.entry(breach.kind()).or_default() += 1;
    }
    let kinds: String = kinds.iter().map(|(kind, count)| format!("  {kind}: {count}\n")).collect();
    format!(
        "{opened} of {files} files opened, {} pages, {} strings, {} characters: {} breaches\n{kinds}",
        total.pages,
        total.strings,
        total.characters,
        total.breaches.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample is enough for a test; the command reads all files.
    const SAMPLE: usize = 12;

    #[test]
    fn the_sample_keeps_all_promises() {
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples");
        let findings: Vec<Findings> =
            files::find(&[sample]).unwrap().iter().filter_map(|file| check(&file.path)).collect();
        assert!(findings.iter().any(|findings| findings.characters > 0));
        assert!(findings.iter().all(|findings| findings.breaches.is_empty()), "{findings:?}");
    }

    #[test]
    fn a_few_files_of_the_corpus_keep_all_promises() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/bench/corpus/pdf");
        let Ok(files) = files::find(&[corpus]) else {
            println!("skipped: the corpus is not there");
            return;
        };
        let is_small = |path: &Path| path.metadata().is_ok_and(|facts| facts.len() < 100_000);
        let small = files.iter().filter(|file| is_small(&file.path));
        for file in small.step_by(files.len() / SAMPLE / 2 + 1).take(SAMPLE) {
            let breaches = check(&file.path).unwrap_or_default().breaches;
            assert!(breaches.is_empty(), "{}: {breaches:?}", file.name);
        }
    }
}

//! Counts the outcomes of a run and prints its summary.

use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::notices::counted;
use crate::exit::{Exit, Failure};

/// The outcome of a file that did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Its results were written.
    Done {
        /// The number of pages.
        pages: usize,
    },
    /// Its results existed before.
    Skipped,
}

/// The counts of a run.
pub(crate) struct Tally {
    began: Instant,
    counts: Mutex<Counts>,
}

#[derive(Debug)]
struct Counts {
    done: usize,
    failed: usize,
    skipped: usize,
    pages: usize,
    worst: Exit,
    /// The first failures as printed.
    failures: Vec<String>,
}

/// The summary lists at most this many failed files.
const LISTED_FAILURES: usize = 20;

impl Tally {
    /// Starts the clock.
    pub(crate) fn new() -> Self {
        let (failures, worst) = (Vec::new(), Exit::Ok);
        let counts = Counts { done: 0, failed: 0, skipped: 0, pages: 0, worst, failures };
        Self { began: Instant::now(), counts: Mutex::new(counts) }
    }

    /// Counts a file that did not fail.
    pub(crate) fn add(&self, ended: Ended) {
        let mut counts = self.lock();
        match ended {
            Ended::Done { pages } => {
                counts.done += 1;
                counts.pages += pages;
            }
            Ended::Skipped => counts.skipped += 1,
        }
    }

    /// Prints a failure and counts it.
    pub(crate) fn fail(&self, failure: &Failure) {
        let exit = failure.report();
        let mut counts = self.lock();
        counts.failed += 1;
        counts.worst = counts.worst.max(exit);
        if counts.failures.len() < LISTED_FAILURES {
            counts.failures.push(failure.to_string());
        }
    }

    /// Returns the highest exit code.
    pub(crate) fn worst(&self) -> Exit {
        self.lock().worst
    }

    /// Returns the summary: failed files once more, then
    /// `pdftract: 7 files done, 1 failed, 2 skipped; 96 pages in 0.4 s`.
    pub(crate) fn summary(&self) -> String {
        let counts = self.lock();
        let Counts { done, failed, skipped, pages, .. } = *counts;
        let mut out = String::new();
        if failed > 0 {
            let _ = writeln!(out, "pdftract: failed:");
            for failure in &counts.failures {
                let _ = writeln!(out, "  {}", failure.trim_start_matches("pdftract: "));
            }
            if failed > counts.failures.len() {
                let _ = writeln!(out, "  and {} more", failed - counts.failures.len());
            }
        }
        let (files, seconds) = (counted(done, "file"), self.began.elapsed().as_secs_f64());
        let pages = counted(pages, "page");
        let _ = writeln!(
            out,
            "pdftract: {files} done, {failed} failed, {skipped} skipped; {pages} in {seconds:.1} s"
        );
        out
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_counted_and_failures_listed() {
        let tally = Tally::new();
        tally.add(Ended::Done { pages: 1 });
        tally.add(Ended::Skipped);
        tally.fail(&Failure::new(Exit::Password, "locked").of_file("a.pdf"));
        tally.fail(&Failure::new(Exit::Error, "gone").of_file("b.pdf"));
        let summary = tally.summary();
        let start = "pdftract: failed:\n  a.pdf: locked\n  b.pdf: gone\n\
                     pdftract: 1 file done, 2 failed, 1 skipped; 1 page in ";
        assert!(summary.starts_with(start), "{summary}");
        assert_eq!(tally.worst(), Exit::Password);
    }

    #[test]
    fn long_lists_of_failures_are_cut() {
        let tally = Tally::new();
        (0..25).for_each(|_| tally.fail(&Failure::new(Exit::Error, "gone")));
        assert!(tally.summary().contains("  and 5 more\n"));
    }
}

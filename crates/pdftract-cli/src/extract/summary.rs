//! What a run has come to: files done, failed and skipped, pages, seconds.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Instant;

use crate::exit::Exit;

/// How one file ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Its results are there.
    Done {
        /// How many pages it gave.
        pages: usize,
    },
    /// They were there before.
    Skipped,
    /// There are none.
    Failed(Exit),
}

/// The sums of a run.
pub(crate) struct Tally {
    began: Instant,
    counts: Mutex<Counts>,
}

#[derive(Debug, Clone, Copy)]
struct Counts {
    done: usize,
    failed: usize,
    skipped: usize,
    pages: usize,
    worst: Exit,
}

impl Tally {
    /// Begins to count.
    pub(crate) fn new() -> Self {
        let counts = Counts { done: 0, failed: 0, skipped: 0, pages: 0, worst: Exit::Ok };
        Self { began: Instant::now(), counts: Mutex::new(counts) }
    }

    /// Counts a file.
    pub(crate) fn add(&self, ended: Ended) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        match ended {
            Ended::Done { pages } => {
                counts.done += 1;
                counts.pages += pages;
            }
            Ended::Skipped => counts.skipped += 1,
            Ended::Failed(exit) => {
                counts.failed += 1;
                counts.worst = counts.worst.max(exit);
            }
        }
    }

    /// The worst outcome.
    pub(crate) fn worst(&self) -> Exit {
        self.counts().worst
    }

    /// `pdftract: 7 files done, 1 failed, 2 skipped; 96 pages in 0.4 s`
    pub(crate) fn summary(&self) -> String {
        let Counts { done, failed, skipped, pages, .. } = self.counts();
        let (files, seconds) = (counted(done, "file"), self.began.elapsed().as_secs_f64());
        let pages = counted(pages, "page");
        format!("pdftract: {files} done, {failed} failed, {skipped} skipped; {pages} in {seconds:.1} s\n")
    }

    fn counts(&self) -> Counts {
        *self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `1 page`, `2 pages`.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_counted_and_the_worst_kept() {
        let tally = Tally::new();
        for ended in [
            Ended::Done { pages: 1 },
            Ended::Failed(Exit::Password),
            Ended::Failed(Exit::Error),
            Ended::Skipped,
        ] {
            tally.add(ended);
        }
        assert!(tally.summary().starts_with("pdftract: 1 file done, 2 failed, 1 skipped; 1 page in "));
        assert_eq!(tally.worst(), Exit::Password);
    }
}

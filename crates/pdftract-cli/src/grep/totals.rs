//! Counts of a run, the notice about unreadable pages, and the exit code.

use std::fmt::Write as _;
use std::io::{self, ErrorKind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::json::{self, Stats};
use super::trust::Trust;
use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::extract::notices::counted;
use crate::for_each_file::{FileError, unwritable};
use crate::plan::{GrepForm, GrepPlan};

/// Counts of one file.
#[derive(Debug, Default)]
pub(super) struct Searched {
    pub(super) stats: Stats,
    /// Pages that were searched.
    pub(super) pages: usize,
    /// Pages without readable text, counted from 1, and how many of them are images.
    pub(super) unreadable: Vec<usize>,
    pub(super) images: usize,
    /// `true` if the name of the file was printed because nothing was found in it.
    pub(super) is_listed: bool,
}

impl Searched {
    /// Adds a page, counted from 0.
    pub(super) fn page(&mut self, page_index: usize, trust: Trust) {
        self.pages += 1;
        self.images += usize::from(trust == Trust::Image);
        if trust != Trust::Fine {
            self.unreadable.push(page_index + 1);
        }
    }
}

/// Counts of a run.
pub(super) struct Totals {
    no_messages: bool,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    stats: Stats,
    pages: usize,
    unreadable: usize,
    images: usize,
    /// The first page without readable text, counted from 1, and its file.
    first: Option<(usize, String)>,
    listed: usize,
    has_trouble: bool,
    is_lost: bool,
}

impl Totals {
    pub(super) fn new(no_messages: bool) -> Self {
        Self { no_messages, counts: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports a failure.
    pub(super) fn fail(&self, failure: &Failure) {
        self.lock().has_trouble = true;
        if !self.no_messages {
            failure.report();
        }
    }

    /// Adds a file; returns whether the output is lost, which ends the run.
    pub(super) fn add(&self, name: &str, searched: Searched, ended: Result<(), FileError>) -> bool {
        let mut counts = self.lock();
        counts.stats.add(searched.stats);
        counts.pages += searched.pages;
        counts.unreadable += searched.unreadable.len();
        counts.images += searched.images;
        counts.listed += usize::from(searched.is_listed);
        if let (None, Some(&page)) = (&counts.first, searched.unreadable.first()) {
            counts.first = Some((page, name.to_owned()));
        }
        drop(counts);
        match ended {
            Ok(()) => false,
            Err(FileError::Failure(failure)) => {
                self.fail(&failure.of_file(name));
                false
            }
            Err(FileError::Output(error)) => {
                self.output_failed(&error);
                true
            }
        }
    }

    /// Ends the run, because its output cannot be written. A closed pipe, as in `pdftract grep x . | head`, is no trouble.
    pub(super) fn output_failed(&self, error: &io::Error) {
        let mut counts = self.lock();
        if !std::mem::replace(&mut counts.is_lost, true) && error.kind() != ErrorKind::BrokenPipe {
            counts.has_trouble = true;
            unwritable(error).report();
        }
    }

    pub(super) fn is_lost(&self) -> bool {
        self.lock().is_lost
    }

    /// Returns the last JSON message.
    pub(super) fn summary(&self, time: Duration) -> io::Result<String> {
        let counts = self.lock();
        json::summary(counts.stats, time, counts.pages, counts.unreadable)
    }

    /// Prints the notice about unreadable pages and returns the exit code.
    pub(super) fn exit(&self, plan: &GrepPlan) -> Exit {
        let counts = self.lock();
        if plan.form != GrepForm::Quiet
            && !counts.is_lost
            && let Some(notice) = notice(&counts, plan)
        {
            diagnostics::warn(&notice);
        }
        let has_found =
            if plan.form == GrepForm::FilesWithout { counts.listed > 0 } else { counts.stats.matches > 0 };
        match (has_found, counts.has_trouble) {
            // grep -q is content with a match, whatever happened to other files.
            (true, true) if plan.form == GrepForm::Quiet => Exit::Ok,
            (_, true) => Exit::Usage,
            (true, false) => Exit::Ok,
            (false, false) if plan.require_readable && counts.unreadable > 0 => Exit::Untrusted,
            (false, false) => Exit::Error,
        }
    }
}

/// Returns the notice that matches may be missing because pages cannot be read.
fn notice(counts: &Counts, plan: &GrepPlan) -> Option<String> {
    let (page, name) = counts.first.as_ref()?;
    let garbled = counts.unreadable - counts.images;
    let mut notice = format!("{} of {} searched", counts.unreadable, counted(counts.pages, "page"));
    // Writing to a string cannot fail.
    let _ = write!(notice, " {} no readable text (", if counts.unreadable == 1 { "has" } else { "have" });
    let kinds = [(counts.images, "image", "images"), (garbled, "garbled", "garbled")];
    let kinds = kinds.into_iter().filter(|(count, ..)| *count > 0);
    let kinds: Vec<String> =
        kinds.map(|(count, one, more)| format!("{count} {}", if count == 1 { one } else { more })).collect();
    let _ = write!(notice, "{}), first page {page} of {name}; nothing is found there", kinds.join(", "));
    if plan.recognition.is_none() {
        notice.push_str("; try --ocr auto");
    }
    Some(notice)
}

//! The state that all work on one document shares: its limits, its budget and its log of diagnostics.
//!
//! Stages receive a [`Session`] beside the data they work on, so that `File` is only a reader of objects.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::budget::{Budget, Stop};
use crate::diagnostic::{Code, Diagnostic, Log};
use crate::limits::Limits;
use crate::options::Options;

/// Limits, budget and diagnostics of one open document. It is shared by all threads that work on the document.
#[derive(Debug)]
pub(crate) struct Session {
    limits: Limits,
    budget: Budget,
    log: Log,
    repetition: Mutex<Repetition>,
    /// The number of steps that the end of the time has prevented.
    late_steps: AtomicU64,
}

/// Steps that are reported after the end of the time, so that each page on which a thread is at work has the diagnostic.
const REPORTED_LATE_STEPS: u64 = 4_096;

/// Which streams pages have shown.
#[derive(Debug, Default)]
struct Repetition {
    /// The first page that showed a stream, by the number of its object.
    first_page: HashMap<u32, u32>,
    /// Pages whose repeated glyphs are counted, so that reading a page again costs nothing.
    counted: HashSet<u32>,
}

impl Session {
    /// Starts a session. A time limit counts from now.
    pub(crate) fn new(options: &Options, file_bytes: usize) -> Self {
        let limits = options.limits.clone();
        let deadline = options.time_limit.and_then(|time| Instant::now().checked_add(time));
        Self {
            budget: Budget::new(&limits, file_bytes, deadline, options.cancel.clone())
                .refusing(options.refusal.clone()),
            log: Log::new(limits.diagnostics),
            repetition: Mutex::default(),
            late_steps: AtomicU64::new(0),
            limits,
        }
    }

    /// Returns the limits.
    #[inline]
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the resource budget.
    #[inline]
    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Returns the diagnostics so far, in an order that does not depend on threads.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        self.log.list()
    }

    /// Adds a diagnostic. Equal ones are kept once.
    pub(crate) fn note(&self, diagnostic: Diagnostic) {
        self.log.add(diagnostic);
    }

    /// Reports that the document's budget is exhausted.
    pub(crate) fn note_stop(&self, stop: Stop) {
        // Whoever walks many objects meets the end of the time at each of them.
        let is_late = matches!(stop, Stop::Deadline | Stop::Cancelled);
        if is_late && self.late_steps.fetch_add(1, Ordering::Relaxed) > REPORTED_LATE_STEPS {
            return;
        }
        let code = match stop {
            Stop::DecodedBytes | Stop::Elements | Stop::Memory | Stop::Repetition | Stop::FontWork => {
                Code::DocumentLimit
            }
            Stop::Deadline => Code::DeadlineReached,
            Stop::Cancelled => Code::Cancelled,
        };
        self.note(Diagnostic::new(code, stop.reason()));
    }

    /// Returns whether an earlier page showed a stream, and remembers that this one does.
    pub(crate) fn is_repeated(&self, stream: u32, page_index: u32) -> bool {
        *self.repetition().first_page.entry(stream).or_insert(page_index) != page_index
    }

    /// Returns whether the repeated glyphs of a page are yet to be counted.
    pub(crate) fn counts_repetition(&self, page_index: u32) -> bool {
        !self.repetition().counted.contains(&page_index)
    }

    /// Remembers that the repeated glyphs of a page were counted.
    pub(crate) fn repetition_was_counted(&self, page_index: u32) {
        self.repetition().counted.insert(page_index);
    }

    fn repetition(&self) -> MutexGuard<'_, Repetition> {
        self.repetition.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs work on a page (counted from 0) and returns the diagnostics that the page got meanwhile.
    pub(crate) fn collect_page<T>(
        &self,
        page_index: usize,
        work: impl FnOnce() -> T,
    ) -> (T, Vec<Diagnostic>) {
        let page = u32::try_from(page_index).unwrap_or(u32::MAX);
        self.log.open_page(page);
        let done = work();
        (done, self.log.close_page(page))
    }
}

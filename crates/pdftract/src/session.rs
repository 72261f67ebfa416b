//! The state that all work on one document shares: its limits, its budget and its log of diagnostics.
//!
//! Stages receive a [`Session`] beside the data they work on, so that `File` is only a reader of objects.

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
}

impl Session {
    /// Starts a session. A time limit counts from now.
    pub(crate) fn new(options: &Options) -> Self {
        let limits = options.limits.clone();
        let deadline = options.time_limit.and_then(|time| Instant::now().checked_add(time));
        Self {
            budget: Budget::new(&limits, deadline, options.cancel.clone()),
            log: Log::new(limits.diagnostics),
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
        let code = match stop {
            Stop::DecodedBytes | Stop::Elements => Code::DocumentLimit,
            Stop::Deadline => Code::DeadlineReached,
            Stop::Cancelled => Code::Cancelled,
        };
        self.note(Diagnostic::new(code, stop.reason()));
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

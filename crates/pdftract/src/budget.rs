//! The resource budget of one document: decoded bytes, parsed values, the deadline and the cancel flag.
//!
//! All stages charge the same budget, from any thread. A failed charge returns the reason; the caller ends its unit
//! of work, keeps its partial result and reports the [`Stop`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::limits::Limits;

/// A flag that cancels the work on a document from any thread.
#[derive(Debug, Clone, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// Creates a flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels all work that watches this flag, within a few milliseconds.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if [`cancel`](Self::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The reason why work on a document ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// [`Limits::document_bytes`] have been decoded.
    DecodedBytes,
    /// [`Limits::elements_per_document`] have been parsed.
    Elements,
    /// The deadline has passed.
    Deadline,
    /// The caller cancelled.
    Cancelled,
}

impl Stop {
    /// Returns a description of the reason.
    pub fn reason(self) -> &'static str {
        match self {
            Self::DecodedBytes => "the document's decoded bytes reached their limit",
            Self::Elements => "the document's parsed values reached their limit",
            Self::Deadline => "the time allowed for the document is over",
            Self::Cancelled => "the caller cancelled",
        }
    }
}

/// The resource budget of one document, shared by reference.
#[derive(Debug)]
pub struct Budget {
    decoded_bytes: AtomicU64,
    elements: AtomicU64,
    max_decoded_bytes: u64,
    max_elements: u64,
    #[cfg(feature = "render")]
    opened: Instant,
    deadline: Option<Instant>,
    /// Set once the deadline has passed.
    is_over: AtomicBool,
    /// The number of calls of [`check_often`](Self::check_often).
    frequent_checks: AtomicU64,
    cancel: CancelFlag,
}

/// One of this many frequent checks reads the clock, which takes longer than parsing a small object.
const CLOCK_EVERY: u64 = 16;

impl Budget {
    /// Creates a budget with nothing spent.
    pub fn new(limits: &Limits, deadline: Option<Instant>, cancel: CancelFlag) -> Self {
        Self {
            decoded_bytes: AtomicU64::new(0),
            elements: AtomicU64::new(0),
            max_decoded_bytes: limits.document_bytes,
            max_elements: limits.elements_per_document,
            #[cfg(feature = "render")]
            opened: Instant::now(),
            deadline,
            is_over: AtomicBool::new(false),
            frequent_checks: AtomicU64::new(0),
            cancel,
        }
    }

    /// Returns `true` if more than half of the time has passed, so that optional expensive work should be skipped.
    #[cfg(feature = "render")]
    pub(crate) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| {
            self.opened.elapsed() > deadline.saturating_duration_since(self.opened) / 2
        })
    }

    /// Returns a separate budget for a part of the work, with the same deadline and flag.
    pub(crate) fn apart(&self, max_decoded_bytes: u64) -> Self {
        Self {
            decoded_bytes: AtomicU64::new(0),
            elements: AtomicU64::new(0),
            max_decoded_bytes,
            max_elements: self.max_elements,
            #[cfg(feature = "render")]
            opened: self.opened,
            deadline: self.deadline,
            is_over: AtomicBool::new(false),
            frequent_checks: AtomicU64::new(0),
            cancel: self.cancel.clone(),
        }
    }

    /// Charges decoded bytes. Must be called at least once per 64 KiB.
    pub fn charge_decoded(&self, bytes: usize) -> Result<(), Stop> {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let before = self.decoded_bytes.fetch_add(bytes, Ordering::Relaxed);
        if before.saturating_add(bytes) > self.max_decoded_bytes {
            return Err(Stop::DecodedBytes);
        }
        self.check()
    }

    /// Charges parsed values. Must be called once per object.
    pub fn charge_elements(&self, count: usize) -> Result<(), Stop> {
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        let before = self.elements.fetch_add(count, Ordering::Relaxed);
        if before.saturating_add(count) > self.max_elements {
            return Err(Stop::Elements);
        }
        self.check_often()
    }

    /// Checks only the flag and the clock.
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => {
                self.is_over.store(true, Ordering::Relaxed);
                Err(Stop::Deadline)
            }
            _ => Ok(()),
        }
    }

    /// Checks the flag, and occasionally the clock, for work of about a microsecond such as reading an object.
    pub(crate) fn check_often(&self) -> Result<(), Stop> {
        if self.is_over.load(Ordering::Relaxed) {
            return Err(Stop::Deadline);
        }
        // Threads may count the same call twice, which is harmless and cheaper than counting exactly.
        let checks = self.frequent_checks.load(Ordering::Relaxed);
        self.frequent_checks.store(checks.wrapping_add(1), Ordering::Relaxed);
        if checks.is_multiple_of(CLOCK_EVERY) {
            return self.check();
        }
        if self.cancel.is_cancelled() { Err(Stop::Cancelled) } else { Ok(()) }
    }

    /// Returns the number of bytes that may still be decoded.
    pub fn decoded_left(&self) -> u64 {
        self.max_decoded_bytes.saturating_sub(self.decoded_bytes.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charges_end_at_the_limit() {
        let limits = Limits { document_bytes: 10, elements_per_document: 3, ..Limits::default() };
        let budget = Budget::new(&limits, None, CancelFlag::new());
        assert_eq!(budget.charge_decoded(10), Ok(()));
        assert_eq!(budget.charge_decoded(1), Err(Stop::DecodedBytes));
        assert_eq!(budget.charge_elements(3), Ok(()));
        assert_eq!(budget.charge_elements(1), Err(Stop::Elements));
    }

    #[test]
    fn cancel_and_deadline_stop() {
        let cancel = CancelFlag::new();
        let budget = Budget::new(&Limits::default(), None, cancel.clone());
        assert_eq!(budget.check(), Ok(()));
        cancel.cancel();
        assert_eq!(budget.check(), Err(Stop::Cancelled));
        let late = Budget::new(&Limits::default(), Some(Instant::now()), CancelFlag::new());
        assert_eq!(late.check(), Err(Stop::Deadline));
        let soon = Instant::now() + std::time::Duration::from_millis(2);
        let budget = Budget::new(&Limits::default(), Some(soon), CancelFlag::new());
        while budget.check_often().is_ok() {}
        assert!(Instant::now() >= soon);
        assert_eq!([budget.check_often(), budget.check_often()], [Err(Stop::Deadline); 2]);
    }
}

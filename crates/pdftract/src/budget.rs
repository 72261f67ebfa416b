//! The resource budget of one document: decoded and kept bytes, parsed values, the deadline and the cancel flag.
//!
//! All stages charge the same budget, from any thread. A failed charge returns the reason; the caller ends its unit
//! of work, keeps its partial result and reports the [`Stop`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::clock::Clock;
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
    /// [`Limits::font_steps`] are taken.
    FontWork,
    /// A share of [`Limits::memory_bytes`] is used up.
    Memory,
    /// [`Limits::repeated_glyphs`] are shown.
    Repetition,
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
            Self::FontWork => "the shapes of glyphs take more work than allowed",
            Self::Memory => "the memory allowed for the document is used up",
            Self::Repetition => "streams were shown again more often than allowed",
            Self::Deadline => "the time allowed for the document is over",
            Self::Cancelled => "the caller cancelled",
        }
    }

    /// Returns the stable code for programs: `cancelled`, `time_limit` or `limit`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::Deadline => "time_limit",
            Self::DecodedBytes | Self::Elements | Self::FontWork | Self::Memory | Self::Repetition => "limit",
        }
    }
}

/// Refuses one charge of a document, so that tests see what follows when memory is refused. Without the feature `internals` nothing
/// is ever refused.
#[derive(Debug, Clone, Default)]
pub struct Refusal {
    #[cfg(feature = "internals")]
    charges_left: Option<Arc<AtomicU64>>,
}

impl Refusal {
    /// Refuses the charge of this number, counted from 1.
    #[cfg(feature = "internals")]
    pub fn of_charge(number: u64) -> Self {
        Self { charges_left: Some(Arc::new(AtomicU64::new(number))) }
    }

    /// Returns whether a charge was refused.
    #[cfg(feature = "internals")]
    pub fn has_happened(&self) -> bool {
        self.charges_left.as_ref().is_some_and(|left| left.load(Ordering::Relaxed) == 0)
    }

    #[cfg(feature = "internals")]
    fn is_due(&self) -> bool {
        let Some(left) = &self.charges_left else { return false };
        let before = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        before == Ok(1)
    }

    #[cfg(not(feature = "internals"))]
    #[inline]
    fn is_due(&self) -> bool {
        false
    }
}

/// A ceiling on the bytes that one kind of data keeps in memory at a time, shared by all who keep such data.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    kept: Arc<AtomicU64>,
    max: u64,
    /// Set once something was left out.
    has_losses: Arc<AtomicBool>,
    refusal: Refusal,
}

impl Account {
    fn new(max: u64, refusal: Refusal) -> Self {
        Self { kept: Arc::default(), max, has_losses: Arc::default(), refusal }
    }

    /// Returns an account without a ceiling, for data whose size no file decides.
    pub(crate) fn unlimited() -> Self {
        Self::new(u64::MAX, Refusal::default())
    }

    /// Charges bytes as long as the result is kept. Nothing is charged when they do not fit.
    pub(crate) fn charge(&self, bytes: usize) -> Result<Charge, Stop> {
        if self.refusal.is_due() {
            return Err(Stop::Memory);
        }
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let add = |before: u64| before.checked_add(bytes).filter(|&sum| sum <= self.max);
        match self.kept.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add) {
            Ok(_) => Ok(Charge { kept: Arc::clone(&self.kept), bytes }),
            Err(_) => Err(Stop::Memory),
        }
    }

    /// Charges bytes of data that is left out when they do not fit, which [`has_losses`](Self::has_losses) reports.
    pub(crate) fn charge_or_leave_out(&self, bytes: usize) -> Option<Charge> {
        self.charge(bytes).inspect_err(|_| self.has_losses.store(true, Ordering::Relaxed)).ok()
    }

    /// Returns whether data was left out.
    pub(crate) fn has_losses(&self) -> bool {
        self.has_losses.load(Ordering::Relaxed)
    }
}

/// Work that may still be done, in steps of some nanoseconds, shared by all who do such work.
#[derive(Debug, Clone)]
pub(crate) struct WorkLeft(Arc<AtomicU64>);

impl WorkLeft {
    /// Returns work that may take this many steps.
    pub(crate) fn new(steps: u64) -> Self {
        Self(Arc::new(AtomicU64::new(steps)))
    }

    /// Counts steps that were taken.
    pub(crate) fn spend(&self, steps: u64) {
        let less = |left: u64| Some(left.saturating_sub(steps));
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }

    /// Returns whether no step is left.
    pub(crate) fn is_spent(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// Bytes charged to an [`Account`], given back when dropped.
#[derive(Debug)]
pub(crate) struct Charge {
    kept: Arc<AtomicU64>,
    bytes: u64,
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.kept.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// The resource budget of one document, shared by reference.
#[derive(Debug)]
pub struct Budget {
    decoded_bytes: AtomicU64,
    elements: AtomicU64,
    max_decoded_bytes: u64,
    max_elements: u64,
    /// Large objects that are in use.
    objects: Account,
    fonts: Account,
    font_work: WorkLeft,
    /// Glyphs that pages may still show again from streams of earlier pages.
    repeated_glyphs: WorkLeft,
    /// The same, counting the glyphs that ordinary pages share too.
    repeated_text: WorkLeft,
    #[cfg(feature = "render")]
    opened: Instant,
    deadline: Option<Instant>,
    /// Set once the deadline has passed.
    is_over: AtomicBool,
    /// The number of calls of [`check_often`](Self::check_often).
    frequent_checks: AtomicU64,
    cancel: CancelFlag,
    refusal: Refusal,
}

/// Steps of work on glyphs that each byte of the file allows. A font of text takes some ten for each of its bytes.
const FONT_STEPS_PER_BYTE: u64 = 512;

/// Glyphs that ordinary pages may share, in [`Limits::repeated_glyphs`]: thousands of letters have the same text, but then their file
/// has bytes for each of them.
const USUAL_REPETITION: u64 = 40;

/// One of this many frequent checks reads the clock, which takes longer than parsing a small object.
const CLOCK_EVERY: u64 = 16;

impl Budget {
    /// Creates a budget with nothing spent, for a file of this many bytes.
    pub fn new(limits: &Limits, file_bytes: usize, deadline: Option<Instant>, cancel: CancelFlag) -> Self {
        let file_bytes = file_bytes as u64;
        Self {
            decoded_bytes: AtomicU64::new(0),
            elements: AtomicU64::new(0),
            max_decoded_bytes: limits.document_bytes,
            max_elements: limits.elements_per_document,
            objects: Account::new(limits.memory_bytes / 4, Refusal::default()),
            fonts: Account::new(limits.memory_bytes / 4, Refusal::default()),
            font_work: WorkLeft::new(limits.font_steps.saturating_add(file_bytes * FONT_STEPS_PER_BYTE)),
            repeated_glyphs: WorkLeft::new(limits.repeated_glyphs.saturating_add(file_bytes)),
            repeated_text: WorkLeft::new(
                limits.repeated_glyphs.saturating_mul(USUAL_REPETITION).saturating_add(file_bytes),
            ),
            #[cfg(feature = "render")]
            opened: Instant::now(),
            deadline,
            is_over: AtomicBool::new(false),
            frequent_checks: AtomicU64::new(0),
            cancel,
            refusal: Refusal::default(),
        }
    }

    /// Returns the budget with a charge that is refused.
    pub(crate) fn refusing(mut self, refusal: Refusal) -> Self {
        self.objects.refusal = refusal.clone();
        self.fonts.refusal = refusal.clone();
        self.refusal = refusal;
        self
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
            objects: self.objects.clone(),
            fonts: self.fonts.clone(),
            font_work: self.font_work.clone(),
            repeated_glyphs: self.repeated_glyphs.clone(),
            repeated_text: self.repeated_text.clone(),
            #[cfg(feature = "render")]
            opened: self.opened,
            deadline: self.deadline,
            is_over: AtomicBool::new(false),
            frequent_checks: AtomicU64::new(0),
            cancel: self.cancel.clone(),
            refusal: self.refusal.clone(),
        }
    }

    /// Charges decoded bytes. Must be called at least once per 64 KiB.
    pub fn charge_decoded(&self, bytes: usize) -> Result<(), Stop> {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let before = self.decoded_bytes.fetch_add(bytes, Ordering::Relaxed);
        if self.refusal.is_due() {
            return Err(Stop::Memory);
        }
        if before.saturating_add(bytes) > self.max_decoded_bytes {
            return Err(Stop::DecodedBytes);
        }
        self.check()
    }

    /// Charges parsed values. Must be called once per object.
    pub fn charge_elements(&self, count: usize) -> Result<(), Stop> {
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        let before = self.elements.fetch_add(count, Ordering::Relaxed);
        if self.refusal.is_due() {
            return Err(Stop::Memory);
        }
        if before.saturating_add(count) > self.max_elements {
            return Err(Stop::Elements);
        }
        self.check_often()
    }

    /// Returns the account of large objects that are in use.
    pub(crate) fn objects(&self) -> &Account {
        &self.objects
    }

    /// Returns the account of fonts and of what was found out about them.
    pub(crate) fn fonts(&self) -> &Account {
        &self.fonts
    }

    /// Returns the work that drawing and recognising glyphs may still take.
    pub(crate) fn font_work(&self) -> &WorkLeft {
        &self.font_work
    }

    /// Counts glyphs that a page showed again from streams of earlier pages; `unusual` of them are more than ordinary pages share.
    pub(crate) fn spend_repetition(&self, glyphs: u64, unusual: u64) {
        self.repeated_text.spend(glyphs);
        self.repeated_glyphs.spend(unusual);
    }

    /// Returns whether pages may show no more from streams of earlier pages.
    pub(crate) fn is_repetition_spent(&self) -> bool {
        self.repeated_glyphs.is_spent() || self.repeated_text.is_spent()
    }

    /// Returns the time until the deadline, if there is one.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Returns the deadline and the flag, to be watched where the budget is not at hand.
    pub(crate) fn clock(&self) -> Clock {
        Clock::new(self.deadline, self.cancel.clone())
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
        let budget = Budget::new(&limits, 0, None, CancelFlag::new());
        assert_eq!(budget.charge_decoded(10), Ok(()));
        assert_eq!(budget.charge_decoded(1), Err(Stop::DecodedBytes));
        assert_eq!(budget.charge_elements(3), Ok(()));
        assert_eq!(budget.charge_elements(1), Err(Stop::Elements));
    }

    #[test]
    fn what_is_kept_counts_until_it_is_dropped() {
        let limits = Limits::default().with(|limits| limits.memory_bytes = 400);
        let budget = Budget::new(&limits, 0, None, CancelFlag::new());
        let first = budget.fonts().charge(90).unwrap();
        assert_eq!(budget.fonts().charge(11).map(drop), Err(Stop::Memory));
        assert!(budget.fonts().charge(10).is_ok(), "what did not fit was not charged");
        assert!(budget.objects().charge(100).is_ok(), "objects have an account of their own");
        drop(first);
        assert!(budget.fonts().charge(100).is_ok());
        assert!(budget.fonts().charge_or_leave_out(100).is_some() && !budget.fonts().has_losses());
        assert!(budget.fonts().charge_or_leave_out(101).is_none() && budget.fonts().has_losses());
    }

    #[test]
    fn cancel_and_deadline_stop() {
        let cancel = CancelFlag::new();
        let budget = Budget::new(&Limits::default(), 0, None, cancel.clone());
        assert_eq!(budget.check(), Ok(()));
        cancel.cancel();
        assert_eq!(budget.check(), Err(Stop::Cancelled));
        let late = Budget::new(&Limits::default(), 0, Some(Instant::now()), CancelFlag::new());
        assert_eq!(late.check(), Err(Stop::Deadline));
        let soon = Instant::now() + std::time::Duration::from_millis(2);
        let budget = Budget::new(&Limits::default(), 0, Some(soon), CancelFlag::new());
        while budget.check_often().is_ok() {}
        assert!(Instant::now() >= soon);
        assert_eq!([budget.check_often(), budget.check_often()], [Err(Stop::Deadline); 2]);
    }
}

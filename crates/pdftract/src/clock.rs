//! The deadline and the cancel flag for code that has no session: pure functions over pages that may take long.
//!
//! [`watch`] sets the clock of the thread for the duration of some work; [`is_over`] asks it. Stages that only turn one
//! page into another stay free of a parameter that all of them would have to pass on.

use std::cell::{Cell, RefCell};
use std::time::Instant;

use crate::budget::CancelFlag;

/// When work ends.
#[derive(Debug, Clone)]
pub(crate) struct Clock {
    deadline: Option<Instant>,
    cancel: CancelFlag,
}

impl Clock {
    pub(crate) fn new(deadline: Option<Instant>, cancel: CancelFlag) -> Self {
        Self { deadline, cancel }
    }

    fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

thread_local! {
    static WATCHED: RefCell<Option<Clock>> = const { RefCell::new(None) };
    /// The calls of [`is_over_often`] so far, or [`OVER`].
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// Stands for a clock that was found to be over: nested loops would otherwise end one by one.
const OVER: u32 = u32::MAX;

/// Puts back the clock that was watched before, also after a panic.
struct Restore(Option<Clock>, u32);

impl Drop for Restore {
    fn drop(&mut self) {
        WATCHED.replace(self.0.take());
        CALLS.set(self.1);
    }
}

/// Does work that may ask [`is_over`].
pub(crate) fn watch<T>(clock: Clock, work: impl FnOnce() -> T) -> T {
    let _restore = Restore(WATCHED.replace(Some(clock)), CALLS.replace(0));
    work()
}

/// Returns whether the work at hand should end. For steps of a microsecond and more.
pub(crate) fn is_over() -> bool {
    let is_over = WATCHED.with_borrow(|clock| clock.as_ref().is_some_and(Clock::is_over));
    if is_over {
        CALLS.set(OVER);
    }
    is_over
}

/// The same for shorter steps: one call in 64 looks at the clock, until it is over.
#[inline]
pub(crate) fn is_over_often() -> bool {
    let calls = CALLS.get();
    if calls == OVER {
        return true;
    }
    CALLS.set((calls + 1) % 64);
    calls == 0 && is_over()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_watched_as_long_as_the_work_lasts() {
        assert!(!is_over());
        let cancel = CancelFlag::new();
        watch(Clock::new(None, cancel.clone()), || {
            assert!(!is_over());
            cancel.cancel();
            assert!(is_over());
            watch(Clock::new(None, CancelFlag::new()), || assert!(!is_over()));
            assert!(is_over(), "the outer clock is watched again");
        });
        assert!(!is_over());
        watch(Clock::new(Some(Instant::now()), CancelFlag::new()), || {
            assert!((0..64).any(|_| is_over_often()));
            assert!((0..64).all(|_| is_over_often()), "work that is over stays over");
            watch(Clock::new(None, CancelFlag::new()), || assert!((0..64).all(|_| !is_over_often())));
            assert!(is_over_often());
        });
        assert!((0..64).all(|_| !is_over_often()));
    }
}

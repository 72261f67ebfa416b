//! How many threads may work at once, shared by files and by the pages of files.
//!
//! The thread that starts is the first hand. Whoever has more work than it can do takes another one, if there is one
//! left: files first, and when all files are taken, the pages of those that are still being read.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicIsize, Ordering};

/// The hands that nobody has taken. Below zero for a moment when somebody who waited goes on working.
pub(crate) struct Hands {
    free: AtomicIsize,
}

/// One that was taken; it is given back when dropped.
pub(crate) struct Hand<'h>(&'h Hands);

/// One that somebody who only waits lets others have; it is taken back when dropped.
pub(crate) struct Lent<'h>(&'h Hands);

impl Hands {
    /// So many hands, one of which belongs to the caller.
    pub(crate) fn new(count: NonZeroUsize) -> Self {
        Self { free: AtomicIsize::new(isize::try_from(count.get() - 1).unwrap_or(isize::MAX)) }
    }

    /// One more hand, if there is one.
    pub(crate) fn take(&self) -> Option<Hand<'_>> {
        let one_less = |free: isize| (free > 0).then(|| free - 1);
        let taken = self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
        taken.is_ok().then(|| Hand(self))
    }

    /// Lets others have the caller's hand while it waits.
    pub(crate) fn lend(&self) -> Lent<'_> {
        self.free.fetch_add(1, Ordering::Relaxed);
        Lent(self)
    }
}

impl Drop for Hand<'_> {
    fn drop(&mut self) {
        self.0.free.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.0.free.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_hands_as_said() {
        let hands = Hands::new(NonZeroUsize::new(3).unwrap());
        let (first, second) = (hands.take(), hands.take());
        assert!(first.is_some() && second.is_some() && hands.take().is_none());
        drop(first);
        assert!(hands.take().is_some());
        let _lent = hands.lend();
        assert!(hands.take().is_some());
    }
}

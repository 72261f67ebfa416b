//! How many threads may work at once, shared by files and by the pages of files.
//!
//! The thread that starts is the first hand. Whoever has more work than it can do takes another one, if there is one
//! left: files first, and when all files are taken, the pages of those that are still being read.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::thread;

/// The hands that there are, and how many of them work.
pub(crate) struct Hands {
    /// How many there are; asked of the system only when somebody wants a second one, for it reads several files to tell.
    count: OnceLock<isize>,
    /// How many work. Above the count for a moment when somebody who waited goes on working.
    busy: AtomicIsize,
}

/// One that was taken; it is given back when dropped.
pub(crate) struct Hand<'h>(&'h Hands);

/// One that somebody who only waits lets others have; it is taken back when dropped.
pub(crate) struct Lent<'h>(&'h Hands);

impl Hands {
    /// So many hands, one of which belongs to the caller; as many as the machine has unless that is said.
    pub(crate) fn new(count: Option<NonZeroUsize>) -> Self {
        let count = count.map_or_else(OnceLock::new, |count| OnceLock::from(signed(count)));
        Self { count, busy: AtomicIsize::new(1) }
    }

    /// One more hand, if there is one.
    pub(crate) fn take(&self) -> Option<Hand<'_>> {
        let of_machine = || thread::available_parallelism().map_or(1, signed);
        let count = *self.count.get_or_init(of_machine);
        let one_more = |busy: isize| (busy < count).then(|| busy + 1);
        let taken = self.busy.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
        taken.is_ok().then(|| Hand(self))
    }

    /// Lets others have the caller's hand while it waits.
    pub(crate) fn lend(&self) -> Lent<'_> {
        self.busy.fetch_sub(1, Ordering::Relaxed);
        Lent(self)
    }
}

fn signed(count: NonZeroUsize) -> isize {
    isize::try_from(count.get()).unwrap_or(isize::MAX)
}

impl Drop for Hand<'_> {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.0.busy.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_hands_as_said() {
        let hands = Hands::new(NonZeroUsize::new(3));
        let (first, second) = (hands.take(), hands.take());
        assert!(first.is_some() && second.is_some() && hands.take().is_none());
        drop(first);
        assert!(hands.take().is_some());
        let _lent = hands.lend();
        assert!(hands.take().is_some());
    }
}

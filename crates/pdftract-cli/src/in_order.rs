//! Works on pages with several threads and hands the results over in the order of the pages.
//!
//! Threads may be ahead of the handing over by a few pages each, so that memory does not grow with the document.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Pages per thread that may wait for their turn. One slow page then seldom stops the other threads.
const PAGES_AHEAD: usize = 4;

/// The result for a page, or that the work on it panicked.
pub(crate) type Outcome<T> = Result<T, Panicked>;

/// The work on one page panicked; that on the others is not touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Panicked;

/// Does `work` for each page, in up to `jobs` threads, and calls `deliver` here, page by page in the given order.
/// The first error of `deliver` ends everything.
pub(crate) fn in_order<T: Send, E>(
    pages: &[usize],
    jobs: NonZeroUsize,
    work: impl Fn(usize) -> T + Sync,
    mut deliver: impl FnMut(usize, Outcome<T>) -> Result<(), E>,
) -> Result<(), E> {
    let work = |page| catch_unwind(AssertUnwindSafe(|| work(page))).map_err(|_| Panicked);
    let threads = jobs.get().min(pages.len());
    let queue = Queue::new(pages, threads * PAGES_AHEAD);
    thread::scope(|scope| {
        // One thread is what we have already. The system may also refuse to start others.
        let start = || thread::Builder::new().spawn_scoped(scope, || queue.fill(work)).is_ok();
        let started = threads > 1 && (0..threads).filter(|_| start()).count() > 0;
        if !started {
            return pages.iter().try_for_each(|&page| deliver(page, work(page)));
        }
        let _end = EndOnDrop(&queue);
        (0..pages.len()).try_for_each(|turn| deliver(pages[turn], queue.take(turn)))
    })
}

/// The pages to do, and the results that wait for their turn.
struct Queue<'p, T> {
    pages: &'p [usize],
    /// The next page to work on.
    next: AtomicUsize,
    waiting: Mutex<Waiting<T>>,
    changed: Condvar,
    /// How far work may be ahead of handing over.
    ahead: usize,
}

struct Waiting<T> {
    results: BTreeMap<usize, Outcome<T>>,
    /// How many were handed over.
    delivered: usize,
    ended: bool,
}

/// Lets the threads go home when nobody takes results any more, also after a panic.
struct EndOnDrop<'q, 'p, T>(&'q Queue<'p, T>);

impl<T> Drop for EndOnDrop<'_, '_, T> {
    fn drop(&mut self) {
        self.0.lock().ended = true;
        self.0.changed.notify_all();
    }
}

impl<'p, T> Queue<'p, T> {
    fn new(pages: &'p [usize], ahead: usize) -> Self {
        let waiting = Waiting { results: BTreeMap::new(), delivered: 0, ended: false };
        Self {
            pages,
            next: AtomicUsize::new(0),
            waiting: Mutex::new(waiting),
            changed: Condvar::new(),
            ahead,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What each thread does: page after page, waiting when it is too far ahead.
    fn fill(&self, work: impl Fn(usize) -> Outcome<T>) {
        loop {
            let turn = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&page) = self.pages.get(turn) else { return };
            // The page whose turn it is never waits, so that there is always somebody who goes on.
            let early = |waiting: &mut Waiting<T>| !waiting.ended && turn >= waiting.delivered + self.ahead;
            let waiting = self.changed.wait_while(self.lock(), early);
            if waiting.unwrap_or_else(PoisonError::into_inner).ended {
                return;
            }
            let result = work(page);
            self.lock().results.insert(turn, result);
            self.changed.notify_all();
        }
    }

    /// The result whose turn it is, as soon as it is there.
    fn take(&self, turn: usize) -> Outcome<T> {
        let mut waiting = self.lock();
        loop {
            if let Some(result) = waiting.results.remove(&turn) {
                waiting.delivered = turn + 1;
                self.changed.notify_all();
                return result;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn jobs(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn results_come_in_order_with_any_number_of_threads() {
        let pages: Vec<usize> = (0..200).step_by(3).collect();
        for count in [1, 2, 8, 300] {
            let mut seen = Vec::new();
            let work = |page: usize| {
                // Pages that finish in another order than they began.
                thread::sleep(Duration::from_micros((page * 37 % 11) as u64 * 50));
                page * 2
            };
            let done: Result<(), ()> = in_order(&pages, jobs(count), work, |page, result| {
                seen.push((page, result.unwrap()));
                Ok(())
            });
            assert_eq!(done, Ok(()));
            assert!(seen.iter().map(|(page, _)| page).eq(&pages));
            assert!(seen.iter().all(|(page, result)| *result == page * 2));
        }
    }

    #[test]
    fn work_is_not_far_ahead_of_what_is_handed_over() {
        let pages: Vec<usize> = (0..100).collect();
        let begun = AtomicUsize::new(0);
        let work = |page: usize| begun.fetch_max(page + 1, Ordering::SeqCst);
        let done: Result<(), ()> = in_order(&pages, jobs(3), work, |page, _| {
            thread::sleep(Duration::from_millis(1));
            // The page in hand was counted as delivered just before.
            assert!(begun.load(Ordering::SeqCst) <= page + 1 + 3 * PAGES_AHEAD);
            Ok(())
        });
        assert_eq!(done, Ok(()));
    }

    #[test]
    fn a_panic_costs_one_page_and_an_error_ends_the_work() {
        let pages: Vec<usize> = (0..50).collect();
        for count in [1, 4] {
            let mut lost = Vec::new();
            let work = |page| assert_ne!(page, 7);
            let done: Result<(), ()> = in_order(&pages, jobs(count), work, |page, result| {
                lost.extend(result.err().map(|_| page));
                Ok(())
            });
            assert_eq!((done, lost), (Ok(()), vec![7]));

            let stop = |page, _| if page == 20 { Err("full") } else { Ok(()) };
            assert_eq!(in_order(&pages, jobs(count), |_| (), stop), Err("full"));
        }
    }
}

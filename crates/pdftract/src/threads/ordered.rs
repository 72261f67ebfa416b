//! Parallel work on pages with results in page order and a bounded number of results in memory.
//!
//! Work may run ahead of delivery by a few pages per thread, so that memory does not grow with the document.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::WorkerPermits;

/// The number of pages per thread that may be started but not yet delivered. With fewer, one slow page would stall
/// the other threads.
const PAGES_AHEAD: usize = 4;

/// The reason why a page has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageError {
    /// The caller's work on the page panicked; other pages are not affected.
    Panicked,
    /// The document was cancelled before the work on the page began.
    Cancelled,
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Panicked => "the work on the page panicked",
            Self::Cancelled => "the caller cancelled",
        })
    }
}

impl std::error::Error for PageError {}

/// Runs `work` for each page on this thread and on as many others as there are permits, and calls `deliver` on this
/// thread, in the given order. Permits that become available meanwhile are used too. The first error of `deliver`
/// stops all work.
pub(crate) fn map_ordered<T: Send, E>(
    pages: &[usize],
    permits: &WorkerPermits,
    work: impl Fn(usize) -> Result<T, PageError> + Sync,
    mut deliver: impl FnMut(usize, Result<T, PageError>) -> Result<(), E>,
) -> Result<(), E> {
    // A panic in the caller's work loses one page. The closure's state is not used afterwards, hence
    // `AssertUnwindSafe`.
    let caught = |page| catch_unwind(AssertUnwindSafe(|| work(page))).unwrap_or(Err(PageError::Panicked));
    let queue = Queue::new(pages, caught);
    thread::scope(|scope| {
        let _end = EndOnDrop(&queue);
        for (turn, &page) in pages.iter().enumerate() {
            while queue.has_work_for_another() {
                let Some(permit) = permits.try_acquire() else { break };
                let help = || {
                    queue.help();
                    drop(permit);
                };
                // If the system refuses to start a thread, this one does the work.
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
                queue.lock().helpers += 1;
            }
            deliver(page, queue.take(turn))?;
        }
        Ok(())
    })
}

/// The pages to process, and the results that wait for their turn.
struct Queue<'p, T, W> {
    pages: &'p [usize],
    work: W,
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    results: BTreeMap<usize, Result<T, PageError>>,
    /// The number of pages whose work has started.
    begun: usize,
    /// The number of delivered results.
    delivered: usize,
    /// The number of threads besides the delivering one.
    helpers: usize,
    ended: bool,
}

/// Stops the helpers when results are no longer consumed, also after a panic.
struct EndOnDrop<'q, 'p, T, W>(&'q Queue<'p, T, W>);

impl<T, W> Drop for EndOnDrop<'_, '_, T, W> {
    fn drop(&mut self) {
        let queue = self.0;
        queue.state.lock().unwrap_or_else(PoisonError::into_inner).ended = true;
        queue.changed.notify_all();
    }
}

impl<T> State<T> {
    /// Returns `true` if work has to wait for delivery. The page that is due next never waits, so that one thread
    /// always makes progress.
    fn is_ahead(&self) -> bool {
        self.begun >= self.delivered + (self.helpers + 1) * PAGES_AHEAD
    }
}

impl<'p, T, W: Fn(usize) -> Result<T, PageError>> Queue<'p, T, W> {
    fn new(pages: &'p [usize], work: W) -> Self {
        let state = State { results: BTreeMap::new(), begun: 0, delivered: 0, helpers: 0, ended: false };
        Self { pages, work, state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if there is a page besides the next one, which the delivering thread can process itself.
    fn has_work_for_another(&self) -> bool {
        self.lock().begun + 1 < self.pages.len()
    }

    /// Runs a helper: processes pages, and waits while it is too far ahead.
    fn help(&self) {
        let early = |state: &mut State<T>| !state.ended && state.begun < self.pages.len() && state.is_ahead();
        loop {
            let waited = self.changed.wait_while(self.lock(), early);
            let state = waited.unwrap_or_else(PoisonError::into_inner);
            if state.ended || state.begun >= self.pages.len() {
                return;
            }
            self.work_on_next(state);
        }
    }

    /// Returns the result of a turn. The calling thread works on other pages until it is available.
    fn take(&self, turn: usize) -> Result<T, PageError> {
        let mut state = self.lock();
        loop {
            if let Some(result) = state.results.remove(&turn) {
                state.delivered = turn + 1;
                self.announce(&state);
                return result;
            }
            state = if state.begun < self.pages.len() && !state.is_ahead() {
                self.work_on_next(state);
                self.lock()
            } else {
                self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
            };
        }
    }

    /// Works on the next page that no thread has started.
    fn work_on_next(&self, mut state: MutexGuard<'_, State<T>>) {
        let turn = state.begun;
        let Some(&page) = self.pages.get(turn) else { return };
        state.begun += 1;
        drop(state);
        let result = (self.work)(page);
        let mut state = self.lock();
        state.results.insert(turn, result);
        self.announce(&state);
    }

    /// Wakes the waiting threads. A single thread never waits, and a wake-up would still be a system call, so it is
    /// skipped.
    fn announce(&self, state: &State<T>) {
        if state.helpers > 0 {
            self.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    fn permits(count: usize) -> WorkerPermits {
        WorkerPermits::new(NonZeroUsize::new(count))
    }

    #[test]
    fn results_come_in_order_with_any_number_of_threads() {
        let pages: Vec<usize> = (0..200).step_by(3).collect();
        for count in [1, 2, 8, 300] {
            let mut seen = Vec::new();
            let work = |page: usize| {
                // Pages finish in another order than they start.
                thread::sleep(Duration::from_micros((page * 37 % 11) as u64 * 50));
                Ok(page * 2)
            };
            let done: Result<(), ()> = map_ordered(&pages, &permits(count), work, |page, result| {
                seen.push((page, result.unwrap()));
                Ok(())
            });
            assert_eq!(done, Ok(()));
            assert!(seen.iter().map(|(page, _)| page).eq(&pages));
            assert!(seen.iter().all(|(page, result)| *result == page * 2));
        }
    }

    #[test]
    fn work_is_not_far_ahead_of_delivery() {
        let pages: Vec<usize> = (0..100).collect();
        let begun = AtomicUsize::new(0);
        let work = |page: usize| Ok(begun.fetch_max(page + 1, Ordering::SeqCst));
        let done: Result<(), ()> = map_ordered(&pages, &permits(3), work, |page, _| {
            thread::sleep(Duration::from_millis(1));
            // The current page was counted as delivered just before.
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
            let work = |page| {
                assert_ne!(page, 7);
                Ok(())
            };
            let done: Result<(), ()> = map_ordered(&pages, &permits(count), work, |page, result| {
                lost.extend(result.err().map(|error| (page, error)));
                Ok(())
            });
            assert_eq!((done, lost), (Ok(()), vec![(7, PageError::Panicked)]));

            let stop = |page, _| if page == 20 { Err("full") } else { Ok(()) };
            assert_eq!(map_ordered(&pages, &permits(count), |_| Ok(()), stop), Err("full"));
        }
    }
}

//! Parallel work on pages with results in page order and a bounded number of results in memory.
//!
//! Work may run ahead of delivery by a few pages per thread, so that memory does not grow with the document.

use std::collections::VecDeque;
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
        for &page in pages {
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
            deliver(page, queue.take())?;
        }
        Ok(())
    })
}

/// The pages to process, and the results that wait for their turn.
struct Queue<'p, T, W> {
    pages: &'p [usize],
    work: W,
    state: Mutex<State<T>>,
    /// Wakes helpers when work may begin again, or has ended.
    room: Condvar,
    /// Wakes the delivering thread when the result it waits for is there.
    ready: Condvar,
}

struct State<T> {
    /// The results of the turns from `delivered` on, as far as they are there.
    results: VecDeque<Option<Result<T, PageError>>>,
    /// The number of pages whose work has started.
    begun: usize,
    /// The number of delivered results.
    delivered: usize,
    /// The number of threads besides the delivering one.
    helpers: usize,
    /// The number of helpers that wait because they are too far ahead.
    waiting: usize,
    /// Whether the delivering thread waits for the next result.
    is_awaited: bool,
    ended: bool,
}

/// Stops the helpers when results are no longer consumed, also after a panic.
struct EndOnDrop<'q, 'p, T, W>(&'q Queue<'p, T, W>);

impl<T, W> Drop for EndOnDrop<'_, '_, T, W> {
    fn drop(&mut self) {
        let queue = self.0;
        queue.state.lock().unwrap_or_else(PoisonError::into_inner).ended = true;
        queue.room.notify_all();
    }
}

impl<T> State<T> {
    /// Returns the number of pages that may be started but not yet delivered.
    fn window(&self) -> usize {
        (self.helpers + 1) * PAGES_AHEAD
    }

    /// Returns `true` if work has to wait for delivery. The page that is due next never waits, so that one thread
    /// always makes progress.
    fn is_ahead(&self) -> bool {
        self.begun >= self.delivered + self.window()
    }

    /// Returns `true` if helpers that wait are worth a wake-up: they can begin several pages. Pages that take
    /// microseconds would otherwise cost a change of threads each.
    fn has_room(&self) -> bool {
        self.waiting > 0 && self.begun <= self.delivered + self.window() / 2
    }

    /// Keeps the result of a turn until it is due; returns whether it is due now.
    fn keep(&mut self, turn: usize, result: Result<T, PageError>) -> bool {
        let place = turn - self.delivered;
        while self.results.len() <= place {
            self.results.push_back(None);
        }
        if let Some(slot) = self.results.get_mut(place) {
            *slot = Some(result);
        }
        place == 0
    }

    /// Takes the result that is due, if it is there.
    fn take_due(&mut self) -> Option<Result<T, PageError>> {
        let result = self.results.front_mut()?.take()?;
        self.results.pop_front();
        self.delivered += 1;
        Some(result)
    }
}

impl<'p, T, W: Fn(usize) -> Result<T, PageError>> Queue<'p, T, W> {
    fn new(pages: &'p [usize], work: W) -> Self {
        let results = VecDeque::new();
        let (begun, delivered, helpers, waiting, is_awaited, ended) = (0, 0, 0, 0, false, false);
        let state = State { results, begun, delivered, helpers, waiting, is_awaited, ended };
        Self { pages, work, state: Mutex::new(state), room: Condvar::new(), ready: Condvar::new() }
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
        let mut state = self.lock();
        while !state.ended && state.begun < self.pages.len() {
            if state.is_ahead() {
                state.waiting += 1;
                state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.waiting -= 1;
            } else {
                state = self.work_on_next(state);
            }
        }
    }

    /// Returns the next result in order. The calling thread works on other pages until it is available.
    fn take(&self) -> Result<T, PageError> {
        let mut state = self.lock();
        loop {
            if let Some(result) = state.take_due() {
                if state.has_room() {
                    self.room.notify_all();
                }
                return result;
            }
            state = if state.begun < self.pages.len() && !state.is_ahead() {
                self.work_on_next(state)
            } else {
                state.is_awaited = true;
                self.ready.wait(state).unwrap_or_else(PoisonError::into_inner)
            };
        }
    }

    /// Works on the next page that no thread has started. Threads are only woken if they wait, since a wake-up is a
    /// system call even if nobody does.
    fn work_on_next<'q>(&'q self, mut state: MutexGuard<'q, State<T>>) -> MutexGuard<'q, State<T>> {
        let turn = state.begun;
        let Some(&page) = self.pages.get(turn) else { return state };
        state.begun += 1;
        if state.begun == self.pages.len() && state.waiting > 0 {
            self.room.notify_all();
        }
        drop(state);
        let result = (self.work)(page);
        let mut state = self.lock();
        if state.keep(turn, result) && state.is_awaited {
            state.is_awaited = false;
            self.ready.notify_one();
        }
        state
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

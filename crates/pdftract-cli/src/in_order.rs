//! Works on pages with all hands that are free and gives the results over in the order of the pages.
//!
//! Work may be ahead of the giving over by a few pages for each hand, so that memory does not grow with the document.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::hands::Hands;

/// Pages per hand that may wait for their turn. One slow page then seldom stops the others.
const PAGES_AHEAD: usize = 4;

/// The result for a page, or that the work on it panicked.
pub(crate) type Outcome<T> = Result<T, Panicked>;

/// The work on one page panicked; that on the others is not touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Panicked;

/// Does `work` for each page, here and with all hands that are free, and calls `deliver` here, page by page in the
/// given order. Hands that become free on the way are taken too. The first error of `deliver` ends everything.
pub(crate) fn in_order<T: Send, E>(
    pages: &[usize],
    hands: &Hands,
    work: impl Fn(usize) -> T + Sync,
    mut deliver: impl FnMut(usize, Outcome<T>) -> Result<(), E>,
) -> Result<(), E> {
    let queue = Queue::new(pages, |page| catch_unwind(AssertUnwindSafe(|| work(page))).map_err(|_| Panicked));
    thread::scope(|scope| {
        let _end = EndOnDrop(&queue);
        for (turn, &page) in pages.iter().enumerate() {
            while queue.needs_help() {
                let Some(hand) = hands.take() else { break };
                let help = || {
                    queue.help();
                    drop(hand);
                };
                // The system may refuse to start a thread; then the work is done without.
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

/// The pages to do, and the results that wait for their turn.
struct Queue<'p, T, W> {
    pages: &'p [usize],
    work: W,
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    results: BTreeMap<usize, Outcome<T>>,
    /// How many pages somebody has begun.
    begun: usize,
    /// How many results were given over.
    delivered: usize,
    /// How many work besides the one who delivers.
    helpers: usize,
    ended: bool,
}

/// Lets the helpers go home when nobody takes results any more, also after a panic.
struct EndOnDrop<'q, 'p, T, W>(&'q Queue<'p, T, W>);

impl<T, W> Drop for EndOnDrop<'_, '_, T, W> {
    fn drop(&mut self) {
        let queue = self.0;
        queue.state.lock().unwrap_or_else(PoisonError::into_inner).ended = true;
        queue.changed.notify_all();
    }
}

impl<T> State<T> {
    /// Whether work is so far ahead that it has to wait. The page whose turn it is never waits, so that there is
    /// always somebody who goes on.
    fn is_ahead(&self) -> bool {
        self.begun >= self.delivered + (self.helpers + 1) * PAGES_AHEAD
    }
}

impl<'p, T, W: Fn(usize) -> Outcome<T>> Queue<'p, T, W> {
    fn new(pages: &'p [usize], work: W) -> Self {
        let state = State { results: BTreeMap::new(), begun: 0, delivered: 0, helpers: 0, ended: false };
        Self { pages, work, state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is a page for another one beside the next, which the caller can do itself.
    fn needs_help(&self) -> bool {
        self.lock().begun + 1 < self.pages.len()
    }

    /// What each helper does: page after page, waiting when it is too far ahead.
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

    /// The result whose turn it is. Until it is there, the caller works on other pages.
    fn take(&self, turn: usize) -> Outcome<T> {
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

    /// Does the next page that nobody has begun.
    fn work_on_next(&self, mut state: MutexGuard<'_, State<T>>) {
        let turn = state.begun;
        state.begun += 1;
        drop(state);
        let result = (self.work)(self.pages[turn]);
        let mut state = self.lock();
        state.results.insert(turn, result);
        self.announce(&state);
    }

    /// Wakes those who wait for a change. One who works alone never waits, and waking nobody is a call of the system too.
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

    fn hands(count: usize) -> Hands {
        Hands::new(NonZeroUsize::new(count))
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
            let done: Result<(), ()> = in_order(&pages, &hands(count), work, |page, result| {
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
        let done: Result<(), ()> = in_order(&pages, &hands(3), work, |page, _| {
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
            let done: Result<(), ()> = in_order(&pages, &hands(count), work, |page, result| {
                lost.extend(result.err().map(|_| page));
                Ok(())
            });
            assert_eq!((done, lost), (Ok(()), vec![7]));

            let stop = |page, _| if page == 20 { Err("full") } else { Ok(()) };
            assert_eq!(in_order(&pages, &hands(count), |_| (), stop), Err("full"));
        }
    }
}

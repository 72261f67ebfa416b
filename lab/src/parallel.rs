//! Maps a function over items on several threads, with results in the order of the items.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Processes all items on `jobs` threads, by default one per core; stops at the first error.
pub(crate) fn map<T: Sync, R: Send>(
    items: &[T],
    jobs: Option<NonZeroUsize>,
    work: impl Fn(&T) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String> {
    let jobs = jobs.or(thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let next = AtomicUsize::new(0);
    let take = || -> Result<Vec<(usize, R)>, String> {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return Ok(results) };
            results.push((index, work(item)?));
        }
    };
    let shares: Vec<Result<Vec<(usize, R)>, String>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(take)).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|_| Err("a thread of lab panicked".to_owned()))
        };
        threads.into_iter().map(join).collect()
    });
    let mut results = Vec::with_capacity(items.len());
    for share in shares {
        results.extend(share?);
    }
    // Threads finish in any order, but reports must be deterministic.
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_and_errors_come_through() {
        let items: Vec<u32> = (0..100).collect();
        let jobs = NonZeroUsize::new(3);
        assert_eq!(map(&items, jobs, |item| Ok(item * 2)), Ok((0..100).map(|item| item * 2).collect()));
        assert_eq!(map(&items, jobs, |_| Err::<(), _>("no".into())), Err("no".into()));
    }
}

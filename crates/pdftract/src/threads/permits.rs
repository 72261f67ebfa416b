//! Worker permits: limit the number of concurrent worker threads, shared by files and by the pages of files.
//!
//! The thread that creates the permits holds the first one. A thread with more work tries to acquire another: files
//! come first, and when all files are taken, the pages of files still in progress.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::thread;

/// A counting semaphore for worker threads that never blocks.
///
/// ```
/// use std::num::NonZeroUsize;
/// use pdftract::WorkerPermits;
///
/// let permits = WorkerPermits::new(NonZeroUsize::new(2));
/// let second = permits.try_acquire();
/// assert!(second.is_some() && permits.try_acquire().is_none());
/// drop(second);
/// assert!(permits.try_acquire().is_some());
/// ```
#[derive(Debug)]
pub struct WorkerPermits {
    /// Determined only when a second permit is requested, because querying the number of cores reads several files.
    count: OnceLock<isize>,
    /// May exceed the count briefly when a waiting thread resumes work.
    in_use: AtomicIsize,
}

/// A permit to run one more worker thread. It is released when dropped.
#[derive(Debug)]
pub struct Permit<'p>(&'p WorkerPermits);

/// The permit of a thread that only waits, available to others until this is dropped.
#[derive(Debug)]
pub struct ReleasedPermit<'p>(&'p WorkerPermits);

impl WorkerPermits {
    /// Creates permits, one of which belongs to the calling thread. `None` means one per core.
    pub fn new(count: Option<NonZeroUsize>) -> Self {
        let count = count.map_or_else(OnceLock::new, |count| OnceLock::from(signed(count)));
        Self { count, in_use: AtomicIsize::new(1) }
    }

    /// Acquires one more permit if one is available.
    pub fn try_acquire(&self) -> Option<Permit<'_>> {
        let cores = || thread::available_parallelism().map_or(1, signed);
        let count = *self.count.get_or_init(cores);
        let one_more = |in_use: isize| (in_use < count).then(|| in_use + 1);
        let acquired = self.in_use.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
        acquired.is_ok().then(|| Permit(self))
    }

    /// Lets others use the calling thread's permit while it waits.
    pub fn release_while_waiting(&self) -> ReleasedPermit<'_> {
        self.in_use.fetch_sub(1, Ordering::Relaxed);
        ReleasedPermit(self)
    }
}

fn signed(count: NonZeroUsize) -> isize {
    isize::try_from(count.get()).unwrap_or(isize::MAX)
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.0.in_use.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for ReleasedPermit<'_> {
    fn drop(&mut self) {
        self.0.in_use.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_permits_as_requested() {
        let permits = WorkerPermits::new(NonZeroUsize::new(3));
        let (first, second) = (permits.try_acquire(), permits.try_acquire());
        assert!(first.is_some() && second.is_some() && permits.try_acquire().is_none());
        drop(first);
        assert!(permits.try_acquire().is_some());
        let _released = permits.release_while_waiting();
        assert!(permits.try_acquire().is_some());
    }
}

//! Admission: requests that wait for a worker, and bytes that wait in memory.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::problem::Problem;

/// The unit in which bytes are counted.
const UNIT: usize = 1 << 10;

/// Bytes in memory over all requests.
#[derive(Debug, Clone)]
pub(crate) struct ByteBudget(Arc<Semaphore>);

impl ByteBudget {
    pub(crate) fn new(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new((bytes / UNIT).min(Semaphore::MAX_PERMITS))))
    }

    /// Returns the bytes that are left.
    pub(crate) fn left(&self) -> usize {
        self.0.available_permits() * UNIT
    }

    /// Begins an account that holds nothing.
    pub(crate) fn account(&self) -> Account {
        Account { budget: self.clone(), held: None, bytes: 0, units: 0 }
    }
}

/// The bytes that one request holds; they are given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Account {
    budget: ByteBudget,
    held: Option<OwnedSemaphorePermit>,
    bytes: usize,
    units: usize,
}

impl Account {
    /// Adds bytes; returns whether there is room for them.
    pub(crate) fn add(&mut self, bytes: usize) -> bool {
        let total = self.bytes + bytes;
        let missing = total.div_ceil(UNIT).saturating_sub(self.units);
        if missing > 0 {
            let Ok(count) = u32::try_from(missing) else { return false };
            let Ok(more) = Arc::clone(&self.budget.0).try_acquire_many_owned(count) else { return false };
            match &mut self.held {
                Some(held) => held.merge(more),
                None => self.held = Some(more),
            }
            self.units += missing;
        }
        self.bytes = total;
        true
    }
}

/// Requests that have a worker, and those that wait for one.
#[derive(Debug)]
pub(crate) struct Queue {
    admitted: Arc<Semaphore>,
    workers: Arc<Semaphore>,
    patience: Duration,
    places: usize,
    worker_count: usize,
}

/// The right to use a worker.
#[derive(Debug)]
pub(crate) struct Turn {
    _admitted: OwnedSemaphorePermit,
    _worker: OwnedSemaphorePermit,
}

impl Queue {
    /// Makes a queue for some workers, in which some requests may wait for at most `patience`.
    pub(crate) fn new(workers: usize, waiting: usize, patience: Duration) -> Self {
        let places = workers + waiting;
        Self {
            admitted: Arc::new(Semaphore::new(places)),
            workers: Arc::new(Semaphore::new(workers)),
            patience,
            places,
            worker_count: workers,
        }
    }

    /// Waits for a worker; fails at once if too many wait already.
    pub(crate) async fn turn(&self) -> Result<Turn, Problem> {
        let full = || Problem::new("queue_full", "too many requests wait for a worker");
        let admitted = Arc::clone(&self.admitted).try_acquire_owned().map_err(|_| full())?;
        let worker = tokio::time::timeout(self.patience, Arc::clone(&self.workers).acquire_owned()).await;
        let worker = worker.map_err(|_| full())?.map_err(|_| full())?;
        Ok(Turn { _admitted: admitted, _worker: worker })
    }

    /// Returns the number of requests that have a worker.
    pub(crate) fn busy(&self) -> usize {
        self.worker_count - self.workers.available_permits()
    }

    /// Returns the number of requests that wait.
    pub(crate) fn waiting(&self) -> usize {
        (self.places - self.admitted.available_permits()).saturating_sub(self.busy())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_given_back() {
        let budget = ByteBudget::new(4 * UNIT);
        let mut account = budget.account();
        assert!(account.add(1) && account.add(UNIT) && account.add(2 * UNIT - 1));
        assert_eq!(budget.left(), UNIT);
        assert!(!account.add(2 * UNIT));
        drop(account);
        assert_eq!(budget.left(), 4 * UNIT);
    }
}

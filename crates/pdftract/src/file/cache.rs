//! Caches parsed objects and decoded object streams, within a number of bytes.
//!
//! The cache only affects speed: an object that is read again has the same value. Items that have not been used for
//! long are evicted, so that documents of any length need the same memory.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A hasher for object numbers: one multiplication spreads them well enough. They come from the file, but flooding
/// with collisions is impossible because the multiplication is a bijection.
#[derive(Default)]
pub(crate) struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u16(&mut self, value: u16) {
        self.write_u32(u32::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0 ^ u64::from(value)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
    }
}

type Items<T> = HashMap<u32, Arc<T>, BuildHasherDefault<NumberHasher>>;

#[derive(Debug)]
struct Shelves<T> {
    /// Items used since the last rotation, and their cost.
    recent: Items<T>,
    cost: usize,
    /// Items used before that. They are evicted at the next rotation unless they are requested again.
    older: Items<T>,
}

impl<T> Shelves<T> {
    fn put(&mut self, number: u32, item: Arc<T>, cost: usize, max_cost: usize) {
        if self.cost.saturating_add(cost) > max_cost {
            self.older = std::mem::take(&mut self.recent);
            self.cost = 0;
        }
        self.cost += cost;
        self.recent.insert(number, item);
    }
}

/// A cache keyed by object number.
#[derive(Debug)]
pub(crate) struct Cache<T> {
    shelves: Mutex<Shelves<T>>,
    max_cost: usize,
    cost_of: fn(&T) -> usize,
}

impl<T> Cache<T> {
    /// Creates a cache for items of about twice `max_cost` bytes. The last item is always kept.
    pub(crate) fn new(max_cost: usize, cost_of: fn(&T) -> usize) -> Self {
        let shelves = Shelves { recent: HashMap::default(), cost: 0, older: HashMap::default() };
        Self { shelves: Mutex::new(shelves), max_cost, cost_of }
    }

    fn lock(&self) -> MutexGuard<'_, Shelves<T>> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, number: u32) -> Option<Arc<T>> {
        let mut shelves = self.lock();
        if let Some(item) = shelves.recent.get(&number) {
            return Some(Arc::clone(item));
        }
        let item = shelves.older.remove(&number)?;
        shelves.put(number, Arc::clone(&item), (self.cost_of)(&item), self.max_cost);
        Some(item)
    }

    pub(crate) fn put(&self, number: u32, item: &Arc<T>) {
        self.lock().put(number, Arc::clone(item), (self.cost_of)(item), self.max_cost);
    }

    pub(crate) fn clear(&self) {
        let mut shelves = self.lock();
        shelves.recent.clear();
        shelves.older.clear();
        shelves.cost = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_not_used_for_long_are_evicted() {
        let cache = Cache::new(10, |_: &u32| 4);
        (1..=3).for_each(|number| cache.put(number, &Arc::new(number)));
        assert_eq!(cache.get(1).as_deref(), Some(&1), "asking for it keeps it");
        (4..=6).for_each(|number| cache.put(number, &Arc::new(number)));
        assert_eq!(cache.get(2), None);
        assert_eq!(cache.get(6).as_deref(), Some(&6));
    }

    #[test]
    fn a_large_item_in_use_is_not_evicted_by_small_ones() {
        let cache = Cache::new(10, |cost: &usize| *cost);
        cache.put(0, &Arc::new(1_000));
        for number in 1..100 {
            cache.put(number, &Arc::new(1));
            assert!(cache.get(0).is_some());
        }
    }
}

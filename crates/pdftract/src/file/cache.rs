//! Keeps parsed objects and decoded object streams for reuse, within a number of bytes.
//!
//! The cache only saves time: an object read again gives the same value. When a part is full it is emptied, so a
//! document of any length needs the same memory.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Object numbers are spread well enough by one multiplication; they come from the file, but a flood of collisions
/// is impossible because the multiplication is a bijection.
#[derive(Default)]
struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0 ^ u64::from(value)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
    }
}

#[derive(Debug)]
struct Shelf<T> {
    items: HashMap<u32, Arc<T>, BuildHasherDefault<NumberHasher>>,
    cost: usize,
}

/// A cache by object number.
#[derive(Debug)]
pub(crate) struct Cache<T> {
    shelf: Mutex<Shelf<T>>,
    max_cost: usize,
}

impl<T> Cache<T> {
    pub(crate) fn new(max_cost: usize) -> Self {
        Self { shelf: Mutex::new(Shelf { items: HashMap::default(), cost: 0 }), max_cost }
    }

    fn lock(&self) -> MutexGuard<'_, Shelf<T>> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, number: u32) -> Option<Arc<T>> {
        self.lock().items.get(&number).cloned()
    }

    pub(crate) fn put(&self, number: u32, item: &Arc<T>, cost: usize) {
        let mut shelf = self.lock();
        if shelf.cost.saturating_add(cost) > self.max_cost {
            shelf.items.clear();
            shelf.cost = 0;
        }
        shelf.cost += cost;
        shelf.items.insert(number, Arc::clone(item));
    }

    pub(crate) fn clear(&self) {
        let mut shelf = self.lock();
        shelf.items.clear();
        shelf.cost = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_within_its_cost() {
        let cache = Cache::new(10);
        (1..=3).for_each(|number| cache.put(number, &Arc::new(number), 4));
        assert!(cache.get(1).is_none() && cache.get(2).is_none());
        assert_eq!(cache.get(3).as_deref(), Some(&3));
        cache.put(9, &Arc::new(9), 11);
        assert!(cache.get(3).is_none() && cache.get(9).is_some(), "the newest stays, however large");
    }
}

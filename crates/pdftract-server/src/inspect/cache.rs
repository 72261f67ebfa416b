//! A cache of answers that is bounded by bytes; the least recently used ones are dropped.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;

/// Answers by key.
#[derive(Debug)]
pub(super) struct Cache<K> {
    kept: Mutex<Kept<K>>,
    most_bytes: usize,
}

#[derive(Debug)]
struct Kept<K> {
    /// Each answer with the time of its last use.
    answers: HashMap<K, (u64, Bytes)>,
    bytes: usize,
    time: u64,
}

impl<K: Eq + Hash + Clone> Cache<K> {
    pub(super) fn new(most_bytes: usize) -> Self {
        let kept = Kept { answers: HashMap::new(), bytes: 0, time: 0 };
        Self { kept: Mutex::new(kept), most_bytes }
    }

    pub(super) fn get(&self, key: &K) -> Option<Bytes> {
        let mut kept = self.lock();
        kept.time += 1;
        let time = kept.time;
        let (used, answer) = kept.answers.get_mut(key)?;
        *used = time;
        Some(answer.clone())
    }

    pub(super) fn keep(&self, key: K, answer: Bytes) {
        let mut kept = self.lock();
        if answer.len() > self.most_bytes / 2 {
            return;
        }
        kept.time += 1;
        kept.bytes += answer.len();
        let time = kept.time;
        if let Some((_, replaced)) = kept.answers.insert(key, (time, answer)) {
            kept.bytes -= replaced.len();
        }
        while kept.bytes > self.most_bytes {
            let oldest = kept.answers.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| key.clone());
            let Some((_, dropped)) = oldest.and_then(|key| kept.answers.remove(&key)) else { break };
            kept.bytes -= dropped.len();
        }
    }

    pub(super) fn clear(&self) {
        let mut kept = self.lock();
        kept.answers.clear();
        kept.bytes = 0;
    }

    fn lock(&self) -> MutexGuard<'_, Kept<K>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_answers_are_dropped() {
        let cache = Cache::new(10);
        let four = || Bytes::from_static(b"four");
        cache.keep(1, four());
        cache.keep(2, four());
        assert!(cache.get(&1).is_some());
        cache.keep(3, four());
        assert!(cache.get(&2).is_none(), "2 was used least recently");
        assert!(cache.get(&1).is_some() && cache.get(&3).is_some());
        cache.keep(4, Bytes::from(vec![0; 6]));
        assert!(cache.get(&4).is_none(), "one answer may not take most of the cache");
    }
}

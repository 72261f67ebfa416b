//! Parts of one kind that fonts share, by the place they were read from, with the memory they are charged.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::budget::Charge;
use crate::session::Session;

/// A part with what it is charged; nobody has it once it is dropped.
struct Part<T> {
    value: Arc<T>,
    _charge: Charge,
}

type Slot<T> = Arc<OnceLock<Option<Part<T>>>>;

/// Parts of one kind.
pub(super) struct Parts<K, T>(Mutex<HashMap<K, Slot<T>>>);

impl<K, T> Default for Parts<K, T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Copy + Eq + Hash, T> Parts<K, T> {
    /// Returns the part of a key, read if nobody asked for it before. `None` when it cannot be read or there is no memory
    /// left for it; `bytes_of` says how much it takes.
    pub(super) fn get(
        &self,
        key: K,
        session: &Session,
        read: impl FnOnce() -> Option<T>,
        bytes_of: impl FnOnce(&T) -> usize,
    ) -> Option<Arc<T>> {
        let slot = {
            let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(slots.entry(key).or_default())
        };
        // Reading happens outside the lock, so that threads wait only for the part they need.
        let part = slot.get_or_init(|| {
            let value = read()?;
            let _charge = charge(session, bytes_of(&value))?;
            Some(Part { value: Arc::new(value), _charge })
        });
        part.as_ref().map(|part| Arc::clone(&part.value))
    }

    /// Drops the parts that no font has any more.
    pub(super) fn drop_unused(&self) {
        let is_used = |slot: &Slot<T>| match slot.get() {
            Some(part) => part.as_ref().is_some_and(|part| Arc::strong_count(&part.value) > 1),
            None => true,
        };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, slot| is_used(slot));
    }
}

/// Charges memory that a font keeps; reports it when there is none left.
fn charge(session: &Session, bytes: usize) -> Option<Charge> {
    session.budget().fonts().charge(bytes).inspect_err(|&stop| session.note_stop(stop)).ok()
}

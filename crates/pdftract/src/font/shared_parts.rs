//! Parts that several fonts of a document may share: read once, kept once, charged once.
//!
//! Writers give each font object the same `/ToUnicode` stream or program, and hostile files give it to thousands of them.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::cmap::CMap;
use super::program::FontProgram;
use super::to_unicode::ToUnicode;
use super::type3::GlyphCache;
use super::widths::{CidRange, VerticalMetrics};
use crate::budget::Charge;
use crate::file::object::ObjectId;
use crate::session::Session;

/// Parts by the object they were read from.
pub(crate) struct SharedParts {
    /// Type 3 glyphs as they were drawn lately.
    pub(crate) drawn: Arc<GlyphCache>,
    pub(super) to_unicode: Parts<ObjectId, ToUnicode>,
    pub(super) cmaps: Parts<ObjectId, CMap>,
    pub(super) programs: Parts<ObjectId, Option<FontProgram>>,
    pub(super) glyph_maps: Parts<ObjectId, Vec<u8>>,
    pub(super) widths: Parts<(u32, u32), Vec<CidRange<f32>>>,
    pub(super) vertical: Parts<(u32, u32), Vec<CidRange<VerticalMetrics>>>,
}

impl SharedParts {
    pub(crate) fn new(drawn: Arc<GlyphCache>) -> Self {
        Self {
            drawn,
            to_unicode: Parts::default(),
            cmaps: Parts::default(),
            programs: Parts::default(),
            glyph_maps: Parts::default(),
            widths: Parts::default(),
            vertical: Parts::default(),
        }
    }

    /// Drops what no font has any more; it is read again when a font asks for it.
    pub(crate) fn drop_unused(&self) {
        self.to_unicode.drop_unused();
        self.cmaps.drop_unused();
        self.programs.drop_unused();
        self.glyph_maps.drop_unused();
        self.widths.drop_unused();
        self.vertical.drop_unused();
    }
}

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

    fn drop_unused(&self) {
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

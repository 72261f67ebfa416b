//! Keeps the fonts of a document, each loaded once, whoever asks first.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use crate::file::cache::Cache;
use crate::file::object::{Dict, ObjectId};
use crate::font::Font;
use crate::font::load;
use crate::font::type3::Type3Glyph;
use crate::knowledge::Knowledge;

type Slot = Arc<OnceLock<Arc<Font>>>;
type Slots = Mutex<HashMap<(ObjectId, u8), Slot>>;

/// Bytes of drawn Type 3 glyphs that are kept, of all fonts together: each glyph is asked for several times, by widths,
/// sizes, shapes and text. A document set in TeX's bitmaps has some hundred of 10 kB each.
const DRAWN_BYTES: usize = 4 << 20;

/// All fonts that were asked for, by their object; Type 3 fonts inside Type 3 fonts also by how deep they stand.
#[derive(Clone)]
pub(crate) struct FontStore {
    slots: Arc<Slots>,
    drawn: Arc<Cache<Type3Glyph>>,
    knowledge: Arc<Knowledge>,
    /// The CMaps of fonts that name wrong ones, by the numbers of their objects.
    true_cmaps: Arc<BTreeMap<u32, String>>,
}

/// The store as the fonts in it know it: they must not keep it alive.
#[derive(Clone)]
pub(crate) struct WeakStore {
    slots: Weak<Slots>,
    drawn: Arc<Cache<Type3Glyph>>,
    knowledge: Arc<Knowledge>,
    true_cmaps: Arc<BTreeMap<u32, String>>,
}

impl WeakStore {
    pub(crate) fn upgrade(&self) -> Option<FontStore> {
        let (drawn, knowledge) = (Arc::clone(&self.drawn), Arc::clone(&self.knowledge));
        let true_cmaps = Arc::clone(&self.true_cmaps);
        self.slots.upgrade().map(|slots| FontStore { slots, drawn, knowledge, true_cmaps })
    }

    /// Type 3 glyphs as they were drawn lately, by numbers that the fonts choose.
    pub(crate) fn drawn(&self) -> &Cache<Type3Glyph> {
        &self.drawn
    }

    /// The CMap that a font should have named.
    pub(crate) fn true_cmap(&self, font: &Dict<'_>) -> Option<&str> {
        self.true_cmaps.get(&font.id()?.number).map(String::as_str)
    }

    /// What the caller knows of fonts.
    pub(crate) fn knowledge(&self) -> Arc<Knowledge> {
        Arc::clone(&self.knowledge)
    }
}

impl FontStore {
    /// An empty store whose fonts see what the caller knows.
    pub(crate) fn new(knowledge: Arc<Knowledge>) -> Self {
        Self::empty(knowledge, BTreeMap::new())
    }

    /// An empty store for the same document, in which some fonts have other CMaps than they name.
    pub(crate) fn with_true_cmaps(&self, true_cmaps: BTreeMap<u32, String>) -> Self {
        Self::empty(Arc::clone(&self.knowledge), true_cmaps)
    }

    fn empty(knowledge: Arc<Knowledge>, true_cmaps: BTreeMap<u32, String>) -> Self {
        let drawn = Arc::new(Cache::new(DRAWN_BYTES, Type3Glyph::bytes));
        Self { slots: Arc::default(), drawn, knowledge, true_cmaps: Arc::new(true_cmaps) }
    }

    /// The fonts that have other CMaps than they name.
    pub(crate) fn true_cmaps(&self) -> &BTreeMap<u32, String> {
        &self.true_cmaps
    }

    /// The font of a dictionary. One that is not an object of its own is loaded anew each time.
    pub(crate) fn font(&self, dict: &Dict<'_>) -> Arc<Font> {
        self.at_depth(dict, 0)
    }

    /// The font of text inside a Type 3 glyph.
    pub(crate) fn nested(&self, dict: &Dict<'_>, depth: u8) -> Arc<Font> {
        let is_type3 = dict.name_is(b"Subtype", b"Type3") || dict.has(b"CharProcs");
        self.at_depth(dict, if is_type3 { depth } else { 0 })
    }

    fn at_depth(&self, dict: &Dict<'_>, depth: u8) -> Arc<Font> {
        let store = WeakStore {
            slots: Arc::downgrade(&self.slots),
            drawn: Arc::clone(&self.drawn),
            knowledge: Arc::clone(&self.knowledge),
            true_cmaps: Arc::clone(&self.true_cmaps),
        };
        let Some(id) = dict.id() else { return Arc::new(load::load(dict, depth, store)) };
        let slot = {
            let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(slots.entry((id, depth)).or_default())
        };
        // Loading happens outside the lock, so that threads wait only for the font they need.
        Arc::clone(slot.get_or_init(|| Arc::new(load::load(dict, depth, store))))
    }
}

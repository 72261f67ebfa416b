//! Caches the fonts of a document; each is loaded once, for all threads.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use super::picture_cache::PictureCache;
use super::resolved_font::{InnerFonts, ResolvedFont};
use crate::file::cache::Cache;
use crate::file::object::{Dict, ObjectId};
use crate::font::load;
use crate::font::type3::{GlyphCache, Type3Glyph};
use crate::knowledge::Knowledge;
use crate::session::Session;

type Slot = Arc<OnceLock<Arc<ResolvedFont>>>;
type Slots = Mutex<HashMap<(ObjectId, u8), Slot>>;

/// The size of the cache of drawn Type 3 glyphs of all fonts, in bytes: each glyph is needed several times, for
/// widths, sizes, shapes and text. A document set in TeX's bitmaps has about a hundred of 10 kB each.
const DRAWN_BYTES: usize = 4 << 20;

/// All fonts used so far, by their object; Type 3 fonts inside Type 3 fonts also by their depth.
#[derive(Clone)]
pub(crate) struct FontStore {
    slots: Arc<Slots>,
    shared: Arc<Shared>,
}

/// A weak reference to the store for the fonts in it, which must not keep it alive.
#[derive(Clone)]
pub(super) struct WeakStore {
    slots: Weak<Slots>,
    shared: Arc<Shared>,
}

/// The data needed to load any font of the document.
struct Shared {
    drawn: Arc<GlyphCache>,
    pictures: Arc<PictureCache>,
    knowledge: Arc<Knowledge>,
    /// The corrected CMaps of fonts that name wrong ones, by their object numbers.
    true_cmaps: BTreeMap<u32, String>,
}

impl WeakStore {
    pub(super) fn upgrade(&self) -> Option<FontStore> {
        self.slots.upgrade().map(|slots| FontStore { slots, shared: Arc::clone(&self.shared) })
    }
}

impl FontStore {
    /// Returns an empty store with the facts supplied by the caller.
    pub(crate) fn new(knowledge: Arc<Knowledge>) -> Self {
        Self::empty(knowledge, Arc::default(), BTreeMap::new())
    }

    /// Returns an empty store for the same document, in which some fonts have corrected CMaps.
    pub(crate) fn with_true_cmaps(&self, true_cmaps: BTreeMap<u32, String>) -> Self {
        let Shared { knowledge, pictures, .. } = self.shared.as_ref();
        Self::empty(Arc::clone(knowledge), Arc::clone(pictures), true_cmaps)
    }

    fn empty(
        knowledge: Arc<Knowledge>,
        pictures: Arc<PictureCache>,
        true_cmaps: BTreeMap<u32, String>,
    ) -> Self {
        let drawn = Arc::new(Cache::new(DRAWN_BYTES, Type3Glyph::bytes));
        Self { slots: Arc::default(), shared: Arc::new(Shared { drawn, pictures, knowledge, true_cmaps }) }
    }

    /// Returns the corrected CMaps.
    pub(crate) fn true_cmaps(&self) -> &BTreeMap<u32, String> {
        &self.shared.true_cmaps
    }

    /// Returns the font of a dictionary. A font that is not an indirect object is loaded again each time.
    pub(crate) fn font(&self, dict: &Dict<'_>, session: &Session) -> Arc<ResolvedFont> {
        self.at_depth(dict, session, 0)
    }

    /// Returns the font of text inside a Type 3 glyph. Type 3 fonts are loaded separately for each depth, so that
    /// none waits for itself.
    pub(super) fn nested(&self, dict: &Dict<'_>, session: &Session, depth: u8) -> Arc<ResolvedFont> {
        let is_type3 = dict.name_is(b"Subtype", b"Type3") || dict.has(b"CharProcs");
        self.at_depth(dict, session, if is_type3 { depth } else { 0 })
    }

    fn at_depth(&self, dict: &Dict<'_>, session: &Session, depth: u8) -> Arc<ResolvedFont> {
        let Some(id) = dict.id() else { return Arc::new(self.load(dict, session, depth)) };
        let slot = {
            let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(slots.entry((id, depth)).or_default())
        };
        // Loading happens outside the lock, so that threads wait only for the font they need.
        Arc::clone(slot.get_or_init(|| Arc::new(self.load(dict, session, depth))))
    }

    fn load(&self, dict: &Dict<'_>, session: &Session, depth: u8) -> ResolvedFont {
        let true_cmap = dict.id().and_then(|id| self.shared.true_cmaps.get(&id.number));
        let font = load::load(dict, session, true_cmap.map(String::as_str), &self.shared.drawn);
        let store = WeakStore { slots: Arc::downgrade(&self.slots), shared: Arc::clone(&self.shared) };
        let inner_fonts = font.is_type3().then_some(InnerFonts { store, depth });
        let Shared { knowledge, pictures, .. } = self.shared.as_ref();
        ResolvedFont::new(font, Arc::clone(knowledge), Arc::clone(pictures), inner_fonts)
    }
}

//! Caches the fonts of a document; each is loaded once, for all threads.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use super::picture_cache::PictureCache;
use super::resolved_font::{InnerFonts, ResolvedFont};
use crate::budget::{Account, Charge, WorkLeft};
use crate::file::cache::Cache;
use crate::file::object::{Dict, ObjectId};
use crate::font::shared_parts::SharedParts;
use crate::font::type3::Type3Glyph;
use crate::font::{Font, load};
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
    parts: Arc<SharedParts>,
    pictures: Arc<PictureCache>,
    knowledge: Arc<Knowledge>,
    /// The corrected CMaps of fonts that name wrong ones, by their object numbers.
    true_cmaps: BTreeMap<u32, String>,
    /// `false` if fonts are only asked what the file states.
    reads_shapes: bool,
    /// What stands in for fonts that there is no memory for.
    substitute: OnceLock<Arc<ResolvedFont>>,
    /// How many fonts there were when unused ones were dropped last.
    after_last_drop: AtomicUsize,
}

/// Memory that any font takes: mostly the table of its codes.
const FONT_BYTES: usize = 9 << 10;
/// Unused fonts are dropped when this many, or a quarter of all, were added since the last time, so that looking for them costs
/// little.
const FONTS_BETWEEN_DROPS: usize = 256;

impl WeakStore {
    pub(super) fn upgrade(&self) -> Option<FontStore> {
        self.slots.upgrade().map(|slots| FontStore { slots, shared: Arc::clone(&self.shared) })
    }
}

impl FontStore {
    /// Returns an empty store whose fonts see what the caller knows; `work` is what looking at glyphs may take.
    pub(crate) fn new(knowledge: Arc<Knowledge>, work: WorkLeft) -> Self {
        Self::empty(knowledge, Arc::new(PictureCache::within(work)), BTreeMap::new(), true)
    }

    /// Returns an empty store for the same document, in which some fonts have corrected CMaps.
    pub(crate) fn with_true_cmaps(&self, true_cmaps: BTreeMap<u32, String>) -> Self {
        let Shared { knowledge, pictures, .. } = self.shared.as_ref();
        Self::empty(Arc::clone(knowledge), Arc::clone(pictures), true_cmaps, true)
    }

    /// Returns an empty store for the same document whose fonts give the text that the file states, without a look at the
    /// shapes of glyphs: codes without one are unknown, and wrong maps are believed.
    pub(crate) fn as_stated(&self) -> Self {
        let Shared { knowledge, pictures, .. } = self.shared.as_ref();
        Self::empty(Arc::clone(knowledge), Arc::clone(pictures), BTreeMap::new(), false)
    }

    fn empty(
        knowledge: Arc<Knowledge>,
        pictures: Arc<PictureCache>,
        true_cmaps: BTreeMap<u32, String>,
        reads_shapes: bool,
    ) -> Self {
        let drawn = Arc::new(Cache::new(DRAWN_BYTES, Type3Glyph::bytes));
        let shared = Shared {
            parts: Arc::new(SharedParts::new(drawn)),
            pictures,
            knowledge,
            true_cmaps,
            reads_shapes,
            substitute: OnceLock::new(),
            after_last_drop: AtomicUsize::new(0),
        };
        Self { slots: Arc::default(), shared: Arc::new(shared) }
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
        let Some(id) = dict.id() else { return self.load(dict, session, depth) };
        let slot = {
            let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(slots.entry((id, depth)).or_default())
        };
        // Loading happens outside the lock, so that threads wait only for the font they need.
        Arc::clone(slot.get_or_init(|| self.load(dict, session, depth)))
    }

    /// Loads a font, or returns what stands in for it when there is no memory left.
    fn load(&self, dict: &Dict<'_>, session: &Session, depth: u8) -> Arc<ResolvedFont> {
        let account = session.budget().fonts();
        let charge = account.charge(FONT_BYTES).or_else(|_| {
            self.drop_unused();
            account.charge(FONT_BYTES)
        });
        let loaded = charge.and_then(|charge| {
            let font = self.load_font(dict, session);
            let more = account.charge(font.bytes())?;
            Ok(Arc::new(self.resolved(font, depth, account, [Some(charge), Some(more)])))
        });
        loaded.unwrap_or_else(|stop| {
            session.note_stop(stop);
            Arc::clone(self.shared.substitute.get_or_init(|| Arc::new(ResolvedFont::substitute())))
        })
    }

    /// Drops fonts that no page has any more, and what only they had; they are loaded again when a page shows them.
    fn drop_unused(&self) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = self.shared.after_last_drop.load(Ordering::Relaxed);
        if slots.len() < kept + FONTS_BETWEEN_DROPS.max(kept / 4) {
            return;
        }
        let is_used = |slot: &Slot| slot.get().is_none_or(|font| Arc::strong_count(font) > 1);
        slots.retain(|_, slot| Arc::strong_count(slot) > 1 || is_used(slot));
        self.shared.after_last_drop.store(slots.len(), Ordering::Relaxed);
        drop(slots);
        self.shared.parts.drop_unused();
    }

    fn load_font(&self, dict: &Dict<'_>, session: &Session) -> Font {
        let true_cmap = dict.id().and_then(|id| self.shared.true_cmaps.get(&id.number));
        load::load(dict, session, true_cmap.map(String::as_str), &self.shared.parts)
    }

    fn resolved(
        &self,
        font: Font,
        depth: u8,
        account: &Account,
        charges: [Option<Charge>; 2],
    ) -> ResolvedFont {
        let store = WeakStore { slots: Arc::downgrade(&self.slots), shared: Arc::clone(&self.shared) };
        let inner_fonts = font.is_type3().then_some(InnerFonts { store, depth });
        let Shared { knowledge, pictures, .. } = self.shared.as_ref();
        let (knowledge, pictures) = (Arc::clone(knowledge), Arc::clone(pictures));
        let mut resolved =
            ResolvedFont::new(font, knowledge, pictures, inner_fonts, account.clone(), charges);
        resolved.reads_shapes = self.shared.reads_shapes;
        resolved
    }
}

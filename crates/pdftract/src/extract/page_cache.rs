//! Pages that were drawn before anybody asked for them, to learn from their text; kept so that they are not drawn twice.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::content::PageGlyphs;
use crate::diagnostic::Diagnostic;

/// Glyphs that are kept of all pages together: 3 MB, some twenty dense pages. Pages beyond it are drawn again.
const MOST_GLYPHS: usize = 64_000;

/// A page and what was lost or repaired when it was drawn.
pub(super) type Drawn = (PageGlyphs, Vec<Diagnostic>);

/// Pages by their index, each handed out once.
#[derive(Default)]
pub(super) struct PageCache {
    pages: Mutex<BTreeMap<usize, Drawn>>,
}

impl PageCache {
    /// Keeps a page if there is room.
    pub(super) fn keep(&self, drawn: Drawn) {
        let mut pages = self.lock();
        let held: usize = pages.values().map(|(page, _)| page.glyphs.len()).sum();
        if held + drawn.0.glyphs.len() <= MOST_GLYPHS {
            pages.insert(drawn.0.page_index, drawn);
        }
    }

    /// The page, if it was kept and nobody has taken it.
    pub(super) fn take(&self, page_index: usize) -> Option<Drawn> {
        self.lock().remove(&page_index)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<usize, Drawn>> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! Caches pages that were read ahead to learn from them, so that they are not read twice.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The maximum number of glyphs cached over all pages: a few megabytes, about twenty dense pages. Other pages are
/// read again.
const MOST_GLYPHS: usize = 64_000;

/// Pages by index; each can be taken once.
pub(super) struct PageCache<T> {
    pages: Mutex<Kept<T>>,
}

struct Kept<T> {
    /// The pages, each with its number of glyphs.
    pages: BTreeMap<usize, (usize, T)>,
    glyphs: usize,
}

impl<T> Default for PageCache<T> {
    fn default() -> Self {
        Self { pages: Mutex::new(Kept { pages: BTreeMap::new(), glyphs: 0 }) }
    }
}

impl<T> PageCache<T> {
    /// Caches a page of `glyphs` glyphs if there is space for it.
    pub(super) fn keep(&self, page_index: usize, glyphs: usize, page: T) {
        let mut kept = self.lock();
        if kept.glyphs + glyphs > MOST_GLYPHS {
            return;
        }
        kept.glyphs += glyphs;
        if let Some((replaced, _)) = kept.pages.insert(page_index, (glyphs, page)) {
            kept.glyphs -= replaced;
        }
    }

    /// Returns the page, if it is cached and has not been taken.
    pub(super) fn take(&self, page_index: usize) -> Option<T> {
        let mut kept = self.lock();
        let (glyphs, page) = kept.pages.remove(&page_index)?;
        kept.glyphs -= glyphs;
        Some(page)
    }

    fn lock(&self) -> MutexGuard<'_, Kept<T>> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_cached_while_there_is_space() {
        let cache = PageCache::default();
        cache.keep(0, MOST_GLYPHS - 1, "first");
        cache.keep(1, 2, "too large");
        cache.keep(2, 1, "fits");
        assert_eq!((cache.take(1), cache.take(2)), (None, Some("fits")));
        assert_eq!((cache.take(0), cache.take(0)), (Some("first"), None));
        cache.keep(1, MOST_GLYPHS, "again");
        assert_eq!(cache.take(1), Some("again"));
    }
}

//! Caches pages that were read ahead to learn from them, so that they are not read twice.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Pages by index; each can be taken once.
pub(super) struct PageCache<T> {
    pages: Mutex<Kept<T>>,
    /// The maximum number of glyphs over all pages, unless there is only one. Pages beyond it are read again.
    most_glyphs: usize,
}

struct Kept<T> {
    /// The pages, each with its number of glyphs.
    pages: BTreeMap<usize, (usize, T)>,
    glyphs: usize,
}

impl<T> PageCache<T> {
    /// Returns an empty cache for pages of so many glyphs in all.
    pub(super) fn new(most_glyphs: usize) -> Self {
        Self { pages: Mutex::new(Kept { pages: BTreeMap::new(), glyphs: 0 }), most_glyphs }
    }

    /// Caches a page of `glyphs` glyphs if there is space for it, or no other page is cached: a page of any size is in memory
    /// anyway when it is read, and reading a large one twice takes long.
    pub(super) fn keep(&self, page_index: usize, glyphs: usize, page: T) {
        let mut kept = self.lock();
        if !kept.pages.is_empty() && kept.glyphs + glyphs > self.most_glyphs {
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
        let cache = PageCache::new(100);
        cache.keep(0, 99, "first");
        cache.keep(1, 2, "too large");
        cache.keep(2, 1, "fits");
        assert_eq!((cache.take(1), cache.take(2)), (None, Some("fits")));
        assert_eq!((cache.take(0), cache.take(0)), (Some("first"), None));
        cache.keep(1, 100, "again");
        assert_eq!(cache.take(1), Some("again"));
    }

    #[test]
    fn a_single_page_of_any_size_is_cached() {
        let cache = PageCache::new(100);
        cache.keep(0, 1_000, "large");
        cache.keep(1, 1, "small");
        assert_eq!((cache.take(0), cache.take(1)), (Some("large"), None));
    }
}

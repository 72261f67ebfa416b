//! Searches the pages of a document.

use super::Document;
use crate::options::{Detail, ExtractOptions};
use crate::search::{Search, SearchMatch};

impl Document {
    /// Finds all matches on a page, counted from 0, in reading order; `None` if it does not exist.
    ///
    /// See [`Search`] for an example. Offsets in the matches are those of [`page_record`](Self::page_record). To search
    /// many pages, call this from [`map_pages`](Self::map_pages).
    pub fn search_page(
        &self,
        page_index: usize,
        search: &Search,
        options: &ExtractOptions,
    ) -> Option<Vec<SearchMatch>> {
        let options = options.clone().detail(Detail::Glyphs);
        Some(search.matches(&self.page_record(page_index, &options)?))
    }
}

//! Writes a copy of a file with its matches highlighted.

use std::path::Path;

use pdftract::Document;
use pdftract::output::model::Page;
use pdftract::search::PagePlaces;
use pdftract::write::PageHighlights;

use super::page::{Hit, PageText};
use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::input::Source;
use crate::repair::save;

/// The boxes of matches.
#[derive(Default)]
pub(super) struct Marks {
    pages: Vec<PageHighlights>,
    /// Matches whose place on the page is unknown.
    without_box: usize,
}

impl Marks {
    /// Adds the matches of a page.
    pub(super) fn add(&mut self, record: &Page, page: &PageText, hits: &[Hit]) {
        let mut places = PagePlaces::new(record);
        let mut highlights = PageHighlights::new(page.index);
        for range in hits.iter().flat_map(|hit| &hit.ranges).filter(|range| !range.is_empty()) {
            let boxes: Vec<[f32; 4]> =
                places.parts(&page.text, range.clone()).into_iter().map(|part| part.bbox).collect();
            self.without_box += usize::from(boxes.is_empty());
            if !boxes.is_empty() {
                highlights.marks.push(boxes);
            }
        }
        self.pages.push(highlights);
    }

    /// Writes the copy. Without a match it is the file itself.
    pub(super) fn save(&self, document: &Document, source: &Source, place: &Path) -> Result<(), Failure> {
        if let Source::Path(path) = source
            && let (Ok(input), Ok(output)) = (path.canonicalize(), place.canonicalize())
            && input == output
        {
            return Err(Failure::new(Exit::Usage, "--highlight would overwrite the file itself"));
        }
        let name = source.name();
        if !document.file().signatures().is_empty() {
            diagnostics::warn(&format!(
                "{name}: the file is signed; the signatures do not cover the highlights"
            ));
        }
        let highlighted = document.highlighted(&self.pages);
        let highlighted = highlighted.map_err(|error| Failure::new(Exit::Error, error.to_string()))?;
        let missing = self.without_box + highlighted.unreachable;
        if missing > 0 {
            let matches = if missing == 1 { "match" } else { "matches" };
            diagnostics::warn(&format!("{name}: {missing} {matches} could not be highlighted"));
        }
        save(place, &highlighted.bytes)
    }
}

//! Finds the boxes of matches that were found in the plain text of a page.

use std::ops::Range;

use super::MatchPart;
use super::haystack::{Haystack, is_squeezed};
use super::matches::PageBoxes;
use crate::output::model::Page;

/// The places of the text of a page, from its record.
///
/// Plain text and records have the same characters in the same order; spaces and hyphens differ, and a few blocks may come
/// in another order. So a match is looked up by its characters alone, near the place where it is expected.
pub struct PagePlaces<'p> {
    squeezed: Haystack,
    boxes: PageBoxes<'p>,
}

impl std::fmt::Debug for PagePlaces<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PagePlaces({} bytes)", self.squeezed.text.len())
    }
}

impl<'p> PagePlaces<'p> {
    /// Prepares the record of a page. Boxes are exact in records with [`Detail::Glyphs`](crate::Detail::Glyphs).
    pub fn new(page: &'p Page) -> Self {
        Self { squeezed: Haystack::squeezed(page), boxes: PageBoxes::new(page) }
    }

    /// Returns the parts of a match, one for each line; none if the record does not have its text.
    pub fn parts(&mut self, text: &str, range: Range<usize>) -> Vec<MatchPart> {
        let needle: String = squeezed(text.get(range.clone())).collect();
        if needle.is_empty() {
            return Vec::new();
        }
        let expected: usize = squeezed(text.get(..range.start)).map(char::len_utf8).sum();
        let found = self.squeezed.text.match_indices(&needle).map(|(at, _)| at);
        let Some(at) = found.min_by_key(|at| at.abs_diff(expected)) else { return Vec::new() };
        let origins = self.squeezed.origins(at..at + needle.len());
        match (origins.first(), origins.last()) {
            (Some(first), Some(last)) => self.boxes.parts(first.place, last.place),
            _ => Vec::new(),
        }
    }
}

fn squeezed(text: Option<&str>) -> impl Iterator<Item = char> {
    text.unwrap_or_default().chars().filter(|character| is_squeezed(*character))
}

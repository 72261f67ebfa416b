//! Converts occurrences in running text into matches with bounding boxes.

use std::collections::BTreeMap;
use std::ops::Range;

use super::folding::{Folding, LineHyphens};
use super::haystack::{Haystack, Place};
use super::{MatchPart, Search, SearchMatch};
use crate::output::char_boxes::{CharBox, around, char_boxes};
use crate::output::model::{Block, Page};

/// The number of characters of context on either side of a match.
const CONTEXT: usize = 60;

/// First and last characters of matches, with the interpretation of hyphens under which they were found.
type Found = BTreeMap<(Place, Place), LineHyphens>;

impl Search {
    /// Finds all matches on a page, in reading order.
    ///
    /// Boxes are exact in records with [`Detail::Glyphs`](crate::Detail::Glyphs); in others they are estimated from the
    /// boxes of spans.
    pub fn matches(&self, page: &Page) -> Vec<SearchMatch> {
        let mut found = Found::new();
        if self.find(page, LineHyphens::Dropped, &mut found) {
            self.find(page, LineHyphens::Kept, &mut found);
        }
        if found.is_empty() {
            return Vec::new();
        }
        let mut writer = MatchWriter {
            page,
            dropped: Haystack::new(page, LineHyphens::Dropped, Folding::NONE),
            kept: Haystack::new(page, LineHyphens::Kept, Folding::NONE),
            boxes: PageBoxes::new(page),
        };
        found.into_iter().map(|((first, last), hyphens)| writer.found(first, last, hyphens)).collect()
    }

    /// Adds the matches under one interpretation of hyphens; returns `true` if there is another one.
    fn find(&self, page: &Page, hyphens: LineHyphens, found: &mut Found) -> bool {
        let haystack = Haystack::new(page, hyphens, self.folding());
        for range in self.ranges(&haystack.text) {
            if found.len() >= self.options.max_matches_per_page {
                return false;
            }
            let origins = haystack.origins(range);
            if let (Some(first), Some(last)) = (origins.first(), origins.last()) {
                found.entry((first.place, last.place)).or_insert(hyphens);
            }
        }
        haystack.has_line_hyphens
    }
}

/// Builds the matches of one page.
struct MatchWriter<'p> {
    page: &'p Page,
    /// The text with hyphens at line ends dropped.
    dropped: Haystack,
    /// The text with these hyphens kept.
    kept: Haystack,
    boxes: PageBoxes<'p>,
}

impl MatchWriter<'_> {
    fn found(&mut self, first: Place, last: Place, hyphens: LineHyphens) -> SearchMatch {
        let shown = if hyphens == LineHyphens::Kept { &self.kept } else { &self.dropped };
        let range = shown.range(first, last);
        let (snippet, snippet_start, snippet_end) = snippet(&shown.text, range.clone());
        SearchMatch {
            page_index: self.page.page_index,
            text: shown.text.get(range).unwrap_or_default().to_owned(),
            snippet,
            snippet_start,
            snippet_end,
            parts: self.boxes.parts(first, last),
        }
    }
}

/// The boxes of the characters of a page.
pub(super) struct PageBoxes<'p> {
    page: &'p Page,
    /// The character boxes of each block, computed on first use.
    boxes: Vec<Option<Vec<CharBox>>>,
}

impl<'p> PageBoxes<'p> {
    pub(super) fn new(page: &'p Page) -> Self {
        Self { page, boxes: page.blocks.iter().map(|_| None).collect() }
    }

    /// Returns the parts of a match, one for each line.
    pub(super) fn parts(&mut self, first: Place, last: Place) -> Vec<MatchPart> {
        let mut parts = Vec::new();
        for index in first.block..=last.block {
            let Some(block) = self.page.blocks.get(index) else { continue };
            let start = if index == first.block { first.index } else { 0 };
            let end = if index == last.block { last.index.saturating_add(1) } else { u32::MAX };
            let boxes = self.boxes.get_mut(index);
            let boxes = boxes.map(|boxes| boxes.get_or_insert_with(|| char_boxes(block).collect()));
            push_parts(block, boxes.map_or(&[], |boxes| boxes), start..end, &mut parts);
        }
        parts
    }
}

/// Adds the parts of a match in one block, given as a range of characters.
fn push_parts(block: &Block, boxes: &[CharBox], range: Range<u32>, parts: &mut Vec<MatchPart>) {
    let mut line = None;
    for part in boxes.iter().filter(|part| part.start < range.end && part.end > range.start) {
        let (start, end) = (part.start.max(range.start), part.end.min(range.end));
        match parts.last_mut().filter(|_| line == Some(part.line)) {
            Some(open) => {
                (open.start, open.end) = (open.start.min(start), open.end.max(end));
                open.bbox = around(open.bbox, part.bbox);
            }
            None => parts.push(MatchPart { block_id: block.id.clone(), start, end, bbox: part.bbox }),
        }
        line = Some(part.line);
    }
}

/// Returns a match with its context on one line, and the range of the match within it, in characters.
fn snippet(text: &str, range: Range<usize>) -> (String, usize, usize) {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let cut = before.char_indices().rev().nth(CONTEXT).map_or(0, |(at, _)| at);
    let lead = before.get(cut..).unwrap_or_default();
    // Drops a word that the cut divides.
    let lead =
        if cut > 0 { lead.split_once(char::is_whitespace).map_or(lead, |(_, rest)| rest) } else { lead };
    let tail = match after.char_indices().nth(CONTEXT) {
        Some((end, _)) => {
            let tail = after.get(..end).unwrap_or_default();
            tail.rsplit_once(char::is_whitespace).map_or(tail, |(kept, _)| kept)
        }
        None => after,
    };
    let found = text.get(range).unwrap_or_default();
    let start = lead.chars().count();
    let snippet = [lead, found, tail].concat().replace('\n', " ");
    (snippet, start, start + found.chars().count())
}

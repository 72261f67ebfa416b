//! Maps the glyphs of a page to their characters in its clean text and in its raw text.

use super::model::TextPage;
use crate::content::PageGlyphs;
use crate::layout::line_text::{push_piece, trim_line};
use crate::layout::{Gap, IndexRange, LayoutLine};
use crate::structure::StructuredPage;

/// The characters of one glyph, without surrounding spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct GlyphRange {
    /// The range in the text of the [`TextPage`], in bytes. Empty for a mark that was composed with the previous
    /// letter.
    pub(crate) clean: IndexRange,
    /// The range in [`GlyphRanges::raw`], in bytes. Empty for spaces, and for controls, which text must not contain.
    pub(crate) raw: IndexRange,
    /// `true` if cleaning has removed all of its characters, and they are not part of others.
    pub(crate) is_removed: bool,
}

/// The characters of all glyphs of a page. Plain text does not need them.
#[derive(Debug, Default)]
pub(crate) struct GlyphRanges {
    /// The raw text of all lines, concatenated.
    raw: String,
    /// The ranges by the index of a piece in the layout.
    ranges: Vec<GlyphRange>,
}

impl GlyphRanges {
    /// Finds the characters of every glyph.
    pub(crate) fn new(glyphs: &PageGlyphs, layout: &StructuredPage, text: &TextPage) -> Self {
        let mut ranges = Self {
            raw: String::with_capacity(text.text.len()),
            ranges: vec![GlyphRange::default(); layout.pieces.len()],
        };
        for (index, line) in (0u32..).zip(&layout.lines) {
            ranges.push_line(glyphs, layout, text, (index, line));
        }
        ranges
    }

    /// Returns the characters of pieces, in their order.
    pub(crate) fn slice(&self, pieces: IndexRange) -> &[GlyphRange] {
        pieces.slice(&self.ranges)
    }

    /// Returns a part of the raw text, given in bytes.
    pub(crate) fn raw(&self, range: IndexRange) -> &str {
        self.raw.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    fn push_line(
        &mut self,
        glyphs: &PageGlyphs,
        layout: &StructuredPage,
        text: &TextPage,
        (index, line): (u32, &LayoutLine),
    ) {
        let start = self.raw.len();
        let may_be_plain = text.line_text(index).is_ascii() && text.offsets(index).is_none();
        if may_be_plain && self.push_plain_line(glyphs, layout, text, (index, line)) {
            return;
        }
        let pieces = line.pieces.slice(&layout.pieces).iter().zip(line.pieces.start as usize..);
        for (piece, place) in pieces {
            let before = self.raw.len();
            push_piece(glyphs, piece, start, &mut self.raw);
            let (raw_start, raw_end) = without_spaces(self.raw.as_bytes(), before);
            if let Some(range) = self.ranges.get_mut(place) {
                range.raw = IndexRange { start: small(raw_start), end: small(raw_end) };
            }
        }
        trim_line(start, &mut self.raw);
        self.map_to_clean(line.pieces, start, text, index);
    }

    /// Maps a line of ASCII glyphs that cleaning did not change, which most lines of Western text are. Returns `false` for
    /// any other line, which [`push_line`](Self::push_line) then maps glyph by glyph.
    fn push_plain_line(
        &mut self,
        glyphs: &PageGlyphs,
        layout: &StructuredPage,
        text: &TextPage,
        (index, line): (u32, &LayoutLine),
    ) -> bool {
        let (start, clean) = (small(self.raw.len()), text.line(index).range);
        let length = clean.end - clean.start;
        let pieces = line.pieces.slice(&layout.pieces);
        let slots = self.ranges.get_mut(line.pieces.start as usize..line.pieces.end as usize);
        let slots = slots.unwrap_or_default();
        // Spaces at the start of a line are dropped, as after another space.
        let (mut at, mut is_behind_space) = (0u32, true);
        for (piece, slot) in pieces.iter().zip(slots) {
            let glyph = glyphs.glyphs.get(piece.glyph as usize).filter(|_| piece.is_as_drawn());
            let Some(byte @ b' '..=b'~') = glyph.and_then(|glyph| glyph.text.ascii()) else { return false };
            if piece.gap == Gap::NonJoiner {
                return false;
            }
            let is_space = byte == b' ';
            at += u32::from((is_space || piece.gap != Gap::None) && !is_behind_space) + u32::from(!is_space);
            is_behind_space = is_space;
            let first = at - u32::from(!is_space);
            let place = |at: u32| clean.start + at.min(length);
            *slot = GlyphRange {
                clean: IndexRange { start: place(first), end: place(at) },
                raw: IndexRange { start: start + first, end: start + at },
                is_removed: is_space,
            };
        }
        layout.push_line(glyphs, index, line, &mut self.raw);
        true
    }

    /// Maps the glyphs of a line, whose raw text begins at `start`, to their clean characters.
    fn map_to_clean(&mut self, pieces: IndexRange, start: usize, text: &TextPage, line: u32) {
        let clean = text.line(line).range;
        let raw_len = self.raw.len() - start;
        let offsets = text.offsets(line);
        let mut end = clean.start;
        let line_ranges = self.ranges.get_mut(pieces.start as usize..pieces.end as usize);
        for range in line_ranges.unwrap_or_default() {
            let within = |place: u32| (place as usize).saturating_sub(start).min(raw_len);
            let raw = (within(range.raw.start), within(range.raw.end));
            let (first, last) = offsets.map_or(raw, |map| (map.to_clean(raw.0), map.end_to_clean(raw.1)));
            // A mark that was composed with the previous letter has no text left.
            let clean_start = (clean.start + small(first)).clamp(end, clean.end);
            let clean_end = (clean.start + small(last)).clamp(clean_start, clean.end);
            range.clean = IndexRange { start: clean_start, end: clean_end };
            range.is_removed = range.clean.is_empty()
                && (range.raw.is_empty() || offsets.is_some_and(|map| map.is_removed(raw.0, raw.1)));
            end = clean_end;
        }
    }
}

/// Returns start and end of a text from `start` on, without surrounding spaces.
#[inline]
fn without_spaces(text: &[u8], mut start: usize) -> (usize, usize) {
    while text.get(start) == Some(&b' ') {
        start += 1;
    }
    let mut end = text.len().max(start);
    while end > start && text.get(end - 1) == Some(&b' ') {
        end -= 1;
    }
    (start, end)
}

fn small(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

//! Maps the glyphs of a page to their characters in its clean text and in its raw text.

use std::borrow::Cow;

use super::model::TextPage;
use super::stretch::{Stretch, TextPlace, push_stretches};
use crate::content::PageGlyphs;
use crate::layout::line_text::{push_piece, trim_line};
use crate::layout::{IndexRange, LayoutLine, Piece};
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
    lines: Vec<LineRanges>,
    stretches: Vec<Stretch>,
    /// The characters of glyphs that need a look of their own.
    ranges: Vec<GlyphRange>,
}

/// The characters of the glyphs of a line.
#[derive(Debug, Clone, Copy)]
enum LineRanges {
    /// A range of [`GlyphRanges::stretches`], and the start of the line in [`GlyphRanges::raw`].
    Stretches(IndexRange, u32),
    /// A range of [`GlyphRanges::ranges`]: one for each piece.
    Glyphs(IndexRange),
}

/// The stretches of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineStretches<'r> {
    pub(crate) stretches: &'r [Stretch],
    /// The start of the line in [`GlyphRanges::raw`].
    pub(crate) raw_start: u32,
}

impl GlyphRanges {
    /// Finds the characters of every glyph.
    pub(crate) fn new(glyphs: &PageGlyphs, layout: &StructuredPage, text: &TextPage) -> Self {
        let mut ranges = Self {
            raw: String::with_capacity(text.text.len()),
            lines: Vec::with_capacity(layout.lines.len()),
            stretches: Vec::with_capacity(layout.lines.len()),
            ranges: Vec::new(),
        };
        let markers = markers(layout);
        for ((index, line), marker) in (0u32..).zip(&layout.lines).zip(markers) {
            let found = ranges.line(glyphs, layout, text, (index, line), marker);
            ranges.lines.push(found);
        }
        ranges
    }

    /// Returns the stretches of a line; `None` if some of its glyphs need a look of their own.
    pub(crate) fn stretches(&self, line: u32) -> Option<LineStretches<'_>> {
        match *self.lines.get(line as usize)? {
            LineRanges::Stretches(stretches, raw_start) => {
                Some(LineStretches { stretches: stretches.slice(&self.stretches), raw_start })
            }
            LineRanges::Glyphs(_) => None,
        }
    }

    /// Returns the characters of the pieces of a line, in their order.
    pub(crate) fn of_line(
        &self,
        glyphs: &PageGlyphs,
        layout: &StructuredPage,
        line: u32,
    ) -> Cow<'_, [GlyphRange]> {
        match self.lines.get(line as usize) {
            Some(LineRanges::Glyphs(ranges)) => ranges.slice(&self.ranges).into(),
            Some(&LineRanges::Stretches(stretches, raw_start)) => {
                let stretches = stretches.slice(&self.stretches);
                let pieces = layout.lines.get(line as usize).map(|line| line.pieces.slice(&layout.pieces));
                plain_ranges(glyphs, pieces.unwrap_or_default(), stretches, raw_start).into()
            }
            None => Cow::default(),
        }
    }

    /// Returns a part of the raw text, given in bytes.
    pub(crate) fn raw(&self, range: IndexRange) -> &str {
        self.raw.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    fn line(
        &mut self,
        glyphs: &PageGlyphs,
        layout: &StructuredPage,
        text: &TextPage,
        (index, line): (u32, &LayoutLine),
        marker: u32,
    ) -> LineRanges {
        let (start, clean) = (self.raw.len(), text.line(index).range);
        let pieces = line.pieces.slice(&layout.pieces);
        if text.offsets(index).is_none() {
            let before = self.stretches.len();
            if push_stretches(glyphs, pieces, marker, clean, &mut self.stretches) {
                layout.push_line(glyphs, index, line, &mut self.raw);
                if self.raw.get(start..) == Some(text.slice(clean)) {
                    return LineRanges::Stretches(
                        IndexRange::between(before, self.stretches.len()),
                        small(start),
                    );
                }
                self.raw.truncate(start);
                self.stretches.truncate(before);
            }
        }
        let before = self.ranges.len();
        self.ranges.resize(before + pieces.len(), GlyphRange::default());
        self.push_glyphs(glyphs, pieces, before);
        self.map_to_clean(before, start, text, index);
        LineRanges::Glyphs(IndexRange::between(before, self.ranges.len()))
    }

    /// Appends the raw text of a line glyph by glyph.
    fn push_glyphs(&mut self, glyphs: &PageGlyphs, pieces: &[Piece], first: usize) {
        let start = self.raw.len();
        for (piece, range) in pieces.iter().zip(self.ranges.iter_mut().skip(first)) {
            let before = self.raw.len();
            push_piece(glyphs, piece, start, &mut self.raw);
            let (raw_start, raw_end) = without_spaces(self.raw.as_bytes(), before);
            range.raw = IndexRange { start: small(raw_start), end: small(raw_end) };
        }
        trim_line(start, &mut self.raw);
    }

    /// Maps the glyphs of the last line, whose raw text begins at `start`, to their clean characters. `first` is the first of
    /// their ranges.
    fn map_to_clean(&mut self, first: usize, start: usize, text: &TextPage, line: u32) {
        let clean = text.line(line).range;
        let raw_len = self.raw.len() - start;
        let offsets = text.offsets(line);
        let mut end = clean.start;
        for range in self.ranges.iter_mut().skip(first) {
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

/// Returns for each line of a page the number of pieces that are the marker of a list item.
fn markers(layout: &StructuredPage) -> Vec<u32> {
    let mut markers = vec![0; layout.lines.len()];
    for block in layout.blocks.iter().filter(|block| block.marker > 0) {
        if let Some(marker) = markers.get_mut(block.lines.start as usize) {
            *marker = block.marker;
        }
    }
    markers
}

/// Returns the characters of the glyphs of a line that is made of stretches.
fn plain_ranges(
    glyphs: &PageGlyphs,
    pieces: &[Piece],
    stretches: &[Stretch],
    raw_start: u32,
) -> Vec<GlyphRange> {
    let clean = IndexRange {
        start: stretches.first().map_or(0, |first| first.clean.start),
        end: stretches.last().map_or(0, |last| last.end),
    };
    let mut place = TextPlace::new(clean);
    let range = |piece: &Piece| {
        let glyph = glyphs.glyphs.get(piece.glyph as usize)?;
        let (range, _) = place.add(piece, glyph)?;
        let in_raw = |at: u32| raw_start + (at - clean.start);
        Some(GlyphRange {
            clean: IndexRange { start: range.start.min(clean.end), end: range.end.min(clean.end) },
            raw: IndexRange { start: in_raw(range.start), end: in_raw(range.end) },
            is_removed: range.is_empty(),
        })
    };
    pieces.iter().map_while(range).collect()
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

#[cfg(test)]
mod tests {
    use super::super::model::TextLine;
    use super::*;
    use crate::content::{Glyph, Run, RunOrigin, TextId, Visibility};
    use crate::layout::{BaselineShift, Gap, PieceSigns};
    use crate::unicode::UnicodeSource;

    /// A page with one line: each character is a glyph, except `|`, which is a gap, and `/`, after which another run
    /// begins.
    fn page_of(line: &str) -> (PageGlyphs, StructuredPage, TextPage) {
        let (mut page, mut layout) = (PageGlyphs::default(), StructuredPage::default());
        let (mut gap, mut run, mut x) = (Gap::None, 0, 0.0);
        for character in line.chars() {
            match character {
                '|' => gap = Gap::Space,
                '/' => run += 1,
                _ => {
                    let index = u32::try_from(page.glyphs.len()).unwrap();
                    page.glyphs.push(glyph(character, run, x));
                    let (shift, signs) = (BaselineShift::None, PieceSigns::default());
                    layout.pieces.push(Piece { glyph: index, gap, shift, accent: None, signs });
                    (gap, x) = (Gap::None, x + 5.0);
                }
            }
        }
        page.runs = (0..=run).map(|_| run_of_text()).collect();
        let pieces = IndexRange::between(0, layout.pieces.len());
        let line = LayoutLine { pieces, bbox: [0.0; 4], size: 10.0, ruby: false };
        layout.lines.push(line);
        let mut text = TextPage::default();
        layout.push_line(&page, 0, &line, &mut text.text);
        let range = IndexRange::between(0, text.text.len());
        text.lines.push(TextLine { range, ..TextLine::default() });
        (page, layout, text)
    }

    fn glyph(character: char, run: u32, x: f32) -> Glyph {
        Glyph {
            code: 0,
            text: TextId::from_char(character),
            source: UnicodeSource::ToUnicode,
            confidence_percent: 95,
            visibility: Visibility::Visible,
            code_bytes: 1,
            x,
            y: 20.0,
            advance: 5.0,
            run,
        }
    }

    fn run_of_text() -> Run {
        Run {
            font: 0,
            direction: [1.0, 0.0],
            vertical: false,
            rendering_mode: 0,
            color: None,
            mcid: None,
            artifact: false,
            rise: 0.0,
            origin: RunOrigin::Content,
            size: 10.0,
            cell: [0.0, -8.0, 0.0, 2.0],
        }
    }

    /// Lines of one or more stretches, each with their number.
    const PLAIN: [(&str, usize); 6] = [
        ("plain text", 1),
        ("with|gaps |and a  double space ", 1),
        ("naïve “quotes” – Ελληνικά|кириллица", 1),
        ("漢字かな|한글", 1),
        ("a b/ c d/e|f/|g", 4),
        ("one /two", 2),
    ];

    #[test]
    fn glyphs_of_stretches_have_the_characters_that_each_has_by_itself() {
        for (line, count) in PLAIN {
            let (page, layout, text) = page_of(line);
            let ranges = GlyphRanges::new(&page, &layout, &text);
            let found = ranges.stretches(0).unwrap().stretches;
            assert_eq!(found.len(), count, "{line}");
            let glyphs: u32 = found.iter().map(|stretch| stretch.glyphs).sum();
            assert_eq!(glyphs as usize, layout.pieces.len(), "{line}");
            let parts: String = found
                .iter()
                .map(|part| text.slice(IndexRange { start: part.clean.start, end: part.end }))
                .collect();
            assert_eq!(parts.replace(' ', ""), text.text.replace(' ', ""), "{line}");
            let mut single = GlyphRanges {
                ranges: vec![GlyphRange::default(); layout.pieces.len()],
                ..GlyphRanges::default()
            };
            single.push_glyphs(&page, &layout.pieces, 0);
            single.map_to_clean(0, 0, &text, 0);
            assert_eq!(*ranges.of_line(&page, &layout, 0), *single.ranges, "{line}");
        }
    }

    #[test]
    fn lines_that_need_a_look_at_each_glyph_have_no_stretches() {
        for line in ["\u{5d0}\u{5d1}", "soft\u{e000}", " begins with a space", "bell\u{7}", "a / b"] {
            let (page, layout, text) = page_of(line);
            assert!(GlyphRanges::new(&page, &layout, &text).stretches(0).is_none(), "{line:?}");
        }
        let (mut page, layout, text) = page_of("doubtful");
        page.glyphs[3].confidence_percent = 40;
        assert!(GlyphRanges::new(&page, &layout, &text).stretches(0).is_none());
    }

    #[test]
    fn another_stretch_begins_behind_the_marker_of_an_item() {
        for (line, marker) in [("• item", 1), ("•|item", 1), ("1. item", 2), ("1.|item", 2)] {
            let (page, layout, text) = page_of(line);
            let mut stretches = Vec::new();
            let clean = text.line(0).range;
            assert!(push_stretches(&page, &layout.pieces, marker, clean, &mut stretches), "{line}");
            let texts: Vec<&str> = stretches.iter().map(|stretch| text.slice(stretch.clean)).collect();
            assert_eq!(texts, [line.split([' ', '|']).next().unwrap(), "item"]);
        }
    }
}

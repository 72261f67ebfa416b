//! The data of a laid-out page: pieces, lines, blocks and tables as flat vectors.
//!
//! Lines and blocks are index ranges into the vectors of [`PageLayout`], so that plain text costs no allocation per
//! word. The passes of this stage import this file; none of them imports the module that calls them.

use std::num::NonZeroU8;

use serde::Serialize;
use unicode_normalization::char::compose;

use super::bracket::mirrored;
use super::piece_signs::PieceSigns;
use super::spacing_accent::dotted;
use crate::file::structure::Tag;

/// A half-open range of indices into a vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IndexRange {
    /// The first index.
    pub start: u32,
    /// One past the last index.
    pub end: u32,
}

impl IndexRange {
    /// Returns the range between the lengths of a vector before and after an append.
    pub(crate) fn between(start: usize, end: usize) -> Self {
        Self { start: to_index(start), end: to_index(end) }
    }

    /// Returns the items of the range; an empty slice when the range does not fit the slice.
    pub fn slice<T>(self, items: &[T]) -> &[T] {
        items.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// Returns the number of items.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Returns `true` if the range holds no item.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// Converts a length to an index. Pages are limited to far fewer than 2³² glyphs, so nothing is lost.
pub(crate) fn to_index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// The gap between a piece and the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Gap {
    /// No gap: both belong to one word.
    None,
    /// No visible gap, but Arabic letters on both sides that must not join.
    NonJoiner,
    /// A space between words that no glyph draws.
    Space,
    /// A wide gap: between the cells of a row, or between texts that merely share a line.
    Wide,
}

/// The shift of a glyph from the baseline of its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum BaselineShift {
    /// On the baseline.
    #[cfg_attr(feature = "schema", schemars(skip))]
    None,
    /// Raised and small.
    Super,
    /// Lowered and small.
    Sub,
}

/// A combining mark, in one byte: the marks that spacing accents stand for are all among the first of Unicode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CombiningMark(NonZeroU8);

impl CombiningMark {
    /// The character before the first combining mark.
    const BEFORE_FIRST: u32 = 0x2ff;

    /// Returns a combining mark; `None` for a character that is not one of the first 255.
    pub(super) fn new(mark: char) -> Option<Self> {
        let number = u32::from(mark).checked_sub(Self::BEFORE_FIRST)?;
        Some(Self(NonZeroU8::new(u8::try_from(number).ok()?)?))
    }

    /// Returns the mark.
    pub fn character(self) -> char {
        char::from_u32(Self::BEFORE_FIRST + u32::from(self.0.get())).unwrap_or('\u{300}')
    }
}

/// One glyph of a line.
#[derive(Debug, Clone, Copy)]
pub struct Piece {
    /// The index in [`PageGlyphs::glyphs`](crate::content::PageGlyphs::glyphs).
    pub glyph: u32,
    /// The gap before it.
    pub gap: Gap,
    /// The shift from the baseline: superscript, subscript or none.
    pub shift: BaselineShift,
    /// A combining mark that another glyph draws over it.
    pub accent: Option<CombiningMark>,
    /// What is written around it although no glyph draws it.
    pub signs: PieceSigns,
}

impl Piece {
    /// Returns the character of the glyph after accent composition and mirroring.
    pub(crate) fn resolved_character(&self, character: char) -> char {
        if self.signs.has(PieceSigns::MIRRORED) {
            return mirrored(character);
        }
        let composed = self.accent.and_then(|mark| compose(dotted(character), mark.character()));
        composed.unwrap_or(character)
    }

    /// Returns whether its text is that of its glyph: without accent, mirroring and signs around it.
    #[inline]
    pub(crate) fn is_as_drawn(&self) -> bool {
        self.accent.is_none() && self.signs.is_empty()
    }
}

/// One line of a block.
#[derive(Debug, Clone, Copy)]
pub struct LayoutLine {
    /// Its pieces in reading order, as a range of the pieces of the page.
    pub pieces: IndexRange,
    /// The bounding box: left, top, right, bottom.
    pub bbox: [f32; 4],
    /// The font size of most of its ink, in points.
    pub size: f32,
    /// `true` if it is ruby: the reading of characters in another line.
    pub ruby: bool,
}

/// Lines that belong together by geometry, or because one element of the structure tree holds them.
#[derive(Debug, Clone)]
pub struct LayoutBlock {
    /// Its lines in reading order, as a range of [`PageLayout::lines`].
    pub lines: IndexRange,
    /// The bounding box.
    pub bbox: [f32; 4],
    /// The index of its cells in [`PageLayout::tables`], if it is a table.
    pub table: Option<u32>,
    /// The tag of the block in the file.
    pub tag: BlockTag,
}

/// The tag of a block in the file. Layout copies it from the structure tree; [`structure`](crate::structure) derives
/// a role from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BlockTag {
    /// No tag: the block was found by geometry alone.
    #[default]
    None,
    /// The text of one element of the structure tree.
    Element {
        /// The structure type of the element.
        tag: Tag,
        /// The depth of a heading or of a list item, from 1.
        level: u8,
        /// The number of pieces at the start of the first line that are marked as the label of a list item.
        label_pieces: u32,
    },
    /// One line that is marked as an artifact, above or below all other text.
    Artifact(PageEdge),
}

/// One of the two edges of a page where running headers and footers are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageEdge {
    /// Above all other text.
    Top,
    /// Below all other text.
    Bottom,
}

/// The cells of a table, row by row.
#[derive(Debug, Clone, Default)]
pub struct LayoutTable {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
    /// The number of header rows at the top.
    pub head_rows: u32,
    /// The cells in reading order, empty ones included.
    pub cells: Vec<LayoutCell>,
    /// `true` if rules are drawn around the cells.
    pub ruled: bool,
    /// The element of the structure tree that states the table, as an index into all elements of the document.
    pub element: Option<u32>,
}

/// One cell of a table.
#[derive(Debug, Clone, Copy)]
pub struct LayoutCell {
    /// Its first row, from 0.
    pub row: u32,
    /// Its first column, from 0.
    pub column: u32,
    /// The number of rows it spans.
    pub row_span: u32,
    /// The number of columns it spans.
    pub column_span: u32,
    /// Its lines, as a range of the lines of the page.
    pub lines: IndexRange,
    /// The bounding box of the cell.
    pub bbox: [f32; 4],
}

/// The numbers of glyphs that were omitted, by reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dropped {
    /// Not visible: drawn without ink, in the colour of the background, covered or clipped.
    pub hidden: u32,
    /// Outside the page.
    pub off_page: u32,
    /// In a layer that is switched off.
    pub layer_off: u32,
    /// Repeats of others at the same position, for a bold look or a shadow.
    pub duplicate: u32,
}

impl Dropped {
    /// Returns the number of glyphs that were omitted because they are not visible. Spaces are not counted.
    pub fn unseen(&self) -> u32 {
        self.hidden.saturating_add(self.off_page).saturating_add(self.layer_off)
    }
}

/// The writing mode of most of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WritingMode {
    /// Lines from left to right.
    #[default]
    Ltr,
    /// Lines from right to left.
    Rtl,
    /// Columns from top to bottom.
    Ttb,
}

/// A page after layout: blocks in reading order and their parts.
#[derive(Debug, Default)]
pub struct PageLayout {
    /// The blocks in reading order.
    pub blocks: Vec<LayoutBlock>,
    /// The lines of all blocks.
    pub lines: Vec<LayoutLine>,
    /// The pieces of all lines.
    pub pieces: Vec<Piece>,
    /// The tables.
    pub tables: Vec<LayoutTable>,
    /// The numbers of omitted glyphs.
    pub dropped: Dropped,
    /// The writing mode of most of the page.
    pub writing_mode: WritingMode,
    /// `true` if the order of blocks comes from the structure tree.
    pub tagged: bool,
    /// The glyphs of line numbers, in ascending order.
    pub line_numbers: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_small() {
        assert_eq!(size_of::<Piece>(), 8);
    }

    #[test]
    fn combining_marks_fit_one_byte() {
        for mark in ['\u{300}', '\u{301}', '\u{328}'] {
            assert_eq!(CombiningMark::new(mark).map(CombiningMark::character), Some(mark));
        }
        assert_eq!(['\u{2ff}', 'e', '\u{1ab0}'].map(CombiningMark::new), [None; 3]);
    }
}

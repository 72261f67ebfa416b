//! The text on both sides of a gutter: columns that are read one after the other, or cells of rows.

use super::gutter::{Gutter, InkSpan};

/// Two sides are not a table if a smaller fraction of their rows shares a baseline.
const ALIGNED: f32 = 0.4;

/// The text on the two sides of a gutter.
#[derive(Debug, Default)]
pub(super) struct Sides {
    left: Side,
    right: Side,
    /// The number of rows with text on both sides.
    common: u32,
}

/// The text on one side of a gutter.
#[derive(Debug, Default)]
struct Side {
    rows: u32,
    /// The numbers of its first and its last row.
    first_row: usize,
    last_row: usize,
    /// The sum of the widths of its rows, in font sizes.
    width: f32,
    /// The width of the widest row, in font sizes.
    widest: f32,
    /// The width of the widest row, in points.
    extent: f32,
    /// The width of the narrowest row, in font sizes.
    narrowest: f32,
    drawn: Drawn,
    /// The smallest and the largest font size of its rows.
    sizes: (f32, f32),
}

/// The first and the last position of texts in drawing order. Without texts, the first is behind the last.
#[derive(Debug, Clone, Copy)]
struct Drawn {
    first: u32,
    last: u32,
}

impl Default for Drawn {
    fn default() -> Self {
        Self { first: u32::MAX, last: 0 }
    }
}

impl Drawn {
    fn add(&mut self, span: &InkSpan) {
        (self.first, self.last) = (self.first.min(span.drawn), self.last.max(span.drawn));
    }

    /// Returns `true` if some text of one was drawn between two of the other.
    fn overlaps(self, other: Self) -> bool {
        self.last >= other.first && other.last >= self.first
    }
}

impl Sides {
    /// Examines the text beside a gutter, row by row.
    pub(super) fn new<'r>(rows: impl ExactSizeIterator<Item = &'r [InkSpan]>, gutter: &Gutter) -> Self {
        let mut sides = Self::default();
        if rows.len() < MIN_ROWS {
            return sides;
        }
        let middle = gutter.middle();
        for (number, row) in rows.enumerate() {
            // Only the text next to the gutter is examined: there may be further columns beyond it.
            let (mut left, mut right) = (None, None);
            for span in row {
                if span.is_left_of(middle) {
                    sides.left.drawn.add(span);
                    left = Some(span);
                } else {
                    sides.right.drawn.add(span);
                    right = right.or(Some(span));
                }
            }
            sides.common += u32::from(left.is_some() && right.is_some());
            left.into_iter().for_each(|span| sides.left.add(span, number));
            right.into_iter().for_each(|span| sides.right.add(span, number));
        }
        sides
    }

    /// Returns `true` if the sides are columns, each read to its end, rather than cells of rows. `changes` counts how often
    /// drawing changes from one side to the other, and `has_labels` tells labels before their values.
    pub(super) fn are_columns(
        &self,
        gutter: &Gutter,
        changes: impl FnOnce() -> u32,
        has_labels: impl FnOnce() -> bool,
    ) -> bool {
        let fewer = self.left.rows.min(self.right.rows);
        if (fewer as usize) < MIN_ROWS || self.are_stacked() {
            return false;
        }
        if self.left.is_prose(SOLID) && self.right.is_prose(SOLID) {
            return true;
        }
        if self.left.is_note_beside(&self.right, gutter) || self.right.is_note_beside(&self.left, gutter) {
            return true;
        }
        if self.common as f32 > ALIGNED * fewer as f32 {
            let blocks = fewer >= MIN_WITNESS_ROWS
                && !self.left.is_narrow()
                && !self.right.is_narrow()
                && self.are_drawn_apart();
            let are_loose = || self.left.is_prose(LOOSE) && self.right.is_prose(LOOSE);
            // Drawing that alternates between the sides in most rows indicates a table.
            let are_columns = blocks || (are_loose() && changes() <= self.common);
            return are_columns && !has_labels();
        }
        self.left.is_prose(LOOSE) || self.right.is_prose(LOOSE) || self.are_drawn_apart()
    }

    /// Returns `true` if one side ends above the other: the rest of a long line of a program is indented further than
    /// the lines below it, but is not beside them.
    fn are_stacked(&self) -> bool {
        self.left.last_row < self.right.first_row || self.right.last_row < self.left.first_row
    }

    /// Returns `true` if both sides have text.
    pub(super) fn have_rows(&self) -> bool {
        self.left.rows > 0 && self.right.rows > 0
    }

    /// Returns `true` if one of two sides with text was finished before the other was begun.
    fn are_drawn_apart(&self) -> bool {
        !self.left.drawn.overlaps(self.right.drawn)
    }
}

/// Returns `true` if the sides of a gutter cannot be columns: their texts are too short for prose, and drawing returned
/// from one side to the other. Tables of narrow cells have many gutters like that, each of which begins at every row.
pub(super) fn are_cells<'r>(mut spans: impl Iterator<Item = &'r InkSpan>, gutter: &Gutter) -> bool {
    // A mean may exceed the widest text by the rounding of its sum.
    if gutter.widest >= LOOSE.width * 0.98 {
        return false;
    }
    let middle = gutter.middle();
    let (mut left, mut right) = (Drawn::default(), Drawn::default());
    spans.any(|span| {
        let side = if span.is_left_of(middle) { &mut left } else { &mut right };
        side.add(span);
        left.overlaps(right)
    })
}

/// Returns how often drawing changes from one side of a gutter to the other.
pub(super) fn changes<'r>(spans: impl Iterator<Item = &'r InkSpan>, gutter: &Gutter) -> u32 {
    let middle = gutter.middle();
    let mut drawn: Vec<(u32, bool)> = spans.map(|span| (span.drawn, span.is_left_of(middle))).collect();
    drawn.sort_unstable();
    drawn.windows(2).map(|pair| u32::from(pair.first().map(|p| p.1) != pair.last().map(|p| p.1))).sum()
}

/// The least number of rows of columns.
pub(super) const MIN_ROWS: usize = 2;
/// The least number of rows from which the drawing order is evidence; with fewer it may be chance.
const MIN_WITNESS_ROWS: u32 = 3;

/// Thresholds for prose: the mean length of the lines in font sizes, and the fraction of their column that they fill.
#[derive(Debug, Clone, Copy)]
struct Prose {
    width: f32,
    fill: f32,
}

/// Justified or nearly so: certainly columns.
const SOLID: Prose = Prose { width: 9.5, fill: 0.78 };
/// Short or ragged lines: columns, unless there is evidence of a table.
const LOOSE: Prose = Prose { width: 8.0, fill: 0.5 };

/// Notes in the margin differ in size from the text by this factor; labels of items have its size.
const NOTE_STEP: f32 = 1.08;
/// A text has at least this many rows for each row of a note.
const NOTE_ROWS: u32 = 3;
/// Notes are at most this wide, relative to the text.
const NOTE_WIDTH: f32 = 0.4;
/// The least mean length of the rows of a note, in font sizes: bullets and numbers of items are shorter.
const NOTE_LETTERS: f32 = 1.5;
/// The least distance between a note and its text, in font sizes.
const NOTE_GUTTER: f32 = 1.0;

/// Columns narrower than this many font sizes hold numbers, bullets or labels.
const NARROW: f32 = 4.0;

impl Side {
    /// Adds a row, given by its text next to the gutter.
    fn add(&mut self, &InkSpan { width, size, .. }: &InkSpan, number: usize) {
        if self.rows == 0 {
            (self.first_row, self.narrowest, self.sizes) = (number, width, (size, size));
        }
        let (small, large) = self.sizes;
        self.sizes = (small.min(size), large.max(size));
        self.narrowest = self.narrowest.min(width);
        self.last_row = number;
        self.rows += 1;
        self.width += width;
        self.widest = self.widest.max(width);
        self.extent = self.extent.max(width * size);
    }

    /// Returns `true` if the rows are prose. The last line of a paragraph may be short, so the shortest row is not
    /// counted.
    fn is_prose(&self, prose: Prose) -> bool {
        let (width, rows) = if self.rows > 2 {
            (self.width - self.narrowest, self.rows - 1)
        } else {
            (self.width, self.rows)
        };
        let mean = width / rows.max(1) as f32;
        mean >= prose.width && mean >= self.widest * prose.fill
    }

    /// Returns `true` if it holds notes in the margin of a text: few rows in another size, at a distance.
    fn is_note_beside(&self, text: &Self, gutter: &Gutter) -> bool {
        let ((small, large), (text_small, text_large)) = (self.sizes, text.sizes);
        let is_other_size = small > NOTE_STEP * text_large || large * NOTE_STEP < text_small;
        is_other_size
            && self.width > NOTE_LETTERS * self.rows as f32
            && self.rows * NOTE_ROWS <= text.rows
            && text.is_prose(SOLID)
            && self.extent < text.extent * NOTE_WIDTH
            && gutter.u1 - gutter.u0 > NOTE_GUTTER * text_large
    }

    fn is_narrow(&self) -> bool {
        self.width / (self.rows.max(1) as f32) < NARROW
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::IndexRange;
    use crate::layout::row::Segment;

    /// Returns a text of 10 points that begins at a place and is this many sizes wide.
    fn span(u0: f32, width: f32, drawn: u32) -> InkSpan {
        let fragments = IndexRange::default();
        let (u1, v) = (u0 + 10.0 * width, 0.0);
        let (size, inked, row, drawn_last) = (10.0, 9, 0, drawn + 9);
        InkSpan::new(&Segment {
            fragments,
            u0,
            u1,
            v,
            top: v,
            bottom: v,
            size,
            inked,
            row,
            drawn,
            drawn_last,
        })
    }

    fn are_cells_of(spans: &[InkSpan]) -> bool {
        let widest = spans.iter().map(|span| span.width).fold(0.0, f32::max);
        are_cells(spans.iter(), &Gutter { u0: 100.0, u1: 120.0, end: 2, widest })
    }

    #[test]
    fn narrow_texts_that_are_drawn_row_by_row_are_cells() {
        let rows = [span(0.0, 4.0, 0), span(120.0, 4.0, 10), span(0.0, 4.0, 20), span(120.0, 4.0, 30)];
        assert!(are_cells_of(&rows));
        let columns = [span(0.0, 4.0, 0), span(120.0, 4.0, 20), span(0.0, 4.0, 10), span(120.0, 4.0, 30)];
        assert!(!are_cells_of(&columns), "one side is drawn before the other");
        let prose = [span(0.0, 9.0, 0), span(120.0, 9.0, 10), span(0.0, 9.0, 20), span(120.0, 9.0, 30)];
        assert!(!are_cells_of(&prose), "they may be lines of prose");
    }
}

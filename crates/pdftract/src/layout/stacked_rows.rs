//! Formulas: overlapping rows, such as fractions, sums and matrices, are one line, read in drawing order.
//!
//! Typesetters draw a formula in the order in which it is spoken, so the drawing order is better evidence than the
//! heights of its parts. The same holds for table headers whose cells have one or two lines, and for wavering lines
//! of scans.

use super::row::Segment;

/// Rows that overlap by more than this fraction of the smaller size belong together.
const OVERLAP: f32 = 0.12;
/// Limits of sums and integrals are smaller than their formula by this factor.
const LIMIT_SIZE: f32 = 0.86;
/// Limits are at most this many sizes above or below the row of their formula.
const LIMIT_GAP: f32 = 0.8;
/// The greatest height of a formula, in font sizes of its largest text.
const MAX_HEIGHT: f32 = 6.0;
/// The most rows of a formula.
const MAX_ROWS: usize = 12;
/// The most glyphs of other text that may be drawn within a formula.
const STRANGERS: u32 = 6;

/// Returns how many rows, from the first on, are one formula; 1 when the first is an ordinary line. Rows that were not drawn
/// together are one where a bar makes a fraction of them.
///
/// `extents` are those of the rows.
pub(super) fn rows_in_formula(
    rows: &[&[&Segment]],
    extents: &[Extent],
    has_fraction: impl FnOnce(&[&[&Segment]]) -> bool,
) -> usize {
    let Some(&first) = extents.first() else { return 1 };
    let mut whole = first;
    let mut count = 1;
    // One row more than a formula has decides. The rest is not read: on a page whose rows all overlap this runs for each row.
    for &extent in extents.iter().skip(1).take(MAX_ROWS) {
        whole = if whole.overlaps(&extent) {
            whole.with(&extent)
        } else if whole.has_limit(&extent) {
            // The row below the lower limit is the next line, although it may overlap the limit.
            let bottom = if extent.size < whole.size { whole.bottom } else { extent.bottom };
            Extent { bottom, ..whole.with(&extent) }
        } else {
            break;
        };
        count += 1;
    }
    let is_stack = count > 1 && count <= MAX_ROWS && whole.is_low();
    let is_formula =
        is_stack && (whole.is_drawn_together() || has_fraction(rows.get(..count).unwrap_or_default()));
    if is_formula { count } else { 1 }
}

/// The extent of some rows, on the page and in drawing order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    top: f32,
    bottom: f32,
    size: f32,
    first: u32,
    last: u32,
    inked: u32,
}

impl Extent {
    /// Returns the extent of a row. One without segments is small and far below.
    pub(super) fn new(row: &[&Segment]) -> Self {
        let each = |segment: &&Segment| Self {
            top: segment.top,
            bottom: segment.bottom,
            size: segment.size,
            first: segment.drawn,
            last: segment.drawn_last,
            inked: segment.inked,
        };
        let nowhere = Self { top: f32::MAX, bottom: f32::MAX, size: 0.0, first: 0, last: 0, inked: 0 };
        row.iter().map(each).reduce(|a, b| a.with(&b)).unwrap_or(nowhere)
    }

    fn with(&self, other: &Self) -> Self {
        Self {
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
            size: self.size.max(other.size),
            first: self.first.min(other.first),
            last: self.last.max(other.last),
            inked: self.inked + other.inked,
        }
    }

    fn overlaps(&self, next: &Self) -> bool {
        self.bottom - next.top > OVERLAP * self.size.min(next.size)
    }

    /// Returns whether one of two rows was drawn in the midst of the other, close to it: the limit of a sum or integral.
    fn has_limit(&self, next: &Self) -> bool {
        let holds = |outer: &Self, inner: &Self| {
            outer.first < inner.first && inner.last < outer.last && inner.size < LIMIT_SIZE * outer.size
        };
        let is_near = next.top - self.bottom < LIMIT_GAP * self.size.max(next.size);
        is_near && (holds(self, next) || holds(next, self))
    }

    fn is_low(&self) -> bool {
        self.bottom - self.top < MAX_HEIGHT * self.size
    }

    /// Returns `true` if hardly anything else was drawn between its first and its last glyph. Blanks are not counted
    /// as ink.
    fn is_drawn_together(&self) -> bool {
        self.last - self.first <= self.inked + self.inked / 3 + STRANGERS
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::layout::IndexRange;

    /// Returns rows of one segment, each closer to the next than its size.
    fn crowded(count: u16) -> Vec<Segment> {
        let row = |index: u16| {
            let (v, row) = (f32::from(index) * 0.01, u32::from(index));
            Segment {
                fragments: IndexRange { start: row, end: row + 1 },
                u0: 0.0,
                u1: 50.0,
                v,
                top: v - 7.0,
                bottom: v + 2.0,
                size: 10.0,
                inked: 9,
                row,
                drawn: row * 9,
                drawn_last: row * 9 + 9,
            }
        };
        (0..count).map(row).collect()
    }

    fn counts(count: u16) -> Vec<usize> {
        let segments = crowded(count);
        let segments: Vec<&Segment> = segments.iter().collect();
        let rows: Vec<&[&Segment]> = segments.chunks(1).collect();
        let extents: Vec<Extent> = rows.iter().map(|row| Extent::new(row)).collect();
        (0..rows.len()).map(|first| rows_in_formula(&rows[first..], &extents[first..], |_| false)).collect()
    }

    #[test]
    fn a_formula_has_few_rows() {
        assert_eq!(counts(12).first(), Some(&12));
        assert_eq!(counts(13).first(), Some(&1));
    }

    #[test]
    fn rows_that_all_overlap_are_not_compared_with_each_other() {
        let start = Instant::now();
        assert_eq!(counts(60_000).first(), Some(&1));
        // Comparing all pairs would take minutes without optimisation.
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    }
}

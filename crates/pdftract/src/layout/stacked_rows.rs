//! Formulas: overlapping rows, such as fractions, sums and matrices, are one line, read in drawing order.
//!
//! Typesetters draw a formula in the order in which it is spoken, so the drawing order is better evidence than the
//! heights of its parts. The same holds for table headers whose cells have one or two lines, and for wavering lines
//! of scans.

use super::row::Segment;

/// Rows that overlap by more than this fraction of the smaller size belong together.
const OVERLAP: f32 = 0.12;
/// The greatest height of a formula, in font sizes of its largest text.
const MAX_HEIGHT: f32 = 6.0;
/// The most rows of a formula.
const MAX_ROWS: usize = 12;
/// The most glyphs of other text that may be drawn within a formula.
const STRANGERS: u32 = 6;

/// Returns the number of rows, from the first on, that are one formula; 1 when the first is an ordinary line.
pub(super) fn rows_in_formula(rows: &[&[&Segment]]) -> usize {
    let Some(first) = rows.first().and_then(|row| Extent::new(row)) else { return 1 };
    let mut whole = first;
    let mut count = 1;
    for row in rows.iter().skip(1) {
        let Some(extent) = Extent::new(row) else { break };
        if !whole.overlaps(&extent) {
            break;
        }
        whole = whole.with(&extent);
        count += 1;
    }
    let is_formula = count > 1 && count <= MAX_ROWS && whole.is_low() && whole.is_drawn_together();
    if is_formula { count } else { 1 }
}

/// The extent of some rows, on the page and in drawing order.
#[derive(Debug, Clone, Copy)]
struct Extent {
    top: f32,
    bottom: f32,
    size: f32,
    first: u32,
    last: u32,
    inked: u32,
}

impl Extent {
    fn new(row: &[&Segment]) -> Option<Self> {
        let each = |segment: &&Segment| Self {
            top: segment.top,
            bottom: segment.bottom,
            size: segment.size,
            first: segment.drawn,
            last: segment.drawn_last,
            inked: segment.inked,
        };
        row.iter().map(each).reduce(|a, b| a.with(&b))
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

    fn is_low(&self) -> bool {
        self.bottom - self.top < MAX_HEIGHT * self.size
    }

    /// Returns `true` if hardly anything else was drawn between its first and its last glyph. Blanks are not counted
    /// as ink.
    fn is_drawn_together(&self) -> bool {
        self.last - self.first <= self.inked + self.inked / 3 + STRANGERS
    }
}

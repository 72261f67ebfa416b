//! Rows of a table: groups lines of text into rows, since cells have several lines.
//!
//! Horizontal rules separate rows. Where there are none, the gaps between lines do, if some are clearly wider than
//! others; otherwise a line that could continue the cells above, and has no first cell, continues them.

use super::extent::ColumnExtents;
use super::piece::{Piece, Texts};
use super::word::TextLine;

/// The lines of a table with the facts that grouping needs.
pub(super) struct Grouping<'t> {
    pub(super) lines: &'t [TextLine],
    /// The texts of each line.
    pub(super) pieces: &'t Texts,
    /// For each line, `true` if a horizontal rule over all columns is above it.
    pub(super) ruled: &'t [bool],
    /// For each line, `true` if a horizontal rule over some columns is above it.
    pub(super) part_ruled: &'t [bool],
    pub(super) extents: &'t ColumnExtents,
}

/// Lines closer than this fraction of their size overlap.
const OVERLAP: f32 = 0.72;
/// The least difference between gaps between rows and gaps between lines of a cell, as a fraction of the font size.
const GAP_STEP: f32 = 0.14;
/// Lines of one cell are at most this many sizes apart where nothing else tells them from rows.
const LINE_PITCH: f32 = 1.4;
/// Rules that separate at least this many bands of at most [`LINES_IN_RULED_ROW`] lines separate single rows.
const RULED_ROWS: usize = 3;
/// See [`RULED_ROWS`].
const LINES_IN_RULED_ROW: usize = 3;

impl Grouping<'_> {
    /// Returns the indices among lines `from..to` at which rows begin, `from` included.
    pub(super) fn starts(&self, from: usize, to: usize) -> Vec<usize> {
        if from >= to {
            return Vec::new();
        }
        let ruled_rows = self.has_ruled_rows(from, to);
        let threshold = if ruled_rows { None } else { self.gap_threshold(from, to) };
        let labels_wrap = threshold.is_none() && !ruled_rows && self.labels_wrap(from, to);
        let mut starts = vec![from];
        for index in from + 1..to {
            let start = starts.last().copied().unwrap_or(from);
            let is_ruled = self.ruled.get(index) == Some(&true) || self.part_ruled.get(index) == Some(&true);
            let goes_on = !is_ruled
                && !self.follows_label(index)
                && if self.overlaps(index) || ruled_rows {
                    !self.conflicts(start, index, true)
                } else if let Some(threshold) = threshold {
                    self.gap(index) < threshold
                        && !self.conflicts(start, index, true)
                        && !self.is_new_label(index)
                } else {
                    self.is_rest(start, index) || (labels_wrap && self.is_label_rest(index))
                };
            if !goes_on {
                starts.push(index);
            }
        }
        starts
    }

    /// Returns `true` if horizontal rules separate single rows rather than groups of them.
    fn has_ruled_rows(&self, from: usize, to: usize) -> bool {
        let mut bands: Vec<usize> = vec![1];
        for index in from + 1..to {
            match bands.last_mut() {
                Some(last) if self.ruled.get(index) != Some(&true) => *last += 1,
                _ => bands.push(1),
            }
        }
        bands.sort_unstable();
        // Rules around the head of a report do not part the rows of the long band below it.
        let in_rows: usize = bands.iter().filter(|lines| **lines <= LINES_IN_RULED_ROW).sum();
        bands.len() >= RULED_ROWS
            && bands.get(bands.len() / 2) <= Some(&LINES_IN_RULED_ROW)
            && in_rows * 2 >= to - from
    }

    fn size(&self, index: usize) -> f32 {
        self.lines.get(index).map_or(1.0, |line| line.size).max(0.1)
    }

    /// Returns `true` if a line overlaps the one above: cells centred beside cells of more lines.
    fn overlaps(&self, index: usize) -> bool {
        let (Some(above), Some(line)) = (self.lines.get(index - 1), self.lines.get(index)) else {
            return false;
        };
        line.v - above.v < OVERLAP * line.size.min(above.size)
    }

    /// Returns the white space between a line and the lines above, in font sizes.
    fn gap(&self, index: usize) -> f32 {
        let (Some(above), Some(line)) = (self.lines.get(index - 1), self.lines.get(index)) else {
            return 0.0;
        };
        (line.v - above.v) / line.size.max(above.size).max(0.1)
    }

    /// Returns the least gap between lines of different rows; `None` when all gaps are alike.
    fn gap_threshold(&self, from: usize, to: usize) -> Option<f32> {
        let open = |&index: &usize| self.ruled.get(index) != Some(&true) && !self.overlaps(index);
        let mut gaps: Vec<f32> = (from + 1..to).filter(open).map(|index| self.gap(index)).collect();
        gaps.sort_by(f32::total_cmp);
        let steps = gaps.windows(2).filter_map(|pair| match pair {
            [a, b] => Some((b - a, f32::midpoint(*a, *b))),
            _ => None,
        });
        // The widest gaps separate groups of rows; the first clear step separates gaps within rows from gaps between
        // them.
        let (_, threshold) = steps.clone().find(|(step, _)| *step > GAP_STEP)?;
        let tight: Vec<usize> =
            (from + 1..to).filter(open).filter(|&index| self.gap(index) < threshold).collect();
        let wrong =
            |lenient: bool| tight.iter().filter(|&&index| self.conflicts(index - 1, index, lenient)).count();
        // A short line may end early for other reasons; numbers below numbers are two rows.
        (wrong(true) * 6 <= tight.len() && wrong(false) * 3 <= tight.len()).then_some(threshold)
    }

    /// Returns the text of a line that has nothing but a label in the first column.
    fn label(&self, index: usize) -> Option<&Piece> {
        match self.pieces.get(index)? {
            [label] if label.columns == (0, 0) && !label.is_numeric => Some(label),
            _ => None,
        }
    }

    /// Returns the text of the first column in the line above.
    fn label_above(&self, index: usize) -> Option<&Piece> {
        self.piece(index.checked_sub(1)?, 0).filter(|piece| piece.columns == (0, 0))
    }

    /// Returns whether a line begins with a text below one that ends with a colon: each of them has its value beside it.
    fn follows_label(&self, index: usize) -> bool {
        let own = self.piece(index, 0).filter(|piece| piece.columns == (0, 0));
        own.is_some() && self.label_above(index).is_some_and(|above| above.is_label)
    }

    /// Returns whether a line is a label that does not go on with the one above: that ends although it had room.
    fn is_new_label(&self, index: usize) -> bool {
        let pair = self.label(index).zip(self.label_above(index));
        pair.is_some_and(|(label, above)| !self.wraps(above, label))
    }

    /// Returns whether a line is a label that goes on with the one above, flush with it.
    fn is_label_rest(&self, index: usize) -> bool {
        let pair = self.label(index).zip(self.label_above(index));
        pair.is_some_and(|(label, above)| {
            self.gap(index) < LINE_PITCH
                && self.wraps(above, label)
                && (label.u0 - above.u0).abs() < 0.3 * self.size(index)
        })
    }

    /// Returns whether all lines with nothing but a label go on with the label above them. If one does not, labels
    /// name groups of rows.
    fn labels_wrap(&self, from: usize, to: usize) -> bool {
        let mut labels = (from..to).filter(|&index| self.label(index).is_some()).peekable();
        labels.peek().is_some() && labels.all(|index| index > from && self.is_label_rest(index))
    }

    /// Returns the text of a column in a line, if there is one that covers no other column.
    fn piece(&self, line: usize, column: usize) -> Option<&Piece> {
        self.pieces.get(line)?.iter().find(|piece| (piece.columns.0..=piece.columns.1).contains(&column))
    }

    /// Returns the last text of a column in the lines `start..index`.
    fn last_piece(&self, start: usize, index: usize, column: usize) -> Option<&Piece> {
        (start..index).rev().find_map(|line| self.piece(line, column))
    }

    /// Returns `true` if a line cannot belong to the row that begins at `start`: numbers below numbers, or, unless
    /// `lenient`, texts that end although there is space for the next word.
    fn conflicts(&self, start: usize, index: usize, lenient: bool) -> bool {
        let Some(pieces) = self.pieces.get(index) else { return false };
        let mut above = pieces.iter().filter_map(|p| Some((self.last_piece(start, index, p.columns.0)?, p)));
        let numbers = above.clone().filter(|(last, piece)| last.is_numeric && piece.is_numeric).count();
        let wraps = above.clone().filter(|(last, piece)| self.wraps(last, piece)).count();
        let all = above.clone().count();
        if lenient {
            // Texts without spaces seem to go on wherever they end.
            return numbers > 0 && numbers * 2 >= wraps;
        }
        numbers > 0 && numbers >= wraps
            || above.any(|(last, piece)| !self.wraps(last, piece)) && wraps * 2 < all
    }

    /// Returns `true` if a text can continue the one above it: its first word did not fit there.
    fn wraps(&self, last: &Piece, piece: &Piece) -> bool {
        self.extents.wraps(last, piece, self.size(piece.line))
    }

    /// Returns `true` if a line among lines of equal distance continues the row above it.
    fn is_rest(&self, start: usize, index: usize) -> bool {
        let (Some(pieces), Some(above)) = (self.pieces.get(index), self.pieces.get(index - 1)) else {
            return false;
        };
        let fits = |piece: &Piece| {
            self.last_piece(start, index, piece.columns.0)
                .is_some_and(|last| last.line + 1 == index && self.wraps(last, piece))
        };
        let first = pieces.first().map_or(0, |piece| piece.columns.0);
        if !pieces.iter().all(fits) {
            // A label of two lines with its numbers beside the second.
            let is_label = matches!(above, [label] if label.columns == (0, 0) && index - 1 == start);
            return is_label && pieces.first().is_some_and(|piece| piece.is_lower && fits(piece));
        }
        let lower = pieces.iter().filter(|piece| piece.is_lower).count();
        // Texts of several columns that all end at their edge are lines of prose.
        first > 0 || lower * 2 >= pieces.len()
    }
}

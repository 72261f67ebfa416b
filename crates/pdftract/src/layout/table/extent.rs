//! The extents of the texts of each column, which tell whether a line of a cell was broken because it was full.

use super::piece::{Piece, Texts};
use super::word::TextLine;

/// A space between words is about this part of the size.
const SPACE: f32 = 0.2;
/// Lines of one cell are at most this many sizes apart.
const MAX_PITCH: f32 = 1.5;
/// Lines of one cell may be further apart than the closest lines of the table by this part of the size.
const PITCH_DRIFT: f32 = 0.1;

/// The extent of the texts of each column.
#[derive(Debug, Default)]
pub(super) struct ColumnExtents {
    /// The width of the widest text.
    widths: Vec<f32>,
    /// The right edge of the text that reaches furthest.
    rights: Vec<f32>,
}

impl ColumnExtents {
    /// Measures the texts of `columns` columns. Texts over several columns are left out.
    pub(super) fn new(texts: &[Piece], columns: usize) -> Self {
        let mut extents = Self { widths: vec![0.0; columns], rights: vec![f32::MIN; columns] };
        for piece in texts.iter().filter(|piece| piece.columns.0 == piece.columns.1) {
            let column = piece.columns.0;
            if let (Some(width), Some(right)) =
                (extents.widths.get_mut(column), extents.rights.get_mut(column))
            {
                *width = width.max(piece.u1 - piece.u0);
                *right = right.max(piece.u1);
            }
        }
        extents
    }

    /// Returns whether a text can be the rest of the one above it: its first word had no room there.
    pub(super) fn wraps(&self, last: &Piece, piece: &Piece, size: f32) -> bool {
        let width = self.widths.get(piece.columns.0).copied().unwrap_or(0.0);
        let right = self.rights.get(piece.columns.0).copied().unwrap_or(f32::MIN);
        let needed = piece.first_word + SPACE * size;
        let is_text = !(last.is_numeric && piece.is_numeric);
        // Indented labels are narrower than the others, but reach as far to the right.
        let is_label = piece.columns == (0, 0);
        let is_full = last.u1 - last.u0 + needed > width || (is_label && last.u1 + needed > right);
        is_text && last.columns == piece.columns && is_full
    }
}

/// Returns the end of the last row: the lines behind `end` that are the rest of its cells.
pub(super) fn last_row_end(lines: &[TextLine], end: usize, partings: &[f32]) -> usize {
    if end >= lines.len() {
        return end;
    }
    let pitch = |index: usize| match (index.checked_sub(1).and_then(|i| lines.get(i)), lines.get(index)) {
        (Some(above), Some(line)) => line.v - above.v,
        _ => f32::MAX,
    };
    let closest = (1..end).map(pitch).filter(|pitch| *pitch > 0.0).fold(f32::MAX, f32::min);
    let is_close = |index: usize, line: &TextLine| {
        pitch(index) < MAX_PITCH * line.size && pitch(index) < closest + PITCH_DRIFT * line.size
    };
    // Most tables end at their last line, which its distance shows.
    if !lines.get(end).is_some_and(|line| is_close(end, line)) {
        return end;
    }
    let texts = Texts::new(lines, partings);
    let extents = ColumnExtents::new(texts.of_lines(0..end), partings.len() + 1);
    let mut end = end;
    while let Some((line, list)) = lines.get(end).zip(texts.get(end)) {
        let above = end.checked_sub(1).and_then(|i| texts.get(i)).unwrap_or_default();
        let is_rest = |piece: &Piece| {
            above.iter().any(|last| last.columns == piece.columns && extents.wraps(last, piece, line.size))
        };
        if !is_close(end, line) || list.is_empty() || !list.iter().all(is_rest) {
            break;
        }
        end += 1;
    }
    end
}

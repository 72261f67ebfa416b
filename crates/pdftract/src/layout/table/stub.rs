//! Labels left of a grid: a first column that no lines enclose, one label beside each row.

use super::model::{Cell, Table};
use crate::layout::model::{IndexRange, to_index};
use crate::layout::row::Segment;
use crate::layout::ruling::TOLERANCE;

/// Fewer labels are no column.
const MIN_LABELS: usize = 3;
/// Labels are beside at least this many rows of five.
const ROWS_OF_FIVE: usize = 4;
/// Labels end at most this many sizes before the grid begins, at least one of them.
const MAX_GAP: f32 = 2.0;
/// A label is on the baseline of its row up to this part of its size.
const SAME_LINE: f32 = 0.3;

/// Adds a column of labels to a grid whose first column holds the values of rows.
pub(super) fn add(grid: &mut Table, segments: &[Segment]) {
    let [left, top, _, bottom] = grid.bounds();
    let rows = grid.rows() as usize;
    if rows < MIN_LABELS || grid.filled() < MIN_LABELS {
        return;
    }
    let is_label = |segment: &Segment| {
        let v = segment.v - 0.3 * segment.size;
        segment.u1 <= left + TOLERANCE && top < v && v < bottom
    };
    let mut labels: Vec<Option<u32>> = vec![None; rows];
    let (mut edge, mut gap, mut size) = (left, f32::MAX, 0.0f32);
    for (index, segment) in (0u32..).zip(segments).filter(|(_, segment)| is_label(segment)) {
        let row = grid.vs.partition_point(|&v| v <= segment.v - 0.3 * segment.size).saturating_sub(1);
        let Some(slot) = labels.get_mut(row) else { return };
        // Text of its own, such as another column of the page, is not in step with the rows.
        if slot.replace(index).is_some() || !is_on_line(grid, row, segment, segments) {
            return;
        }
        edge = edge.min(segment.u0);
        gap = gap.min(left - segment.u1);
        size = size.max(segment.size);
    }
    let count = labels.iter().flatten().count();
    if count < MIN_LABELS || count * 5 < rows * ROWS_OF_FIVE || gap > MAX_GAP * size {
        return;
    }
    grid.cells.iter_mut().for_each(|cell| cell.column += 1);
    for (row, label) in labels.into_iter().enumerate() {
        let start = grid.members.len();
        grid.members.extend(label);
        let segments = IndexRange::between(start, grid.members.len());
        grid.cells.push(Cell { row: to_index(row), column: 0, row_span: 1, column_span: 1, segments });
    }
    grid.us.insert(0, edge - TOLERANCE);
    grid.cells.sort_by_key(|cell| (cell.row, cell.column));
}

/// Returns whether a text is on the baseline of a text in a row of a grid, or the row is empty.
fn is_on_line(grid: &Table, row: usize, label: &Segment, segments: &[Segment]) -> bool {
    let in_row = grid.cells.iter().filter(|cell| {
        let first = cell.row as usize;
        (first..first + cell.row_span as usize).contains(&row)
    });
    let mut members = in_row
        .flat_map(|cell| grid.segments_in(cell))
        .filter_map(|&index| segments.get(index as usize))
        .peekable();
    members.peek().is_none() || members.any(|member| (member.v - label.v).abs() < SAME_LINE * label.size)
}

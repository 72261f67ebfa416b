//! A table during layout: edges, cells, and the segment that represents it while the order is determined.

use crate::layout::model::{IndexRange, to_index};
use crate::layout::row::Segment;

/// A table in the coordinates of its frame.
#[derive(Debug, Default)]
pub(in crate::layout) struct Table {
    /// The edges of columns from left to right.
    pub(super) us: Vec<f32>,
    /// The edges of rows from top to bottom.
    pub(super) vs: Vec<f32>,
    /// The number of header rows at the top.
    pub(in crate::layout) head_rows: u32,
    /// `true` if rules are drawn around or between its cells.
    pub(in crate::layout) ruled: bool,
    /// `true` if rows are read from right to left.
    pub(super) mirrored: bool,
    /// The cells, row by row.
    pub(in crate::layout) cells: Vec<Cell>,
    /// The indices of the segments in cells, cell by cell.
    pub(super) members: Vec<u32>,
    /// Segments that were cut: their parts are in cells, they themselves are not read.
    pub(super) used: Vec<u32>,
}

/// A cell and the text in it.
#[derive(Debug, Clone, Copy)]
pub(in crate::layout) struct Cell {
    pub(in crate::layout) row: u32,
    pub(in crate::layout) column: u32,
    pub(in crate::layout) row_span: u32,
    pub(in crate::layout) column_span: u32,
    /// Its segments, row by row, as a range of the members of the table.
    pub(super) segments: IndexRange,
}

impl Table {
    /// Returns the number of rows.
    pub(in crate::layout) fn rows(&self) -> u32 {
        spaces(&self.vs)
    }

    /// Returns the number of columns.
    pub(in crate::layout) fn columns(&self) -> u32 {
        spaces(&self.us)
    }

    /// Returns the left, top, right and bottom edges in the frame.
    pub(in crate::layout) fn bounds(&self) -> [f32; 4] {
        let ends = |list: &[f32]| (list.first().copied().unwrap_or(0.0), list.last().copied().unwrap_or(0.0));
        let ((u0, u1), (v0, v1)) = (ends(&self.us), ends(&self.vs));
        [u0, v0, u1, v1]
    }

    /// Returns the left, top, right and bottom edges of a cell in the frame.
    pub(in crate::layout) fn cell_bounds(&self, cell: &Cell) -> [f32; 4] {
        let at = |list: &[f32], index: u32| list.get(index as usize).copied().unwrap_or(0.0);
        [
            at(&self.us, cell.column),
            at(&self.vs, cell.row),
            at(&self.us, cell.column + cell.column_span),
            at(&self.vs, cell.row + cell.row_span),
        ]
    }

    /// Returns the indices of the segments in a cell, row by row.
    pub(in crate::layout) fn segments_in(&self, cell: &Cell) -> &[u32] {
        cell.segments.slice(&self.members)
    }

    /// Returns the indices of the segments in all cells, cell by cell.
    pub(super) fn segments(&self) -> impl Iterator<Item = u32> + '_ {
        self.cells.iter().flat_map(|cell| self.segments_in(cell)).copied()
    }

    /// Returns the rows of the lines of text in a cell.
    pub(super) fn lines_in(&self, cell: &Cell, segments: &[Segment]) -> impl Iterator<Item = u32> {
        let members = self.segments_in(cell).iter();
        let rows = members.filter_map(|&index| segments.get(index as usize)).map(|segment| segment.row);
        let mut last = None;
        rows.filter(move |&row| last.replace(row) != Some(row))
    }

    /// Returns whether several segments in a cell are beside each other.
    pub(super) fn has_neighbours(&self, cell: &Cell, segments: &[Segment]) -> bool {
        cell.segments.len() > 1 && self.lines_in(cell, segments).count() < cell.segments.len()
    }

    /// Marks the rows as read from right to left.
    pub(super) fn mirror(&mut self) {
        self.mirrored = true;
        self.cells.sort_by_key(|cell| (cell.row, std::cmp::Reverse(cell.column)));
    }

    /// Returns the column of a cell, counted in reading direction.
    pub(in crate::layout) fn reading_column(&self, cell: &Cell) -> u32 {
        if self.mirrored {
            self.columns().saturating_sub(cell.column + cell.column_span)
        } else {
            cell.column
        }
    }

    /// Returns `true` if a position is within the table.
    pub(super) fn holds(&self, u: f32, v: f32) -> bool {
        let [u0, v0, u1, v1] = self.bounds();
        (u0..=u1).contains(&u) && (v0..=v1).contains(&v)
    }

    /// Returns the cells that begin in a row.
    pub(super) fn cells_in_row(&self, row: u32) -> &[Cell] {
        let start = self.cells.partition_point(|cell| cell.row < row);
        let end = self.cells.partition_point(|cell| cell.row <= row);
        self.cells.get(start..end).unwrap_or_default()
    }

    /// Returns the number of cells with text.
    pub(super) fn filled(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.segments.is_empty()).count()
    }
}

fn spaces(edges: &[f32]) -> u32 {
    to_index(edges.len().saturating_sub(1))
}

/// Adds a segment for each table that represents it while the order is determined. Returns the indices of all
/// segments to be ordered: those and the ones outside tables.
pub(in crate::layout) fn set_aside(tables: &[Table], segments: &mut Vec<Segment>) -> Vec<u32> {
    let mut free: Vec<u32> = (0u32..).take(segments.len()).collect();
    if tables.is_empty() {
        return free;
    }
    let mut inside = vec![false; segments.len()];
    let in_cells = tables.iter().flat_map(Table::segments);
    for index in in_cells.chain(tables.iter().flat_map(|table| &table.used).copied()) {
        if let Some(slot) = inside.get_mut(index as usize) {
            *slot = true;
        }
    }
    free.retain(|&index| inside.get(index as usize) == Some(&false));
    for (index, table) in (0u32..).zip(tables) {
        free.extend(push_stand_in(table, segments, index));
    }
    free
}

/// Adds the segment that represents a table; returns its index.
pub(super) fn push_stand_in(table: &Table, segments: &mut Vec<Segment>, index: u32) -> Option<u32> {
    let segment = stand_in(table, segments, index)?;
    segments.push(segment);
    Some(to_index(segments.len() - 1))
}

fn stand_in(table: &Table, segments: &[Segment], index: u32) -> Option<Segment> {
    let mut members = table.segments().filter_map(|index| segments.get(index as usize));
    let first = *members.next()?;
    let [u0, top, u1, bottom] = table.bounds();
    let mut atom =
        Segment { fragments: IndexRange { start: u32::MAX, end: index }, u0, u1, top, bottom, ..first };
    for member in members {
        atom.row = atom.row.min(member.row);
        atom.drawn = atom.drawn.min(member.drawn);
        atom.drawn_last = atom.drawn_last.max(member.drawn_last);
        atom.inked += member.inked;
        atom.v = atom.v.min(member.v);
    }
    Some(atom)
}

/// Returns the table that a segment represents.
pub(in crate::layout) fn stood_for(segment: &Segment) -> Option<usize> {
    (segment.fragments.start == u32::MAX).then_some(segment.fragments.end as usize)
}

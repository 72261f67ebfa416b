//! Ruled tables: lines that cross form a grid, and the text between them its cells.
//!
//! A frame around a whole column or page is no table; nor is a single box.

use super::model::{IndexRange, to_index};
use super::row::Segment;
use super::ruling::{Ruling, Rulings, TOLERANCE};

/// A table as lines draw it, in the coordinates of its frame.
#[derive(Debug)]
pub(super) struct Grid {
    /// Columns' edges from left to right.
    us: Vec<f32>,
    /// Rows' edges from top to bottom.
    vs: Vec<f32>,
    /// Whether rows are read from the right.
    mirrored: bool,
    /// The cells, row by row.
    pub(super) cells: Vec<GridCell>,
}

/// A cell and the text in it.
#[derive(Debug)]
pub(super) struct GridCell {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) row_span: u32,
    pub(super) column_span: u32,
    /// Indices of its segments, row by row.
    pub(super) segments: Vec<u32>,
}

/// Grids with more cells than this are graph paper.
const MAX_CELLS: usize = 4_000;
/// A cell with more rows of text than this frames a column of prose.
const MAX_ROWS_IN_CELL: usize = 14;

impl Grid {
    /// Returns the number of rows.
    pub(super) fn rows(&self) -> u32 {
        edges(&self.vs)
    }

    /// Returns the number of columns.
    pub(super) fn columns(&self) -> u32 {
        edges(&self.us)
    }

    /// Left, top, right, bottom in the frame.
    pub(super) fn bounds(&self) -> [f32; 4] {
        let ends = |list: &[f32]| (list.first().copied().unwrap_or(0.0), list.last().copied().unwrap_or(0.0));
        let ((u0, u1), (v0, v1)) = (ends(&self.us), ends(&self.vs));
        [u0, v0, u1, v1]
    }

    /// Left, top, right, bottom of a cell in the frame.
    pub(super) fn cell_bounds(&self, cell: &GridCell) -> [f32; 4] {
        let at = |list: &[f32], index: u32| list.get(index as usize).copied().unwrap_or(0.0);
        [
            at(&self.us, cell.column),
            at(&self.vs, cell.row),
            at(&self.us, cell.column + cell.column_span),
            at(&self.vs, cell.row + cell.row_span),
        ]
    }

    /// Reads each row from the right.
    fn mirror(&mut self) {
        self.mirrored = true;
        self.cells.sort_by_key(|cell| (cell.row, std::cmp::Reverse(cell.column)));
    }

    /// Returns the column of a cell, counted in the direction of reading.
    pub(super) fn reading_column(&self, cell: &GridCell) -> u32 {
        if self.mirrored {
            self.columns().saturating_sub(cell.column + cell.column_span)
        } else {
            cell.column
        }
    }

    fn holds(&self, u: f32, v: f32) -> bool {
        let [u0, v0, u1, v1] = self.bounds();
        (u0..=u1).contains(&u) && (v0..=v1).contains(&v)
    }

    /// Puts a segment into its cell.
    fn put(&mut self, index: u32, u: f32, v: f32) {
        let column = self.us.partition_point(|&edge| edge <= u).saturating_sub(1);
        let row = self.vs.partition_point(|&edge| edge <= v).saturating_sub(1);
        let (column, row) = (to_index(column), to_index(row));
        let cell = self.cells.iter_mut().find(|cell| {
            (cell.row..cell.row + cell.row_span).contains(&row)
                && (cell.column..cell.column + cell.column_span).contains(&column)
        });
        if let Some(cell) = cell {
            cell.segments.push(index);
        }
    }

    /// Returns whether it is a table that somebody reads: several cells with text, none with a page of it.
    fn is_table(&self, segments: &[Segment]) -> bool {
        let filled = self.cells.iter().filter(|cell| !cell.segments.is_empty());
        let (mut count, mut tallest) = (0, 0);
        for cell in filled {
            count += 1;
            let mut rows: Vec<u32> = cell
                .segments
                .iter()
                .filter_map(|&index| segments.get(index as usize))
                .map(|s| s.row)
                .collect();
            rows.dedup();
            tallest = tallest.max(rows.len());
        }
        count >= 2 && tallest <= MAX_ROWS_IN_CELL
    }
}

fn edges(list: &[f32]) -> u32 {
    to_index(list.len().saturating_sub(1))
}

/// Finds the tables of a frame and takes their segments.
pub(super) fn grids(rulings: &Rulings, segments: &[Segment], right_to_left: bool) -> Vec<Grid> {
    let mut grids: Vec<Grid> = components(rulings).iter().filter_map(grid).collect();
    // A table within a cell of another is part of that cell.
    grids.sort_by(|a, b| area(b).total_cmp(&area(a)));
    let mut outer: Vec<Grid> = Vec::new();
    for grid in grids {
        if !outer.iter().any(|other| within(&grid, other)) {
            outer.push(grid);
        }
    }
    for (index, segment) in (0u32..).zip(segments) {
        let (u, v) = (f32::midpoint(segment.u0, segment.u1), segment.v - segment.size * 0.3);
        if let Some(grid) = outer.iter_mut().find(|grid| grid.holds(u, v)) {
            grid.put(index, u, v);
        }
    }
    outer.retain(|grid| grid.is_table(segments));
    if right_to_left {
        outer.iter_mut().for_each(Grid::mirror);
    }
    outer
}

fn area(grid: &Grid) -> f32 {
    let [u0, v0, u1, v1] = grid.bounds();
    (u1 - u0) * (v1 - v0)
}

fn within(inner: &Grid, outer: &Grid) -> bool {
    let [u0, v0, u1, v1] = inner.bounds();
    outer.holds(f32::midpoint(u0, u1), f32::midpoint(v0, v1))
}

/// Lines that touch each other.
#[derive(Debug, Default)]
struct Component {
    level: Vec<Ruling>,
    upright: Vec<Ruling>,
}

/// More lines than this are a drawing.
const MAX_LINES: usize = 1_500;

fn components(rulings: &Rulings) -> Vec<Component> {
    let (level, upright) = (&rulings.level, &rulings.upright);
    if level.len() + upright.len() > MAX_LINES || level.is_empty() || upright.is_empty() {
        return Vec::new();
    }
    let mut parents: Vec<usize> = (0..level.len() + upright.len()).collect();
    for (i, l) in level.iter().enumerate() {
        let first = upright.partition_point(|ruling| ruling.at < l.from - TOLERANCE);
        let near = upright.iter().enumerate().skip(first);
        for (j, u) in near.take_while(|(_, ruling)| ruling.at <= l.to + TOLERANCE) {
            if touch(l, u) {
                let (a, b) = (root(&parents, i), root(&parents, level.len() + j));
                if let Some(parent) = parents.get_mut(a.max(b)) {
                    *parent = a.min(b);
                }
            }
        }
    }
    let mut list: Vec<Component> = Vec::new();
    // By the first line of a component, which is its root: its place in the list.
    let mut places = vec![0; parents.len()];
    for (index, ruling) in level.iter().chain(upright).enumerate() {
        let root = root(&parents, index);
        let Some(place) = places.get_mut(root) else { continue };
        if index == root {
            *place = list.len();
            list.push(Component::default());
        }
        let Some(component) = list.get_mut(*place) else { continue };
        if index < level.len() { component.level.push(*ruling) } else { component.upright.push(*ruling) }
    }
    list
}

fn root(parents: &[usize], mut index: usize) -> usize {
    while let Some(&parent) = parents.get(index) {
        if parent == index {
            break;
        }
        index = parent;
    }
    index
}

fn touch(level: &Ruling, upright: &Ruling) -> bool {
    level.from - TOLERANCE <= upright.at
        && upright.at <= level.to + TOLERANCE
        && upright.from - TOLERANCE <= level.at
        && level.at <= upright.to + TOLERANCE
}

/// Returns the grid that lines form, if it has more than one cell.
fn grid(component: &Component) -> Option<Grid> {
    let vs = places(&component.level, &component.upright);
    let us = places(&component.upright, &component.level);
    let (rows, columns) = (vs.len().checked_sub(1)?, us.len().checked_sub(1)?);
    if rows == 0 || columns < 2 || rows * columns > MAX_CELLS || rows * columns < 2 {
        return None;
    }
    let mut grid = Grid { us, vs, mirrored: false, cells: Vec::new() };
    let mut taken = vec![false; rows * columns];
    for row in 0..rows {
        for column in 0..columns {
            if taken.get(row * columns + column) != Some(&false) {
                continue;
            }
            let (row_span, column_span) = spans(component, &grid, row, column);
            for r in row..row + row_span {
                for c in column..column + column_span {
                    if let Some(slot) = taken.get_mut(r * columns + c) {
                        *slot = true;
                    }
                }
            }
            let [row, column, row_span, column_span] = [row, column, row_span, column_span].map(to_index);
            grid.cells.push(GridCell { row, column, row_span, column_span, segments: Vec::new() });
        }
    }
    (grid.cells.len() >= 2).then_some(grid)
}

/// Returns the number of rows and columns that a cell spans: as far as no line stops it.
fn spans(component: &Component, grid: &Grid, row: usize, column: usize) -> (usize, usize) {
    let middle = |list: &[f32], index: usize| {
        f32::midpoint(list.get(index).copied().unwrap_or(0.0), list.get(index + 1).copied().unwrap_or(0.0))
    };
    let mut column_span = 1;
    while let Some(&edge) = grid.us.get(column + column_span)
        && column + column_span + 1 < grid.us.len()
        && !covers(&component.upright, edge, middle(&grid.vs, row))
    {
        column_span += 1;
    }
    let mut row_span = 1;
    while let Some(&edge) = grid.vs.get(row + row_span)
        && row + row_span + 1 < grid.vs.len()
        && (column..column + column_span).all(|c| !covers(&component.level, edge, middle(&grid.us, c)))
    {
        row_span += 1;
    }
    (row_span, column_span)
}

/// Returns whether a line stands at a place and runs through a point.
fn covers(rulings: &[Ruling], at: f32, through: f32) -> bool {
    rulings.iter().any(|ruling| {
        (ruling.at - at).abs() <= TOLERANCE
            && ruling.from - TOLERANCE <= through
            && through <= ruling.to + TOLERANCE
    })
}

/// Distinct places of lines, in order. Where a table is open at a side, the ends of the lines across close it.
fn places(rulings: &[Ruling], across: &[Ruling]) -> Vec<f32> {
    let mut places: Vec<f32> = rulings.iter().map(|ruling| ruling.at).collect();
    places.extend(common_end(across.iter().map(|ruling| ruling.from), f32::min));
    places.extend(common_end(across.iter().map(|ruling| ruling.to), f32::max));
    places.sort_by(f32::total_cmp);
    places.dedup_by(|a, b| *a - *b <= TOLERANCE * 1.5);
    places
}

/// Returns the outermost end of lines, if several end there.
fn common_end(ends: impl Iterator<Item = f32> + Clone, outer: fn(f32, f32) -> f32) -> Option<f32> {
    let end = ends.clone().reduce(outer)?;
    (ends.filter(|other| (other - end).abs() <= TOLERANCE * 2.0).count() >= 2).then_some(end)
}

/// Adds a segment that stands for each table while the order is sought. Returns the indices of all segments that are
/// to be ordered: those and the ones outside tables.
pub(super) fn set_aside(grids: &[Grid], segments: &mut Vec<Segment>) -> Vec<u32> {
    let mut free: Vec<u32> = (0u32..).take(segments.len()).collect();
    if grids.is_empty() {
        return free;
    }
    let mut inside = vec![false; segments.len()];
    for &index in grids.iter().flat_map(|grid| &grid.cells).flat_map(|cell| &cell.segments) {
        if let Some(slot) = inside.get_mut(index as usize) {
            *slot = true;
        }
    }
    free.retain(|&index| inside.get(index as usize) == Some(&false));
    for (index, grid) in (0u32..).zip(grids) {
        if let Some(segment) = stand_in(grid, segments, index) {
            free.push(to_index(segments.len()));
            segments.push(segment);
        }
    }
    free
}

/// Stands for a table among the segments while their order is sought.
fn stand_in(grid: &Grid, segments: &[Segment], index: u32) -> Option<Segment> {
    let mut members =
        grid.cells.iter().flat_map(|cell| &cell.segments).filter_map(|&i| segments.get(i as usize));
    let first = *members.next()?;
    let [u0, top, u1, bottom] = grid.bounds();
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

/// Returns the table that a segment stands for.
pub(super) fn stood_for(segment: &Segment) -> Option<usize> {
    (segment.fragments.start == u32::MAX).then_some(segment.fragments.end as usize)
}

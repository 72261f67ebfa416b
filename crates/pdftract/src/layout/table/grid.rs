//! Ruled tables: rules that cross form a grid, and the text between them its cells.
//!
//! A frame around a whole column or page is not a table; nor is a single box.

use super::evidence::MAX_LINES_IN_CELL;
use super::model::{Cell, Table};
use super::stub;
use crate::layout::model::{IndexRange, to_index};
use crate::layout::row::Segment;
use crate::layout::ruling::{Ruling, Rulings, TOLERANCE};

/// The most cells of a grid; larger ones are graph paper.
const MAX_CELLS: usize = 4_000;

/// Returns the number of the cell at a position. `places` are the cells of the places of the grid.
fn cell_at(table: &Table, places: &[usize], u: f32, v: f32) -> Option<usize> {
    let column = table.us.partition_point(|&edge| edge <= u).saturating_sub(1);
    let row = table.vs.partition_point(|&edge| edge <= v).saturating_sub(1);
    let columns = table.columns() as usize;
    let place = (column < columns).then_some(row * columns + column)?;
    places.get(place).copied().filter(|&cell| cell < table.cells.len())
}

/// Puts segments into their cells. `found` are the numbers of cells with the indices of segments in them.
fn fill(table: &mut Table, mut found: Vec<(usize, u32)>) {
    // Within a cell they stay in order.
    found.sort_by_key(|&(cell, _)| cell);
    for same in found.chunk_by(|a, b| a.0 == b.0) {
        let start = table.members.len();
        table.members.extend(same.iter().map(|(_, segment)| segment));
        let cell = same.first().and_then(|&(cell, _)| table.cells.get_mut(cell));
        cell.into_iter().for_each(|cell| cell.segments = IndexRange::between(start, table.members.len()));
    }
}

/// Returns for each place of a grid, row by row, the first cell that covers it; `usize::MAX` where none does.
fn places_of_cells(table: &Table) -> Vec<usize> {
    let columns = table.columns() as usize;
    let mut places = vec![usize::MAX; table.rows() as usize * columns];
    for (number, cell) in table.cells.iter().enumerate() {
        let (start, count) = (cell.column as usize, cell.column_span as usize);
        for row in (cell.row as usize..).take(cell.row_span as usize) {
            let from = row * columns + start;
            let own = places.get_mut(from..from + count).unwrap_or_default();
            own.iter_mut().filter(|place| **place == usize::MAX).for_each(|place| *place = number);
        }
    }
    places
}

/// Returns `true` if a grid is a table: several cells with text, and none with too many lines of it.
pub(super) fn is_table(table: &Table, segments: &[Segment]) -> bool {
    let tallest = table.cells.iter().map(|cell| table.lines_in(cell, segments).count()).max();
    table.filled() >= 2 && tallest.is_some_and(|lines| lines <= MAX_LINES_IN_CELL)
}

/// A grid with at least this many cells may be the grid of a chart.
const CHART_CELLS: usize = 40;
/// The grid of a chart has text in fewer than one of this many cells.
const CHART_EMPTY: usize = 8;

/// Returns whether a grid is part of a chart: many cells, and labels in few of them.
pub(super) fn is_drawing(table: &Table) -> bool {
    let (cells, filled) = (table.cells.len(), table.filled());
    let is_empty = cells >= FRAME_CELLS && filled * FRAME_EMPTY < cells && !has_full_row(table);
    is_empty || (cells >= CHART_CELLS && filled * CHART_EMPTY < cells)
}

/// A grid with at least this many cells, fewer than one of [`FRAME_EMPTY`] with text and no full row is a chart.
const FRAME_CELLS: usize = 12;
const FRAME_EMPTY: usize = 3;

/// Returns whether some row of several cells, such as the header, has text in most of them.
fn has_full_row(table: &Table) -> bool {
    (0..table.rows()).any(|row| {
        let filled = || table.cells_in_row(row).iter().filter(|cell| !cell.segments.is_empty());
        let columns: u32 = filled().map(|cell| cell.column_span).sum();
        filled().count() >= 2 && columns * 3 >= table.columns() * 2
    })
}

/// Returns whether a grid is made of boxes that lines connect: nothing is drawn above and below the space between them.
fn is_diagram(component: &Component, us: &[f32], vs: &[f32]) -> bool {
    let (Some(&top), Some(&bottom)) = (vs.first(), vs.last()) else { return false };
    let inner = us.get(1..us.len().saturating_sub(1)).unwrap_or_default();
    inner.windows(2).any(|pair| match pair {
        [left, right] => {
            let middle = f32::midpoint(*left, *right);
            !covers(&component.level, top, middle) && !covers(&component.level, bottom, middle)
        }
        _ => false,
    })
}

/// Returns the grids of a frame with the segments in their cells.
pub(super) fn grids(rulings: &Rulings, segments: &[Segment]) -> Vec<Table> {
    let mut grids: Vec<Table> = components(rulings).iter().filter_map(grid).collect();
    // A table within a cell of another is part of that cell.
    grids.sort_by(|a, b| area(b).total_cmp(&area(a)));
    let mut outer: Vec<Table> = Vec::new();
    for grid in grids {
        if !outer.iter().any(|other| within(&grid, other)) {
            outer.push(grid);
        }
    }
    if outer.is_empty() {
        return outer;
    }
    let places: Vec<Vec<usize>> = outer.iter().map(places_of_cells).collect();
    let mut found = vec![Vec::new(); outer.len()];
    for (index, segment) in (0u32..).zip(segments) {
        let (u, v) = (f32::midpoint(segment.u0, segment.u1), segment.v - segment.size * 0.3);
        let holder = outer.iter().zip(&places).zip(&mut found).find(|((grid, _), _)| grid.holds(u, v));
        if let Some(((grid, places), found)) = holder {
            found.extend(cell_at(grid, places, u, v).map(|cell| (cell, index)));
        }
    }
    outer.iter_mut().zip(found).for_each(|(grid, found)| fill(grid, found));
    outer.iter_mut().for_each(|grid| stub::add(grid, segments));
    outer
}

fn area(grid: &Table) -> f32 {
    let [u0, v0, u1, v1] = grid.bounds();
    (u1 - u0) * (v1 - v0)
}

fn within(inner: &Table, outer: &Table) -> bool {
    let [u0, v0, u1, v1] = inner.bounds();
    outer.holds(f32::midpoint(u0, u1), f32::midpoint(v0, v1))
}

/// Several rules that touch each other, sorted by position.
#[derive(Debug, Default)]
struct Component {
    level: Vec<Ruling>,
    upright: Vec<Ruling>,
}

/// The most rules; more are a drawing.
const MAX_LINES: usize = 1_500;

/// Returns the rules of a page that touch others.
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
    let mut counts = vec![0u32; parents.len()];
    for index in 0..parents.len() {
        counts.get_mut(root(&parents, index)).into_iter().for_each(|count| *count += 1);
    }
    let mut list: Vec<Component> = Vec::new();
    // Maps the root of each component, its first rule, to the index of the component in the list.
    let mut places = vec![0; parents.len()];
    for (index, ruling) in level.iter().chain(upright).enumerate() {
        let root = root(&parents, index);
        // A rule that touches no other is no grid.
        let Some(place) = places.get_mut(root).filter(|_| counts.get(root) > Some(&1)) else { continue };
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

/// Returns the grid that rules form, if it has more than one cell.
fn grid(component: &Component) -> Option<Table> {
    let vs = places(&component.level, &component.upright);
    let us = places(&component.upright, &component.level);
    let (rows, columns) = (vs.len().checked_sub(1)?, us.len().checked_sub(1)?);
    if rows == 0 || columns < 2 || rows * columns > MAX_CELLS || rows * columns < 2 {
        return None;
    }
    if is_diagram(component, &us, &vs) {
        return None;
    }
    let mut grid = Table { us, vs, head_rows: 1, ruled: true, ..Table::default() };
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
            grid.cells.push(Cell { row, column, row_span, column_span, segments: IndexRange::default() });
        }
    }
    (grid.cells.len() >= 2).then_some(grid)
}

/// Returns the number of rows and columns that a cell spans: up to the next rule.
fn spans(component: &Component, grid: &Table, row: usize, column: usize) -> (usize, usize) {
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

/// Returns `true` if one of some rules, which are sorted by position, is at the position `at` and runs through a point.
fn covers(rulings: &[Ruling], at: f32, through: f32) -> bool {
    let first = rulings.partition_point(|ruling| ruling.at - at < -TOLERANCE);
    let near = rulings.iter().skip(first).take_while(|ruling| ruling.at - at <= TOLERANCE);
    near.into_iter().any(|ruling| ruling.from - TOLERANCE <= through && through <= ruling.to + TOLERANCE)
}

/// Returns the distinct positions of rules, in order. Where a table is open at a side, the ends of the crossing rules
/// close it.
fn places(rulings: &[Ruling], across: &[Ruling]) -> Vec<f32> {
    let mut places: Vec<f32> = rulings.iter().map(|ruling| ruling.at).collect();
    places.extend(common_end(across.iter().map(|ruling| ruling.from), f32::min));
    places.extend(common_end(across.iter().map(|ruling| ruling.to), f32::max));
    places.sort_by(f32::total_cmp);
    places.dedup_by(|a, b| *a - *b <= TOLERANCE * 1.5);
    places
}

/// Returns the outermost end of rules, if several end there.
fn common_end(ends: impl Iterator<Item = f32> + Clone, outer: fn(f32, f32) -> f32) -> Option<f32> {
    let end = ends.clone().reduce(outer)?;
    (ends.filter(|other| (other - end).abs() <= TOLERANCE * 2.0).count() >= 2).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_through_a_point_are_found_among_sorted_ones() {
        let rules: Vec<Ruling> = [1.0, 3.0, 3.5, 8.0, 8.0, 20.0]
            .into_iter()
            .zip([0.0f32, 40.0, 10.0, 0.0, 60.0, 30.0])
            .map(|(at, from)| Ruling { at, from, to: from + 20.0 })
            .collect();
        let is_near = |rule: &Ruling, at: f32, through: f32| {
            (rule.at - at).abs() <= TOLERANCE
                && rule.from - TOLERANCE <= through
                && through <= rule.to + TOLERANCE
        };
        for (at, through) in (0u8..50).flat_map(|at| (0u8..90).map(move |through| (at, through))) {
            let (at, through) = (f32::from(at) / 2.0, f32::from(through));
            let expected = rules.iter().any(|rule| is_near(rule, at, through));
            assert_eq!(covers(&rules, at, through), expected, "{at} {through}");
        }
    }
}

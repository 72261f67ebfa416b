//! Blocks: the lines of a region that belong to one paragraph.

use super::bounds::{EMPTY_BOX, union};
use super::line::LineMaker;
use super::list_marker::marker_pieces;
use super::model::{BlockTag, IndexRange, LayoutBlock, LayoutCell, LayoutTable, PageLayout, to_index};
use super::order::Region;
use super::row::Segment;
use super::stacked_rows::{Extent, rows_in_formula};
use super::table::{self, Table};
use crate::clock;
use crate::content::PageGlyphs;

/// A line pitch that exceeds the previous one by this factor begins a paragraph.
const PITCH_STEP: f32 = 1.25;
/// The greatest line pitch within a paragraph, in font sizes.
const MAX_PITCH: f32 = 2.2;
/// The greatest ratio of font sizes within a paragraph.
const SIZE_STEP: f32 = 1.15;
/// The least indentation of a first line, in font sizes.
const INDENT: f32 = 0.8;

/// The facts of a line that decide paragraph breaks, in the coordinates of its frame.
#[derive(Debug, Clone, Copy)]
struct Stripe {
    u0: f32,
    v: f32,
    size: f32,
}

/// Vectors that serve one region after the other.
#[derive(Default)]
struct FlowBuffers<'s> {
    rows: Vec<&'s [&'s Segment]>,
    extents: Vec<Extent>,
    stripes: Vec<Stripe>,
}

/// Writes the lines of regions, one after the other, and groups them into blocks. Each ruled table becomes a block of its own.
pub(super) fn push_regions(
    segments: &[Segment],
    regions: &[Region],
    tables: &[Table],
    lines: &mut LineMaker<'_>,
    layout: &mut PageLayout,
) {
    let mut members: Vec<&Segment> = Vec::with_capacity(segments.len());
    let add = |region: &Region| {
        members.extend(region.segments.iter().filter_map(|&index| segments.get(index as usize)));
        members.len()
    };
    let ends: Vec<usize> = regions.iter().map(add).collect();
    let grid_of = |segment: &Segment| table::stood_for(segment).and_then(|index| tables.get(index));
    let mut buffers = FlowBuffers::default();
    let mut start = 0;
    for end in ends.into_iter().take_while(|_| !clock::is_over_often()) {
        let region = members.get(start..end).unwrap_or_default();
        start = end;
        for flow in region.split_inclusive(|segment| grid_of(segment).is_some()) {
            let grid = flow.last().and_then(|last| grid_of(last));
            let text = flow.get(..flow.len() - usize::from(grid.is_some())).unwrap_or_default();
            buffers.rows.clear();
            buffers.rows.extend(text.chunk_by(|a, b| a.row == b.row));
            push_flow(&mut buffers, lines, layout);
            if let Some(grid) = grid {
                push_table(segments, grid, lines, layout);
            }
        }
    }
}

/// Writes rows of running text and groups them into blocks. Each table without rules becomes a block of its own.
fn push_flow(buffers: &mut FlowBuffers<'_>, lines: &mut LineMaker<'_>, layout: &mut PageLayout) {
    let FlowBuffers { rows, extents, stripes } = buffers;
    let first_line = layout.lines.len();
    stripes.clear();
    extents.clear();
    extents.extend(rows.iter().map(|row| Extent::new(row)));
    let mut at = 0;
    while let Some(rest) = rows.get(at..).filter(|rest| !rest.is_empty()) {
        let is_right_to_left = lines.tell_direction(rows, at);
        let count = if is_right_to_left {
            1
        } else {
            let extents = extents.get(at..).unwrap_or_default();
            rows_in_formula(rest, extents, |members| lines.has_fraction(members))
        };
        let members = rest.get(..count).unwrap_or_default();
        let before = layout.lines.len();
        match members {
            [row] => lines.push(row, layout),
            _ => lines.push_formula(members, layout),
        }
        if layout.lines.len() > before {
            stripes.extend(Stripe::new(members));
        }
        at += count;
    }
    group(first_line, stripes, lines.page(), layout);
}

/// Returns the bounding box of some lines; all zero when there are none.
fn box_of(lines: IndexRange, layout: &PageLayout) -> [f32; 4] {
    let lines = lines.slice(&layout.lines);
    if lines.is_empty() {
        [0.0; 4]
    } else {
        lines.iter().fold(EMPTY_BOX, |bbox, line| union(bbox, line.bbox))
    }
}

impl Stripe {
    fn new(rows: &[&[&Segment]]) -> Option<Self> {
        if let [[segment]] = rows {
            let Segment { u0, v, size, .. } = **segment;
            return Some(Self { u0: u0.min(f32::MAX), v, size: size.max(0.1) });
        }
        let main = rows
            .iter()
            .copied()
            .flatten()
            .max_by(|a, b| a.inked.cmp(&b.inked).then(b.drawn.cmp(&a.drawn)))?;
        let size = rows.iter().copied().flatten().map(|segment| segment.size).fold(0.1, f32::max);
        let u0 = rows.iter().copied().flatten().map(|segment| segment.u0).fold(f32::MAX, f32::min);
        Some(Self { u0, v: main.v, size })
    }
}

/// Writes the cells of a ruled table, row by row.
fn push_table(segments: &[Segment], grid: &Table, lines: &mut LineMaker<'_>, layout: &mut PageLayout) {
    let start = to_index(layout.lines.len());
    let mut table = LayoutTable {
        rows: grid.rows(),
        columns: grid.columns(),
        head_rows: grid.head_rows,
        cells: Vec::with_capacity(grid.cells.len()),
        ruled: grid.ruled,
        element: None,
    };
    let mut row: Vec<&Segment> = Vec::new();
    for cell in &grid.cells {
        let first = to_index(layout.lines.len());
        row.clear();
        for segment in grid.segments_in(cell).iter().filter_map(|&index| segments.get(index as usize)) {
            if row.last().is_some_and(|last| last.row != segment.row) {
                lines.push(&row, layout);
                row.clear();
            }
            row.push(segment);
        }
        if !row.is_empty() {
            lines.push(&row, layout);
        }
        table.cells.push(LayoutCell {
            row: cell.row,
            column: grid.reading_column(cell),
            row_span: cell.row_span,
            column_span: cell.column_span,
            lines: IndexRange { start: first, end: to_index(layout.lines.len()) },
            bbox: lines.page_box(grid.cell_bounds(cell)),
        });
    }
    let bbox = lines.page_box(grid.bounds());
    let part = IndexRange { start, end: to_index(layout.lines.len()) };
    let index = Some(to_index(layout.tables.len()));
    layout.tables.push(table);
    layout.blocks.push(LayoutBlock { lines: part, bbox, table: index, tag: BlockTag::None });
}

/// Groups the lines from `first_line` on into blocks.
fn group(first_line: usize, stripes: &[Stripe], page: &PageGlyphs, layout: &mut PageLayout) {
    let mut start = 0;
    for index in 1..=stripes.len() {
        if index == stripes.len()
            || begins(stripes, start, index)
            || is_item(page, layout, first_line + index)
        {
            let part = IndexRange { start: to_index(first_line + start), end: to_index(first_line + index) };
            let bbox = box_of(part, layout);
            layout.blocks.push(LayoutBlock { lines: part, bbox, table: None, tag: BlockTag::None });
            start = index;
        }
    }
}

/// Returns `true` if a line begins a list item.
fn is_item(page: &PageGlyphs, layout: &PageLayout, line: usize) -> bool {
    layout.lines.get(line).is_some_and(|line| marker_pieces(page, &layout.pieces, line) > 0)
}

/// Returns `true` if a line begins a paragraph.
fn begins(stripes: &[Stripe], start: usize, index: usize) -> bool {
    let (Some(last), Some(line)) = (stripes.get(index - 1), stripes.get(index)) else { return false };
    let pitch = line.v - last.v;
    let size = last.size.max(line.size);
    if pitch > MAX_PITCH * size || size > SIZE_STEP * last.size.min(line.size) {
        return true;
    }
    let usual =
        (index - start >= 2).then(|| stripes.get(index - 2).map(|before| last.v - before.v)).flatten();
    let further = usual.is_some_and(|usual| usual > 0.0 && pitch > usual * PITCH_STEP);
    let left =
        stripes.get(start..index).unwrap_or_default().iter().skip(1).map(|s| s.u0).fold(f32::MAX, f32::min);
    further || (left < f32::MAX && line.u0 > left + INDENT * size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_segment_is_seen_as_several_equal_ones_are() {
        for (u0, size) in [(3.0, 10.0), (f32::INFINITY, 0.0), (f32::NAN, f32::NAN), (-1.0, 0.1)] {
            let fragments = IndexRange { start: 0, end: 1 };
            let (v, top, bottom) = (20.0, 12.0, 22.0);
            let segment = Segment {
                fragments,
                u0,
                u1: 9.0,
                v,
                top,
                bottom,
                size,
                inked: 3,
                row: 0,
                drawn: 0,
                drawn_last: 4,
            };
            let (row, rows): (&[&Segment], &[&Segment]) = (&[&segment], &[&segment, &segment]);
            let (one, several) = (Stripe::new(&[row]), Stripe::new(&[rows]));
            assert_eq!(format!("{one:?}"), format!("{several:?}"));
        }
    }
}

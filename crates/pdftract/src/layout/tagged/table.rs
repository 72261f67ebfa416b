//! Tables of tagged pages: rows and cells as the structure tree lists them, with their spans.

use super::strip::Strip;
use crate::file::structure::{PageStructure, Tag};
use crate::layout::bounds::{EMPTY_BOX, union};
use crate::layout::model::{IndexRange, LayoutCell, LayoutLine, LayoutTable, to_index};

/// The most columns of a table; more are a mistake.
const MAX_COLUMNS: usize = 300;
/// The most strips of text in a cell; a cell with more holds prose, and the table is used for page layout.
const MAX_STRIPS_IN_CELL: usize = 40;
/// The most elements between a cell and its row.
const MAX_STEPS_UP: usize = 8;

/// A cell of a table under construction.
#[derive(Clone)]
pub(super) struct TaggedCell {
    /// The element.
    pub(super) element: u32,
    /// Its lines, after they are written.
    pub(super) lines: IndexRange,
    row: u32,
    column: u32,
    row_span: u32,
    column_span: u32,
    /// `true` if it is tagged as a header.
    is_head: bool,
}

/// A table under construction.
pub(super) struct TaggedTable {
    /// The cells, row by row, empty ones included.
    pub(super) cells: Vec<TaggedCell>,
    rows: u32,
    columns: u32,
}

/// Returns the strips of each cell, in the order of the structure tree.
pub(super) fn cells(
    structure: &PageStructure<'_>,
    strips: &[Strip],
    members: &[u32],
) -> Vec<(u32, Vec<u32>)> {
    let owner = |index: u32| strips.get(index as usize).and_then(|strip| strip.owner);
    let mut pairs: Vec<(u32, u32)> =
        members.iter().filter_map(|&index| Some((owner(index)?, index))).collect();
    pairs.sort_unstable();
    let is_known = |element: u32| structure.element(element).is_some();
    let runs = pairs.chunk_by(|a, b| a.0 == b.0).filter_map(|run| {
        let (element, _) = run.first().filter(|(element, _)| is_known(*element))?;
        Some((*element, run.iter().map(|(_, strip)| *strip).collect()))
    });
    runs.collect()
}

/// Returns the table that cells form on this page; `None` when they form none.
pub(super) fn table(structure: &PageStructure<'_>, filled: &[(u32, Vec<u32>)]) -> Option<TaggedTable> {
    let rows: Vec<u32> = filled.iter().map(|(cell, _)| row_of(structure, *cell)).collect::<Option<_>>()?;
    let (first, last) = (*rows.iter().min()?, *rows.iter().max()?);
    let mut maker = Maker::default();
    let elements = structure.elements.get(first as usize..)?;
    for (index, element) in (first..).zip(elements) {
        if index > last && element.parent < Some(last) {
            break;
        }
        let block = structure.element(element.block)?;
        if element.tag == Tag::Row && !block.tag.is_cell() {
            maker.begin_row();
        } else if element.tag.is_cell() && element.block == index {
            maker.add(index, element.row_span, element.column_span, element.tag == Tag::HeaderCell);
        }
        if maker.left.len() > MAX_COLUMNS {
            return None;
        }
    }
    let is_placed = |element: u32| maker.cells.binary_search_by_key(&element, |cell| cell.element).is_ok();
    if !filled.iter().all(|(element, _)| is_placed(*element)) {
        return None;
    }
    // A single row with long texts puts columns of a page beside each other.
    let most = if first == last { LONG_CELL } else { MAX_STRIPS_IN_CELL };
    let prose = filled.iter().any(|(_, strips)| strips.len() > most);
    let has_heads = maker.cells.iter().any(|cell| cell.is_head);
    let has_spans = maker.cells.iter().any(|cell| cell.row_span > 1);
    let is_layout = !has_heads && !has_spans && is_layout(rows);
    (filled.len() > 1 && maker.left.len() > 1 && !prose && !is_layout).then(|| maker.finish())
}

/// The most parts of lines of a cell in a table of one row.
pub(super) const LONG_CELL: usize = 14;

/// Tables with fewer rows are too small to tell.
const MIN_ROWS: usize = 5;

/// Returns whether most rows have one cell with text: word processors lay out forms with tables. `rows` has the row of each
/// cell with text.
fn is_layout(mut rows: Vec<u32>) -> bool {
    rows.sort_unstable();
    let (mut all, mut single) = (0, 0);
    for row in rows.chunk_by(|a, b| a == b) {
        all += 1;
        single += usize::from(row.len() == 1);
    }
    all >= MIN_ROWS && single * 5 >= all * 3
}

/// Returns the row of a cell.
fn row_of(structure: &PageStructure<'_>, cell: u32) -> Option<u32> {
    let mut at = cell;
    for _ in 0..MAX_STEPS_UP {
        at = structure.element(at)?.parent?;
        match structure.element(at)?.tag {
            Tag::Row => return Some(at),
            Tag::Table => return None,
            _ => {}
        }
    }
    None
}

/// Returns `true` if a cell is at a possible position after another: beside it, or further down.
fn follows(same_row: bool, last: [f32; 4], bbox: [f32; 4], mirrored: bool) -> bool {
    let ([a0, a1, a2, _], [b0, _, b2, b3]) = (last, bbox);
    match (same_row, mirrored) {
        (true, false) => a0 <= b2,
        (true, true) => b0 <= a2,
        (false, _) => b3 > a1,
    }
}

impl TaggedCell {
    /// Returns a cell without an element: files do not tag empty ones.
    fn empty(row: u32) -> Self {
        let lines = IndexRange::default();
        Self { element: u32::MAX, lines, row, column: 0, row_span: 1, column_span: 1, is_head: false }
    }
}

/// Assigns cells to columns, as a browser would.
#[derive(Default)]
struct Maker {
    cells: Vec<TaggedCell>,
    rows: u32,
    /// For each column, the number of rows still occupied by a cell above.
    left: Vec<u16>,
    /// The next column of the row that may be free.
    column: usize,
}

impl Maker {
    fn begin_row(&mut self) {
        self.rows += 1;
        self.column = 0;
        self.left.iter_mut().for_each(|left| *left = left.saturating_sub(1));
    }

    fn add(&mut self, element: u32, row_span: u16, column_span: u16, is_head: bool) {
        while self.left.get(self.column).is_some_and(|left| *left > 0) {
            self.column += 1;
        }
        let end = self.column + usize::from(column_span);
        self.left.resize(self.left.len().max(end), 0);
        self.left.get_mut(self.column..end).unwrap_or_default().fill(row_span);
        self.cells.push(TaggedCell {
            element,
            lines: IndexRange::default(),
            row: self.rows.saturating_sub(1),
            column: to_index(self.column),
            row_span: u32::from(row_span),
            column_span: u32::from(column_span),
            is_head,
        });
        self.column = end;
    }

    fn finish(self) -> TaggedTable {
        let (rows, columns) = (self.rows.max(1), to_index(self.left.len()));
        let mut cells = self.cells;
        for cell in &mut cells {
            cell.row_span = cell.row_span.min(rows - cell.row.min(rows - 1)).max(1);
        }
        TaggedTable { cells, rows, columns }
    }
}

/// One row in this many may have cells whose positions contradict its order.
const ROWS_PER_MISTAKE: usize = 10;

impl TaggedTable {
    /// Returns `true` if the positions of the cells on the page contradict their order: some writers shuffle the
    /// cells of a row.
    pub(super) fn contradicts(&self, boxes: &[(u32, [f32; 4])], mirrored: bool) -> bool {
        let place =
            |cell: &TaggedCell| boxes.binary_search_by_key(&cell.element, |(element, _)| *element).ok();
        let filled = self.cells.iter().filter_map(|cell| Some((cell.row, boxes.get(place(cell)?)?.1)));
        let mut mistakes: Vec<u32> = Vec::new();
        let mut last: Option<(u32, [f32; 4])> = None;
        for (row, bbox) in filled {
            if last.is_some_and(|(last_row, before)| !follows(row == last_row, before, bbox, mirrored)) {
                mistakes.push(row);
            }
            last = Some((row, bbox));
        }
        mistakes.dedup();
        mistakes.len() * ROWS_PER_MISTAKE > self.rows as usize
    }

    /// Returns the table with the boxes of its cells: around their text, or at the expected position when they are
    /// empty.
    pub(super) fn finish(self, bounds: [f32; 4], ruled: bool, lines: &[LayoutLine]) -> LayoutTable {
        let around =
            |part: IndexRange| part.slice(lines).iter().fold(EMPTY_BOX, |bbox, line| union(bbox, line.bbox));
        let mut rows = vec![EMPTY_BOX; self.rows as usize];
        let mut columns = vec![EMPTY_BOX; self.columns as usize];
        for cell in &self.cells {
            let bbox = around(cell.lines);
            rows.get_mut(cell.row as usize).into_iter().for_each(|row| *row = union(*row, bbox));
            columns
                .get_mut(cell.column as usize)
                .into_iter()
                .for_each(|column| *column = union(*column, bbox));
        }
        let [left, top, right, bottom] = bounds;
        let either = |known: (f32, f32), else_: (f32, f32)| if known.0 <= known.1 { known } else { else_ };
        let finish = |cell: TaggedCell| {
            let mut bbox = around(cell.lines);
            if cell.lines.is_empty() {
                let [_, y0, _, y1] = rows.get(cell.row as usize).copied().unwrap_or(EMPTY_BOX);
                let [x0, _, x1, _] = columns.get(cell.column as usize).copied().unwrap_or(EMPTY_BOX);
                let ((x0, x1), (y0, y1)) = (either((x0, x1), (left, right)), either((y0, y1), (top, bottom)));
                bbox = [x0, y0, x1, y1];
            }
            let TaggedCell { row, column, row_span, column_span, lines, .. } = cell;
            LayoutCell { row, column, row_span, column_span, lines, bbox }
        };
        let head_rows = self.head_rows();
        let cells = self.cells.into_iter().map(finish).collect();
        LayoutTable { rows: self.rows, columns: self.columns, head_rows, cells, ruled, element: None }
    }

    /// Returns the number of rows at the top that consist of headers only.
    fn head_rows(&self) -> u32 {
        let first_data = self.cells.iter().filter(|cell| !cell.is_head).map(|cell| cell.row).min();
        first_data.unwrap_or(self.rows).min(self.rows)
    }

    /// Assigns columns by position on the page to the cells of rows with too few cells: Chromium omits empty cells
    /// from its tags.
    pub(super) fn place_by_position(&mut self, boxes: &[(u32, [f32; 4])], mirrored: bool) {
        let columns = self.columns as usize;
        let sides = self.column_sides(boxes);
        if self.cells.iter().any(|cell| cell.row_span > 1) || sides.iter().any(Option::is_none) {
            return;
        }
        let mut placed = Vec::with_capacity(self.cells.len());
        for row in self.cells.chunk_by(|a, b| a.row == b.row) {
            let span: u32 = row.iter().map(|cell| cell.column_span).sum();
            let places = (span < self.columns).then(|| places(row, boxes, &sides, mirrored)).flatten();
            let Some(places) = places else {
                placed.extend(row.iter().map(TaggedCell::clone));
                continue;
            };
            let mut cells = row.iter().zip(&places).peekable();
            for column in 0..columns {
                let cell = cells.next_if(|(_, place)| **place == column).map(|(cell, _)| cell.clone());
                let empty = || TaggedCell::empty(row.first().map_or(0, |cell| cell.row));
                placed.push(TaggedCell { column: to_index(column), ..cell.unwrap_or_else(empty) });
            }
        }
        self.cells = placed;
    }

    /// Returns the start and end of each column, from the text of complete rows.
    fn column_sides(&self, boxes: &[(u32, [f32; 4])]) -> Vec<Option<(f32, f32)>> {
        let mut sides: Vec<Option<(f32, f32)>> = vec![None; self.columns as usize];
        for row in self.cells.chunk_by(|a, b| a.row == b.row) {
            if row.iter().map(|cell| cell.column_span).sum::<u32>() < self.columns {
                continue;
            }
            for cell in row.iter().filter(|cell| cell.column_span == 1) {
                let (Some([x0, _, x1, _]), Some(side)) =
                    (box_of(cell, boxes), sides.get_mut(cell.column as usize))
                else {
                    continue;
                };
                let (left, right) = side.unwrap_or((x0, x1));
                *side = Some((left.min(x0), right.max(x1)));
            }
        }
        sides
    }
}

fn box_of(cell: &TaggedCell, boxes: &[(u32, [f32; 4])]) -> Option<[f32; 4]> {
    let place = boxes.binary_search_by_key(&cell.element, |(element, _)| *element).ok()?;
    boxes.get(place).map(|(_, bbox)| *bbox)
}

/// Returns the columns of the cells of a row, in ascending order; `None` when a cell spans columns or has no text.
fn places(
    row: &[TaggedCell],
    boxes: &[(u32, [f32; 4])],
    sides: &[Option<(f32, f32)>],
    mirrored: bool,
) -> Option<Vec<usize>> {
    let mut places: Vec<usize> = Vec::with_capacity(row.len());
    for (index, cell) in row.iter().enumerate() {
        let [x0, _, x1, _] = box_of(cell, boxes).filter(|_| cell.column_span == 1 && !mirrored)?;
        let from = places.last().map_or(0, |last| last + 1);
        let to = (sides.len() + index + 1).checked_sub(row.len())?;
        let distance = |column: usize| {
            let (left, right) = sides.get(column).copied().flatten().unwrap_or((f32::MAX, f32::MAX));
            let common = x1.min(right) - x0.max(left);
            if common > 0.0 { -common } else { (f32::midpoint(x0, x1) - f32::midpoint(left, right)).abs() }
        };
        places.push((from..to).min_by(|a, b| distance(*a).total_cmp(&distance(*b)))?);
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_have_rows_of_one_cell() {
        assert!(is_layout(vec![1, 2, 2, 2, 2, 3, 4, 5]));
        assert!(!is_layout(vec![1, 1, 2, 2, 3, 4, 4, 5]));
        assert!(!is_layout(vec![1, 2, 3, 4]), "too few rows");
    }
}

//! Tables that are too long for one chunk, cut between rows with the head repeated.

use std::ops::Range;

use super::super::model::{Block, Cell, Line};
use super::super::number::small;
use super::piece::{Count, Piece, union};
use crate::structure::Role;

/// Cuts a table into parts of at most `max` tokens, the first of at most `first` if a row fits into that. Every part but
/// the first begins with the head rows, unless these take up half of it. A row that is too long becomes running text.
pub(super) fn split(piece: Piece, first: usize, max: usize, count: Count<'_>) -> Vec<Piece> {
    let Some(rows) = Rows::new(&piece.block) else { return piece.split_text(first, max, count) };
    let head_is_short = count(&rows.text(0..rows.head)) <= max / 2;
    let repeated = if head_is_short { rows.head } else { 0 };
    let mut parts = Vec::new();
    let mut room = first;
    let mut start = 0;
    while start < rows.len() {
        let head = if start == 0 { 0 } else { repeated };
        let fits = |end: usize| count(&rows.part_text(head, start..end)) <= room;
        let ends = rows.ends_after(start);
        let fitting = ends.iter().take_while(|&&end| fits(end)).last().copied();
        match (fitting, ends.first()) {
            (Some(end), _) => {
                parts.push(rows.part(&piece, head, start..end));
                start = end;
            }
            (None, Some(_)) if room < max => {}
            (None, Some(&end)) => {
                parts.extend(rows.as_text(&piece, start..end).split_text(max, max, count));
                start = end;
            }
            (None, None) => break,
        }
        room = max;
    }
    parts
}

/// The rows of a table and where they are in its text.
struct Rows<'b> {
    block: &'b Block,
    text: Vec<char>,
    /// Where each row begins, and the end of the text.
    starts: Vec<usize>,
    /// The rows that a part may end before: no cell spans over their upper edge.
    ends: Vec<usize>,
    /// The number of rows that are the head.
    head: usize,
}

impl<'b> Rows<'b> {
    fn new(block: &'b Block) -> Option<Self> {
        let table = block.table.as_ref()?;
        let text: Vec<char> = block.text.chars().collect();
        let rows = table.rows as usize;
        // More rows than characters and cells are a mistake of the record.
        if rows < 2 || rows > table.cells.len() {
            return None;
        }
        let mut starts = vec![usize::MAX; rows + 1];
        let mut reach = vec![0; rows];
        for cell in &table.cells {
            let row = cell.row as usize;
            let below = (row + cell.row_span.max(1) as usize).min(rows);
            if let (Some(start), Some(reach)) = (starts.get_mut(row), reach.get_mut(row)) {
                *start = (*start).min(cell.start as usize);
                *reach = below.max(*reach);
            }
        }
        *starts.last_mut()? = text.len() + 1;
        // A row without cells of its own is empty and begins where the next one does.
        for row in (0..rows).rev() {
            let next = starts.get(row + 1).copied().unwrap_or_default();
            let start = starts.get_mut(row)?;
            *start = (*start).min(next);
        }
        let mut lowest = 0;
        let ends = (1..=rows).filter(|&end| {
            lowest = reach.get(end - 1).copied().unwrap_or_default().max(lowest);
            lowest <= end
        });
        let ends = ends.collect();
        let head = (table.head_rows.max(table.repeated_rows) as usize).min(rows - 1);
        Some(Self { block, text, starts, ends, head })
    }

    fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    fn ends_after(&self, row: usize) -> &[usize] {
        let after = self.ends.partition_point(|&end| end <= row);
        self.ends.get(after..).unwrap_or_default()
    }

    /// Returns the characters of some rows, without the line end behind them.
    fn range(&self, rows: Range<usize>) -> Range<usize> {
        let at = |row: usize| self.starts.get(row).copied().unwrap_or_default();
        let start = at(rows.start);
        start..at(rows.end).saturating_sub(1).clamp(start, self.text.len().max(start))
    }

    fn text(&self, rows: Range<usize>) -> String {
        self.text.get(self.range(rows)).unwrap_or_default().iter().collect()
    }

    fn part_text(&self, head: usize, rows: Range<usize>) -> String {
        match head {
            0 => self.text(rows),
            _ => format!("{}\n{}", self.text(0..head), self.text(rows)),
        }
    }

    /// Returns a part of the table: some rows below the first `head` ones.
    fn part(&self, piece: &Piece, head: usize, rows: Range<usize>) -> Piece {
        let mut block = shell(self.block);
        block.text = self.part_text(head, rows.clone());
        let context = if head == 0 { 0 } else { self.range(0..head).len() + 1 };
        let rows_shift = (small(rows.start), small(head));
        let moves = [(self.range(0..head), 0, (0, 0)), (self.range(rows.clone()), context, rows_shift)];
        let mut cells = Vec::new();
        for (range, to, (row_from, row_to)) in moves {
            if range.is_empty() {
                continue;
            }
            let shift = |at: u32| small((at as usize).saturating_sub(range.start) + to);
            let first_row = row_from as usize;
            let last_row = if to == 0 && head > 0 { head } else { rows.end };
            let inside = |cell: &&Cell| (first_row..last_row).contains(&(cell.row as usize));
            cells.extend(self.block.table.iter().flat_map(|table| &table.cells).filter(inside).map(|cell| {
                Cell {
                    row: cell.row - row_from + row_to,
                    start: shift(cell.start),
                    end: shift(cell.end),
                    ..cell.clone()
                }
            }));
            block.lines.extend(self.lines(&range).map(|line| shifted(line, shift)));
        }
        self.set_table(&mut block, cells, small(head + rows.len()), rows);
        let mut part = piece.with_block(block);
        part.context = context;
        part
    }

    fn set_table(&self, block: &mut Block, cells: Vec<Cell>, row_count: u32, rows: Range<usize>) {
        let own = cells.iter().filter(|cell| cell.row as usize + rows.len() >= row_count as usize);
        if let Some(bbox) = union(own.map(|cell| cell.bbox)) {
            block.bbox = bbox;
        }
        if let Some(table) = &mut block.table {
            table.rows = row_count;
            table.cells = cells;
            table.head_rows = table.head_rows.min(row_count);
            (table.repeated_rows, table.continues, table.continued_by) = (0, None, None);
        }
    }

    /// Returns some rows as a paragraph.
    fn as_text(&self, piece: &Piece, rows: Range<usize>) -> Piece {
        let range = self.range(rows);
        let mut block = shell(self.block);
        block.text = self.text.get(range.clone()).unwrap_or_default().iter().collect();
        let shift = |at: u32| small((at as usize).saturating_sub(range.start));
        block.lines = self.lines(&range).map(|line| shifted(line, shift)).collect();
        (block.role, block.table) = (Role::Paragraph, None);
        if let Some(bbox) = union(block.lines.iter().map(|line| line.bbox)) {
            block.bbox = bbox;
        }
        piece.with_block(block)
    }

    fn lines(&self, range: &Range<usize>) -> impl Iterator<Item = &'b Line> {
        let inside =
            |line: &&Line| line.spans.first().is_some_and(|span| range.contains(&(span.start as usize)));
        self.block.lines.iter().filter(inside)
    }
}

/// Returns a table without its rows.
fn shell(block: &Block) -> Block {
    let mut shell = block.clone();
    shell.lines.clear();
    shell
}

fn shifted(line: &Line, shift: impl Fn(u32) -> u32) -> Line {
    let mut line = line.clone();
    for span in &mut line.spans {
        (span.start, span.end) = (shift(span.start), shift(span.end));
    }
    line.words = None;
    line
}

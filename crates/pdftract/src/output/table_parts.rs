//! Links the parts of tables that continue in the next column or on the next page.

use super::model::{Block, Page, Table};
use crate::structure::Role;
use crate::structure::continued_table::{TablePart, continuation};

/// The maximum number of rows at the start of a table that may be a repeated header.
const HEAD_ROWS: u32 = 6;

/// Links tables as pages arrive in order; keeps the header of the open table.
#[derive(Debug, Default)]
pub(crate) struct TableLinks {
    head: Vec<Vec<String>>,
}

impl TableLinks {
    /// Links tables that continue in the next column of a page.
    pub(crate) fn link_columns(&mut self, page: &mut Page) {
        for index in 1..page.blocks.len() {
            let (before, rest) = page.blocks.split_at_mut(index);
            let (Some(above), Some(next)) = (before.last_mut(), rest.first_mut()) else { continue };
            if next.bbox[1] < above.bbox[3] && next.bbox[0] > above.bbox[2] {
                self.link(above, next);
            }
        }
    }

    /// Links the last table of a page with the first of the next, if there is nothing between them.
    pub(crate) fn link_pages(&mut self, before: &mut Page, page: &mut Page) {
        let is_text = |block: &&mut Block| !block.role.is_furniture() && block.role != Role::Footnote;
        let last = before.blocks.iter_mut().rev().find(is_text);
        let first = page.blocks.iter_mut().find(|block| !block.role.is_furniture());
        if let (Some(last), Some(first)) = (last, first) {
            self.link(last, first);
        }
    }

    fn link(&mut self, before: &mut Block, block: &mut Block) {
        let (Some(above), Some(table)) = (&mut before.table, &mut block.table) else { return };
        if table.continues.is_some() {
            return;
        }
        if above.continues.is_none() {
            self.head = first_rows(above);
        }
        let Some(found) = continuation(&self.head, &part(above), &part(table)) else { return };
        above.continued_by = Some(block.id.clone());
        table.continues = Some(before.id.clone());
        table.repeated_rows = found.repeated_rows.min(table.rows.saturating_sub(1));
        if found.repeated_rows == 0 {
            table.head_rows = 0;
            table.cells.iter_mut().for_each(|cell| cell.header = false);
        }
    }
}

fn part(table: &Table) -> TablePart {
    let left = table.cells.iter().map(|cell| cell.bbox[0]).fold(f32::MAX, f32::min);
    let right = table.cells.iter().map(|cell| cell.bbox[2]).fold(f32::MIN, f32::max);
    let mut edges = vec![f32::MAX; table.columns as usize];
    for cell in &table.cells {
        if let Some(edge) = edges.get_mut(cell.column as usize) {
            *edge = edge.min(cell.bbox[0] - left);
        }
    }
    // Right-to-left rows have reversed columns; any consistent order is sufficient for the comparison.
    edges.push(right - left);
    edges.sort_by(f32::total_cmp);
    TablePart { edges, head: first_rows(table), has_head: has_head(table), element: table.element }
}

/// Returns `true` if the first row has words where most later rows have numbers.
fn has_head(table: &Table) -> bool {
    let has_digits = |text: &str| text.contains(|character: char| character.is_ascii_digit());
    let first = table.cells.iter().filter(|cell| cell.row == 0 && !cell.text.is_empty());
    first.clone().count() > 1
        && first.filter(|cell| !has_digits(&cell.text)).any(|head| {
            let below = table
                .cells
                .iter()
                .filter(|cell| cell.row > 0 && cell.column == head.column && !cell.text.is_empty());
            let numbers = below.clone().filter(|cell| has_digits(&cell.text)).count();
            numbers > 0 && numbers * 3 >= below.count() * 2
        })
}

/// Returns the texts of the first rows.
fn first_rows(table: &Table) -> Vec<Vec<String>> {
    let rows = 0..table.rows.min(HEAD_ROWS);
    let row = |row: u32| {
        let cells = table.cells.iter().filter(|cell| cell.row == row);
        cells.map(|cell| cell.text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    rows.map(row).collect()
}

/// Appends the rows of the next part of a table; a repeated header is left out.
pub(crate) fn append(whole: &mut Block, part: &Block) {
    let (Some(table), Some(next)) = (&mut whole.table, &part.table) else { return };
    let characters = u32::try_from(whole.text.chars().count()).unwrap_or(u32::MAX).saturating_add(1);
    let rows = table.rows;
    let kept: Vec<_> = next.cells.iter().filter(|cell| cell.row >= next.repeated_rows).collect();
    let is_kept = |start: u32| kept.iter().any(|cell| cell.start <= start && start < cell.end);
    for line in &part.lines {
        if !line.spans.first().is_some_and(|span| is_kept(span.start)) {
            continue;
        }
        let mut line = line.clone();
        for span in &mut line.spans {
            (span.start, span.end) = (span.start + characters, span.end + characters);
        }
        whole.lines.push(line);
    }
    for cell in kept {
        let mut cell = cell.clone();
        cell.row = cell.row - next.repeated_rows + rows;
        (cell.start, cell.end) = (cell.start + characters, cell.end + characters);
        table.cells.push(cell);
    }
    table.rows += next.rows - next.repeated_rows.min(next.rows);
    whole.text.push('\n');
    whole.text.push_str(&part.text);
    table.continued_by.clone_from(&next.continued_by);
}

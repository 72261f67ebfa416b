//! Tables with their parts on several pages and in several columns joined.

use pdftract::record::{Cell, Page};
use serde::Serialize;

/// A table with the cells of all its parts.
#[derive(Debug, Serialize)]
pub(super) struct JoinedTable {
    /// The pages it is on, counted from 1.
    pub(super) pages: Vec<usize>,
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) head_rows: u32,
    pub(super) cells: Vec<JoinedCell>,
    /// The block of its last part.
    #[serde(skip)]
    last: String,
}

/// A cell with the page it is on.
#[derive(Debug, Serialize)]
pub(super) struct JoinedCell {
    pub(super) page: usize,
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) row_span: u32,
    pub(super) column_span: u32,
    pub(super) header: bool,
    pub(super) bbox: [f32; 4],
    pub(super) text: String,
}

/// Joins tables as pages come in order.
#[derive(Debug, Default)]
pub(super) struct Joiner {
    pub(super) tables: Vec<JoinedTable>,
}

impl Joiner {
    /// Takes the tables of the next page.
    pub(super) fn add(&mut self, page: &Page) {
        let tables = page.blocks.iter().filter_map(|block| Some((block, block.table.as_ref()?)));
        for (block, table) in tables {
            let is_before = |other: &&mut JoinedTable| Some(&other.last) == table.continues.as_ref();
            let (joined, skipped) = match self.tables.last_mut().filter(is_before) {
                Some(joined) => (joined, table.repeated_rows),
                None => {
                    let (columns, head_rows) = (table.columns, table.head_rows);
                    let empty = JoinedTable {
                        pages: Vec::new(),
                        rows: 0,
                        columns,
                        head_rows,
                        cells: Vec::new(),
                        last: String::new(),
                    };
                    self.tables.push(empty);
                    let Some(new) = self.tables.last_mut() else { continue };
                    (new, 0)
                }
            };
            let start = joined.rows;
            let kept = table.cells.iter().filter(|cell| cell.row >= skipped);
            joined.cells.extend(kept.map(|cell| JoinedCell::new(cell, page.page_number, skipped, start)));
            joined.rows += table.rows.saturating_sub(skipped);
            joined.pages.push(page.page_number);
            joined.pages.dedup();
            joined.last.clone_from(&block.id);
        }
    }
}

impl JoinedCell {
    fn new(cell: &Cell, page: usize, skipped: u32, start: u32) -> Self {
        Self {
            page,
            row: cell.row.saturating_sub(skipped) + start,
            column: cell.column,
            row_span: cell.row_span,
            column_span: cell.column_span,
            header: cell.header,
            bbox: cell.bbox,
            text: cell.text.clone(),
        }
    }
}

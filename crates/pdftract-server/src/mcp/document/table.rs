//! `pdf_table`: the cells of a table as CSV or JSON, within a number of tokens.

use pdftract::Document;
use pdftract::record::Table;
use pdftract_worker::{Failed, Reason};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{bad, no_such_page, options, rounded};
use crate::mcp::tokens;

/// Tokens of an answer for everything but rows.
const ENVELOPE: usize = 150;

#[derive(Debug, Deserialize)]
pub(super) struct TableTask {
    block_id: String,
    is_csv: bool,
    max_tokens: usize,
    /// The first row.
    cursor: Option<String>,
}

/// Returns rows of a table, as many as there is room for.
pub(super) fn table(document: &Document, task: &TableTask) -> Result<Value, Failed> {
    let number = task.block_id.strip_prefix('p').and_then(|id| id.split('-').next()?.parse::<usize>().ok());
    let number = number.ok_or_else(|| bad(&"a block is named like p1-b2; pdf_map lists tables"))?;
    let page = number.checked_sub(1).and_then(|index| document.page_record(index, &options()));
    let page = page.ok_or_else(|| no_such_page(number, document))?;
    let block = page.blocks.iter().find(|block| block.id == task.block_id);
    let block = block.ok_or_else(|| Failed::new(Reason::BadRequest, "the page has no such block"))?;
    let table = block.table.as_ref();
    let table = table.ok_or_else(|| Failed::new(Reason::BadRequest, "the block is not a table"))?;
    let first = match task.cursor.as_deref() {
        None => 0,
        Some(cursor) => cursor.parse().map_err(|_| bad(&"the cursor is not one of this tool"))?,
    };
    let grid = grid(table);
    let mut left = task.max_tokens.saturating_sub(ENVELOPE);
    let (mut rows, mut csv, mut next) = (Vec::new(), String::new(), None);
    for (index, row) in grid.into_iter().enumerate().skip(first) {
        let line = row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\r\n";
        // Quotation marks and line ends are escaped in JSON.
        let cost = tokens::estimate(&line) + row.len() + 2;
        if cost > left && index > first {
            next = Some(index.to_string());
            break;
        }
        left = left.saturating_sub(cost);
        if task.is_csv {
            csv.push_str(&line);
        } else {
            rows.push(json!(row));
        }
    }
    Ok(json!({
        "block_id": task.block_id,
        "page": number,
        "bbox": rounded(block.bbox),
        "rows": table.rows,
        "columns": table.columns,
        "head_rows": table.head_rows,
        "continues": table.continues,
        "csv": task.is_csv.then_some(csv),
        "cells": (!task.is_csv).then_some(rows),
        "next_cursor": next,
    }))
}

/// Returns the text of the cells by row and column; a cell over several places is in the first one.
fn grid(table: &Table) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new(); table.columns as usize]; table.rows as usize];
    for cell in &table.cells {
        let place = rows.get_mut(cell.row as usize).and_then(|row| row.get_mut(cell.column as usize));
        if let Some(place) = place {
            place.clone_from(&cell.text);
        }
    }
    rows
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

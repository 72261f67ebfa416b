//! Writes tables as CSV (RFC 4180), HTML, Markdown or JSON.

use std::fmt::Write as _;

use pdftract::File;
use pdftract::file::summary::SCHEMA_VERSION;
use serde::Serialize;

use super::join::{JoinedCell, JoinedTable};
use crate::exit::Failure;
use crate::json::{Layout, Origin, to_json};
use crate::printable::is_printable;

/// Returns the tables as CSV with an empty line between them. A cell over several rows or columns is written once, in
/// its first place.
pub(super) fn csv(tables: &[JoinedTable]) -> String {
    let table = |table: &JoinedTable| {
        let rows = grid(table).into_iter();
        let row = |row: Vec<Option<&JoinedCell>>| {
            row.iter().map(|cell| quoted(cell.map_or("", |cell| &cell.text))).collect::<Vec<_>>().join(",")
        };
        rows.map(row).fold(String::new(), |out, row| out + &row + "\r\n")
    };
    tables.iter().map(table).collect::<Vec<_>>().join("\r\n")
}

/// Returns the rows of a table with the cells that begin in each place.
fn grid(table: &JoinedTable) -> Vec<Vec<Option<&JoinedCell>>> {
    let mut rows = vec![vec![None; table.columns as usize]; table.rows as usize];
    for cell in &table.cells {
        let place = rows.get_mut(cell.row as usize).and_then(|row| row.get_mut(cell.column as usize));
        place.into_iter().for_each(|place| *place = Some(cell));
    }
    rows
}

fn quoted(text: &str) -> String {
    let text = printable(text);
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Leaves out what could steer a terminal.
fn printable(text: &str) -> String {
    text.chars().filter(|character| is_printable(*character) || *character == '\n').collect()
}

/// Returns the tables as HTML.
pub(super) fn html(tables: &[JoinedTable]) -> String {
    tables.iter().map(html_table).collect::<Vec<_>>().join("\n")
}

fn html_table(table: &JoinedTable) -> String {
    let mut out = String::from("<table>\n");
    for row in grid(table) {
        out.push_str("<tr>");
        for cell in row.into_iter().flatten() {
            let tag = if cell.header { "th" } else { "td" };
            let span = |name: &str, count: u32| match count {
                0 | 1 => String::new(),
                _ => format!(" {name}=\"{count}\""),
            };
            // Writing to a string cannot fail.
            let _ = write!(
                out,
                "<{tag}{}{}>{}</{tag}>",
                span("rowspan", cell.row_span),
                span("colspan", cell.column_span),
                escaped(&cell.text)
            );
        }
        out.push_str("</tr>\n");
    }
    out + "</table>\n"
}

fn escaped(text: &str) -> String {
    printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns the tables as Markdown: with pipes, or as HTML where cells span rows or columns.
pub(super) fn markdown(tables: &[JoinedTable]) -> String {
    let is_plain = |table: &JoinedTable| table.cells.iter().all(|cell| cell.row_span * cell.column_span == 1);
    let table = |table: &JoinedTable| if is_plain(table) { pipes(table) } else { html_table(table) };
    tables.iter().map(table).collect::<Vec<_>>().join("\n")
}

fn pipes(table: &JoinedTable) -> String {
    let mut out = String::new();
    for (number, row) in grid(table).into_iter().enumerate() {
        let text = |cell: Option<&JoinedCell>| {
            cell.map_or(String::new(), |cell| printable(&cell.text).replace('|', "\\|"))
        };
        let cells: Vec<String> = row.into_iter().map(text).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
        if number == 0 {
            let _ = writeln!(out, "|{}", " --- |".repeat(cells.len()));
        }
    }
    out
}

#[derive(Serialize)]
struct Report<'a> {
    schema_version: &'static str,
    source: Origin<'a>,
    tables: &'a [JoinedTable],
}

/// Returns the tables as JSON.
pub(super) fn json(name: &str, file: &File, tables: &[JoinedTable]) -> Result<String, Failure> {
    let source = Origin::new(name, file);
    to_json(&Report { schema_version: SCHEMA_VERSION, source, tables }, Layout::LinePerItem)
}

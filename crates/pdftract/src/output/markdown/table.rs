//! Tables: as pipe tables if that loses nothing, otherwise as HTML.

use super::super::model::{Block, Cell, Line, Span, Table};
use super::footnote::Footnotes;
use super::inline::{Emphasis, Inline};

pub(super) fn render(block: &Block, table: &Table, notes: &Footnotes) -> String {
    let cells = cells(block, table);
    if is_plain(table, &cells) { pipes(table, &cells, notes) } else { html(table, &cells) }
}

/// A cell with its lines.
struct CellLines<'b> {
    cell: &'b Cell,
    lines: Vec<&'b Line>,
    /// The right edge of the text in its column.
    right: f32,
}

/// A line break is intended if there was room for this many times the width of the next word, and a space.
const AMPLE_ROOM: f32 = 1.25;

impl<'b> CellLines<'b> {
    fn inline(&self) -> Inline<'b> {
        Inline::new(self.lines.iter().copied())
    }

    /// Returns `true` if a line ends although the next word would have fitted, which makes the break an intended one.
    fn has_meant_break(&self) -> bool {
        let pairs = self.lines.iter().zip(self.lines.iter().skip(1));
        pairs.into_iter().any(|(line, next)| {
            let room = self.right - line.bbox[2];
            next.spans
                .first()
                .is_some_and(|span| room > first_word_width(span) * AMPLE_ROOM + span.size / 2.0)
        })
    }
}

/// Estimates the width of the first word of a span.
#[allow(clippy::cast_precision_loss)]
fn first_word_width(span: &Span) -> f32 {
    let all = span.text.chars().count().max(1);
    let word = span.text.split(' ').next().unwrap_or_default().chars().count();
    (span.bbox[2] - span.bbox[0]) * word as f32 / all as f32
}

/// Assigns lines to cells by their offsets in the block's text.
fn cells<'b>(block: &'b Block, table: &'b Table) -> Vec<CellLines<'b>> {
    let mut lines = block.lines.iter().filter(|line| !line.spans.is_empty()).peekable();
    let mut cells = Vec::with_capacity(table.cells.len());
    for cell in &table.cells {
        let mut own = Vec::new();
        while let Some(line) =
            lines.next_if(|line| line.spans.first().is_some_and(|span| span.start < cell.end))
        {
            own.push(line);
        }
        cells.push(CellLines { cell, lines: own, right: f32::MAX });
    }
    set_right_edges(&mut cells, table.columns);
    cells
}

/// Sets the right edges of columns to those of their widest lines, since cells may be wider than their text.
fn set_right_edges(cells: &mut [CellLines<'_>], columns: u32) {
    let last_column = |cell: &Cell| cell.column.saturating_add(cell.column_span).saturating_sub(1);
    // A record with more columns than cells is inconsistent.
    let mut edges = vec![f32::MIN; (columns as usize).min(cells.len())];
    for CellLines { cell, lines, .. } in cells.iter() {
        if let Some(edge) = edges.get_mut(last_column(cell) as usize) {
            *edge = lines.iter().map(|line| line.bbox[2]).fold(*edge, f32::max);
        }
    }
    for cell in cells {
        cell.right = edges.get(last_column(cell.cell) as usize).copied().unwrap_or(f32::MIN);
    }
}

/// Returns `true` if pipes lose nothing: each grid position has one cell, and no cell has an intended line break.
fn is_plain(table: &Table, cells: &[CellLines<'_>]) -> bool {
    let complete = cells.len() == (table.rows as usize).saturating_mul(table.columns as usize);
    let single = cells.iter().zip(0usize..).all(|(CellLines { cell, .. }, index)| {
        let columns = table.columns.max(1) as usize;
        cell.row_span == 1
            && cell.column_span == 1
            && cell.row as usize == index / columns
            && cell.column as usize == index % columns
    });
    complete && single && table.columns > 1 && !cells.iter().any(CellLines::has_meant_break)
}

fn pipes(table: &Table, cells: &[CellLines<'_>], notes: &Footnotes) -> String {
    let mut out = String::new();
    for row in cells.chunks(table.columns as usize) {
        if !out.is_empty() {
            out.push('\n');
        }
        let is_head = out.is_empty();
        out.push('|');
        for cell in row {
            out.push(' ');
            out.push_str(&pipe_text(cell, is_head, notes));
            out.push_str(" |");
        }
        if is_head {
            out.push_str("\n|");
            out.push_str(&" --- |".repeat(row.len()));
        }
    }
    out
}

/// Renders the text of a cell; Markdown readers show the first row in bold anyway.
fn pipe_text(cell: &CellLines<'_>, is_head: bool, notes: &Footnotes) -> String {
    let emphasis = if is_head { Emphasis::ItalicOnly } else { Emphasis::Full };
    cell.inline().render(notes, emphasis).replace('|', "\\|")
}

fn html(table: &Table, cells: &[CellLines<'_>]) -> String {
    let mut out = String::from("<table>");
    let mut row = None;
    for cell in cells.iter().filter(|cell| cell.cell.row < table.rows) {
        if row != Some(cell.cell.row) {
            out.push_str(if row.is_some() { "</tr>\n<tr>" } else { "\n<tr>" });
            row = Some(cell.cell.row);
        }
        push_html_cell(cell, &mut out);
    }
    out.push_str(if row.is_some() { "</tr>\n</table>" } else { "\n</table>" });
    out
}

fn push_html_cell(cell: &CellLines<'_>, out: &mut String) {
    let is_head = cell.cell.row == 0;
    let tag = if is_head { "th" } else { "td" };
    out.push_str(&format!("<{tag}"));
    for (name, count) in [("rowspan", cell.cell.row_span), ("colspan", cell.cell.column_span)] {
        if count > 1 {
            out.push_str(&format!(" {name}=\"{count}\""));
        }
    }
    out.push('>');
    out.push_str(&html_text(cell, is_head));
    out.push_str(&format!("</{tag}>"));
}

fn html_text(cell: &CellLines<'_>, is_head: bool) -> String {
    let plain = |inline: Inline<'_>| {
        let inline = if is_head { inline.without_uniform_emphasis() } else { inline };
        inline.render_html()
    };
    if !cell.has_meant_break() {
        return plain(cell.inline());
    }
    let lines = cell.lines.iter().map(|line| plain(Inline::new([*line])));
    lines.collect::<Vec<_>>().join("<br>")
}

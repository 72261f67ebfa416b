//! Makes the public record of a block: its text, its lines cut into spans, its list marker or its cells.

use crate::clean::SOFT_HYPHEN;
use crate::clean::line_end::{LineEnd, ends_in_hyphen};
use crate::layout;
use crate::structure::{Role, StructuredBlock};

use super::model;
use super::number::{points, share, small};
use super::span::{self, Sheet, Tally};
use super::text::{cell_separator, table_of};

/// The record of a block; `number` counts the blocks of the page from 1.
pub(super) fn record(sheet: Sheet<'_>, block: &StructuredBlock, number: usize) -> (model::Block, Tally) {
    let sheet = Sheet { block: number.saturating_sub(1), ..sheet };
    let mut writer = Writer {
        sheet,
        text: String::new(),
        lines: Vec::new(),
        tally: Tally::default(),
        marker_end: 0,
        line_start: 0,
    };
    let table = match table_of(sheet.layout, block) {
        Some(table) => Some(writer.push_table(table)),
        None => {
            writer.push_lines(block);
            None
        }
    };
    let Writer { text, mut lines, tally, marker_end, .. } = writer;
    let table = table.map(|cells| finish_table(sheet, block, cells, &text));
    count_in_characters(
        &text,
        lines.iter_mut().flat_map(|line| &mut line.spans).map(|s| (&mut s.start, &mut s.end)),
    );
    let list = list_item(block, text.get(..marker_end).unwrap_or_default());
    let record = model::Block {
        id: format!("p{}-b{number}", sheet.page.page_index + 1),
        role: block.role,
        level: (block.role == Role::Heading).then_some(block.level.max(1)),
        bbox: block.bbox.map(points),
        link: common_link(&lines),
        lines,
        list,
        table,
        lang: sheet.verdict.block_language(sheet.block).map(str::to_owned),
        score: share(sheet.verdict.block_score(sheet.block)),
        text,
    };
    (record, tally)
}

struct Writer<'p> {
    sheet: Sheet<'p>,
    text: String,
    lines: Vec<model::Line>,
    tally: Tally,
    marker_end: usize,
    /// Where the last line begins.
    line_start: usize,
}

impl Writer<'_> {
    fn push_line(&mut self, line: &layout::LayoutLine, marker: u32) {
        self.line_start = self.text.len();
        let mut cut = span::push_line(self.sheet, line, marker, &mut self.text);
        if line.ruby {
            cut.spans.iter_mut().for_each(|span| span.role = Some(model::SpanRole::Ruby));
        }
        self.tally.add(cut.tally);
        self.marker_end = self.marker_end.max(if marker > 0 { cut.marker_end } else { 0 });
        self.lines.push(model::Line { bbox: line.bbox.map(points), spans: cut.spans });
    }

    /// Ends a line before the next. Where a word goes on, its hyphen goes and nothing separates its parts.
    fn separate_lines(&mut self, separator: char, role: Role, next: &layout::LayoutLine) {
        if !ends_in_hyphen(&self.text) {
            self.text.push(separator);
            return;
        }
        let mut after = String::new();
        self.sheet.lines.push(next, &mut after);
        let before = self.text.get(self.line_start..).unwrap_or_default();
        let end = self.sheet.lines.end(role, before, &after);
        match end {
            LineEnd::Break | LineEnd::Doubt => self.show_soft_hyphen(),
            LineEnd::Drop(hyphen) | LineEnd::Join(hyphen) => self.cut_end(hyphen),
        }
        if !matches!(end, LineEnd::Join(_)) {
            self.text.push(separator);
        }
    }

    /// A soft hyphen at the end of what is not joined is a hyphen like others.
    fn show_soft_hyphen(&mut self) {
        if !self.text.ends_with(SOFT_HYPHEN) {
            return;
        }
        self.text.pop();
        self.text.push('-');
        let Some(span) = self.lines.last_mut().and_then(|line| line.spans.last_mut()) else { return };
        span.raw_text.get_or_insert_with(|| span.text.clone());
        span.text.pop();
        span.text.push('-');
        span.end = small(self.text.len());
    }

    /// Takes so many bytes from the end of the text and of its last span.
    fn cut_end(&mut self, bytes: usize) {
        self.text.truncate(self.text.len().saturating_sub(bytes));
        let Some(line) = self.lines.last_mut() else { return };
        let Some(mut span) = line.spans.pop() else { return };
        span.raw_text.get_or_insert_with(|| span.text.clone());
        span.text.truncate(span.text.len().saturating_sub(bytes));
        span.end = small(self.text.len());
        line.spans.extend(Some(span).filter(|span| !span.text.is_empty()));
    }

    fn push_lines(&mut self, block: &StructuredBlock) {
        for (index, line) in block.lines.slice(&self.sheet.layout.lines).iter().enumerate() {
            if index > 0 {
                self.separate_lines('\n', block.role, line);
            }
            self.push_line(line, if index == 0 { block.marker } else { 0 });
        }
        self.show_soft_hyphen();
    }

    /// Where the text of each cell stands, in bytes.
    fn push_table(&mut self, table: &layout::LayoutTable) -> Vec<(u32, u32)> {
        let mut before = None;
        let mut places = Vec::with_capacity(table.cells.len());
        for cell in &table.cells {
            self.text.extend(cell_separator(before, cell));
            before = Some(cell);
            let start = self.text.len();
            for line in cell.lines.slice(&self.sheet.layout.lines) {
                if self.text.len() > start {
                    self.separate_lines(' ', Role::Table, line);
                }
                self.push_line(line, 0);
            }
            self.show_soft_hyphen();
            places.push((small(start), small(self.text.len())));
        }
        places
    }
}

fn finish_table(
    sheet: Sheet<'_>,
    block: &StructuredBlock,
    mut places: Vec<(u32, u32)>,
    text: &str,
) -> model::Table {
    let texts: Vec<String> = places
        .iter()
        .map(|&(start, end)| text.get(start as usize..end as usize).unwrap_or_default().to_owned())
        .collect();
    count_in_characters(text, places.iter_mut().map(|(start, end)| (start, end)));
    let Some(table) = table_of(sheet.layout, block) else {
        return model::Table { rows: 0, columns: 0, cells: Vec::new() };
    };
    let cells = table.cells.iter().zip(places).zip(texts).map(|((cell, (start, end)), text)| model::Cell {
        row: cell.row,
        column: cell.column,
        row_span: cell.row_span.max(1),
        column_span: cell.column_span.max(1),
        bbox: cell.bbox.map(points),
        text,
        start,
        end,
    });
    model::Table { rows: table.rows, columns: table.columns, cells: cells.collect() }
}

/// Turns places counted in bytes, in order and without overlap, into places counted in characters.
fn count_in_characters<'a>(text: &str, places: impl Iterator<Item = (&'a mut u32, &'a mut u32)>) {
    let (mut bytes, mut characters) = (0usize, 0u32);
    let mut count_to = |place: &mut u32| {
        let upto = *place as usize;
        characters += small(text.get(bytes..upto).unwrap_or_default().chars().count());
        bytes = upto.max(bytes);
        *place = characters;
    };
    for (start, end) in places {
        count_to(start);
        count_to(end);
    }
}

fn list_item(block: &StructuredBlock, marker: &str) -> Option<model::ListItem> {
    let item = || model::ListItem { marker: marker.trim_end().to_owned(), depth: block.level.max(1) };
    (block.role == Role::ListItem).then(item)
}

/// The link that all spans share.
fn common_link(lines: &[model::Line]) -> Option<model::Link> {
    let mut spans = lines.iter().flat_map(|line| &line.spans);
    let first = spans.next()?.link.as_ref()?;
    spans.all(|span| span.link.as_ref() == Some(first)).then(|| first.clone())
}

//! Builds the record of a block: its text, its lines split into spans, its list marker or its cells.

use crate::char_class::SOFT_HYPHEN;
use crate::layout::{IndexRange, LayoutTable};
use crate::options::Math;
use crate::structure::{CaptionTarget, Role, StructuredBlock};
use crate::text::LineEnd;

use super::latex;
use super::model;
use super::number::{points, share, small};
use super::page::{block_verdict, figure_id};
use super::span::{self, Sheet};
use super::text::cell_separator;
use super::words;

/// Returns the record of a block; `number` counts the blocks of the page from 1.
pub(super) fn record(sheet: Sheet<'_>, block: &StructuredBlock, number: usize) -> model::Block {
    let sheet = Sheet { block: number.saturating_sub(1), ..sheet };
    let mut writer =
        Writer { sheet, text: String::new(), lines: Vec::new(), marker_end: 0, pending: Vec::new() };
    let table = sheet.layout.whole_table(block);
    let places = table.map(|table| writer.push_table(table));
    if table.is_none() {
        writer.push_lines(block);
    }
    let Writer { text, mut lines, marker_end, mut pending, .. } = writer;
    let table = table.zip(places).map(|(table, places)| model::Table {
        caption: block.caption.map(|caption| id(sheet.page.page_index, caption)),
        ..cells(table, places, &text)
    });
    words::fill(&mut lines, &text);
    let words = lines.iter_mut().flat_map(|line| line.words.iter_mut().flatten());
    count_in_characters(&text, words.flat_map(|word| [&mut word.start, &mut word.end]));
    let spans = lines.iter_mut().flat_map(|line| &mut line.spans);
    count_in_characters(&text, spans.flat_map(|span| [&mut span.start, &mut span.end]));
    count_in_characters(&text, pending.iter_mut().map(|hyphen| &mut hyphen.at));
    let list = list_item(block, text.get(..marker_end).unwrap_or_default());
    let page_index = sheet.page.page_index;
    let (score, lang) = block_verdict(sheet.verdict, sheet.block);
    model::Block {
        id: id(page_index, small(sheet.block)),
        place: small(sheet.block),
        role: block.role,
        role_confidence: share(block.confidence),
        evidence: block.evidence.clone(),
        caption_of: block.caption_of.map(|target| match target {
            CaptionTarget::Table(block) => id(page_index, block),
            CaptionTarget::Figure(figure) => figure_id(page_index, figure),
        }),
        continues: None,
        goes_on: None,
        level: (block.role == Role::Heading).then_some(block.level.max(1)),
        bbox: block.bbox.map(points),
        link: common_link(&lines),
        lines,
        latex: latex(sheet, block),
        list,
        table,
        lang: lang.map(str::to_owned),
        score,
        pending_hyphens: pending,
        text,
    }
}

/// Returns the identifier of a block; `index` counts the blocks of the page from 0.
pub(super) fn id(page_index: usize, index: u32) -> String {
    format!("p{}-b{}", page_index + 1, u64::from(index) + 1)
}

struct Writer<'p> {
    sheet: Sheet<'p>,
    text: String,
    lines: Vec<model::Line>,
    marker_end: usize,
    /// Offsets are counted in bytes.
    pending: Vec<model::PendingHyphen>,
}

/// The separator between two lines of a block, unless a word continues across them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    /// A line break.
    Newline,
    /// A space, unless running text has none there.
    Running,
}

impl Writer<'_> {
    fn push_line(&mut self, index: u32, marker: u32) {
        let Some(line) = self.sheet.layout.lines.get(index as usize) else { return };
        let mut cut = span::push_line(self.sheet, index, line, marker, &mut self.text);
        if line.ruby {
            cut.spans.iter_mut().for_each(|span| span.role = Some(model::SpanRole::Ruby));
        }
        self.marker_end = self.marker_end.max(if marker > 0 { cut.marker_end } else { 0 });
        let is_unspaced = self.sheet.text.line(index).is_unspaced;
        self.lines.push(model::Line {
            bbox: line.bbox.map(points),
            text: None,
            spans: cut.spans,
            words: cut.words,
            hard_break: self.sheet.layout.line_breaks.binary_search(&index).is_ok(),
            is_unspaced,
        });
    }

    /// Ends a line before the next. If a word continues, its hyphen is removed and nothing separates its parts.
    fn end_line(&mut self, index: u32, separator: Separator) {
        let line = self.sheet.text.line(index);
        let has_next = !self.sheet.text.line_text(index + 1).is_empty();
        let end = if has_next { line.end } else { LineEnd::Break };
        match end {
            LineEnd::Break | LineEnd::Pending => self.show_soft_hyphen(),
            LineEnd::Drop(hyphen) | LineEnd::Join(hyphen) => self.cut_end(hyphen),
        }
        let separator = match separator {
            _ if matches!(end, LineEnd::Join(_)) => None,
            Separator::Newline => Some('\n'),
            Separator::Running => (!(has_next && line.is_unspaced)).then_some(' '),
        };
        if end == LineEnd::Pending {
            let at = small(self.text.len().saturating_sub(1));
            self.pending.push(model::PendingHyphen { line: index, at, has_separator: separator.is_some() });
        }
        self.text.extend(separator);
    }

    /// Replaces a soft hyphen at the end of a line that is not joined with an ordinary one.
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

    /// Removes bytes from the end of the text and of its last span.
    fn cut_end(&mut self, bytes: u8) {
        let bytes = usize::from(bytes);
        self.text.truncate(self.text.len().saturating_sub(bytes));
        let Some(line) = self.lines.last_mut() else { return };
        let Some(mut span) = line.spans.pop() else { return };
        span.raw_text.get_or_insert_with(|| span.text.clone());
        span.text.truncate(span.text.len().saturating_sub(bytes));
        span.end = small(self.text.len());
        line.spans.extend(Some(span).filter(|span| !span.text.is_empty()));
    }

    fn push_lines(&mut self, block: &StructuredBlock) {
        self.push_range(block.lines, block.marker, Separator::Newline);
    }

    /// Appends consecutive lines; the first pieces may be the marker of a list item.
    fn push_range(&mut self, lines: IndexRange, marker: u32, separator: Separator) {
        let start = self.text.len();
        for index in lines.start..lines.end {
            let is_first = index == lines.start;
            // Table cells have no blank lines.
            let has_text = separator == Separator::Newline || self.text.len() > start;
            if !is_first && has_text {
                self.end_line(index - 1, separator);
            }
            self.push_line(index, if is_first { marker } else { 0 });
        }
        self.show_soft_hyphen();
    }

    /// Appends the cells of a table; returns the byte range of each cell's text.
    fn push_table(&mut self, table: &LayoutTable) -> Vec<(u32, u32)> {
        let mut before = None;
        let mut places = Vec::with_capacity(table.cells.len());
        for cell in &table.cells {
            self.text.extend(cell_separator(before, cell));
            before = Some(cell);
            let start = self.text.len();
            self.push_range(cell.lines, 0, Separator::Running);
            places.push((small(start), small(self.text.len())));
        }
        places
    }
}

fn cells(table: &LayoutTable, mut places: Vec<(u32, u32)>, text: &str) -> model::Table {
    let texts: Vec<String> = places
        .iter()
        .map(|&(start, end)| text.get(start as usize..end as usize).unwrap_or_default().to_owned())
        .collect();
    count_in_characters(text, places.iter_mut().flat_map(|(start, end)| [start, end]));
    let cells = table.cells.iter().zip(places).zip(texts).map(|((cell, (start, end)), text)| model::Cell {
        row: cell.row,
        column: cell.column,
        row_span: cell.row_span.max(1),
        column_span: cell.column_span.max(1),
        header: cell.row < table.head_rows,
        bbox: cell.bbox.map(points),
        text,
        start,
        end,
    });
    model::Table {
        rows: table.rows,
        columns: table.columns,
        head_rows: table.head_rows,
        caption: None,
        continues: None,
        continued_by: None,
        repeated_rows: 0,
        element: table.element,
        cells: cells.collect(),
    }
}

/// Returns the LaTeX of a formula if it is requested.
fn latex(sheet: Sheet<'_>, block: &StructuredBlock) -> Option<String> {
    let is_wanted = sheet.math == Math::Latex && block.role == Role::Formula;
    is_wanted.then(|| latex::formula(sheet.page, sheet.layout, block.lines)).flatten()
}

/// Converts offsets in bytes, in ascending order, to offsets in characters.
fn count_in_characters<'a>(text: &str, offsets: impl Iterator<Item = &'a mut u32>) {
    let is_ascii = text.is_ascii();
    let (mut bytes, mut characters) = (0usize, 0u32);
    for offset in offsets {
        let upto = *offset as usize;
        let part = text.get(bytes..upto).unwrap_or_default();
        characters += small(if is_ascii { part.len() } else { part.chars().count() });
        bytes = upto.max(bytes);
        *offset = characters;
    }
}

fn list_item(block: &StructuredBlock, marker: &str) -> Option<model::ListItem> {
    let (depth, indent) = (block.level.max(1), block.indent);
    let item = || model::ListItem { marker: marker.trim_end().to_owned(), depth, indent };
    (block.role == Role::ListItem).then(item)
}

/// Returns the link that all spans share.
fn common_link(lines: &[model::Line]) -> Option<model::Link> {
    let mut spans = lines.iter().flat_map(|line| &line.spans);
    let first = spans.next()?.link.as_ref()?;
    spans.all(|span| span.link.as_ref() == Some(first)).then(|| first.clone())
}

//! Plain text of a page: blocks in reading order, a line end after each line, a blank line between blocks.

use crate::clean::document_words::DOUBT;
use crate::clean::line_end::{LineEnd, ends_in_hyphen, goes_on_with_hyphen};
use crate::content::PageGlyphs;
use crate::layout::{IndexRange, LayoutCell, LayoutTable};
use crate::options::Hyphens;
use crate::script::is_unspaced;
use crate::structure::{Role, StructuredBlock, StructuredPage};

use super::join::OpenText;
use super::line::Lines;

/// Which blocks to write.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextOptions {
    /// Leave out running headers, footers and page numbers.
    pub no_headers: bool,
    /// What becomes of the lines of a paragraph.
    pub lines: LineForm,
}

/// What becomes of the lines of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LineForm {
    /// They end where they end on the page.
    #[default]
    Keep,
    /// They become one line.
    Reflow,
}

/// The text of a page, in which some hyphens wait for what other pages say.
pub fn page_text(page: &PageGlyphs, layout: &StructuredPage, options: TextOptions) -> OpenText {
    let mut out = String::with_capacity(layout.pieces.len() + layout.pieces.len() / 4);
    let lines = Lines::new(page, layout, true);
    let mut before = None;
    for block in &layout.blocks {
        if options.no_headers && block.role.is_furniture() {
            continue;
        }
        let end = out.len();
        if end > 0 {
            out.push('\n');
        }
        let start = out.len();
        push_block(&lines, layout, block, options.lines, &mut out);
        if out.get(start..).is_none_or(|text| text.trim_matches('\n').is_empty()) {
            // Nothing but what cleaning takes out.
            out.truncate(end);
            continue;
        }
        if before == Some(Role::Paragraph) && block.role == Role::Paragraph {
            join_lines(&lines, block.role, start, "\n\n", &mut out);
        }
        before = Some(block.role);
    }
    if before == Some(Role::Paragraph) && layout.policy.hyphens == Hyphens::Join {
        mark_end(&mut out);
    }
    OpenText::new(out)
}

/// Marks a hyphen at the end of a page, where the next page may go on with the word.
fn mark_end(out: &mut String) {
    let end = out.trim_end_matches('\n').len();
    if out.get(..end).is_some_and(ends_in_hyphen) {
        out.insert(end, DOUBT);
    }
}

/// The text of a block, each line or row with its line end.
fn push_block(
    lines: &Lines<'_>,
    layout: &StructuredPage,
    block: &StructuredBlock,
    form: LineForm,
    out: &mut String,
) {
    if let Some(table) = table_of(layout, block) {
        push_table(lines, table, out);
        return;
    }
    if form == LineForm::Reflow && block.role != Role::Code {
        push_flowing(lines, block.role, block.lines, out);
        out.push('\n');
        return;
    }
    let first = out.len();
    for line in lines.texts().of(block.lines).filter(|line| !line.is_empty()) {
        let start = out.len();
        out.push_str(line);
        out.push('\n');
        if start > first {
            join_lines(lines, block.role, start, "\n", out);
        }
    }
}

/// Joins what stands behind a place with the line before it, if a word goes on there.
fn join_lines(lines: &Lines<'_>, role: Role, start: usize, separator: &str, out: &mut String) {
    let end = start.saturating_sub(separator.len());
    let (before, after) = (out.get(..end).unwrap_or_default(), out.get(start..).unwrap_or_default());
    if !ends_in_hyphen(before) {
        return;
    }
    match lines.end(role, last_line(before), after) {
        LineEnd::Break => {}
        LineEnd::Doubt => out.insert(end, DOUBT),
        LineEnd::Drop(hyphen) => out.replace_range(end - hyphen..end, ""),
        LineEnd::Join(hyphen) => join_word(out, end - hyphen, start, separator),
    }
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or_default()
}

/// Brings the rest of a word to the line where it began: `Immo\u{ad}⏎bilien und` becomes `Immobilien⏎und`.
fn join_word(out: &mut String, hyphen: usize, next: usize, separator: &str) {
    let tail = out.split_off(next);
    let end = tail.find([' ', '\n']).unwrap_or(tail.len());
    let (rest, after) = tail.split_at(end);
    out.truncate(hyphen);
    out.push_str(rest);
    match after.strip_prefix(' ') {
        Some(after) => {
            out.push_str(separator);
            out.push_str(after);
        }
        None => out.push_str(after),
    }
}

/// The cells of a block, provided that they hold all its lines: no text may be lost to a table.
pub(super) fn table_of<'l>(layout: &'l StructuredPage, block: &StructuredBlock) -> Option<&'l LayoutTable> {
    let table = layout.tables.get(block.table? as usize)?;
    let in_cells: usize = table.cells.iter().map(|cell| cell.lines.len()).sum();
    (in_cells >= block.lines.len()).then_some(table)
}

/// What stands between two cells of a row.
pub(super) const CELL_SEPARATOR: char = '\t';

/// What stands between two cells, in the order of cells: each row ends where the next begins.
pub(super) fn cell_separator(before: Option<&LayoutCell>, cell: &LayoutCell) -> Option<char> {
    before.map(|before| if before.row == cell.row { CELL_SEPARATOR } else { '\n' })
}

/// A line for each row, a tab between cells, a space between the lines of a cell.
fn push_table(lines: &Lines<'_>, table: &LayoutTable, out: &mut String) {
    let mut before = None;
    let mut row = out.len();
    for cell in &table.cells {
        match cell_separator(before, cell) {
            Some(CELL_SEPARATOR) => out.push(CELL_SEPARATOR),
            Some(_) => row = end_row(row, out),
            None => {}
        }
        before = Some(cell);
        push_flowing(lines, Role::Table, cell.lines, out);
    }
    end_row(row, out);
}

/// Ends a row; one without text goes. Returns where the next begins.
fn end_row(start: usize, out: &mut String) -> usize {
    if out.get(start..).is_some_and(|row| row.trim_matches(CELL_SEPARATOR).is_empty()) {
        out.truncate(start);
    } else {
        out.push('\n');
    }
    out.len()
}

/// Lines as one line.
fn push_flowing(lines: &Lines<'_>, role: Role, members: IndexRange, out: &mut String) {
    let start = out.len();
    for line in lines.texts().of(members).filter(|line| !line.is_empty()) {
        let end = out.len();
        if end > start {
            out.push(' ');
        }
        out.push_str(line);
        if end > start {
            flow(lines, role, (start, end), out);
        }
    }
}

/// Joins a line, behind a space at `end`, with what stands before it, if a word or a script without spaces goes on there.
fn flow(lines: &Lines<'_>, role: Role, (start, end): (usize, usize), out: &mut String) {
    let (before, after) = (out.get(start..end).unwrap_or_default(), out.get(end + 1..).unwrap_or_default());
    let around = (before.chars().next_back(), after.chars().next());
    if matches!(around, (Some(last), Some(first)) if is_unspaced(last) && is_unspaced(first)) {
        out.remove(end);
        return;
    }
    match lines.end(role, before, after) {
        LineEnd::Doubt => {
            // In running text no space stands behind a hyphen within a word.
            if goes_on_with_hyphen(before, after) {
                out.remove(end);
            }
            out.insert(end, DOUBT);
        }
        LineEnd::Break if goes_on_with_hyphen(before, after) => drop(out.remove(end)),
        LineEnd::Break => {}
        LineEnd::Drop(hyphen) => out.replace_range(end - hyphen..end, ""),
        LineEnd::Join(hyphen) => out.replace_range(end - hyphen..=end, ""),
    }
}

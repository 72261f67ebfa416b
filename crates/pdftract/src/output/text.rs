//! Plain text of a page: blocks in reading order, a line end after each line, a blank line between blocks.

use crate::clean::ligature;
use crate::content::PageGlyphs;
use crate::layout::line_text::push_line_with;
use crate::layout::{Block, Cell, Line, PageLayout, Table};

/// Which blocks to write.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextOptions {
    /// Leave out running headers, footers and page numbers.
    pub no_headers: bool,
}

/// The text of a page.
pub fn page_text(page: &PageGlyphs, layout: &PageLayout, options: TextOptions) -> String {
    let mut out = String::with_capacity(layout.pieces.len() + layout.pieces.len() / 4);
    for block in &layout.blocks {
        if options.no_headers && block.role.is_furniture() {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        push_block(page, layout, block, &mut out);
    }
    out
}

/// The text of a block, each line or row with its line end.
pub fn push_block(page: &PageGlyphs, layout: &PageLayout, block: &Block, out: &mut String) {
    if let Some(table) = table_of(layout, block) {
        push_table(page, layout, table, out);
        return;
    }
    let mut hyphenated = None;
    for line in block.lines.of(&layout.lines) {
        let start = out.len();
        push_line(page, layout, line, out);
        if let Some(hyphen) = hyphenated.take() {
            join_word(out, hyphen, start);
        }
        if out.ends_with(SOFT_HYPHEN) {
            hyphenated = Some(out.len() - SOFT_HYPHEN.len_utf8());
        }
        out.push('\n');
    }
}

/// Shows as a hyphen only where a line breaks a word.
pub(super) const SOFT_HYPHEN: char = '\u{ad}';

/// Brings the rest of a word to the line where it began: `Immo\u{ad}⏎bilien und` becomes `Immobilien⏎und`.
fn join_word(out: &mut String, hyphen: usize, next: usize) {
    let tail = out.split_off(next);
    let (rest, after) = tail.split_once(' ').unwrap_or((&tail, ""));
    out.truncate(hyphen);
    out.push_str(rest);
    if !after.is_empty() {
        out.push('\n');
        out.push_str(after);
    }
}

/// The cells of a block, provided that they hold all its lines: no text may be lost to a table.
pub(super) fn table_of<'l>(layout: &'l PageLayout, block: &Block) -> Option<&'l Table> {
    let table = layout.tables.get(block.table? as usize)?;
    let in_cells: usize = table.cells.iter().map(|cell| cell.lines.len()).sum();
    (in_cells >= block.lines.len()).then_some(table)
}

/// What stands between two cells of a row.
pub(super) const CELL_SEPARATOR: char = '\t';

/// What stands between two cells, in the order of cells: each row ends where the next begins.
pub(super) fn cell_separator(before: Option<&Cell>, cell: &Cell) -> Option<char> {
    before.map(|before| if before.row == cell.row { CELL_SEPARATOR } else { '\n' })
}

/// A line for each row, a tab between cells, a space between the lines of a cell.
fn push_table(page: &PageGlyphs, layout: &PageLayout, table: &Table, out: &mut String) {
    let mut before = None;
    for cell in &table.cells {
        out.extend(cell_separator(before, cell));
        before = Some(cell);
        let start = out.len();
        for line in cell.lines.of(&layout.lines) {
            if out.len() > start && !ends_word_part(out) {
                out.push(' ');
            }
            push_line(page, layout, line, out);
        }
    }
    out.push('\n');
}

/// Whether a text ended with a soft hyphen, which is taken from it.
fn ends_word_part(text: &mut String) -> bool {
    let ends = text.ends_with(SOFT_HYPHEN);
    if ends {
        text.pop();
    }
    ends
}

/// The text of a line, without its line end.
pub fn push_line(page: &PageGlyphs, layout: &PageLayout, line: &Line, out: &mut String) {
    push_line_with(page, layout, line, out, ligature::push_expanded);
}

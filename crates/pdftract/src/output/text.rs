//! Plain text of a page: blocks in reading order, a line end after each line, a blank line between blocks.

use crate::clean::ligature;
use crate::content::PageGlyphs;
use crate::layout::line_text::push_line_with;
use crate::layout::{Block, Line, PageLayout, Table};

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

/// The text of a block, each line with its line end. A table has one line per row, with tabs between cells.
pub fn push_block(page: &PageGlyphs, layout: &PageLayout, block: &Block, out: &mut String) {
    if let Some(table) = block.table.and_then(|index| layout.tables.get(index as usize)) {
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
const SOFT_HYPHEN: char = '\u{ad}';

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

fn push_table(page: &PageGlyphs, layout: &PageLayout, table: &Table, out: &mut String) {
    let mut row = None;
    for cell in table.cells.iter().filter(|cell| !cell.lines.is_empty()) {
        match row {
            None => {}
            Some(row) if row == cell.row => out.push('\t'),
            Some(_) => out.push('\n'),
        }
        row = Some(cell.row);
        push_joined(page, layout, cell.lines.of(&layout.lines), out);
    }
    if row.is_some() {
        out.push('\n');
    }
}

/// Several lines as one.
pub fn push_joined(page: &PageGlyphs, layout: &PageLayout, lines: &[Line], out: &mut String) {
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        push_line(page, layout, line, out);
    }
}

/// The text of a line, without its line end.
pub fn push_line(page: &PageGlyphs, layout: &PageLayout, line: &Line, out: &mut String) {
    push_line_with(page, layout, line, out, ligature::push_expanded);
}

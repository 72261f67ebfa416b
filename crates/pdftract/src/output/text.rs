//! Plain text of a page: blocks in reading order, a line end after each line, a blank line between blocks.

use crate::content::PageGlyphs;
use crate::file::string::is_clean;
use crate::layout::{Block, Gap, Line, PageLayout, Table};

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
    for line in block.lines.of(&layout.lines) {
        push_line(page, layout, line, out);
        out.push('\n');
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
    let start = out.len();
    for piece in line.pieces.of(&layout.pieces) {
        if piece.gap != Gap::None && out.len() > start && !out.ends_with(' ') {
            out.push(' ');
        }
        let Some(glyph) = page.glyphs.get(piece.glyph as usize) else { continue };
        match glyph.text.character() {
            Some(' ') if out.ends_with(' ') || out.len() == start => {}
            Some(character) if is_clean(character) => out.push(character),
            Some(_) => {}
            None => push_sequence(&page.text(glyph), out),
        }
    }
    let end = out.trim_end_matches(' ').len().max(start);
    out.truncate(end);
}

fn push_sequence(text: &str, out: &mut String) {
    out.extend(text.chars().filter(|&character| is_clean(character)));
}

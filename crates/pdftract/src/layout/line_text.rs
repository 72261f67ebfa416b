//! The text of lines: glyphs with their accents and spaces, free of controls and of blanks at the ends.

use super::{Gap, Line, PageLayout};
use crate::content::PageGlyphs;
use crate::file::string::is_clean;

/// Appends the text of a line, without a line end. `push` takes each character and may write another for it.
pub(crate) fn push_line_with(
    page: &PageGlyphs,
    layout: &PageLayout,
    line: &Line,
    out: &mut String,
    push: fn(char, &mut String),
) {
    let start = out.len();
    for piece in line.pieces.of(&layout.pieces) {
        if piece.gap != Gap::None && out.len() > start && !out.ends_with(' ') {
            out.push(' ');
        }
        let Some(glyph) = page.glyphs.get(piece.glyph as usize) else { continue };
        match glyph.text.character() {
            Some(' ') if out.ends_with(' ') || out.len() == start => {}
            Some(character) if is_clean(character) => push(piece.accented(character), out),
            Some(_) => {}
            None => page.text(glyph).chars().filter(|&c| is_clean(c)).for_each(|c| push(c, out)),
        }
    }
    let end = out.trim_end_matches(' ').len().max(start);
    out.truncate(end);
}

/// Appends the text of a line as it is, without a line end.
pub(crate) fn push_line(page: &PageGlyphs, layout: &PageLayout, line: &Line, out: &mut String) {
    push_line_with(page, layout, line, out, |character, out| out.push(character));
}

/// The text of lines, joined by spaces.
pub(crate) fn joined(page: &PageGlyphs, layout: &PageLayout, lines: &[Line]) -> String {
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        push_line(page, layout, line, &mut text);
    }
    text
}

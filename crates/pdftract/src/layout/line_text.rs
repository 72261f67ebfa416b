//! The text of lines: glyphs with their spaces, free of controls and of blanks at the ends.

use super::{Gap, Line, PageLayout};
use crate::content::PageGlyphs;
use crate::file::string::is_clean;

/// Appends the text of a line, without a line end.
pub(crate) fn push_line(page: &PageGlyphs, layout: &PageLayout, line: &Line, out: &mut String) {
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

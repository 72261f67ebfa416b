//! The text of lines: glyphs with their accents and spaces, free of controls and of blanks at the ends.

use super::{Gap, Line, PageLayout, Piece};
use crate::content::PageGlyphs;
use crate::file::string::is_clean;

/// Stands between letters that must not join.
const NON_JOINER: char = '\u{200c}';

/// Writes a character, or what stands for it.
pub(crate) type PushCharacter = fn(char, &mut String);

/// Writes a character as it is.
pub(crate) fn as_is(character: char, out: &mut String) {
    out.push(character);
}

/// Appends the text of a line, without a line end.
pub(crate) fn push_line_with(
    page: &PageGlyphs,
    layout: &PageLayout,
    line: &Line,
    out: &mut String,
    push: PushCharacter,
) {
    let start = out.len();
    for piece in line.pieces.of(&layout.pieces) {
        push_piece(page, piece, start, out, push);
    }
    trim_line(start, out);
}

/// Appends the text of a line as it is, without a line end.
pub(crate) fn push_line(page: &PageGlyphs, layout: &PageLayout, line: &Line, out: &mut String) {
    push_line_with(page, layout, line, out, as_is);
}

/// Appends the text of one glyph of a line that starts at `line_start`, with the space that stands before it.
#[inline]
pub(crate) fn push_piece(
    page: &PageGlyphs,
    piece: &Piece,
    line_start: usize,
    out: &mut String,
    push: PushCharacter,
) {
    if piece.gap != Gap::None && out.len() > line_start && !out.ends_with(' ') {
        out.push(if piece.gap == Gap::NonJoiner { NON_JOINER } else { ' ' });
    }
    let Some(glyph) = page.glyphs.get(piece.glyph as usize) else { return };
    match glyph.text.character() {
        // Line ends and tabs separate lines and cells, so those that a glyph draws are spaces.
        Some(' ' | '\t' | '\n') => {
            if out.len() > line_start && !out.ends_with(' ') {
                out.push(' ');
            }
        }
        Some(character) if is_clean(character) => push(piece.meant(character), out),
        Some(_) => {}
        None => push_sequence(&page.text(glyph), line_start, out, push),
    }
}

/// Takes blanks from the end of a line.
pub(crate) fn trim_line(line_start: usize, out: &mut String) {
    let end = out.trim_end_matches(' ').len().max(line_start);
    out.truncate(end);
}

fn push_sequence(text: &str, line_start: usize, out: &mut String, push: PushCharacter) {
    for character in text.chars() {
        match character {
            // ActualText may hold several lines; line ends and tabs are ours to set.
            '\n' | '\t' | ' ' if out.ends_with(' ') || out.len() == line_start => {}
            '\n' | '\t' => out.push(' '),
            _ if is_clean(character) => push(character, out),
            _ => {}
        }
    }
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

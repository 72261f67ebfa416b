//! The text of lines: glyphs with their accents and spaces, without control characters and without blanks at the
//! ends.

use super::glyph_class::{is_right_to_left_mark, is_silent};
use super::model::{Gap, LayoutLine, Piece};
use crate::content::{Glyph, PageGlyphs};
use crate::file::string::is_clean;

/// The character between letters that must not join.
const NON_JOINER: char = '\u{200c}';

/// Appends the text of a line as its glyphs have it, without a line end. Cleaning is left to the writer.
pub(crate) fn push_line(page: &PageGlyphs, pieces: &[Piece], line: &LayoutLine, out: &mut String) {
    let start = out.len();
    let mut rest = line.pieces.slice(pieces);
    while let Some((first, behind)) = rest.split_first() {
        let plain = push_plain(page, rest, start, out);
        rest = rest.get(plain..).unwrap_or_default();
        if plain == 0 {
            push_piece(page, first, start, out);
            rest = behind;
        }
    }
    trim_line(start, out);
}

/// The number of pieces that are written at a time.
const CHUNK: usize = 64;

/// Appends pieces of ASCII text for as long as they are plain, as [`push_piece`] does one by one; returns their
/// number.
fn push_plain(page: &PageGlyphs, pieces: &[Piece], line_start: usize, out: &mut String) -> usize {
    let mut bytes = [0; 2 * CHUNK];
    let mut length = 0;
    let mut taken = 0;
    // A space at the start of a line is omitted, as one after another space is.
    let mut last = out.as_bytes().get(line_start..).and_then(<[u8]>::last).copied().unwrap_or(b' ');
    for piece in pieces.iter().take(CHUNK) {
        let glyph = page.glyphs.get(piece.glyph as usize).filter(|_| piece.is_as_drawn());
        let Some(byte @ b' '..=b'~') = glyph.and_then(|glyph| glyph.text.ascii()) else { break };
        if piece.gap == Gap::NonJoiner {
            break;
        }
        let mut write = |next: u8| {
            if next != b' ' || last != b' ' {
                bytes.get_mut(length).into_iter().for_each(|slot| *slot = next);
                length += 1;
                last = next;
            }
        };
        if piece.gap != Gap::None {
            write(b' ');
        }
        write(byte);
        taken += 1;
    }
    out.push_str(bytes.get(..length).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default());
    taken
}

/// Appends the text of one glyph of a line that starts at `line_start`, with the space before it.
#[inline]
pub(crate) fn push_piece(page: &PageGlyphs, piece: &Piece, line_start: usize, out: &mut String) {
    if piece.gap != Gap::None && out.len() > line_start && !out.ends_with(' ') {
        out.push(if piece.gap == Gap::NonJoiner { NON_JOINER } else { ' ' });
    }
    let Some(glyph) = page.glyphs.get(piece.glyph as usize) else { return };
    if let Some(byte @ b'!'..=b'~') = glyph.text.ascii().filter(|_| piece.is_as_drawn()) {
        out.push(char::from(byte));
        return;
    }
    piece.signs.push_before(out);
    push_glyph(page, piece, glyph, line_start, out);
    piece.signs.push_behind(out);
}

fn push_glyph(page: &PageGlyphs, piece: &Piece, glyph: &Glyph, line_start: usize, out: &mut String) {
    match glyph.text.character() {
        Some(character) if is_blank(character) => {
            if out.len() > line_start && !out.ends_with(' ') {
                out.push(' ');
            }
        }
        Some(character) if may_stand(character) => out.push(piece.resolved_character(character)),
        Some(_) => {}
        None if is_silent(page, glyph) => push_marks(page.sequence(glyph), out),
        None => push_sequence(page.sequence(glyph), line_start, out),
    }
}

/// Removes blanks from the end of a line.
pub(crate) fn trim_line(line_start: usize, out: &mut String) {
    let end = out.trim_end_matches(' ').len().max(line_start);
    out.truncate(end);
}

/// Returns `true` for blanks. Line ends and tabs separate lines and cells, so those that a glyph draws are spaces.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t'..='\r' | '\u{2028}' | '\u{2029}')
}

/// Returns `true` if a character may be part of a text. Bytes of code page 1252 among the control characters stay, to
/// be repaired by cleaning.
pub(crate) fn may_stand(character: char) -> bool {
    is_clean(character) || matches!(character, '\u{80}'..='\u{9f}' | '\u{e0020}'..='\u{e007f}')
}

/// Prevents the reordering of marks; after the last character of a glyph it is padding.
const GRAPHEME_JOINER: char = '\u{34f}';

fn push_sequence(text: &str, line_start: usize, out: &mut String) {
    let text = text.trim_end_matches(GRAPHEME_JOINER);
    let marks = text.len() - text.trim_start_matches(is_right_to_left_mark).len();
    let (marks, rest) = text.split_at(marks);
    if marks.is_empty() || rest.is_empty() {
        text.chars().for_each(|character| push_of_sequence(character, line_start, out));
        return;
    }
    // A cluster that is stored from left to right: its marks precede their letter.
    let letter = rest.chars().next().map_or(0, char::len_utf8);
    let (letter, rest) = rest.split_at(letter);
    let characters = letter.chars().chain(marks.chars()).chain(rest.chars());
    characters.for_each(|character| push_of_sequence(character, line_start, out));
}

fn push_of_sequence(character: char, line_start: usize, out: &mut String) {
    if is_blank(character) {
        // ActualText may hold several lines.
        if out.len() > line_start && !out.ends_with(' ') {
            out.push(' ');
        }
    } else if may_stand(character) {
        out.push(character);
    }
}

/// Appends the marks of a glyph without width, whose text is a letter with marks, to that letter, which another glyph
/// has drawn.
fn push_marks(text: &str, out: &mut String) {
    for mark in text.chars().filter(|&character| is_right_to_left_mark(character)) {
        let letter = out.trim_end_matches(is_right_to_left_mark).len();
        if !out.get(letter..).unwrap_or_default().contains(mark) {
            out.push(mark);
        }
    }
}

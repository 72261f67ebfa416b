//! The text of lines: glyphs with their accents and spaces, without control characters and without blanks at the
//! ends.

use super::glyph_class::{is_right_to_left_mark, is_silent};
use super::model::{Gap, LayoutLine, Piece};
use crate::content::{Glyph, PageGlyphs, TextId};
use crate::file::string::is_clean;

/// The character between letters that must not join.
const NON_JOINER: char = '\u{200c}';

/// Appends the text of a line as its glyphs have it, without a line end. Cleaning is left to the writer.
pub(crate) fn push_line(page: &PageGlyphs, pieces: &[Piece], line: &LayoutLine, out: &mut String) {
    let start = out.len();
    let mut plain = PlainText::new();
    for piece in line.pieces.slice(pieces) {
        let text = page.glyphs.get(piece.glyph as usize).map_or(TextId::NONE, |glyph| glyph.text);
        if !piece.is_as_drawn() || piece.gap == Gap::NonJoiner {
            plain.flush(out);
            push_piece(page, piece, start, out);
            continue;
        }
        if piece.gap != Gap::None {
            plain.push_space(start, out);
        }
        match text.ascii() {
            Some(byte @ b'!'..=b'~') => plain.push(byte, out),
            Some(b' ') => plain.push_space(start, out),
            _ => match text.character().filter(|&character| is_ordinary(character)) {
                Some(character) => plain.push_character(character, out),
                None => {
                    plain.flush(out);
                    push_piece(page, piece, start, out);
                }
            },
        }
    }
    plain.flush(out);
    trim_line(start, out);
}

/// Returns `true` for characters beyond ASCII that are written as they are: all of most languages.
#[inline]
fn is_ordinary(character: char) -> bool {
    matches!(character, '\u{a1}'..='\u{2027}' | '\u{2e80}'..='\u{d7ff}')
}

/// The size of the buffer of characters on their way to a text.
const BUFFER: usize = 128;

/// Characters on their way to a text. Appending them one by one would cost more.
struct PlainText {
    bytes: [u8; BUFFER],
    length: usize,
}

impl PlainText {
    fn new() -> Self {
        Self { bytes: [0; BUFFER], length: 0 }
    }

    /// Adds an ASCII character.
    #[inline(always)]
    fn push(&mut self, byte: u8, out: &mut String) {
        if self.length == BUFFER {
            self.flush(out);
        }
        if let Some(slot) = self.bytes.get_mut(self.length) {
            *slot = byte;
            self.length += 1;
        }
    }

    /// Adds a space, unless it is at the start of the line, which begins at `line_start`, or behind another space.
    #[inline]
    fn push_space(&mut self, line_start: usize, out: &mut String) {
        let is_behind_space = match self.length.checked_sub(1).and_then(|last| self.bytes.get(last)) {
            Some(last) => *last == b' ',
            None => out.len() == line_start || out.ends_with(' '),
        };
        if !is_behind_space {
            self.push(b' ', out);
        }
    }

    /// Adds a character.
    #[inline]
    fn push_character(&mut self, character: char, out: &mut String) {
        let length = character.len_utf8();
        if self.length + length > BUFFER {
            self.flush(out);
        }
        if let Some(slot) = self.bytes.get_mut(self.length..self.length + length) {
            character.encode_utf8(slot);
            self.length += length;
        }
    }

    /// Moves the characters to the text.
    #[inline(never)]
    fn flush(&mut self, out: &mut String) {
        let bytes = self.bytes.get(..self.length).unwrap_or_default();
        out.push_str(str::from_utf8(bytes).unwrap_or_default());
        self.length = 0;
    }
}

/// Appends the text of one glyph of a line that starts at `line_start`, with the space before it.
#[inline]
pub(crate) fn push_piece(page: &PageGlyphs, piece: &Piece, line_start: usize, out: &mut String) {
    if piece.gap != Gap::None && out.len() > line_start && !out.ends_with(' ') {
        out.push(if piece.gap == Gap::NonJoiner { NON_JOINER } else { ' ' });
    }
    let Some(glyph) = page.glyphs.get(piece.glyph as usize) else { return };
    if piece.is_as_drawn()
        && let Some(character) = glyph.text.character()
        && !is_blank(character)
    {
        if may_stand(character) {
            out.push(character);
        }
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

#[cfg(test)]
mod tests {
    use super::super::piece_signs::PieceSigns;
    use super::*;
    use crate::content::Visibility;
    use crate::layout::{BaselineShift, IndexRange};
    use crate::unicode::UnicodeSource;

    fn glyph(character: char) -> Glyph {
        Glyph {
            code: 0,
            text: TextId::from_char(character),
            source: UnicodeSource::Unknown,
            confidence_percent: 100,
            visibility: Visibility::Visible,
            code_bytes: 1,
            x: 0.0,
            y: 0.0,
            advance: 5.0,
            run: 0,
        }
    }

    /// Returns the text of a line of glyphs; a `|` makes a gap before the next.
    fn text_of(glyphs: &str) -> String {
        let page =
            PageGlyphs { glyphs: glyphs.replace('|', "").chars().map(glyph).collect(), ..Default::default() };
        let mut pieces = Vec::new();
        let mut gap = Gap::None;
        for character in glyphs.chars() {
            if character == '|' {
                gap = Gap::Space;
                continue;
            }
            let glyph = u32::try_from(pieces.len()).unwrap();
            let (shift, signs) = (BaselineShift::None, PieceSigns::default());
            pieces.push(Piece { glyph, gap, shift, accent: None, signs });
            gap = Gap::None;
        }
        let pieces_of_line = IndexRange::between(0, pieces.len());
        let line = LayoutLine { pieces: pieces_of_line, bbox: [0.0; 4], size: 10.0, ruby: false };
        let mut out = "before".to_owned();
        push_line(&page, &pieces, &line, &mut out);
        out.split_off("before".len())
    }

    #[test]
    fn spaces_are_written_once_and_within_the_line() {
        assert_eq!(text_of("|  a| b  |c\td  "), "a b c d");
        assert_eq!(text_of("|é |漢|\u{200b}字"), "é 漢 \u{200b}字");
    }

    #[test]
    fn lines_longer_than_the_buffer_are_whole() {
        for line in ["word ".repeat(60), "漢字é".repeat(80), "a漢".repeat(50)] {
            assert_eq!(text_of(&line), line.trim_end());
        }
    }
}

//! List markers: the bullets, numbers and letters that may begin an item of a list.
//!
//! Layout begins a block at each of them; whether the block is an item is decided by [`structure`](crate::structure).

use super::glyph_class::is_space;
use super::model::{Gap, LayoutLine, Piece, to_index};
use crate::content::PageGlyphs;

/// Characters that mark items by themselves.
const BULLETS: &str = "•‣◦▪▫■□●○∙·»►▶➢➤✓✔❖⁃\u{f0b7}\u{f0a7}\u{f0d8}";
/// Characters that mark items when a gap follows, and do much else.
const DASHES: &str = "-–—*+";
/// Longest number or letters of a marker.
const MAX_DIGITS: usize = 3;
/// Pieces that a marker may have, its brackets and full stop included.
const MAX_PIECES: usize = 6;

/// Returns the number of pieces of a line that look like the marker of a list item; 0 when there is no marker.
pub(crate) fn marker_pieces(page: &PageGlyphs, pieces: &[Piece], line: &LayoutLine) -> u32 {
    let pieces = line.pieces.slice(pieces);
    let mut bytes = [0; 4 * (MAX_PIECES + 1)];
    let mut length = 0;
    for (index, piece) in pieces.iter().enumerate().take(MAX_PIECES + 1) {
        let character = page.glyphs.get(piece.glyph as usize).and_then(|glyph| glyph.text.character());
        let Some(character) = character else { return 0 };
        let ends = matches!(piece.gap, Gap::Space | Gap::Wide) || is_space(character);
        if ends && index > 0 {
            let marker = bytes.get(..length).and_then(|bytes| str::from_utf8(bytes).ok());
            return if marker.is_some_and(is_marker) { to_index(index) } else { 0 };
        }
        let room = bytes.get_mut(length..length + character.len_utf8());
        length += room.map_or(0, |room| character.encode_utf8(room).len());
        // A bullet needs no gap behind it.
        if index == 0 && BULLETS.contains(character) && pieces.len() > 1 {
            return 1;
        }
    }
    0
}

fn is_marker(text: &str) -> bool {
    let mut characters = text.chars();
    if let (Some(dash), None) = (characters.next(), characters.next()) {
        return DASHES.contains(dash);
    }
    let inner = text.strip_prefix('(').unwrap_or(text);
    let Some(number) = inner.strip_suffix([')', '.']) else { return false };
    is_number(number) && (!text.starts_with('(') || text.ends_with(')'))
}

/// Digits, one letter, or a small Roman number.
fn is_number(text: &str) -> bool {
    let digits = text.chars().all(|c| c.is_ascii_digit());
    let letter = text.chars().count() == 1 && text.chars().all(char::is_alphabetic);
    let roman = text.chars().all(|c| "ivxIVX".contains(c));
    !text.is_empty() && ((digits && text.len() <= MAX_DIGITS) || letter || (roman && text.len() <= 5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_and_what_is_none() {
        for text in ["-", "–", "1.", "12)", "(3)", "a)", "(b)", "iv.", "C."] {
            assert!(is_marker(text), "{text}");
        }
        for text in ["1", "2012.", "1.2", "word", "(x", "Fig.", "a", ""] {
            assert!(!is_marker(text), "{text}");
        }
    }
}

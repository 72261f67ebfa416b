//! What layout must know of a glyph's text: whether it is blank, whether its script has spaces between words.

use crate::content::{Glyph, PageGlyphs, TextId};
use crate::script::{is_mark, is_nonspacing_mark, is_right_to_left};

/// Whether a glyph shows nothing: a space of any kind.
pub(super) fn is_blank(glyph: &Glyph) -> bool {
    glyph.text.character().is_some_and(is_space)
}

/// Spaces of any kind, but not the ideographic one, which is a character of its own width.
pub(super) fn is_space(character: char) -> bool {
    matches!(
        character,
        ' ' | '\t' | '\u{a0}' | '\u{2000}'..='\u{200b}' | '\u{202f}' | '\u{205f}' | '\u{feff}'
    )
}

/// Characters of scripts that put no space between words: ideographs, kana, their punctuation and full-width forms.
pub(super) fn is_ideographic(character: char) -> bool {
    let code = u32::from(character);
    code >= 0x2e80
        && matches!(code,
            0x2e80..=0x303f | 0x3040..=0x30ff | 0x3100..=0x312f | 0x3190..=0x31ff | 0x3200..=0x9fff
            | 0xf900..=0xfaff | 0xfe30..=0xfe4f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x2_0000..=0x3_ffff)
}

/// A glyph takes no room when it moves the pen by less than this part of its size.
const NO_ROOM: f32 = 0.02;

/// Whether a glyph is a mark on another one, or a part of it whose text another glyph has. A glyph without width whose
/// text is a letter with marks is one of the marks: some producers give the text of a cluster to each of its glyphs.
pub(super) fn takes_no_room(page: &PageGlyphs, glyph: &Glyph) -> bool {
    let is_narrow = || glyph.advance.abs() < NO_ROOM * glyph.size;
    match glyph.text.character() {
        Some(character) if character < '\u{300}' => false,
        Some(character) => is_nonspacing_mark(character) || (is_mark(character) && is_narrow()),
        None => {
            is_narrow() && (glyph.text == TextId::NONE || page.text(glyph).chars().any(is_right_to_left_mark))
        }
    }
}

/// Vowel signs and other marks of Hebrew, Arabic and their relatives.
pub(super) fn is_right_to_left_mark(character: char) -> bool {
    is_right_to_left(character) && is_nonspacing_mark(character)
}

//! What Unicode says of the scripts of characters, as far as order and joining depend on it.

use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

/// Letters and marks that are written from right to left.
#[inline]
pub(crate) fn is_right_to_left(character: char) -> bool {
    let code = u32::from(character);
    code >= 0x590
        && matches!(code,
            0x590..=0x60b | 0x60d..=0x65f | 0x66d..=0x6ef | 0x6fa..=0x8ff | 0x200f | 0xfb1d..=0xfb28
            | 0xfb2a..=0xfd3d | 0xfd40..=0xfdff | 0xfe70..=0xfefc | 0x1_0800..=0x1_0fff | 0x1_e800..=0x1_efff)
}

/// Letters that are written from left to right.
pub(crate) fn is_left_to_right(character: char) -> bool {
    character.is_alphabetic() && !is_right_to_left(character)
}

/// Letters of the Arabic script and of its relatives, whose numbers follow rules of their own.
pub(crate) fn is_arabic(character: char) -> bool {
    is_right_to_left(character)
        && !matches!(u32::from(character), 0x590..=0x5ff | 0x7c0..=0x85f | 0xfb1d..=0xfb4f)
}

/// Marks that stand over or under a letter and take no room of their own.
#[inline]
pub(crate) fn is_nonspacing_mark(character: char) -> bool {
    character >= '\u{300}' && canonical_combining_class(character) != 0
}

/// Marks of any kind, those that take room beside their letter included.
pub(crate) fn is_mark(character: char) -> bool {
    character >= '\u{300}' && is_combining_mark(character)
}

/// Whether a script puts no spaces between words: then lines join without one. Korean has spaces.
pub(crate) fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{2E80}'..='\u{312F}' | '\u{31A0}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FF01}'..='\u{FF9F}' | '\u{20000}'..='\u{3FFFF}')
}

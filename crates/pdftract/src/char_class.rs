//! Character classes shared by several stages: letters, hyphens, non-breaking spaces, private use.

use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

use crate::bmp_table::BmpTable;

/// Visible as a hyphen only at a line break within a word.
pub(crate) const SOFT_HYPHEN: char = '\u{ad}';

/// The hyphen of typesetting programs; people type `-`.
pub(crate) const TYPESET_HYPHEN: char = '\u{2010}';

/// The non-breaking hyphen; some fonts map the hyphen of typesetting programs to it.
pub(crate) const NON_BREAKING_HYPHEN: char = '\u{2011}';

/// All characters that may divide a word at the end of a line.
pub(crate) const HYPHENS: [char; 4] = ['-', TYPESET_HYPHEN, SOFT_HYPHEN, NON_BREAKING_HYPHEN];

/// Returns `true` if a text ends in a character that may be a hyphen within a word.
#[inline]
pub(crate) fn ends_in_hyphen(text: &str) -> bool {
    text.ends_with(HYPHENS)
}

/// Returns `true` for spaces at which lines never break.
pub(crate) fn is_non_breaking_space(character: char) -> bool {
    matches!(character, '\u{a0}' | '\u{202f}' | '\u{2007}')
}

/// Returns `true` if a text has a space at which lines never break.
pub(crate) fn has_non_breaking_space(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_space =
        |at: usize| matches!(bytes.get(at..), Some([0xC2, 0xA0, ..] | [0xE2, 0x80, 0x87 | 0xAF, ..]));
    // The first bytes of these spaces, which few texts have.
    memchr::memchr2_iter(0xC2, 0xE2, bytes).any(is_space)
}

/// Returns `true` for characters that only their font defines.
pub(crate) fn is_private_use(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}')
}

/// Returns `true` for letters, as [`char::is_alphabetic`] does, without its search through tables.
#[inline]
pub(crate) fn is_letter(character: char) -> bool {
    if character.is_ascii() { character.is_ascii_alphabetic() } else { properties(character) & LETTER != 0 }
}

/// Returns `true` for letters and numbers, as [`char::is_alphanumeric`] does.
#[inline]
pub(crate) fn is_letter_or_number(character: char) -> bool {
    if character.is_ascii() {
        character.is_ascii_alphanumeric()
    } else {
        properties(character) & (LETTER | NUMBER) != 0
    }
}

/// Returns `true` for combining marks of any kind, including those with an advance width.
#[inline]
pub(crate) fn is_mark(character: char) -> bool {
    character >= FIRST_MARK && properties(character) & MARK != 0
}

/// Returns `true` for combining marks without an advance width.
#[inline]
pub(crate) fn is_nonspacing_mark(character: char) -> bool {
    character >= FIRST_MARK && properties(character) & NONSPACING_MARK != 0
}

/// The first character that is a mark.
const FIRST_MARK: char = '\u{300}';

const LETTER: u8 = 1;
const NUMBER: u8 = 1 << 1;
const MARK: u8 = 1 << 2;
const NONSPACING_MARK: u8 = 1 << 3;
const UNASSIGNED: u8 = 1 << 4;

/// Returns the properties of a character.
#[inline]
fn properties(character: char) -> u8 {
    static PROPERTIES: BmpTable = BmpTable::new();
    PROPERTIES.get(character, find_properties)
}

fn find_properties(character: char) -> u8 {
    let bit = |bit: u8, has: bool| if has { bit } else { 0 };
    let is_letter = character.is_alphabetic();
    bit(LETTER, is_letter)
        | bit(NUMBER, character.is_numeric())
        | bit(MARK, is_combining_mark(character))
        | bit(NONSPACING_MARK, canonical_combining_class(character) != 0)
        | bit(UNASSIGNED, !is_letter && has_no_meaning(character))
}

/// Returns `true` for letters of the largest blocks that have neither capitals nor small letters.
#[inline]
pub(crate) fn is_common_caseless_letter(character: char) -> bool {
    matches!(character,
        '\u{5d0}'..='\u{5ea}' | '\u{620}'..='\u{64a}' | '\u{e01}'..='\u{e3a}' | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// Returns whether a character has no meaning in Unicode.
#[inline]
pub(crate) fn is_unassigned(character: char) -> bool {
    !character.is_ascii() && properties(character) & UNASSIGNED != 0
}

/// Finds out whether a character that is no letter has no meaning. The standard library escapes such characters, besides marks,
/// controls, separators, formats and characters for private use; it takes longer than all others to tell.
fn has_no_meaning(character: char) -> bool {
    let is_escaped = |character: char| !character.is_ascii() && character.escape_debug().len() > 1;
    let combines = |character: char| character >= FIRST_MARK && is_combining_mark(character);
    !character.is_whitespace()
        && !character.is_control()
        && !is_private_use(character)
        && !is_format(character)
        && !combines(character)
        && is_escaped(character)
}

/// Invisible formatting characters, marks of direction and variation, and half-width sound marks.
fn is_format(character: char) -> bool {
    matches!(u32::from(character),
        0xAD | 0x600..=0x605 | 0x61C | 0x6DD | 0x70F | 0x890..=0x891 | 0x8E2 | 0x115F..=0x1160 | 0x17B4..=0x17B5
        | 0x180B..=0x180F | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF
        | 0xFF9E..=0xFFA0 | 0xFFF9..=0xFFFB | 0x110BD | 0x110CD | 0x13430..=0x1343F | 0x1BCA0..=0x1BCA3
        | 0x1D173..=0x1D17A | 0xE0001..=0xE01EF)
}

/// Returns `true` if the text has two consecutive spaces.
pub(crate) fn has_double_space(text: &str) -> bool {
    let bytes = text.as_bytes();
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    // Without an early exit the loop is vectorised, and lines are short.
    pairs.fold(false, |found, (&byte, &next)| found | ((byte == b' ') & (next == b' ')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_numbers_are_those_of_the_standard_library() {
        for character in '\0'..=char::MAX {
            assert_eq!(is_letter(character), character.is_alphabetic(), "{character:?}");
            assert_eq!(is_letter_or_number(character), character.is_alphanumeric(), "{character:?}");
        }
    }

    #[test]
    fn non_breaking_spaces_are_found_among_all_characters() {
        for character in '\0'..=char::MAX {
            let text = ['a', character, 'é'].iter().collect::<String>();
            assert_eq!(has_non_breaking_space(&text), is_non_breaking_space(character), "{character:?}");
        }
    }

    #[test]
    fn caseless_letters_are_letters_of_neither_case() {
        for character in ('\0'..=char::MAX).filter(|character| is_common_caseless_letter(*character)) {
            let has_case = character.is_uppercase() || character.is_lowercase();
            assert!(character.is_alphabetic() && !has_case, "{character:?}");
        }
    }

    #[test]
    fn only_characters_without_meaning_are_unassigned() {
        assert!(['\u{e00}', '\u{378}', '\u{2fe0}'].into_iter().all(is_unassigned));
        let meant = [
            'a', 'é', ' ', '\u{a0}', '\u{ad}', '\u{200c}', '\u{301}', '\u{e000}', '\u{85}', '中', '\u{3000}',
        ];
        assert!(!meant.into_iter().any(is_unassigned));
    }
}

//! Step 1: control characters. Those that are bytes of code page 1252 become its characters, all others are removed.

use super::Context;
use super::tracked_char::Letter;
use crate::file::string::is_clean;

/// The characters of code page 1252 from 0x80 to 0x9f; five bytes have none.
const CODE_PAGE_1252: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘', '’', '“',
    '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// Repairs or removes control characters. Line ends and tabs within a line become spaces, because only the layout
/// ends lines and cells.
pub(super) fn repair(letters: &mut Vec<Letter>, _: &Context<'_>) {
    letters.retain_mut(|letter| {
        let repaired = repaired(letter.character);
        letter.character = repaired.unwrap_or(letter.character);
        repaired.is_some()
    });
}

fn repaired(character: char) -> Option<char> {
    match character {
        ' '..='~' => Some(character),
        '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{80}'..='\u{9f}' => {
            let index = u32::from(character) - 0x80;
            CODE_PAGE_1252.get(index as usize).copied().filter(|&meant| meant != '\0')
        }
        // Tags and byte order marks are handled in a separate step.
        '\u{e0020}'..='\u{e007f}' | '\u{feff}' => Some(character),
        _ => Some(character).filter(|&c| is_clean(c)),
    }
}

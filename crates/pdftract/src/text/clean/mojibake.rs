//! Detects and reverses mojibake: UTF-8 that was decoded as Windows-1252.

use super::tracked_char::Letter;

/// The characters of Windows-1252 at 0x80 to 0x9F. Unassigned bytes are represented by the control character with
/// their number.
const UPPER: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Returns the byte of a character in Windows-1252 or Latin-1.
fn byte(character: char) -> Option<u8> {
    if let Ok(byte) = u8::try_from(u32::from(character)) {
        return Some(byte);
    }
    UPPER.iter().zip(0x80..).find_map(|(known, byte)| (*known == character).then_some(byte))
}

/// Returns the number of continuation bytes after this first byte in UTF-8.
fn following(first: u8) -> Option<usize> {
    match first {
        0xC2..=0xDF => Some(1),
        0xE0..=0xEF => Some(2),
        0xF0..=0xF4 => Some(3),
        _ => None,
    }
}

/// Returns `true` if two characters may start a sequence.
#[inline]
pub(crate) fn may_begin(first: char, second: char) -> bool {
    matches!(first, '\u{C2}'..='\u{F4}') && byte(second).is_some_and(|byte| matches!(byte, 0x80..=0xBF))
}

/// The byte in UTF-8 with which all characters begin that a sequence may begin with.
const LEAD_BYTE: u8 = 0xC3;

/// Counts the UTF-8 sequences in a text whose bytes were decoded as Windows-1252.
pub(crate) fn utf8_sequences(text: &str) -> u32 {
    let mut found = 0;
    let mut rest = text;
    while let Some(at) = memchr::memchr(LEAD_BYTE, rest.as_bytes()) {
        let mut characters = rest.get(at..).unwrap_or_default().chars();
        let first = characters.next().unwrap_or_default();
        if let Some((_, after)) = sequence(first, characters.clone()) {
            found += 1;
            characters = after;
        }
        rest = characters.as_str();
    }
    found
}

/// Decodes a sequence; returns the character and the rest.
fn sequence<I: Iterator<Item = char>>(first: char, mut rest: I) -> Option<(char, I)> {
    let first = byte(first)?;
    let (mut bytes, length) = ([first, 0, 0, 0], following(first)? + 1);
    for place in bytes.iter_mut().take(length).skip(1) {
        *place = byte(rest.next()?).filter(|byte| (0x80..=0xBF).contains(byte))?;
    }
    let meant = std::str::from_utf8(bytes.get(..length)?).ok()?.chars().next()?;
    Some((meant, rest))
}

/// Replaces each sequence with its character.
pub(super) fn undo(letters: &mut Vec<Letter>) {
    let before = std::mem::take(letters);
    let mut rest = before.iter();
    while let Some(&letter) = rest.next() {
        let characters = rest.clone().map(|letter| letter.character);
        let Some((meant, after)) = sequence(letter.character, characters) else {
            letters.push(letter);
            continue;
        };
        let taken = rest.len() - after.len();
        let last = rest.nth(taken.saturating_sub(1)).unwrap_or(&letter);
        letters.push(Letter { character: meant, start: letter.start, end: last.end });
    }
}

/// Returns the decoded text, if all of it is UTF-8 decoded as Windows-1252 and nothing is lost in the conversion.
pub(crate) fn undone(text: &str) -> Option<String> {
    let bytes: Option<Vec<u8>> = text.chars().map(byte).collect();
    let meant = String::from_utf8(bytes?).ok()?;
    (meant != text).then_some(meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rv_1_utf_8_read_as_windows_1252_is_found() {
        assert_eq!(utf8_sequences("gewÃ¶hnlicher WÃ¼rfel â€“ Ã©tÃ©"), 5);
        assert_eq!(utf8_sequences("Ãsia, SÃO PAULO, gewöhnlich, 5 °C ± 2 Â"), 0);
    }

    #[test]
    fn rv_34_mojibake_is_undone_only_without_loss() {
        assert_eq!(undone("WÃ¼rfel â€“ Ã©tÃ©").as_deref(), Some("Würfel – été"));
        assert_eq!(undone("Würfel"), None);
        assert_eq!(undone("WÃ¼rfel und Würfel"), None);
        assert_eq!(undone("WÃ¼rfel 漢"), None);
    }

    #[test]
    fn rv_34_characters_map_to_their_sequence() {
        let mut letters = crate::text::clean::tracked_char::letters("Ã¼ â€“");
        undo(&mut letters);
        let found: Vec<_> =
            letters.iter().map(|letter| (letter.character, letter.start, letter.end)).collect();
        assert_eq!(found, [('ü', 0, 4), (' ', 4, 5), ('–', 5, 13)]);
    }
}

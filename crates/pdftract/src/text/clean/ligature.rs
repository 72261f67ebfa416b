//! Spells out the ligatures of lines that need nothing else, which is most that cleaning changes in text of TeX, in place of
//! the ten steps.

use unicode_normalization::char::decompose_compatible;

use super::offset::OffsetMap;

/// The first byte of ligatures in UTF-8.
const FIRST_BYTE: u8 = 0xEF;

/// Returns `true` for a Latin ligature.
pub(super) fn is_latin_ligature(character: char) -> bool {
    matches!(character, '\u{fb00}'..='\u{fb06}')
}

/// Replaces the Latin ligatures of the part of a text from `start` on, and returns the map of offsets within that part.
pub(super) fn spell_out(start: usize, text: &mut String) -> OffsetMap {
    let mut offsets = OffsetMap::default();
    let (mut at, mut shorter) = (start, 0);
    while let Some(found) = text.as_bytes().get(at..).and_then(|rest| memchr::memchr(FIRST_BYTE, rest)) {
        at += found;
        let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        let length = character.len_utf8();
        if !is_latin_ligature(character) {
            at += length;
            continue;
        }
        let mut letters = [0; LONGEST];
        let mut end = 0;
        decompose_compatible(character, |letter| {
            if let Some(slot) = letters.get_mut(end..).filter(|slot| slot.len() >= letter.len_utf8()) {
                end += letter.encode_utf8(slot).len();
            }
        });
        let spelled = letters.get(..end).and_then(|letters| str::from_utf8(letters).ok()).unwrap_or_default();
        text.replace_range(at..at + length, spelled);
        let (clean, raw) = (at - start, at - start + shorter);
        offsets.add_change(clean..clean + end, raw..raw + length);
        shorter += length - end;
        at += end;
    }
    offsets
}

/// The length of the longest ligature in letters, which is also that of a ligature in UTF-8.
const LONGEST: usize = 3;

#[cfg(test)]
mod tests {
    use super::super::tests::by_steps;
    use super::*;

    #[test]
    fn ligatures_alone_are_spelled_out_as_by_the_steps() {
        let lines = [
            "\u{fb01}nd the o\u{fb03}ce \u{fb04}y\u{fb00}\u{fb00}",
            "\u{fb05}\u{fb06}",
            "Stra\u{df}e, \u{fb02}ie\u{df}t — na\u{ef}ve \u{ff01}\u{fb02}",
        ];
        for line in lines {
            let mut text = format!("before {line}");
            let offsets = spell_out("before ".len(), &mut text);
            let steps = by_steps(line);
            assert_eq!((text.strip_prefix("before "), &offsets), (Some(steps.text.as_str()), &steps.offsets));
        }
    }
}

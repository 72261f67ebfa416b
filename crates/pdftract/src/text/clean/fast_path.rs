//! Detects text that no cleaning step changes, which is the most common case.

use super::normal_form::begins_cluster;
use crate::bmp_table::BmpTable;
use crate::options::Normalization;

/// Returns `true` for ASCII text that no step changes, apart from spaces.
pub(super) fn is_plain_ascii(text: &str) -> bool {
    // Without an early exit, the loop is vectorised.
    text.bytes().fold(true, |is_plain, byte| is_plain & matches!(byte, b' '..=b'~'))
}

/// Returns `true` if no step changes any character of a text but those that are `excepted`. Characters beyond ASCII are rare
/// in most languages, so that only they are decoded.
pub(super) fn is_inert_apart_from(
    text: &str,
    form: Normalization,
    mut excepted: impl FnMut(char) -> bool,
) -> bool {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| !matches!(byte, b' '..=b'~')) {
        let mut characters = rest.get(at..).unwrap_or_default().chars();
        loop {
            rest = characters.as_str();
            match characters.next() {
                None => return true,
                Some(' '..='~') => break,
                Some(character) if is_inert(character, form) || excepted(character) => {}
                Some(_) => return false,
            }
        }
    }
    true
}

/// The forms of normalisation in which a character is inert.
const INERT: u8 = 1;
const INERT_IN_NFKC: u8 = 1 << 1;

/// Returns `true` if no step changes a character in any context.
#[inline]
pub(super) fn is_inert(character: char, form: Normalization) -> bool {
    static FORMS: BmpTable = BmpTable::new();
    let forms = FORMS.get(character, |character| {
        let bit = |bit: u8, form| if is_inert_by_properties(character, form) { bit } else { 0 };
        bit(INERT, Normalization::Nfc) | bit(INERT_IN_NFKC, Normalization::Nfkc)
    });
    forms & if form == Normalization::Nfkc { INERT_IN_NFKC } else { INERT } != 0
}

fn is_inert_by_properties(character: char, form: Normalization) -> bool {
    match character {
        ' '..='~' => true,
        '\u{0}'..='\u{a0}' => false,
        // Precomposed letters of Latin, Greek and Cyrillic; three superscript digits are excluded.
        '\u{ae}' | '\u{b0}' | '\u{b1}' | '\u{b6}' | '\u{b7}' | '\u{bb}' => true,
        '\u{bf}'..='\u{131}' | '\u{134}'..='\u{13e}' | '\u{141}'..='\u{148}' | '\u{14a}'..='\u{17e}' => true,
        '\u{410}'..='\u{44f}' | '\u{2013}' | '\u{2014}' | '\u{2018}'..='\u{201e}' => true,
        // Ideographs, kana, Hangul and their punctuation.
        '\u{3001}'..='\u{3029}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' => true,
        '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => true,
        '\u{2026}' | '\u{ff01}'..='\u{ff5e}' => form != Normalization::Nfkc,
        _ => !is_touched(character) && begins_cluster(character, form),
    }
}

/// Returns `true` if a step before normalisation may change a character.
fn is_touched(character: char) -> bool {
    matches!(u32::from(character),
        0xad | 0x61c | 0x2007 | 0x200b..=0x200f | 0x2028..=0x202f | 0x2060..=0x206f | 0x2e80..=0x2fd5 | 0xe000..=0xf8ff
        | 0xfb00..=0xfeff | 0xfff9..=0xfffb | 0xe_0000..=0xe_0fff | 0xf_0000..)
        || u32::from(character) & 0xfffe == 0xfffe
}

//! Scripts of characters, and the Unicode properties of characters that direction, joining and spacing depend on.

use crate::bmp_table::BmpTable;
use crate::char_class::is_letter;

/// The scripts for which there are language models, and all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Script {
    /// Latin.
    Latin,
    /// Greek.
    Greek,
    /// Cyrillic.
    Cyrillic,
    /// Armenian.
    Armenian,
    /// Hebrew.
    Hebrew,
    /// Arabic.
    Arabic,
    /// Devanagari.
    Devanagari,
    /// Bengali.
    Bengali,
    /// Gurmukhi.
    Gurmukhi,
    /// Gujarati.
    Gujarati,
    /// Tamil.
    Tamil,
    /// Telugu.
    Telugu,
    /// Thai.
    Thai,
    /// Georgian.
    Georgian,
    /// Hangul, as syllables or letters.
    Hangul,
    /// Hiragana and Katakana.
    Kana,
    /// Ideographs.
    Han,
    /// A script without a model.
    Other,
}

impl Script {
    /// All scripts.
    pub const ALL: [Self; 18] = [
        Self::Latin,
        Self::Greek,
        Self::Cyrillic,
        Self::Armenian,
        Self::Hebrew,
        Self::Arabic,
        Self::Devanagari,
        Self::Bengali,
        Self::Gurmukhi,
        Self::Gujarati,
        Self::Tamil,
        Self::Telugu,
        Self::Thai,
        Self::Georgian,
        Self::Hangul,
        Self::Kana,
        Self::Han,
        Self::Other,
    ];

    /// Returns the script of a letter, a vowel sign or a virama; `None` for characters that are not part of words.
    #[inline]
    pub fn from_char(character: char) -> Option<Self> {
        static NUMBERS: BmpTable = BmpTable::new();
        if character.is_ascii() {
            return character.is_ascii_alphabetic().then_some(Self::Latin);
        }
        // Scripts are numbered from 1.
        let number =
            NUMBERS.get(character, |character| Self::find(character).map_or(0, |script| script as u8 + 1));
        Self::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    fn find(character: char) -> Option<Self> {
        let script = match u32::from(character) {
            0xAA | 0xBA | 0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x2AF | 0x1E00..=0x1EFF | 0xFB00..=0xFB06 => {
                Self::Latin
            }
            0xFF21..=0xFF3A | 0xFF41..=0xFF5A => Self::Latin,
            0x370..=0x3FF | 0x1F00..=0x1FFF => Self::Greek,
            0x400..=0x481 | 0x48A..=0x52F => Self::Cyrillic,
            0x531..=0x587 => Self::Armenian,
            0x5D0..=0x5F2 | 0xFB1D..=0xFB4F => Self::Hebrew,
            0x620..=0x63F | 0x641..=0x64A | 0x66E..=0x6D3 | 0x6D5 | 0x6EE..=0x6FF => Self::Arabic,
            0x750..=0x77F | 0xFB50..=0xFDFB | 0xFE70..=0xFEFC => Self::Arabic,
            0x900..=0x963 | 0x971..=0x97F => Self::Devanagari,
            0x980..=0x9E3 | 0x9F0..=0x9F1 => Self::Bengali,
            0xA01..=0xA5E | 0xA70..=0xA75 => Self::Gurmukhi,
            0xA81..=0xAE3 => Self::Gujarati,
            0xB82..=0xBD7 => Self::Tamil,
            0xC00..=0xC63 => Self::Telugu,
            0xE01..=0xE3A | 0xE40..=0xE4E => Self::Thai,
            0x10A0..=0x10FF | 0x1C90..=0x1CBF => Self::Georgian,
            0xAC00..=0xD7A3 | 0x1100..=0x11FF | 0x3131..=0x318E => Self::Hangul,
            0x3041..=0x3096 | 0x309D..=0x309F | 0x30A1..=0x30FA | 0x30FC..=0x30FF | 0xFF66..=0xFF9D => {
                Self::Kana
            }
            0x3005 | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF => Self::Han,
            _ if is_letter(character) => Self::Other,
            _ => return None,
        };
        Some(script)
    }

    /// Returns `true` for scripts written from right to left.
    pub fn is_right_to_left(self) -> bool {
        matches!(self, Self::Hebrew | Self::Arabic)
    }

    /// Returns `true` for scripts without spaces between words.
    pub fn is_unspaced(self) -> bool {
        matches!(self, Self::Thai | Self::Kana | Self::Han)
    }

    /// Returns the ISO 15924 code.
    pub fn code(self) -> Option<&'static str> {
        let code = match self {
            Self::Latin => "Latn",
            Self::Greek => "Grek",
            Self::Cyrillic => "Cyrl",
            Self::Armenian => "Armn",
            Self::Hebrew => "Hebr",
            Self::Arabic => "Arab",
            Self::Devanagari => "Deva",
            Self::Bengali => "Beng",
            Self::Gurmukhi => "Guru",
            Self::Gujarati => "Gujr",
            Self::Tamil => "Taml",
            Self::Telugu => "Telu",
            Self::Thai => "Thai",
            Self::Georgian => "Geor",
            Self::Hangul => "Hang",
            Self::Kana => "Jpan",
            Self::Han => "Hani",
            Self::Other => return None,
        };
        Some(code)
    }
}

/// Detects optional marks (vowel points, tatweel) and invisible characters, which words are compared without.
pub(super) fn is_ignorable(character: char) -> bool {
    matches!(u32::from(character),
        0x591..=0x5BD | 0x5BF | 0x5C1 | 0x5C2 | 0x5C4 | 0x5C5 | 0x5C7 | 0x640 | 0x64B..=0x65F | 0x670 | 0x6D6..=0x6DC
        | 0xAD | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2069 | 0xFE00..=0xFE0F | 0xFEFF)
}

/// Detects letters and marks that are written from right to left.
#[inline]
pub(crate) fn is_right_to_left(character: char) -> bool {
    let code = u32::from(character);
    code >= 0x590
        && matches!(code,
            0x590..=0x60b | 0x60d..=0x65f | 0x66d..=0x6ef | 0x6fa..=0x8ff | 0x200f | 0xfb1d..=0xfb28
            | 0xfb2a..=0xfd3d | 0xfd40..=0xfdff | 0xfe70..=0xfefc | 0x1_0800..=0x1_0fff | 0x1_e800..=0x1_efff)
}

/// Detects letters that are written from left to right.
pub(crate) fn is_left_to_right(character: char) -> bool {
    // The cheaper property first: the other is searched for in tables.
    !is_right_to_left(character) && is_letter(character)
}

/// Detects letters of Arabic and related scripts, whose numbers have separate rules in the bidirectional algorithm.
pub(crate) fn is_arabic(character: char) -> bool {
    is_right_to_left(character)
        && !matches!(u32::from(character), 0x590..=0x5ff | 0x7c0..=0x85f | 0xfb1d..=0xfb4f)
}

/// Detects characters of scripts whose lines join without a space. Korean has spaces between words.
pub(crate) fn is_unspaced(character: char) -> bool {
    matches!(character,
        // Thai, Lao, Burmese and Khmer have spaces between phrases, where lines rarely break.
        '\u{E01}'..='\u{EDF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17DD}'
        | '\u{2E80}'..='\u{312F}' | '\u{31A0}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FF01}'..='\u{FF9F}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_numbered_in_their_order() {
        for (number, script) in Script::ALL.into_iter().enumerate() {
            assert_eq!(script as usize, number);
        }
    }

    #[test]
    fn scripts_of_letters_are_the_same_at_each_look() {
        let known =
            [('é', Script::Latin), ('ж', Script::Cyrillic), ('क', Script::Devanagari), ('中', Script::Han)];
        for (letter, script) in known.into_iter().chain([('𠀀', Script::Han), ('ა', Script::Georgian)]) {
            assert_eq!([Script::from_char(letter), Script::from_char(letter)], [Some(script); 2]);
        }
        for other in ['1', '.', '“', '\u{301}', '€', '😀'] {
            assert_eq!([Script::from_char(other), Script::from_char(other)], [None; 2], "{other:?}");
        }
    }
}

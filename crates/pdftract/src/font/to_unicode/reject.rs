//! Reasons why the text of a map counts as missing.

/// The reason why a value counts as missing, so that the next source is tried. Ordered by increasing severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reject {
    /// A private-use character: kept unchanged if nothing better is found.
    PrivateUse,
    /// U+FDD0 to U+FDEF, U+xxFFFE and U+xxFFFF, and values above U+10FFFF.
    Noncharacter,
    /// U+FFFD.
    Replacement,
    /// U+0000.
    Null,
    /// Half of a surrogate pair.
    LoneSurrogate,
    /// An empty string.
    Empty,
}

/// Returns the reason why `text` counts as missing, which is that of its worst character; `None` for usable text.
pub(crate) fn classify(text: &str) -> Option<Reject> {
    if text.is_empty() {
        return Some(Reject::Empty);
    }
    text.chars().filter_map(classify_char).max()
}

pub(super) fn classify_char(char: char) -> Option<Reject> {
    match u32::from(char) {
        0 => Some(Reject::Null),
        0xFFFD => Some(Reject::Replacement),
        0xFDD0..=0xFDEF => Some(Reject::Noncharacter),
        scalar if scalar & 0xFFFE == 0xFFFE => Some(Reject::Noncharacter),
        0xE000..=0xF8FF | 0xF_0000.. => Some(Reject::PrivateUse),
        _ => None,
    }
}

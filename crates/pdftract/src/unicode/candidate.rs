//! Characters that the shape of a glyph may be.

use super::source::UnicodeSource;

/// Chance in thousandths from which on a shape is plainly one character.
pub(crate) const PLAIN: u32 = 900;

/// Confidence of the likeliest of several characters, in hundredths (C-25).
pub(crate) const AMBIGUOUS: u8 = 50;

/// A character that a glyph may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShapeCandidate {
    pub(crate) text: String,
    /// Chance in thousandths.
    pub(crate) chance: u32,
}

/// The candidates of a shape, the likeliest first, and where they come from.
#[derive(Debug, Clone)]
pub(super) struct ShapeReading {
    pub(super) candidates: Vec<ShapeCandidate>,
    pub(super) source: UnicodeSource,
}

/// Returns the character of a text that is only one.
pub(super) fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

//! Candidate characters for the shape of a glyph.

use super::source::UnicodeSource;

/// The probability in thousandths from which a shape is clearly one character.
pub(crate) const PLAIN: u32 = 900;

/// The confidence of the most likely of several characters, in hundredths (C-25).
pub(crate) const AMBIGUOUS: u8 = 50;

/// A candidate character for a glyph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShapeCandidate {
    pub(crate) text: String,
    /// The probability in thousandths.
    pub(crate) chance: u32,
}

/// The candidates for a shape, most likely first, and their source.
#[derive(Debug, Clone)]
pub(super) struct ShapeReading {
    pub(super) candidates: Vec<ShapeCandidate>,
    pub(super) source: UnicodeSource,
}

/// Returns the character of a text with exactly one.
pub(super) fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

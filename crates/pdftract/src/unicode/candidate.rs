//! Candidate characters for the shape of a glyph.

use super::source::UnicodeSource;

/// The probability in thousandths from which a shape is clearly one character.
pub(crate) const PLAIN: u32 = 900;

/// The confidence of the most likely of several characters, in hundredths (C-25).
pub(crate) const AMBIGUOUS: u8 = 50;

/// The probabilities by the shape alone, in thousandths, from which an image is accepted without context. Of 138,526 glyphs of
/// families that a network had not seen, 12 % are accepted, and 0.15 % of these are wrong (`cargo lab shapes-eval`, eight
/// folds); below, the context decides.
///
/// The frequency of characters in text must not make a shape certain: it turns a franc sign into an F. A capital needs
/// more than other characters, since small letters of the same shape are as large as capitals in some fonts.
pub(super) const CERTAIN: u32 = 980;
const CERTAIN_CAPITAL: u32 = 990;

/// The probability in thousandths, with the frequency of characters, that an accepted image has at least.
const LIKELY: u32 = 900;

/// A candidate character for a glyph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShapeCandidate {
    pub(crate) text: String,
    /// The probability in thousandths.
    pub(crate) chance: u32,
    /// The same by the shape alone, as if all characters were equally frequent.
    pub(crate) chance_by_shape: u32,
}

impl ShapeCandidate {
    /// Returns a candidate whose probability does not depend on the frequency of characters.
    pub(crate) fn new(text: impl Into<String>, chance: u32) -> Self {
        Self { text: text.into(), chance, chance_by_shape: chance }
    }

    /// Returns `true` if the shape is so clearly this character that no context is needed.
    pub(super) fn is_certain(&self) -> bool {
        is_certain(&self.text, self.chance, self.chance_by_shape)
    }
}

/// Returns whether a label with these probabilities is accepted without context.
pub(super) fn is_certain(label: &str, chance: u32, chance_by_shape: u32) -> bool {
    let is_capital = single(label).is_some_and(char::is_uppercase);
    chance >= LIKELY && chance_by_shape >= if is_capital { CERTAIN_CAPITAL } else { CERTAIN }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_needs_the_shape_and_capitals_need_more_of_it() {
        assert!(is_certain("a", 900, 980) && is_certain("fi", 990, 985));
        assert!(!is_certain("a", 990, 979), "the frequency of a letter is no certainty");
        assert!(!is_certain("a", 899, 1000), "a rare character that text makes unlikely");
        for capital in ["X", "Ë", "Я", "Θ"] {
            assert!(!is_certain(capital, 990, 989) && is_certain(capital, 990, 990), "{capital}");
        }
    }
}

//! Traits of codes and glyphs, by which passes over all glyphs of a page are left out.

use super::source::UnicodeSource;

/// The traits that some of a number of codes or glyphs have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GlyphTraits(u8);

impl GlyphTraits {
    /// The traits of nothing.
    pub(crate) const NONE: Self = Self(0);
    /// The traits of what may be anything.
    pub(crate) const ANY: Self = Self(u8::MAX);
    /// A text is unknown, or a guess that the text of the document may improve.
    const UNCERTAIN: Self = Self(1);
    /// A character belongs to a script that may be written vertically.
    const STACKABLE: Self = Self(2);

    /// Returns the traits of a character that is stated.
    #[inline]
    pub(crate) fn of_character(character: char) -> Self {
        if is_stackable(character) { Self::STACKABLE } else { Self::NONE }
    }

    /// Returns the traits of a code of one character, or of several.
    pub(crate) fn of_code(character: Option<char>, source: UnicodeSource) -> Self {
        let mut traits = character.map_or(Self::NONE, Self::of_character);
        if source.is_guess() || source == UnicodeSource::Unknown {
            traits.add(Self::UNCERTAIN);
        }
        traits
    }

    /// Adds those of others.
    #[inline(always)]
    pub(crate) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Returns whether a text may be unknown or a guess.
    pub(crate) fn may_be_uncertain(self) -> bool {
        self.0 & Self::UNCERTAIN.0 != 0
    }

    /// Returns whether a character may be of a script that is written vertically.
    pub(crate) fn may_be_stackable(self) -> bool {
        self.0 & Self::STACKABLE.0 != 0
    }
}

impl Default for GlyphTraits {
    fn default() -> Self {
        Self::ANY
    }
}

/// Returns `true` for characters of scripts that may be written vertically.
pub(crate) fn is_stackable(character: char) -> bool {
    matches!(u32::from(character),
        0x1100..=0x11FF | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE4F
        | 0xFF00..=0xFFEF | 0x2_0000..=0x3_FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traits_of_parts_add_up() {
        let mut traits = GlyphTraits::of_code(Some('a'), UnicodeSource::ToUnicode);
        assert_eq!(traits, GlyphTraits::NONE);
        traits.add(GlyphTraits::of_code(Some('\u{2019}'), UnicodeSource::Agl));
        assert_eq!(traits, GlyphTraits::NONE);
        traits.add(GlyphTraits::of_code(None, UnicodeSource::Unknown));
        assert!(traits.may_be_uncertain() && !traits.may_be_stackable());
        traits.add(GlyphTraits::of_character('字'));
        assert!(traits.may_be_uncertain() && traits.may_be_stackable());
        assert!(GlyphTraits::of_code(Some('b'), UnicodeSource::ShapeMatch).may_be_uncertain());
    }
}

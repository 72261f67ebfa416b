//! Signs that are written around a piece although no glyph draws them: bars and brackets of fractions.

/// The signs of a piece, in one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PieceSigns(u8);

impl PieceSigns {
    /// It is a bracket in right-to-left text whose text in the file is its shape, not its meaning.
    pub(super) const MIRRORED: Self = Self(1);
    /// A numerator begins with it.
    pub(crate) const NUMERATOR: Self = Self(1 << 1);
    /// A denominator begins with it.
    pub(crate) const DENOMINATOR: Self = Self(1 << 2);
    /// A denominator ends with it.
    pub(crate) const FRACTION_END: Self = Self(1 << 3);
    /// A bracket opens before the numerator.
    pub(super) const OPEN_NUMERATOR: Self = Self(1 << 4);
    /// A bracket closes before the fraction bar.
    pub(super) const CLOSE_NUMERATOR: Self = Self(1 << 5);
    /// A bracket opens behind the fraction bar.
    pub(super) const OPEN_DENOMINATOR: Self = Self(1 << 6);
    /// A bracket closes behind the denominator.
    pub(super) const CLOSE_DENOMINATOR: Self = Self(1 << 7);

    /// Returns both signs.
    #[must_use]
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether it has one of the given signs.
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether it has no sign.
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Appends what is written before the piece.
    pub(super) fn push_before(self, out: &mut String) {
        if self.has(Self::DENOMINATOR) {
            out.push_str(if self.has(Self::CLOSE_NUMERATOR) { ")/" } else { "/" });
            out.extend(self.has(Self::OPEN_DENOMINATOR).then_some('('));
        }
        out.extend(self.has(Self::OPEN_NUMERATOR).then_some('('));
    }

    /// Appends what is written behind the piece.
    pub(super) fn push_behind(self, out: &mut String) {
        out.extend(self.has(Self::CLOSE_DENOMINATOR).then_some(')'));
    }
}

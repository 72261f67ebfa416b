//! The glyphs of one line while it is being made.

use unicode_normalization::char::compose;

use super::bracket::is_bracket;
use super::glyph_class::Kind;
use super::line_marker::Lead;
use super::model::{BaselineShift, Gap};
use super::piece_signs::PieceSigns;

/// Stands in the place of the glyph where there is none.
const NO_GLYPH: u32 = u32::MAX;

/// One glyph of a line, from left to right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    /// The glyph; [`NO_GLYPH`] for a gap that stands alone.
    pub(super) glyph: u32,
    /// Its first character that is no mark; `None` when unknown.
    pub(super) character: Option<char>,
    /// What stands before it.
    pub(super) gap: Gap,
    /// How the glyph stands to the baseline.
    pub(super) shift: BaselineShift,
    /// A mark that another glyph draws over it.
    pub(super) accent: Option<char>,
    /// Whether it is a bracket that was named by its shape in right-to-left text.
    pub(super) mirrored: bool,
    /// What is written around it although no glyph draws it.
    pub(super) signs: PieceSigns,
    /// What its character is. A mark stands over, under or within another glyph and takes no room.
    pub(super) kind: Kind,
    /// Where it begins.
    pub(super) u0: f32,
    /// Where it ends.
    pub(super) u1: f32,
    /// Its baseline.
    pub(super) v: f32,
}

impl Item {
    /// A gap without a glyph behind it, in the place of an item.
    pub(super) fn gap_alone(self, gap: Gap) -> Self {
        Self { glyph: NO_GLYPH, character: None, gap, kind: Kind::SPACE, ..self }
    }

    /// Returns whether it is a gap that stands alone.
    #[inline]
    pub(super) fn is_gap(&self) -> bool {
        self.glyph == NO_GLYPH
    }

    #[inline]
    pub(super) fn is_blank(&self) -> bool {
        self.kind.is(Kind::SPACE)
    }

    /// Returns whether it stands over, under or within another glyph.
    #[inline]
    pub(super) fn is_mark(&self) -> bool {
        self.kind.is(Kind::MARK)
    }

    /// Returns whether marks may stand on it.
    pub(super) fn is_base(&self) -> bool {
        !self.is_mark() && self.is_inked()
    }

    pub(super) fn is_inked(&self) -> bool {
        !self.is_blank() && !self.is_gap()
    }

    /// Returns the same, turned if it is a bracket and that is asked.
    pub(super) fn facing(self, mirrored: bool) -> Self {
        Self { mirrored: mirrored && self.character.is_some_and(is_bracket), ..self }
    }

    /// Takes an accent that another glyph draws over it.
    pub(super) fn take_accent(&mut self, accent: char) {
        self.accent = Some(accent);
        self.character = self.character.and_then(|base| compose(base, accent));
        self.kind = self.character.map_or(Kind::OTHER, Kind::classify);
    }

    /// Returns what matters of it at the start of a line.
    pub(super) fn lead(&self) -> Lead {
        Lead { gap: self.gap, shift: self.shift, character: self.character, kind: self.kind }
    }

    #[inline]
    pub(super) fn is_letter(&self) -> bool {
        self.kind.is(Kind::LETTER)
    }
}

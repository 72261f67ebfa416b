//! The glyphs of one line under construction.

use unicode_normalization::char::compose;

use super::bracket::is_bracket;
use super::glyph_class::Kind;
use super::line_marker::Lead;
use super::model::{BaselineShift, Gap};
use super::piece_signs::PieceSigns;

/// The index in place of a glyph where there is none.
const NO_GLYPH: u32 = u32::MAX;

/// One glyph of a line, from left to right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    /// The glyph; [`NO_GLYPH`] for a gap without a glyph.
    pub(super) glyph: u32,
    /// Its first character that is not a mark; `None` when unknown.
    pub(super) character: Option<char>,
    /// The gap before it.
    pub(super) gap: Gap,
    /// Its shift from the baseline.
    pub(super) shift: BaselineShift,
    /// A mark that another glyph draws over it.
    pub(super) accent: Option<char>,
    /// `true` for a bracket in right-to-left text whose character is that of its shape.
    pub(super) mirrored: bool,
    /// What is written around it although no glyph draws it.
    pub(super) signs: PieceSigns,
    /// The kind of its character. A mark lies over, under or within another glyph and has no width.
    pub(super) kind: Kind,
    /// Its start along the line.
    pub(super) u0: f32,
    /// Its end along the line.
    pub(super) u1: f32,
    /// Its baseline.
    pub(super) v: f32,
}

impl Item {
    /// Returns a gap without a glyph, at the position of this item.
    pub(super) fn gap_alone(self, gap: Gap) -> Self {
        Self { glyph: NO_GLYPH, character: None, gap, kind: Kind::SPACE, ..self }
    }

    /// Returns `true` for a gap without a glyph.
    #[inline]
    pub(super) fn is_gap(&self) -> bool {
        self.glyph == NO_GLYPH
    }

    #[inline]
    pub(super) fn is_blank(&self) -> bool {
        self.kind.is(Kind::SPACE)
    }

    /// Returns `true` if it lies over, under or within another glyph.
    #[inline]
    pub(super) fn is_mark(&self) -> bool {
        self.kind.is(Kind::MARK)
    }

    /// Returns `true` if it may carry marks.
    pub(super) fn is_base(&self) -> bool {
        !self.is_mark() && self.is_inked()
    }

    pub(super) fn is_inked(&self) -> bool {
        !self.is_blank() && !self.is_gap()
    }

    /// Returns the same item, with a bracket mirrored if `mirrored` is set.
    pub(super) fn facing(self, mirrored: bool) -> Self {
        Self { mirrored: mirrored && self.character.is_some_and(is_bracket), ..self }
    }

    /// Sets the accent that another glyph draws over it.
    pub(super) fn take_accent(&mut self, accent: char) {
        self.accent = Some(accent);
        self.character = self.character.and_then(|base| compose(base, accent));
        self.kind = self.character.map_or(Kind::OTHER, Kind::classify);
    }

    /// Returns its facts that matter at the start of a line.
    pub(super) fn lead(&self) -> Lead {
        Lead { gap: self.gap, shift: self.shift, character: self.character, kind: self.kind }
    }

    #[inline]
    pub(super) fn is_letter(&self) -> bool {
        self.kind.is(Kind::LETTER)
    }
}

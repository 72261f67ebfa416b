//! The pen while it walks along a line of text: the loop over codes of which everything is known.

use super::glyph::{Glyph, TextId, Visibility};
use super::state::State;
use super::string_frame::{Frame, less, more};
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::unicode::{GlyphInfo, GlyphKind, GlyphTraits, InfoText, ResolvedFont};

/// The state that is constant while a string is shown.
pub(super) struct Line<'f> {
    pub(super) frame: Frame,
    pub(super) run: u32,
    pub(super) font: &'f ResolvedFont,
    pub(super) access: Access<'f>,
    pub(super) font_index: u16,
    /// The reason why none of it is visible, if the state alone determines it.
    pub(super) unseen: Option<Visibility>,
    /// The distance that the pen has moved, in text space.
    pub(super) moved: f64,
    /// Positions along a horizontal line that all glyphs are between, in text space.
    pub(super) pens: (f64, f64),
}

impl Line<'_> {
    /// Widens the extent of the pen by what spaces between characters move it back, which is not seen within a string.
    #[allow(clippy::cast_precision_loss)]
    pub(super) fn widen(&mut self, state: &State, glyphs: usize) {
        let back = |space: f64| if space * state.font_size < 0.0 { space.abs() } else { 0.0 };
        let back = back(state.char_space) + back(state.word_space);
        if back > 0.0 {
            let margin = back * state.horizontal_scale.abs() * glyphs as f64;
            self.pens = (self.pens.0 - margin, self.pens.1 + margin);
        }
    }
}

/// The pen on a level line, with everything that the places of glyphs depend on.
pub(super) struct Walk {
    /// The baseline.
    y: f32,
    /// The coefficients of the pen's horizontal position on the page.
    a: f64,
    e: f64,
    /// The factor of advances to those on the page.
    reach: f64,
    scale: f64,
    horizontal_scale: f64,
    char_space: f64,
    word_space: f64,
    run: u32,
    visibility: Visibility,
    pub(super) moved: f64,
    start: f64,
    end: f64,
    pub(super) traits: GlyphTraits,
}

impl Walk {
    #[allow(clippy::cast_possible_truncation)]
    #[inline(always)]
    pub(super) fn new(state: &State, line: &Line<'_>, level: f64) -> Self {
        let Frame { to_page, length, sign, .. } = line.frame;
        Self {
            y: level as f32,
            a: to_page.a,
            e: to_page.e,
            reach: length * sign,
            scale: state.font_size / 1000.0,
            horizontal_scale: state.horizontal_scale,
            char_space: state.char_space,
            word_space: state.word_space,
            run: line.run,
            visibility: line.unseen.unwrap_or(Visibility::Visible),
            moved: line.moved,
            start: line.pens.0,
            end: line.pens.1,
            traits: GlyphTraits::NONE,
        }
    }

    /// Writes the position of the pen to its line.
    #[inline(always)]
    pub(super) fn pause(&self, line: &mut Line<'_>) {
        (line.moved, line.pens) = (self.moved, (self.start, self.end));
    }

    /// Continues at the position of the line.
    #[inline(always)]
    pub(super) fn resume(&mut self, line: &Line<'_>) {
        (self.moved, (self.start, self.end)) = (line.moved, line.pens);
    }

    /// Adds the position of the pen to those where glyphs begin or end: at both ends of a string, since the pen goes one way.
    #[inline(always)]
    pub(super) fn see_pen(&mut self) {
        (self.start, self.end) = (less(self.start, self.moved), more(self.end, self.moved));
    }

    /// Returns the glyph of a code of one character in a cell of its advance and moves the pen; `None` for others.
    #[allow(clippy::cast_possible_truncation)]
    #[inline(always)]
    pub(super) fn place(&mut self, code: CharCode, info: &GlyphInfo) -> Option<Glyph> {
        let (GlyphKind::Cell, InfoText::Char(character)) = (info.kind, info.text) else { return None };
        let moved = self.moved;
        let width = f64::from(info.advance) * self.scale;
        let advance = width * self.horizontal_scale;
        let step = width + self.char_space;
        let step = if code.value == 32 && code.len == 1 { step + self.word_space } else { step };
        self.moved += step * self.horizontal_scale;
        let text = TextId::from_char(character);
        self.traits.add(info.traits);
        Some(Glyph {
            code: code.value,
            text,
            source: info.source,
            confidence_percent: info.confidence_percent,
            visibility: self.visibility,
            code_bytes: code.len,
            x: (self.e + moved * self.a) as f32,
            y: self.y,
            advance: (advance * self.reach) as f32,
            run: self.run,
        })
    }
}

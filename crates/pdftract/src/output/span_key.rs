//! The properties by which a line is split into spans: what glyphs and stretches must share to be part of one.

use crate::char_class::is_letter;
use crate::content::{Glyph, PageGlyphs, Run, Visibility};
use crate::language::script::is_right_to_left;
use crate::layout::{BaselineShift, Piece, WritingMode};
use crate::text::Stretch;
use crate::unicode::UnicodeSource;

use super::number::points;

/// A glyph or a stretch that is next to be added to a span.
#[derive(Clone, Copy)]
pub(super) struct Next<'p> {
    pub(super) look: Look<'p>,
    pub(super) link: Option<u16>,
    /// `None` if it has no direction.
    pub(super) direction: Option<WritingMode>,
    /// `true` if a wide gap is before it.
    pub(super) is_apart: bool,
    pub(super) bbox: [f32; 4],
}

impl<'p> Next<'p> {
    /// Returns a stretch, without its link.
    pub(super) fn of_stretch(stretch: &Stretch, page: &'p PageGlyphs) -> Option<Self> {
        let likeness = stretch.likeness;
        let look = Look {
            run: page.runs.get(likeness.run as usize)?,
            run_index: likeness.run,
            visibility: likeness.visibility,
            source: likeness.source,
            shift: stretch.shift,
        };
        Some(Self {
            look,
            link: None,
            direction: stretch.has_letters.then_some(WritingMode::Ltr),
            is_apart: stretch.is_behind_wide_gap,
            bbox: stretch.bbox,
        })
    }
}

/// The properties that all characters of a span share.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Key {
    pub(super) font: u16,
    pub(super) size: f32,
    pub(super) color: Option<u32>,
    pub(super) visibility: Visibility,
    pub(super) rendering_mode: u8,
    pub(super) shift: BaselineShift,
    /// `None` while there are only characters without a direction.
    pub(super) direction: Option<WritingMode>,
    pub(super) source: SourceClass,
    pub(super) link: Option<u16>,
}

/// The properties that adjacent glyphs usually share; they are compared first because that is cheap.
#[derive(Clone, Copy)]
pub(super) struct Look<'p> {
    pub(super) run: &'p Run,
    /// The index of the run.
    pub(super) run_index: u32,
    pub(super) visibility: Visibility,
    pub(super) source: UnicodeSource,
    pub(super) shift: BaselineShift,
}

impl<'p> Look<'p> {
    pub(super) fn new(piece: &Piece, glyph: &Glyph, run: &'p Run) -> Self {
        let (run_index, visibility, source) = (glyph.run, glyph.visibility, glyph.source);
        Self { run, run_index, visibility, source, shift: piece.shift }
    }

    #[inline]
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.run_index == other.run_index
            && self.visibility == other.visibility
            && self.source == other.source
            && self.shift == other.shift
    }

    /// Returns whether glyphs of another look have the same properties, but for their links and directions.
    #[inline]
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        let (run, other_run) = (self.run, other.run);
        run.font == other_run.font
            && run.size == other_run.size
            && run.color == other_run.color
            && run.rendering_mode == other_run.rendering_mode
            && self.visibility == other.visibility
            && self.shift == other.shift
            && SourceClass::from_source(self.source) == SourceClass::from_source(other.source)
    }
}

impl Key {
    pub(super) fn new(Next { look, link, direction, .. }: &Next<'_>) -> Self {
        Self {
            font: look.run.font,
            size: points(look.run.size),
            color: look.run.color,
            visibility: look.visibility,
            rendering_mode: look.run.rendering_mode,
            shift: look.shift,
            direction: *direction,
            source: SourceClass::from_source(look.source),
            link: *link,
        }
    }

    /// Returns `true` if a character with another key may follow in the same span.
    pub(super) fn takes(&mut self, other: &Self) -> bool {
        let undirected = Self { direction: self.direction, ..other.clone() };
        *self == undirected && self.takes_direction(other.direction)
    }

    /// Returns `true` if a character with this direction may follow in the same span.
    #[inline]
    pub(super) fn takes_direction(&mut self, other: Option<WritingMode>) -> bool {
        let direction = self.direction.or(other);
        let agrees = other.is_none() || other == direction;
        if agrees {
            self.direction = direction;
        }
        agrees
    }
}

/// Sources of Unicode by reliability: spans never mix text stated by the file with guesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SourceClass {
    Stated,
    Guessed,
    Unknown,
}

impl SourceClass {
    fn from_source(source: UnicodeSource) -> Self {
        match source {
            UnicodeSource::Unknown => Self::Unknown,
            source if source.is_guess() => Self::Guessed,
            _ => Self::Stated,
        }
    }
}

/// Returns the direction of a text in a run.
#[inline]
pub(super) fn direction_in(run: &Run, text: &str) -> Option<WritingMode> {
    if run.vertical { Some(WritingMode::Ttb) } else { direction(text) }
}

/// Returns the direction of a text, by its first letter.
fn direction(text: &str) -> Option<WritingMode> {
    if let [byte] = text.as_bytes() {
        return byte.is_ascii_alphabetic().then_some(WritingMode::Ltr);
    }
    text.chars().find_map(|character| {
        if is_right_to_left(character) {
            Some(WritingMode::Rtl)
        } else {
            is_letter(character).then_some(WritingMode::Ltr)
        }
    })
}

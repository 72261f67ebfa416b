//! Finds stretches of a line whose glyphs differ in nothing but their characters and positions, which is most of any
//! page. Whoever needs the properties of glyphs then looks at each stretch instead of each glyph.

use crate::char_class::is_letter;
use crate::content::{Glyph, PageGlyphs, Run, TextId, Visibility};
use crate::layout::{BaselineShift, Gap, IndexRange, Piece};
use crate::unicode::UnicodeSource;
use crate::unicode::candidate::AMBIGUOUS;

/// Confidence in hundredths up to which a glyph needs a look of its own.
pub(crate) const DOUBTFUL: u8 = AMBIGUOUS;

/// Consecutive glyphs of a line with the same properties, each of which is a space or one character that stands in the
/// clean text as in the raw one. None of them is written from right to left or from top to bottom, and none is unknown
/// or doubtful.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stretch {
    /// What all glyphs have in common.
    pub(crate) likeness: Likeness,
    /// The shift of those that are no spaces.
    pub(crate) shift: BaselineShift,
    /// `true` if a wide gap is before the first of them.
    pub(crate) is_behind_wide_gap: bool,
    /// `true` if a letter is among them.
    pub(crate) has_letters: bool,
    /// The number of glyphs, and of those that are spaces.
    pub(crate) glyphs: u32,
    pub(crate) spaces: u32,
    /// The number of places behind its start where text begins behind a gap or a space.
    pub(crate) breaks: u32,
    /// The range in the clean text of the page, in bytes, without spaces at its ends.
    pub(crate) clean: IndexRange,
    /// The end of the range with the spaces behind it.
    pub(crate) end: u32,
    /// The box around all glyphs but spaces.
    pub(crate) bbox: [f32; 4],
}

/// What all glyphs of a stretch have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Likeness {
    /// The index of their run.
    pub(crate) run: u32,
    /// The source of their text.
    pub(crate) source: UnicodeSource,
    /// The confidence in each of them, in hundredths.
    pub(crate) confidence: u8,
    /// Their visibility.
    pub(crate) visibility: Visibility,
}

impl Likeness {
    #[inline]
    fn new(glyph: &Glyph) -> Self {
        Self {
            run: glyph.run,
            source: glyph.source,
            confidence: glyph.confidence_percent,
            visibility: glyph.visibility,
        }
    }
}

/// Appends the stretches of a line, given its pieces and its range in the clean text, which cleaning did not change.
/// Another stretch begins behind the first `marker` pieces. Returns `false`, and appends nothing, if a glyph of the line needs a
/// look of its own.
pub(super) fn push_stretches(
    page: &PageGlyphs,
    mut pieces: &[Piece],
    marker: u32,
    clean: IndexRange,
    out: &mut Vec<Stretch>,
) -> bool {
    let (before, mut place) = (out.len(), TextPlace::new(clean));
    let mut marker = marker as usize;
    while !pieces.is_empty() {
        let Some(stretch) = first_stretch(page, pieces, marker, &mut place) else { break };
        let taken = stretch.glyphs as usize;
        pieces = pieces.get(taken..).unwrap_or_default();
        marker = marker.saturating_sub(taken);
        out.push(stretch);
    }
    // Spaces at the end of a line are not written.
    let last = out.get_mut(before..).unwrap_or_default().last_mut();
    let last = last.filter(|last| pieces.is_empty() && last.clean.end == clean.end);
    let is_whole = last.is_some();
    match last {
        Some(last) => last.end = clean.end,
        None => out.truncate(before),
    }
    is_whole
}

/// Returns the stretch that pieces begin with; `None` if a glyph needs a look of its own.
fn first_stretch(
    page: &PageGlyphs,
    pieces: &[Piece],
    marker: usize,
    place: &mut TextPlace,
) -> Option<Stretch> {
    let glyph = |piece: &Piece| page.glyphs.get(piece.glyph as usize);
    let space = pieces.first().filter(|piece| glyph(piece).is_some_and(|glyph| glyph.text == SPACE));
    let (first, rest) = pieces.get(usize::from(space.is_some())..)?.split_first()?;
    let first_glyph = glyph(first)?;
    let likeness = Likeness::new(first_glyph);
    let run = page.run(first_glyph).filter(|run| !run.vertical)?;
    if likeness.confidence <= DOUBTFUL || likeness.source == UnicodeSource::Unknown {
        return None;
    }
    if let Some(space) = space {
        let is_like = glyph(space).is_some_and(|glyph| Likeness::new(glyph) == likeness);
        // A marker that ends with the space, and a space that is not written, are rare.
        if !is_like || marker == 1 || place.is_behind_space {
            return None;
        }
        place.add(space, glyph(space)?)?;
    }
    let (clean, _) = place.add(first, first_glyph).filter(|(range, _)| !range.is_empty())?;
    let mut stretch = Stretch::new(first, first_glyph, clean, u32::from(space.is_some()));
    stretch.reach_around(run.bbox(first_glyph));
    let until_marker = marker.checked_sub(stretch.glyphs as usize).unwrap_or(rest.len());
    let (stretch, behind) = stretch.extended(page, run, rest, until_marker, *place)?;
    *place = behind;
    Some(stretch)
}

const SPACE: TextId = TextId::from_char(' ');

#[inline]
fn is_letter_glyph(glyph: &Glyph) -> bool {
    glyph.text.character().is_some_and(is_letter)
}

impl Stretch {
    /// Returns a stretch of a glyph with this range in the clean text, still without its box, and the spaces before it.
    fn new(piece: &Piece, glyph: &Glyph, clean: IndexRange, spaces: u32) -> Self {
        Self {
            likeness: Likeness::new(glyph),
            shift: piece.shift,
            is_behind_wide_gap: piece.gap == Gap::Wide,
            has_letters: is_letter_glyph(glyph),
            glyphs: spaces + 1,
            spaces,
            breaks: 0,
            clean,
            end: clean.end,
            bbox: NOWHERE,
        }
    }

    /// Takes the pieces that go on like its first; others than spaces only `until_marker`. Returns the place behind them;
    /// `None` if a piece needs a look of its own.
    #[inline]
    fn extended(
        mut self,
        page: &PageGlyphs,
        run: &Run,
        rest: &[Piece],
        until_marker: usize,
        mut place: TextPlace,
    ) -> Option<(Self, TextPlace)> {
        for (index, piece) in rest.iter().enumerate() {
            let glyph = page.glyphs.get(piece.glyph as usize)?;
            let is_space = glyph.text == SPACE;
            let is_apart = piece.shift != self.shift || piece.gap == Gap::Wide || index >= until_marker;
            if Likeness::new(glyph) != self.likeness || (is_apart && !is_space) {
                break;
            }
            let (range, is_behind_gap) = place.add(piece, glyph)?;
            self.glyphs += 1;
            self.end = range.end;
            if is_space {
                self.spaces += 1;
                self.breaks += 1;
                continue;
            }
            self.breaks += u32::from(is_behind_gap);
            self.clean.end = range.end;
            self.has_letters = self.has_letters || is_letter_glyph(glyph);
            self.reach_around(run.bbox(glyph));
        }
        Some((self, place))
    }

    /// Extends the box by that of a glyph, which is ignored if it is no number.
    #[inline]
    fn reach_around(&mut self, bbox: [f32; 4]) {
        // Plain comparisons take a single instruction each.
        let lower = |own: f32, other: f32| if other < own { other } else { own };
        let upper = |own: f32, other: f32| if other > own { other } else { own };
        let ([x0, y0, x1, y1], [left, top, right, bottom]) = (self.bbox, bbox);
        self.bbox = [lower(x0, left), lower(y0, top), upper(x1, right), upper(y1, bottom)];
    }
}

/// A box around nothing.
const NOWHERE: [f32; 4] = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];

/// The place of the next glyph in the text of a line of plain characters.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextPlace {
    at: u32,
    /// Spaces at the start of a line are dropped, as behind another space.
    is_behind_space: bool,
}

impl TextPlace {
    pub(super) fn new(clean: IndexRange) -> Self {
        Self { at: clean.start, is_behind_space: true }
    }

    /// Moves behind a space, which is not written twice. Returns whether there is a new one.
    #[inline]
    fn add_space(&mut self) -> bool {
        let is_new = !std::mem::replace(&mut self.is_behind_space, true);
        self.at += u32::from(is_new);
        is_new
    }

    /// Moves behind a glyph with the gap before it. Returns the range of its character, which is empty for a space, and
    /// whether the gap is written as a space; `None` if the glyph is not written as its character.
    #[inline]
    pub(super) fn add(&mut self, piece: &Piece, glyph: &Glyph) -> Option<(IndexRange, bool)> {
        if !piece.is_as_drawn() || piece.gap == Gap::NonJoiner {
            return None;
        }
        let character = glyph.text.character()?;
        if character == ' ' {
            self.add_space();
            return Some((IndexRange { start: self.at, end: self.at }, false));
        }
        let length = plain_length(character)?;
        let is_behind_gap = piece.gap != Gap::None && self.add_space();
        let start = self.at;
        self.at += length;
        self.is_behind_space = false;
        Some((IndexRange { start, end: self.at }, is_behind_gap))
    }
}

/// Returns the length in bytes of a character that lines are written with as it is, from left to right; `None` for all
/// others and for blanks.
#[inline]
fn plain_length(character: char) -> Option<u32> {
    match character {
        '!'..='~' => Some(1),
        '\u{a1}'..='\u{58f}' => Some(2),
        '\u{900}'..='\u{200a}' | '\u{2010}'..='\u{2027}' | '\u{2e80}'..='\u{d7ff}' => Some(3),
        _ => None,
    }
}

//! The glyph record that every later stage uses: what is shown, where, and how we know.
//!
//! A [`Glyph`] is 28 bytes and `Copy`. What many glyphs share (font, size, height, colour, direction, marked content) is
//! kept once in a [`Run`], and the box of a glyph follows from the two; text of more than one character is kept in
//! [`PageGlyphs::texts`].

use std::sync::Arc;

use serde::Serialize;

use crate::font::type3::Placement;
use crate::geometry::Rect;
use crate::unicode::candidate::AMBIGUOUS;
use crate::unicode::{ResolvedFont, UnicodeSource};

/// Whether a person sees a glyph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Visibility {
    /// As far as we can tell.
    Visible,
    /// No: drawn without ink (render mode 3 or 7, fully transparent, or too small to see).
    InvisibleMode,
    /// No: its colour is that of what lies behind it.
    SameAsBackground,
    /// No: it stands outside the page.
    OffPage,
    /// No: the clipping path cuts it away.
    Clipped,
    /// No: its layer is switched off, or its annotation is hidden.
    LayerOff,
    /// No: something opaque was painted over it later.
    Covered,
}

/// Unicode text of a glyph: one character, or several in [`PageGlyphs::texts`], or none. Characters come before others,
/// in the order of their codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextId(u32);

impl TextId {
    /// No text: the glyph belongs to an `ActualText` whose text another glyph carries.
    pub const NONE: Self = Self(u32::MAX);
    const SEQUENCE: u32 = 1 << 31;

    /// One character.
    #[inline]
    pub const fn from_char(character: char) -> Self {
        Self(character as u32)
    }

    /// The text at an index of [`PageGlyphs::texts`].
    pub fn sequence(index: usize) -> Self {
        let index = u32::try_from(index).unwrap_or(0) & !Self::SEQUENCE;
        Self(index | Self::SEQUENCE)
    }

    /// The character, if it is one.
    #[inline]
    pub fn character(self) -> Option<char> {
        char::from_u32(self.0)
    }

    /// The character as a byte, if it is ASCII.
    #[inline]
    pub(crate) fn ascii(self) -> Option<u8> {
        u8::try_from(self.0).ok().filter(u8::is_ascii)
    }

    #[inline]
    pub(crate) fn index(self) -> Option<usize> {
        (self.0 & Self::SEQUENCE != 0 && self != Self::NONE).then_some((self.0 & !Self::SEQUENCE) as usize)
    }
}

/// One glyph on a page. Coordinates are points from the top left corner of the page as shown, y down.
#[derive(Debug, Clone, Copy)]
pub struct Glyph {
    /// The character code in the font.
    pub code: u32,
    /// What it says; see [`PageGlyphs::text`].
    pub text: TextId,
    /// How that was found.
    pub source: UnicodeSource,
    /// How sure it is, in hundredths.
    pub confidence_percent: u8,
    /// Whether a person sees it.
    pub visibility: Visibility,
    /// How many bytes its code has.
    pub code_bytes: u8,
    /// Where the pen stood.
    pub x: f32,
    /// Where the pen stood.
    pub y: f32,
    /// How far the pen moved, along [`Run::direction`], without character and word spacing.
    pub advance: f32,
    /// What it shares with its neighbours: an index into [`PageGlyphs::runs`].
    pub run: u32,
}

impl Glyph {
    /// How sure the text is, from 0 to 1.
    pub fn confidence(&self) -> f32 {
        f32::from(self.confidence_percent) / 100.0
    }

    /// Whether its shape could as well be another character, and its surroundings do not decide it.
    pub fn is_ambiguous(&self) -> bool {
        let is_guess = matches!(self.source, UnicodeSource::ShapeMatch | UnicodeSource::Context);
        is_guess && self.confidence_percent <= AMBIGUOUS
    }

    /// Whether it is not understood, or may be another character than it says.
    pub fn is_doubtful(&self) -> bool {
        self.source == UnicodeSource::Unknown || self.is_ambiguous()
    }
}

/// What consecutive glyphs share.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The font; an index into [`PageGlyphs::fonts`].
    pub font: u16,
    /// Where the pen moves: a unit vector in page coordinates, y down.
    pub direction: [f32; 2],
    /// Whether the font writes from top to bottom.
    pub vertical: bool,
    /// PDF's text rendering mode, 0 to 7.
    pub rendering_mode: u8,
    /// The fill colour as 0xRRGGBB; `None` for a pattern.
    pub color: Option<u32>,
    /// The marked-content identifier in the content of the page, which the structure tree refers to.
    pub mcid: Option<u32>,
    /// Marked as not belonging to the text proper: page numbers, rules, watermarks.
    pub artifact: bool,
    /// How far the baseline is raised, in points.
    pub rise: f32,
    /// Where the glyphs come from.
    pub origin: RunOrigin,
    /// The size of the font as shown.
    pub size: f32,
    /// How far the cell of a glyph without an advance reaches to the left, up, to the right and down of its pen: the
    /// first two are negative where it does. The advance adds to it in the direction of writing.
    pub cell: [f32; 4],
}

impl Run {
    /// The smallest upright box around the cell of a glyph of this run.
    #[inline]
    pub fn bbox(&self, glyph: &Glyph) -> [f32; 4] {
        let ([left, top, right, bottom], [dx, dy]) = (self.cell, self.direction);
        let (x, y) = (glyph.advance * dx, glyph.advance * dy);
        let less = |value: f32| if value < 0.0 { value } else { 0.0 };
        let more = |value: f32| if value > 0.0 { value } else { 0.0 };
        [
            glyph.x + less(x) + left,
            glyph.y + less(y) + top,
            glyph.x + more(x) + right,
            glyph.y + more(y) + bottom,
        ]
    }
}

/// Where a run comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunOrigin {
    /// The page's content.
    Content,
    /// The appearance of an annotation.
    Annotation,
    /// The value of a form field that has no appearance; its place is computed.
    FormValue,
    /// Optical character recognition; its place is estimated.
    Recognition,
}

/// How a code of a font without baselines is placed in the lines of a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StampPlacement {
    /// An index into [`PageGlyphs::fonts`].
    pub(crate) font: u16,
    pub(crate) code: u32,
    pub(crate) placement: Placement,
}

/// Text whose direction has both parts above this runs diagonally: more than 3 degrees off level and upright.
const DIAGONAL: f32 = 0.05;

/// All glyphs of a page in drawing order.
#[derive(Debug, Default)]
pub struct PageGlyphs {
    /// The page, counted from 0.
    pub page_index: usize,
    /// Width of the page as shown, in points.
    pub width: f64,
    /// Height of the page as shown, in points.
    pub height: f64,
    /// The glyphs.
    pub glyphs: Vec<Glyph>,
    /// What glyphs share.
    pub runs: Vec<Run>,
    /// The fonts in use.
    pub fonts: Vec<Arc<ResolvedFont>>,
    /// Texts of more than one character.
    pub texts: Vec<Arc<str>>,
    /// How glyphs that have no baseline are placed in their lines.
    pub(crate) placements: Vec<StampPlacement>,
    /// Where pictures stand.
    pub images: Vec<Rect>,
    /// Level and upright lines, which may frame tables.
    pub rules: Vec<Rect>,
    /// Filled rectangles of the height of a few lines, which may lie behind rows of tables.
    pub grounds: Vec<Rect>,
    /// Where small shapes are painted, which may be bullets.
    pub small_shapes: Vec<Rect>,
    /// How many filled shapes are as large as letters.
    pub outlines: u32,
    /// Paths that are stroked, also those that are filled too.
    pub strokes: u32,
    /// Paths that are filled and not stroked.
    pub fills: u32,
}

impl PageGlyphs {
    /// A glyph's run.
    #[inline]
    pub fn run(&self, glyph: &Glyph) -> Option<&Run> {
        self.runs.get(glyph.run as usize)
    }

    /// The smallest upright box around a glyph's cell.
    #[inline]
    pub fn bbox(&self, glyph: &Glyph) -> [f32; 4] {
        self.run(glyph).map_or([glyph.x, glyph.y, glyph.x, glyph.y], |run| run.bbox(glyph))
    }

    /// The box of a glyph as a rectangle.
    pub fn rect(&self, glyph: &Glyph) -> Rect {
        let [x0, y0, x1, y1] = self.bbox(glyph).map(f64::from);
        Rect { x0, y0, x1, y1 }
    }

    /// The size of a glyph's font as shown.
    #[inline]
    pub fn size(&self, glyph: &Glyph) -> f32 {
        self.run(glyph).map_or(0.0, |run| run.size)
    }

    /// A glyph's font.
    pub fn font(&self, glyph: &Glyph) -> Option<&Arc<ResolvedFont>> {
        self.fonts.get(usize::from(self.run(glyph)?.font))
    }

    /// Drops glyphs whose text runs diagonally.
    pub(crate) fn drop_diagonal(&mut self) {
        let runs = &self.runs;
        let is_diagonal = |glyph: &Glyph| {
            let run = runs.get(glyph.run as usize);
            run.is_some_and(|run| run.direction.iter().all(|part| part.abs() > DIAGONAL))
        };
        self.glyphs.retain(|glyph| !is_diagonal(glyph));
    }

    /// Drops glyphs whose middle lies outside of an area.
    pub(crate) fn keep_area(&mut self, area: &Rect) {
        let mut glyphs = std::mem::take(&mut self.glyphs);
        glyphs.retain(|glyph| area.contains_centre(&self.rect(glyph)));
        self.glyphs = glyphs;
    }

    /// Appends a glyph's text.
    pub fn push_text(&self, glyph: &Glyph, out: &mut String) {
        match glyph.text.character() {
            Some(character) => out.push(character),
            None => out.push_str(self.sequence(glyph)),
        }
    }

    /// A glyph's text, if it is more than one character; else nothing.
    pub(crate) fn sequence(&self, glyph: &Glyph) -> &str {
        glyph.text.index().and_then(|index| self.texts.get(index)).map_or("", |text| text)
    }

    /// A glyph's text.
    pub fn text(&self, glyph: &Glyph) -> String {
        let mut text = String::new();
        self.push_text(glyph, &mut text);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_is_small() {
        assert_eq!(size_of::<Glyph>(), 28);
    }

    #[test]
    fn text_ids() {
        assert_eq!(TextId::from_char('é').character(), Some('é'));
        assert_eq!(TextId::sequence(7).index(), Some(7));
        assert_eq!(TextId::sequence(7).character(), None);
        assert_eq!((TextId::NONE.character(), TextId::NONE.index()), (None, None));
    }
}

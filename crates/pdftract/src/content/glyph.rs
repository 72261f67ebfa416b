//! The glyph record that all later stages use: text, position and source.
//!
//! A [`Glyph`] is 28 bytes and `Copy`. Properties shared by many glyphs (font, size, height, colour, direction,
//! marked content) are stored once in a [`Run`], from which the box of a glyph is computed; text of more than one
//! character is stored in [`PageGlyphs::texts`].

use std::sync::Arc;

use serde::Serialize;

use crate::font::type3::Placement;
use crate::geometry::Rect;
use crate::unicode::candidate::AMBIGUOUS;
use crate::unicode::{GlyphTraits, ResolvedFont, UnicodeSource};

/// The visibility of a glyph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Visibility {
    /// Visible, as far as can be determined.
    Visible,
    /// Hidden: drawn without ink (render mode 3 or 7, fully transparent, or too small to see).
    InvisibleMode,
    /// Hidden: its colour is that of its background.
    SameAsBackground,
    /// Hidden: it is outside the page.
    OffPage,
    /// Hidden: it is outside the clipping path.
    Clipped,
    /// Hidden: its layer is switched off, or its annotation is hidden.
    LayerOff,
    /// Hidden: something opaque was painted over it later.
    Covered,
}

/// The Unicode text of a glyph: one character, or several in [`PageGlyphs::texts`], or none. Single characters are
/// ordered first, by code point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextId(u32);

impl TextId {
    /// No text: the glyph belongs to an `ActualText` whose text is stored with another glyph.
    pub const NONE: Self = Self(u32::MAX);
    const SEQUENCE: u32 = 1 << 31;

    /// Creates the text of one character.
    #[inline]
    pub const fn from_char(character: char) -> Self {
        Self(character as u32)
    }

    /// Creates a reference to a text in [`PageGlyphs::texts`].
    pub fn sequence(index: usize) -> Self {
        let index = u32::try_from(index).unwrap_or(0) & !Self::SEQUENCE;
        Self(index | Self::SEQUENCE)
    }

    /// Returns the character, if it is a single one.
    #[inline]
    pub fn character(self) -> Option<char> {
        char::from_u32(self.0)
    }

    /// Returns the character as a byte, if it is ASCII.
    #[inline]
    pub(crate) fn ascii(self) -> Option<u8> {
        u8::try_from(self.0).ok().filter(u8::is_ascii)
    }

    #[inline]
    pub(crate) fn index(self) -> Option<usize> {
        (self.0 & Self::SEQUENCE != 0 && self != Self::NONE).then_some((self.0 & !Self::SEQUENCE) as usize)
    }
}

/// A glyph on a page. Coordinates are points from the top left corner of the page as shown, y down.
#[derive(Debug, Clone, Copy)]
pub struct Glyph {
    /// The character code in the font.
    pub code: u32,
    /// The text; see [`PageGlyphs::text`].
    pub text: TextId,
    /// The source of the text.
    pub source: UnicodeSource,
    /// The confidence in the text, in hundredths.
    pub confidence_percent: u8,
    /// The visibility.
    pub visibility: Visibility,
    /// The number of bytes of the code.
    pub code_bytes: u8,
    /// The horizontal position of the pen.
    pub x: f32,
    /// The vertical position of the pen.
    pub y: f32,
    /// The glyph advance along [`Run::direction`], without character and word spacing.
    pub advance: f32,
    /// The index of its run in [`PageGlyphs::runs`].
    pub run: u32,
}

impl Glyph {
    /// Returns the confidence in the text, from 0 to 1.
    pub fn confidence(&self) -> f32 {
        f32::from(self.confidence_percent) / 100.0
    }

    /// Returns `true` if its shape could equally be another character, and its context does not decide.
    pub fn is_ambiguous(&self) -> bool {
        let is_guess = matches!(self.source, UnicodeSource::ShapeMatch | UnicodeSource::Context);
        is_guess && self.confidence_percent <= AMBIGUOUS
    }

    /// Returns `true` if the glyph is unknown or ambiguous.
    pub fn is_doubtful(&self) -> bool {
        self.source == UnicodeSource::Unknown || self.is_ambiguous()
    }
}

/// The properties shared by consecutive glyphs.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The index of the font in [`PageGlyphs::fonts`].
    pub font: u16,
    /// The direction of the pen: a unit vector in page coordinates, y down.
    pub direction: [f32; 2],
    /// `true` if the font is vertical, from top to bottom.
    pub vertical: bool,
    /// The text rendering mode of PDF, 0 to 7.
    pub rendering_mode: u8,
    /// The fill colour as 0xRRGGBB; `None` for a pattern.
    pub color: Option<u32>,
    /// The marked-content identifier in the content of the page, which the structure tree refers to.
    pub mcid: Option<u32>,
    /// `true` for artifacts, which are not part of the text proper: page numbers, rules, watermarks.
    pub artifact: bool,
    /// The rise of the baseline, in points.
    pub rise: f32,
    /// The origin of the glyphs.
    pub origin: RunOrigin,
    /// The font size as shown.
    pub size: f32,
    /// The extent of the cell of a glyph without an advance, to the left, up, right and down from its pen; the first
    /// two are usually negative. The advance adds to it in the direction of writing.
    pub cell: [f32; 4],
}

impl Run {
    /// Returns the bounding box of the cell of a glyph of this run.
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

/// The marked content that an image belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ImageMark {
    /// The identifier in the content of the page, which the structure tree refers to.
    pub mcid: Option<u32>,
    /// `true` for artifacts, such as logos and decoration.
    pub is_artifact: bool,
}

/// The origin of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunOrigin {
    /// The page's content.
    Content,
    /// The appearance of an annotation.
    Annotation,
    /// The value of a form field without an appearance; its position is computed.
    FormValue,
    /// OCR; its position is estimated.
    Recognition,
}

/// The placement of a code of a font without baselines in the lines of a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StampPlacement {
    /// The index of the font in [`PageGlyphs::fonts`].
    pub(crate) font: u16,
    pub(crate) code: u32,
    pub(crate) placement: Placement,
}

/// Text is diagonal if both components of its direction exceed this: more than 3 degrees from horizontal and
/// vertical.
const DIAGONAL: f32 = 0.05;

/// All glyphs of a page in drawing order.
#[derive(Debug, Default)]
pub struct PageGlyphs {
    /// The page index, counted from 0.
    pub page_index: usize,
    /// The width of the page as shown, in points.
    pub width: f64,
    /// The height of the page as shown, in points.
    pub height: f64,
    /// The glyphs.
    pub glyphs: Vec<Glyph>,
    /// The runs of glyphs.
    pub runs: Vec<Run>,
    /// The fonts in use.
    pub fonts: Vec<Arc<ResolvedFont>>,
    /// Texts of more than one character.
    pub texts: Vec<Arc<str>>,
    /// The placements of glyphs without a baseline in their lines.
    pub(crate) placements: Vec<StampPlacement>,
    /// The areas of images.
    pub images: Vec<Rect>,
    /// The marked content of each of them.
    pub image_marks: Vec<ImageMark>,
    /// Horizontal and vertical lines, which may be rules of tables.
    pub rules: Vec<Rect>,
    /// Filled rectangles of the height of a few lines, which may be backgrounds of table rows.
    pub grounds: Vec<Rect>,
    /// The areas of small shapes, which may be bullets.
    pub small_shapes: Vec<Rect>,
    /// The number of filled shapes of the size of letters.
    pub outlines: u32,
    /// The number of stroked paths, including those that are also filled.
    pub strokes: u32,
    /// The number of paths that are only filled.
    pub fills: u32,
    /// The traits of the glyphs as they were drawn.
    pub(crate) traits: GlyphTraits,
}

impl PageGlyphs {
    /// Returns a glyph's run.
    #[inline]
    pub fn run(&self, glyph: &Glyph) -> Option<&Run> {
        self.runs.get(glyph.run as usize)
    }

    /// Returns the bounding box of a glyph's cell.
    #[inline]
    pub fn bbox(&self, glyph: &Glyph) -> [f32; 4] {
        self.run(glyph).map_or([glyph.x, glyph.y, glyph.x, glyph.y], |run| run.bbox(glyph))
    }

    /// Returns the bounding box of a glyph as a rectangle.
    pub fn rect(&self, glyph: &Glyph) -> Rect {
        let [x0, y0, x1, y1] = self.bbox(glyph).map(f64::from);
        Rect { x0, y0, x1, y1 }
    }

    /// Returns the font size of a glyph as shown.
    #[inline]
    pub fn size(&self, glyph: &Glyph) -> f32 {
        self.run(glyph).map_or(0.0, |run| run.size)
    }

    /// Returns a glyph's font.
    pub fn font(&self, glyph: &Glyph) -> Option<&Arc<ResolvedFont>> {
        self.fonts.get(usize::from(self.run(glyph)?.font))
    }

    /// Drops glyphs of diagonal text.
    pub(crate) fn drop_diagonal(&mut self) {
        let runs = &self.runs;
        let is_diagonal = |glyph: &Glyph| {
            let run = runs.get(glyph.run as usize);
            run.is_some_and(|run| run.direction.iter().all(|part| part.abs() > DIAGONAL))
        };
        self.glyphs.retain(|glyph| !is_diagonal(glyph));
    }

    /// Drops glyphs whose centre is outside of an area.
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

    /// Returns a glyph's text if it has more than one character; else an empty text.
    pub(crate) fn sequence(&self, glyph: &Glyph) -> &str {
        glyph.text.index().and_then(|index| self.texts.get(index)).map_or("", |text| text)
    }

    /// Returns a glyph's text.
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

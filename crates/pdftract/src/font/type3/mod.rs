//! Type 3 fonts: glyphs drawn by small content streams, which are run only if their data is not available otherwise.

pub(crate) mod bitmap;
pub(crate) mod drawing;
mod glyph;
mod inner_text;
mod interpreter;
mod picture;
mod stamp;

use std::sync::{Arc, OnceLock};

pub(crate) use glyph::Type3Glyph;
pub(crate) use inner_text::{IgnoredText, InnerText};
pub(crate) use stamp::Placement;

use super::access::Access;
use super::char_code::CharCode;
use super::outline::{Affine, Outline, steps_counted};
use super::{Font, Scheme};
use crate::diagnostic::{Code, Diagnostic};
use crate::file::cache::Cache;
use crate::file::object::{Dict, ObjectId};
use crate::file::{File, Stream};
use crate::knowledge::Fingerprint;

/// Recently drawn Type 3 glyphs of a document, by font and code.
pub(crate) type GlyphCache = Cache<Type3Glyph>;

/// The data for drawing the glyphs of a Type 3 font, and the properties found for all of them.
pub(crate) struct Type3 {
    /// The font dictionary.
    object: ObjectId,
    drawn: Arc<GlyphCache>,
    /// The transformation from glyph space to thousandths of an em, computed on first use.
    scale: OnceLock<Affine>,
    /// `true` if blank glyphs advance the pen for the others; computed on first use.
    moves_by_blanks: OnceLock<bool>,
    /// The boxes of glyphs that are stamps, computed on first use.
    stamps: OnceLock<Option<stamp::Stamps>>,
}

/// The height range of the tallest glyph, in thousandths of an em, in which the font matrix is trusted.
const BELIEVED_HEIGHTS: std::ops::RangeInclusive<f32> = 450.0..=1_400.0;
/// The height of the tallest glyph above the baseline if the font matrix is not trusted.
const USUAL_ASCENT: f32 = 730.0;

/// The least number, and the least share, of glyphs without an advance in a font whose blank glyphs advance for them.
const FEWEST_STILL: usize = 3;
const LEAST_STILL: usize = 3;

impl Type3 {
    pub(crate) fn new(object: ObjectId, drawn: Arc<GlyphCache>) -> Self {
        Self {
            object,
            drawn,
            scale: OnceLock::new(),
            moves_by_blanks: OnceLock::new(),
            stamps: OnceLock::new(),
        }
    }

    /// Returns the cache key of a glyph.
    fn key(&self, code: u8) -> Option<u32> {
        (self.object.number < 1 << 24).then(|| self.object.number << 8 | u32::from(code))
    }
}

/// A Type 3 font whose glyph procedures can be run.
#[derive(Clone, Copy)]
pub(crate) struct Type3Font<'f> {
    font: &'f Font,
    type3: &'f Type3,
    access: Access<'f>,
}

impl<'f> Type3Font<'f> {
    pub(super) fn new(font: &'f Font, type3: &'f Type3, access: Access<'f>) -> Self {
        Self { font, type3, access }
    }

    /// Draws the glyph of a code. A broken reference to it is reported once.
    pub(crate) fn draw(&self, code: u8) -> Option<Arc<Type3Glyph>> {
        self.cached(code).or_else(|| self.run(code, &mut IgnoredText))
    }

    /// Draws the glyph of a code and reports the text that it shows.
    pub(crate) fn draw_text(&self, code: u8, text: &mut dyn InnerText) -> Option<Arc<Type3Glyph>> {
        self.cached(code).filter(|glyph| !glyph.shows_text).or_else(|| self.run(code, text))
    }

    fn cached(&self, code: u8) -> Option<Arc<Type3Glyph>> {
        self.type3.key(code).and_then(|key| self.type3.drawn.get(key))
    }

    fn run(&self, code: u8, text: &mut dyn InnerText) -> Option<Arc<Type3Glyph>> {
        let budget = self.access.session.budget();
        let work = budget.font_work();
        if work.is_spent() || budget.check().is_err() {
            return None;
        }
        let before = steps_counted();
        let glyph = self.run_anew(code, text);
        work.spend(steps_counted().wrapping_sub(before));
        glyph
    }

    fn run_anew(&self, code: u8, text: &mut dyn InnerText) -> Option<Arc<Type3Glyph>> {
        let dict = self.access.file.object(self.type3.object).as_dict()?;
        match glyph_stream(self.font, &dict, code) {
            Ok(stream) => {
                let glyph = Arc::new(self.run_stream(&dict, &stream, text));
                self.type3.key(code).into_iter().for_each(|key| self.type3.drawn.put(key, &glyph));
                Some(glyph)
            }
            Err(broken) => {
                let message = format!("font {}: code {code:#04x} {broken}", self.font.facts().name);
                let diagnostic = Diagnostic::new(Code::Type3GlyphBroken, message);
                self.access.session.note(diagnostic.in_object(self.type3.object.number));
                None
            }
        }
    }

    fn run_stream(&self, dict: &Dict<'f>, stream: &Stream<'f>, text: &mut dyn InnerText) -> Type3Glyph {
        let glyph = interpreter::draw(self.access, stream, dict.dict(b"Resources"), text);
        if !glyph.has_width {
            let message = "a Type 3 glyph does not begin with its width (d0 or d1)";
            let diagnostic = Diagnostic::new(Code::Type3WidthMissing, message);
            self.access.session.note(diagnostic.in_object(stream.id().number));
        }
        glyph
    }

    /// Returns the outline of a code's glyph in thousandths of an em; bitmaps become outlines of their pixels.
    pub(crate) fn outline(&self, code: u8) -> Option<Outline> {
        let glyph = self.draw(code)?;
        glyph.outline.as_ref()?.transformed(&self.scale())
    }

    /// Returns the transformation from glyph space to thousandths of an em. TeX's bitmaps are drawn in pixels
    /// regardless of the matrix, so the matrix counts only if it gives letters a usual height. Some writers flip
    /// letters and flip them back on the page: a font below its baseline is drawn upside down.
    fn scale(&self) -> Affine {
        *self.type3.scale.get_or_init(|| {
            let matrix = self.matrix();
            let reach = self.reach(&matrix);
            let is_upright = reach.above >= reach.below;
            let upright = if is_upright { matrix } else { matrix.then(&UPSIDE_DOWN) };
            let tallest = if is_upright { reach.highest } else { reach.lowest };
            if BELIEVED_HEIGHTS.contains(&tallest) || tallest <= 0.0 {
                upright
            } else {
                upright.then(&Affine::scale(USUAL_ASCENT / tallest))
            }
        })
    }

    fn matrix(&self) -> Affine {
        font_matrix(self.access.file, self.type3.object)
    }

    /// Returns the advance of a code in the same units as [`outline`](Self::outline).
    pub(crate) fn advance(&self, code: CharCode) -> f32 {
        let matrix = self.matrix();
        let scale = self.scale();
        let stretch = if matrix.a == 0.0 { 1.0 } else { (scale.a / matrix.a).abs() };
        self.font.advance(self.access, code) * stretch
    }

    /// Returns the right edge of the ink of a code in the units of advances; 0 without ink.
    pub(crate) fn ink_width(&self, code: CharCode) -> f32 {
        let unit = match self.font.scheme() {
            Scheme::Simple(simple) => simple.unit(),
            Scheme::Composite(_) => 1.0,
        };
        let ink = || self.draw(u8::try_from(code.value).ok()?)?.outline.as_ref()?.bounds();
        ink().map_or(0.0, |ink| ink.x1 * unit)
    }

    /// Returns `true` if glyphs with ink do not advance the pen and blank ones advance it for them, as in fonts built
    /// from the connected components of a scan. A blank glyph is not a space then.
    pub(crate) fn moves_by_blanks(&self) -> bool {
        *self.type3.moves_by_blanks.get_or_init(|| {
            let Scheme::Simple(simple) = self.font.scheme() else { return false };
            let codes: Vec<u8> = (0..=255).filter(|&code| simple.name(code).is_some()).collect();
            let advance = |code: u8| self.font.advance(self.access, CharCode { value: code.into(), len: 1 });
            let still: Vec<u8> = codes.iter().copied().filter(|&code| advance(code) == 0.0).collect();
            let has_ink = |code: u8| self.draw(code).is_some_and(|glyph| !glyph.is_blank);
            still.len() >= FEWEST_STILL
                && still.len() * LEAST_STILL >= codes.len()
                && still.into_iter().all(has_ink)
        })
    }

    /// Returns a hash of the glyph procedures of all codes; `None` if there are none.
    pub(super) fn fingerprint(&self) -> Option<Fingerprint> {
        let dict = self.access.file.object(self.type3.object).as_dict()?;
        let streams = (0..=255).filter_map(|code| Some((code, glyph_stream(self.font, &dict, code).ok()?)));
        let most = self.access.session.limits().glyph_bytes;
        Fingerprint::of(
            streams.flat_map(|(code, stream)| [vec![code], stream.decode_up_to(most).data.into()]),
        )
    }

    /// Measures the extent of glyphs above and below the baseline under a matrix.
    fn reach(&self, matrix: &Affine) -> Reach {
        let Scheme::Simple(simple) = self.font.scheme() else { return Reach::default() };
        let mut reach = Reach::default();
        for code in (0..=255).filter(|&code| simple.name(code).is_some()) {
            let drawn = self.draw(code);
            let outline = drawn.as_ref().and_then(|glyph| glyph.outline.as_ref());
            let Some(bounds) = outline.and_then(Outline::bounds) else { continue };
            let corner = |y: f32| matrix.b * bounds.x0 + matrix.d * y + matrix.f;
            let (one, other) = (corner(bounds.y0), corner(bounds.y1));
            let (top, bottom) = (one.max(other), -one.min(other));
            reach.above += top.max(0.0);
            reach.below += bottom.max(0.0);
            reach.highest = reach.highest.max(top);
            reach.lowest = reach.lowest.max(bottom);
        }
        reach
    }
}

/// The extents of glyphs: totals and maxima.
#[derive(Default)]
struct Reach {
    above: f32,
    below: f32,
    highest: f32,
    lowest: f32,
}

const UPSIDE_DOWN: Affine = Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: 0.0, f: 0.0 };

/// Follows a code through the encoding to the glyph procedure; returns the broken link on failure.
fn glyph_stream<'f>(font: &Font, dict: &Dict<'f>, code: u8) -> Result<Stream<'f>, &'static str> {
    let Scheme::Simple(simple) = font.scheme() else { return Err("belongs to no simple font") };
    let name = simple.name(code).ok_or("has no glyph name in the encoding")?;
    let glyphs = dict.dict(b"CharProcs").ok_or("has no glyph: CharProcs is missing")?;
    if !glyphs.has(name) {
        return Err("has a glyph name that CharProcs does not list");
    }
    glyphs.stream(name).ok_or("has a glyph whose stream cannot be read")
}

/// Returns the font matrix times 1000, without its translation.
#[allow(clippy::cast_possible_truncation)]
fn font_matrix(file: &File, font: ObjectId) -> Affine {
    let dict = file.object(font).as_dict();
    let numbers: Vec<f32> = dict
        .and_then(|dict| dict.array(b"FontMatrix"))
        .map(|array| array.numbers().take(6).map(|number| (number * 1000.0) as f32).collect())
        .unwrap_or_default();
    match numbers.as_slice() {
        &[a, b, c, d, ..] if [a, b, c, d].iter().all(|n| n.is_finite()) && a * d - b * c != 0.0 => {
            Affine { a, b, c, d, e: 0.0, f: 0.0 }
        }
        _ => Affine::IDENTITY,
    }
}

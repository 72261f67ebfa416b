//! Type 3 fonts: glyphs drawn by little content streams, read only when nothing else tells what they are.

mod bitmap;
mod drawing;
mod glyph;
mod interpreter;
mod picture;

use std::sync::{Arc, OnceLock};

pub(crate) use glyph::Type3Glyph;

use super::Font;
use super::char_code::CharCode;
use super::outline::{Affine, Outline};
use super::{Scheme, UnicodeSource};
use crate::diagnostic::{Code, Diagnostic};
use crate::file::object::{Dict, ObjectId};
use crate::file::{File, Stream};
use crate::knowledge::Fingerprint;
use crate::unicode::font_store::{FontStore, WeakStore};
use crate::unicode::glyph_table::{GlyphInfo, InfoText};
use crate::unicode::ladder::Resolved;

/// What a Type 3 font needs to draw its glyphs.
pub(crate) struct Type3 {
    /// The font dictionary.
    font: ObjectId,
    /// How many Type 3 fonts show text through each other down to this one.
    pub(crate) depth: u8,
    /// The fonts of the document, for text inside glyphs.
    store: WeakStore,
    /// From glyph space to thousandths of the em; found when first needed.
    scale: OnceLock<Affine>,
    /// Whether blank glyphs move the pen for the others; found when first needed.
    moves_by_blanks: OnceLock<bool>,
}

/// Type 3 fonts within Type 3 fonts: beyond it inner text is not read.
pub(crate) const MAX_DEPTH: u8 = 8;

/// Confidence that a glyph without ink is a space.
const BLANK_CONFIDENCE: u8 = 90;

/// Height of the tallest glyph in thousandths of the em within which the font matrix is believed.
const BELIEVED_HEIGHTS: std::ops::RangeInclusive<f32> = 450.0..=1_400.0;
/// The height from the baseline that the tallest glyph gets when the font matrix says nothing of the em.
const USUAL_ASCENT: f32 = 730.0;

/// How many glyphs of a font, and which part of them, do not move the pen where blank ones do it for them.
const FEWEST_STILL: usize = 3;
const LEAST_STILL: usize = 3;

impl Type3 {
    pub(crate) fn new(font: ObjectId, depth: u8, store: WeakStore) -> Self {
        Self { font, depth, store, scale: OnceLock::new(), moves_by_blanks: OnceLock::new() }
    }

    /// The glyph of a code as it is drawn. What is broken on the way to it is told once.
    pub(crate) fn draw(&self, font: &Font, file: &File, code: u8) -> Option<Arc<Type3Glyph>> {
        let key = self.key(code);
        if let Some(drawn) = key.and_then(|key| self.store.drawn().get(key)) {
            return Some(drawn);
        }
        let drawn = Arc::new(self.draw_anew(font, file, code)?);
        key.into_iter().for_each(|key| self.store.drawn().put(key, &drawn));
        Some(drawn)
    }

    /// What a glyph is kept under. Glyphs of fonts inside others are not: what they show depends on their depth.
    fn key(&self, code: u8) -> Option<u32> {
        let is_own = self.depth == 0 && self.font.number < 1 << 24;
        is_own.then(|| self.font.number << 8 | u32::from(code))
    }

    fn draw_anew(&self, font: &Font, file: &File, code: u8) -> Option<Type3Glyph> {
        let dict = file.object(self.font).as_dict()?;
        match glyph_stream(font, &dict, code) {
            Ok(stream) => Some(self.run(file, &dict, &stream)),
            Err(broken) => {
                let message = format!("font {}: code {code:#04x} {broken}", font.facts().name);
                file.note(Diagnostic::new(Code::Type3GlyphBroken, message).in_object(self.font.number));
                None
            }
        }
    }

    fn run(&self, file: &File, dict: &Dict<'_>, stream: &Stream<'_>) -> Type3Glyph {
        let store = if self.depth < MAX_DEPTH { self.store.upgrade() } else { None };
        let nested = Nested { store, depth: self.depth + 1 };
        let glyph = interpreter::draw(file, stream, dict.dict(b"Resources"), &nested);
        if !glyph.has_width {
            let message = "a Type 3 glyph does not begin with its width (d0 or d1)";
            file.note(Diagnostic::new(Code::Type3WidthMissing, message).in_object(stream.id().number));
        }
        glyph
    }

    /// The outline of a code's glyph in thousandths of the em; bitmaps become outlines of their pixels.
    pub(crate) fn outline(&self, font: &Font, file: &File, code: u8) -> Option<Outline> {
        let glyph = self.draw(font, file, code)?;
        let scale = self.scale(font, file);
        glyph.outline.as_ref()?.transformed(&scale)
    }

    /// From glyph space to thousandths of the em. TeX's bitmaps are drawn in pixels, whatever the matrix says, so the
    /// matrix only counts when it gives letters a usual height. Some writers turn letters over and turn them back on
    /// the page: a font that lies below its baseline stands upside down.
    pub(crate) fn scale(&self, font: &Font, file: &File) -> Affine {
        *self.scale.get_or_init(|| {
            let matrix = font_matrix(file, self.font);
            let reach = self.reach(font, file, &matrix);
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

    /// The advance of a code in thousandths of the em that [`outline`](Self::outline) is in.
    pub(crate) fn advance(&self, font: &Font, file: &File, code: CharCode) -> f32 {
        let matrix = font_matrix(file, self.font);
        let scale = self.scale(font, file);
        let stretch = if matrix.a == 0.0 { 1.0 } else { (scale.a / matrix.a).abs() };
        font.advance(file, code) * stretch
    }

    /// Puts the width of the ink where the advance says nothing, and marks glyphs that only move the pen.
    pub(super) fn settle_extent(
        &self,
        font: &Font,
        file: &File,
        code: CharCode,
        info: GlyphInfo,
    ) -> GlyphInfo {
        let is_blank = info.text == InfoText::Char(' ') && info.source == UnicodeSource::ShapeMatch;
        if is_blank && self.moves_by_blanks(font, file) {
            return GlyphInfo { is_pen_move: true, ..info };
        }
        match font.scheme() {
            Scheme::Simple(simple) if info.advance == 0.0 => {
                let drawn =
                    || self.draw(font, file, u8::try_from(code.value).ok()?)?.outline.as_ref()?.bounds();
                GlyphInfo { extent: drawn().map_or(0.0, |ink| ink.x1 * simple.unit()), ..info }
            }
            _ => info,
        }
    }

    /// Whether glyphs with ink leave the pen where it is and blank ones move it for them, as in fonts made of the marks of
    /// a scan. A blank glyph is no space then.
    fn moves_by_blanks(&self, font: &Font, file: &File) -> bool {
        *self.moves_by_blanks.get_or_init(|| {
            let Scheme::Simple(simple) = font.scheme() else { return false };
            let codes: Vec<u8> = (0..=255).filter(|&code| simple.name(code).is_some()).collect();
            let rests = |code: u8| font.advance(file, CharCode { value: code.into(), len: 1 }) == 0.0;
            let still: Vec<u8> = codes.iter().copied().filter(|&code| rests(code)).collect();
            let has_ink = |code: u8| self.draw(font, file, code).is_some_and(|glyph| !glyph.is_blank);
            still.len() >= FEWEST_STILL
                && still.len() * LEAST_STILL >= codes.len()
                && still.into_iter().all(has_ink)
        })
    }

    /// What tells the streams of all codes from others; `None` when there are none.
    pub(crate) fn fingerprint(&self, font: &Font, file: &File) -> Option<Fingerprint> {
        let dict = file.object(self.font).as_dict()?;
        let streams = (0..=255).filter_map(|code| Some((code, glyph_stream(font, &dict, code).ok()?)));
        let most = file.limits().glyph_bytes;
        Fingerprint::of(
            streams.flat_map(|(code, stream)| [vec![code], stream.decode_up_to(most).data.into()]),
        )
    }

    /// How far glyphs reach above and below the baseline under a matrix.
    fn reach(&self, font: &Font, file: &File, matrix: &Affine) -> Reach {
        let Scheme::Simple(simple) = font.scheme() else { return Reach::default() };
        let mut reach = Reach::default();
        for code in (0..=255).filter(|&code| simple.name(code).is_some()) {
            let drawn = self.draw(font, file, code);
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

/// How far glyphs reach: in all, and the farthest.
#[derive(Default)]
struct Reach {
    above: f32,
    below: f32,
    highest: f32,
    lowest: f32,
}

const UPSIDE_DOWN: Affine = Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: 0.0, f: 0.0 };

/// What inner text is read with.
struct Nested {
    /// `None` at the greatest depth.
    store: Option<FontStore>,
    depth: u8,
}

/// From a code through the encoding to the glyph's stream, or which link is broken.
fn glyph_stream<'f>(font: &Font, dict: &Dict<'f>, code: u8) -> Result<Stream<'f>, &'static str> {
    let Scheme::Simple(simple) = font.scheme() else { return Err("belongs to no simple font") };
    let name = simple.name(code).ok_or("has no glyph name in the encoding")?;
    let glyphs = dict.dict(b"CharProcs").ok_or("has no glyph: CharProcs is missing")?;
    if !glyphs.has(name) {
        return Err("has a glyph name that CharProcs does not list");
    }
    glyphs.stream(name).ok_or("has a glyph whose stream cannot be read")
}

/// The font matrix times 1000, without its shift.
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

/// What the glyph's own drawing tells: text shown inside it, or that it is a space.
pub(crate) fn resolve(font: &Font, file: &File, code: CharCode) -> Option<Resolved> {
    let type3 = font.type3()?;
    let glyph = type3.draw(font, file, u8::try_from(code.value).ok()?)?;
    if let Some(text) = &glyph.text {
        return text.clone().resolved();
    }
    let advance = font.advance(file, code);
    let is_blank = glyph.is_blank && advance > 0.0;
    is_blank.then(|| Resolved::new(' ', UnicodeSource::ShapeMatch, BLANK_CONFIDENCE))
}

/// The advance that the glyph itself states, in glyph space.
pub(crate) fn stated_width(font: &Font, file: &File, code: u8) -> Option<f32> {
    font.type3()?.draw(font, file, code)?.width
}

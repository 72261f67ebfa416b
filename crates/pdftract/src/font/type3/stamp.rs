//! Fonts whose glyphs are stamps: images placed by a corner, without baseline, size or advance.
//!
//! Ghostscript up to 8.x collects the bitmaps of all fonts of a page in such fonts if it does not understand the
//! fonts themselves, such as those of dvips. A letter has several codes there, one for each size and each distance
//! from the corner of the first letter of its string. The baseline and size of a stamp can only be determined on the
//! page.

use super::{Type3Font, Type3Glyph};
use crate::font::Scheme;
use crate::font::outline::{Affine, Bounds, Outline};

/// The position of the ink of a stamp relative to its line of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Placement {
    /// The lower and upper edge of the ink above the baseline, in ems.
    pub(crate) bottom: f32,
    pub(crate) top: f32,
    /// `true` if the page draws the font upside down.
    pub(crate) is_turned: bool,
    /// `true` if it is drawn over an adjacent letter, like an accent.
    pub(crate) is_over_letter: bool,
}

/// The bounding boxes of the ink of all codes, in text space at size 1.
pub(super) type Stamps = Box<[Option<Bounds>]>;

/// The allowed extent of ink to the left of the origin, relative to its width.
const LEFT_OF_ORIGIN: f32 = 0.1;

/// The scale of the font matrix, in thousandths, from which the units of glyph space are pixels.
const PIXELS: f32 = 100.0;

/// The side bearings of a usual letter, in thousandths of an em.
const SIDE_BEARING: f32 = 30.0;

impl Type3Font<'_> {
    /// Returns the bounding box of the ink of a stamp in text space at size 1; `None` for other fonts.
    pub(crate) fn stamp(&self, code: u8) -> Option<Bounds> {
        self.stamps()?.get(usize::from(code)).copied().flatten()
    }

    /// Returns `true` if a code with this advance is a stamp. Fonts with a usual matrix and usual widths are not
    /// drawn to find out.
    pub(crate) fn is_stamp(&self, code: u8, advance: f32) -> bool {
        (advance == 0.0 || self.matrix().a.abs() >= PIXELS) && self.stamp(code).is_some()
    }

    /// Returns `true` if all glyphs are stamps.
    pub(crate) fn draws_stamps(&self) -> bool {
        self.stamps().is_some()
    }

    fn stamps(&self) -> Option<&[Option<Bounds>]> {
        self.type3.stamps.get_or_init(|| self.find_stamps()).as_deref()
    }

    /// Returns the boxes of all glyphs if all are stamps. The first glyph that advances the pen ends the search.
    fn find_stamps(&self) -> Option<Stamps> {
        let Scheme::Simple(simple) = self.font.scheme() else { return None };
        let matrix = self.matrix();
        let to_text = Affine { e: 0.0, f: 0.0, ..matrix }.then(&Affine::scale(0.001));
        let mut stamps: Vec<Option<Bounds>> = vec![None; 256];
        for (slot, code) in stamps.iter_mut().zip(0..=255).filter(|(_, code)| simple.name(*code).is_some()) {
            let Some(glyph) = self.draw(code) else { continue };
            let Some(ink) = glyph.outline.as_ref().and_then(Outline::bounds) else { continue };
            if !is_stamp(&glyph, ink) {
                return None;
            }
            *slot = Some(mapped(ink, &to_text));
        }
        stamps.iter().any(Option::is_some).then(|| stamps.into_boxed_slice())
    }

    /// Returns the outline of a stamp as a letter positioned in a line, in thousandths of an em, and its advance.
    pub(crate) fn placed_outline(&self, code: u8, placement: Placement) -> Option<(Outline, f32)> {
        let glyph = self.draw(code)?;
        let outline = glyph.outline.as_ref()?;
        let ink = outline.bounds()?;
        let scale = (placement.top - placement.bottom) * 1000.0 / (ink.y1 - ink.y0).max(f32::MIN_POSITIVE);
        let is_turned = placement.is_turned != (self.matrix().d < 0.0);
        let (flip, lowest) = if is_turned { (-1.0, -ink.y1) } else { (1.0, ink.y0) };
        let map = Affine {
            a: scale,
            b: 0.0,
            c: 0.0,
            d: scale * flip,
            e: SIDE_BEARING - ink.x0 * scale,
            f: placement.bottom * 1000.0 - lowest * scale,
        };
        Some((outline.transformed(&map)?, (ink.x1 - ink.x0) * scale + 2.0 * SIDE_BEARING))
    }
}

/// Returns `true` if a glyph does not advance the pen and begins at the origin. Bullets and accents without width
/// extend to the left of the pen or to both sides of it.
fn is_stamp(glyph: &Type3Glyph, ink: Bounds) -> bool {
    glyph.width.is_none_or(|width| width == 0.0) && ink.x0 >= (ink.x0 - ink.x1) * LEFT_OF_ORIGIN
}

/// Returns the bounding box of a transformed box.
fn mapped(ink: Bounds, map: &Affine) -> Bounds {
    let corner = |x: f32, y: f32| map.apply(crate::font::outline::OutlinePoint::new(x, y));
    let (one, other) = (corner(ink.x0, ink.y0), corner(ink.x1, ink.y1));
    Bounds { x0: one.x.min(other.x), y0: one.y.min(other.y), x1: one.x.max(other.x), y1: one.y.max(other.y) }
}

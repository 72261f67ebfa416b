//! Decides which glyphs are visible to readers, including the text layer that OCR has left over an image.

use super::glyph::{Glyph, PageGlyphs, Visibility};
use crate::geometry::Rect;

/// The share of a page that images must cover for it to be a scan whose invisible text is an OCR text layer.
const SCAN_SHARE: f64 = 0.5;
/// The distance in points by which recognised text may exceed its image.
const PICTURE_MARGIN: f64 = 6.0;
/// The maximum number of images checked; more of them belong to drawings.
const MAX_PICTURES: usize = 256;

/// The visibility of glyphs to readers of a page.
pub(crate) struct Seen<'p> {
    page: &'p PageGlyphs,
    is_scan: bool,
}

impl<'p> Seen<'p> {
    /// Examines the images of a page.
    pub(crate) fn new(page: &'p PageGlyphs) -> Self {
        let sheet = Rect { x0: 0.0, y0: 0.0, x1: page.width, y1: page.height };
        let shown = page.images.iter().filter_map(|image| image.intersect(&sheet));
        // Scans are often cut into strips.
        let covered: f64 = shown.map(|image| image.width() * image.height()).sum();
        let is_scan = covered > (page.width * page.height).max(1.0) * SCAN_SHARE;
        Self { page, is_scan: is_scan || draws_letters_as_shapes(page) }
    }

    /// Returns `true` if readers see a glyph, or the image in which it was recognised.
    pub(crate) fn sees(&self, glyph: &Glyph) -> bool {
        match glyph.visibility {
            Visibility::Visible => true,
            Visibility::InvisibleMode => self.is_scan || self.is_over_picture(glyph),
            _ => false,
        }
    }

    fn is_over_picture(&self, glyph: &Glyph) -> bool {
        let bbox = self.page.rect(glyph);
        let with_margin = |image: &Rect| Rect {
            x0: image.x0 - PICTURE_MARGIN,
            y0: image.y0 - PICTURE_MARGIN,
            x1: image.x1 + PICTURE_MARGIN,
            y1: image.y1 + PICTURE_MARGIN,
        };
        self.page.images.iter().take(MAX_PICTURES).any(|image| with_margin(image).contains_centre(&bbox))
    }
}

/// Returns `true` if letters are drawn as shapes, whose text the invisible text gives: at least half as many shapes
/// as invisible glyphs.
fn draws_letters_as_shapes(page: &PageGlyphs) -> bool {
    if page.outlines == 0 {
        return false;
    }
    let invisible = page.glyphs.iter().filter(|glyph| glyph.visibility == Visibility::InvisibleMode).count();
    page.outlines as usize * 2 > invisible
}

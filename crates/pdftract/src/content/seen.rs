//! Decides which glyphs a person sees, counting the text that recognition has left over a picture.

use super::glyph::{Glyph, PageGlyphs, Visibility};
use crate::geometry::Rect;

/// A page whose pictures cover this part of it is a scan, and all its invisible text the layer of a text recognition.
const SCAN_SHARE: f64 = 0.5;
/// Recognised text may leave its picture by this many points.
const PICTURE_MARGIN: f64 = 6.0;
/// Pictures beyond this number are not asked about glyphs; more than this many belong to drawings.
const MAX_PICTURES: usize = 256;

/// What a person sees on a page.
pub(crate) struct Seen<'p> {
    page: &'p PageGlyphs,
    is_scan: bool,
}

impl<'p> Seen<'p> {
    /// Looks at the pictures of a page.
    pub(crate) fn new(page: &'p PageGlyphs) -> Self {
        let sheet = Rect { x0: 0.0, y0: 0.0, x1: page.width, y1: page.height };
        let shown = page.images.iter().filter_map(|image| image.intersect(&sheet));
        // Scans are often cut into strips.
        let covered: f64 = shown.map(|image| image.width() * image.height()).sum();
        let is_scan = covered > (page.width * page.height).max(1.0) * SCAN_SHARE;
        Self { page, is_scan: is_scan || draws_letters_as_shapes(page) }
    }

    /// Returns whether a person sees a glyph, or the picture that it was recognised in.
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

/// Returns whether letters are drawn as shapes, so that invisible text says what they are: at least half as many shapes as
/// invisible glyphs.
fn draws_letters_as_shapes(page: &PageGlyphs) -> bool {
    if page.outlines == 0 {
        return false;
    }
    let invisible = page.glyphs.iter().filter(|glyph| glyph.visibility == Visibility::InvisibleMode).count();
    page.outlines as usize * 2 > invisible
}

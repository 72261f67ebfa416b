//! First pass: which glyphs are read at all. What a person does not see is counted and, unless asked for, left out.

use super::model::Dropped;
use super::options::LayoutOptions;
use crate::content::{Glyph, PageGlyphs, Visibility};
use crate::options::Hidden;

/// A picture that covers this part of the page makes invisible text the layer of a text recognition.
const SCAN_SHARE: f64 = 0.25;

/// Returns the indices of the glyphs to read, in drawing order, and how many others there are.
pub(super) fn wanted(page: &PageGlyphs, options: &LayoutOptions) -> (Vec<u32>, Dropped) {
    let mut dropped = Dropped::default();
    let is_visible = |glyph: &Glyph| glyph.visibility == Visibility::Visible;
    if options.area.is_none() && options.hidden != Hidden::Only && page.glyphs.iter().all(is_visible) {
        return ((0u32..).take(page.glyphs.len()).collect(), dropped);
    }
    let scan = has_scan(page);
    let mut wanted = Vec::with_capacity(page.glyphs.len());
    for (index, glyph) in (0u32..).zip(&page.glyphs) {
        if !in_area(glyph, options) {
            continue;
        }
        let seen = is_seen(glyph.visibility, scan);
        let keep = match options.hidden {
            Hidden::Mark => seen || stands_on_page(glyph.visibility),
            Hidden::Drop => seen,
            Hidden::Keep => true,
            Hidden::Only => !seen,
        };
        if keep {
            wanted.push(index);
        } else if !seen {
            count(&mut dropped, glyph.visibility);
        }
    }
    (wanted, dropped)
}

/// Returns whether a person sees it. Invisible text over a picture counts: text recognition leaves it there.
fn is_seen(visibility: Visibility, scan: bool) -> bool {
    visibility == Visibility::Visible || (scan && visibility == Visibility::InvisibleMode)
}

/// Returns whether it is in its place and merely cannot be seen.
fn stands_on_page(visibility: Visibility) -> bool {
    matches!(visibility, Visibility::InvisibleMode | Visibility::SameAsBackground | Visibility::Covered)
}

fn has_scan(page: &PageGlyphs) -> bool {
    let sheet = (page.width * page.height).max(1.0);
    page.images.iter().any(|image| image.width() * image.height() > sheet * SCAN_SHARE)
}

fn in_area(glyph: &Glyph, options: &LayoutOptions) -> bool {
    options.area.is_none_or(|area| area.contains_centre(&glyph.rect()))
}

fn count(dropped: &mut Dropped, visibility: Visibility) {
    match visibility {
        Visibility::OffPage => dropped.off_page += 1,
        Visibility::LayerOff => dropped.layer_off += 1,
        _ => dropped.hidden += 1,
    }
}

//! Facts that characterise a page without layout: its shares of text, images and drawings.

use serde::Serialize;

use super::glyph::{Glyph, PageGlyphs, Run, RunOrigin, Visibility};
use crate::geometry::Rect;
use crate::unicode::UnicodeSource;

/// The composition of a page, for programs that classify pages: born digital or scanned, text or drawing, readable or
/// not.
///
/// Counts of glyphs exclude spaces, glyphs outside the page, clipped glyphs, glyphs on hidden layers and glyphs added
/// by OCR. Shares are parts of the area of the page as shown, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[non_exhaustive]
pub struct PageProfile {
    /// The page index, counted from 0.
    pub page_index: usize,
    /// The width as shown, in points.
    pub width: f64,
    /// The height as shown, in points.
    pub height: f64,
    /// The clockwise rotation when shown, in degrees.
    pub rotation: u16,
    /// The number of fonts that draw at least one glyph.
    pub fonts: u32,
    /// The number of glyphs.
    pub glyphs: u32,
    /// The number of hidden glyphs among them: without ink, covered, or in the colour of their background.
    pub hidden_glyphs: u32,
    /// The number of glyphs among them drawn without ink, like the text layer of a scan.
    pub inkless_glyphs: u32,
    /// The number of glyphs without known Unicode.
    pub unmapped_glyphs: u32,
    /// The number of glyphs whose Unicode was recovered from their shape or context.
    pub recovered_glyphs: u32,
    /// The number of glyphs whose baseline does not run from left to right.
    pub turned_glyphs: u32,
    /// The number of glyphs in marked content that the structure tree may describe.
    pub tagged_glyphs: u32,
    /// The number of glyphs drawn by annotations and form fields.
    pub annotation_glyphs: u32,
    /// The share of the page covered by the boxes of visible glyphs; overlaps count twice, at most 1.
    pub text_share: f32,
    /// The share of the page covered by the boxes of hidden glyphs.
    pub hidden_text_share: f32,
    /// The number of images, at most 10,000.
    pub images: u32,
    /// The share of the page covered by its largest image.
    pub largest_image_share: f32,
    /// The share of the page covered by all images; overlaps count twice, at most 1. Scans cut into strips have a
    /// high share here and a low one for the largest image.
    pub image_share: f32,
    /// The number of stroked paths.
    pub strokes: u32,
    /// The number of paths that are only filled.
    pub fills: u32,
    /// The number of horizontal and vertical lines, which may be rules of tables, at most 8,000.
    pub rules: u32,
    /// The number of filled shapes of the size of letters: a page whose text was converted to outlines has hundreds.
    pub outlines: u32,
}

impl PageProfile {
    /// Collects the facts of a page with this rotation in degrees.
    pub(crate) fn new(page: &PageGlyphs, rotation: u16) -> Self {
        let mut profile = Self {
            page_index: page.page_index,
            width: page.width,
            height: page.height,
            rotation,
            strokes: page.strokes,
            fills: page.fills,
            rules: count(page.rules.len()),
            outlines: page.outlines,
            ..Self::default()
        };
        profile.add_images(page);
        profile.add_glyphs(page);
        profile
    }

    fn add_images(&mut self, page: &PageGlyphs) {
        let sheet = sheet(page);
        let (mut largest, mut all) = (0.0_f64, 0.0);
        for image in page.images.iter().filter_map(|image| image.intersect(&sheet)) {
            let area = image.width() * image.height();
            largest = largest.max(area);
            all += area;
        }
        self.images = count(page.images.len());
        self.largest_image_share = share(largest, page);
        self.image_share = share(all, page);
    }

    fn add_glyphs(&mut self, page: &PageGlyphs) {
        let mut drawing_fonts = vec![false; page.fonts.len()];
        let mut covered = CoveredArea::of_page(page);
        for glyphs in page.glyphs.chunk_by(|first, second| first.run == second.run) {
            let Some(run) = glyphs.first().and_then(|glyph| page.run(glyph)) else { continue };
            let counted = self.add_run(glyphs, run, &mut covered);
            if let Some(draws) = drawing_fonts.get_mut(usize::from(run.font)) {
                *draws |= counted > 0;
            }
        }
        self.fonts = count(drawing_fonts.into_iter().filter(|draws| *draws).count());
        self.text_share = share(covered.visible, page);
        self.hidden_text_share = share(covered.hidden, page);
    }

    /// Adds consecutive glyphs of a run, and returns the number of those that count.
    fn add_run(&mut self, glyphs: &[Glyph], run: &Run, covered: &mut CoveredArea) -> u32 {
        let before = self.glyphs;
        for glyph in glyphs.iter().filter(|glyph| is_counted(glyph, run)) {
            self.glyphs += 1;
            if glyph.visibility != Visibility::Visible {
                self.hidden_glyphs += 1;
                self.inkless_glyphs += u32::from(glyph.visibility == Visibility::InvisibleMode);
            }
            match glyph.source {
                UnicodeSource::Unknown => self.unmapped_glyphs += 1,
                UnicodeSource::Fingerprint | UnicodeSource::ShapeMatch | UnicodeSource::Context => {
                    self.recovered_glyphs += 1;
                }
                _ => {}
            }
            covered.add(glyph, run);
        }
        let counted = self.glyphs - before;
        let is_from_annotation = matches!(run.origin, RunOrigin::Annotation | RunOrigin::FormValue);
        let all_if = |holds: bool| if holds { counted } else { 0 };
        self.turned_glyphs += all_if(!is_level(run));
        self.tagged_glyphs += all_if(run.mcid.is_some());
        self.annotation_glyphs += all_if(is_from_annotation);
        counted
    }
}

/// The area of the page that boxes of glyphs cover; overlaps count twice.
#[derive(Default)]
struct CoveredArea {
    width: f32,
    height: f32,
    visible: f64,
    hidden: f64,
}

impl CoveredArea {
    #[allow(clippy::cast_possible_truncation)]
    fn of_page(page: &PageGlyphs) -> Self {
        Self { width: page.width as f32, height: page.height as f32, ..Self::default() }
    }

    #[inline]
    fn add(&mut self, glyph: &Glyph, run: &Run) {
        let [x0, y0, x1, y1] = run.bbox(glyph);
        let (width, height) = (x1.min(self.width) - x0.max(0.0), y1.min(self.height) - y0.max(0.0));
        if width > 0.0 && height > 0.0 {
            let area = f64::from(width * height);
            *(if glyph.visibility == Visibility::Visible { &mut self.visible } else { &mut self.hidden }) +=
                area;
        }
    }
}

/// Returns `true` for glyphs of the file that have or could have ink: neither spaces nor outside of the visible area.
pub(crate) fn is_counted(glyph: &Glyph, run: &Run) -> bool {
    let is_native = run.origin != RunOrigin::Recognition;
    let is_on_page =
        !matches!(glyph.visibility, Visibility::OffPage | Visibility::LayerOff | Visibility::Clipped);
    let is_blank = match glyph.text.ascii() {
        Some(byte) => byte.is_ascii_whitespace() || byte == 0x0B,
        None => glyph.text.character().is_some_and(char::is_whitespace),
    };
    is_native && is_on_page && !is_blank
}

/// Returns `true` if the pen moves to the right, or down in a vertical font.
fn is_level(run: &Run) -> bool {
    let [x, y] = run.direction;
    // A slightly skewed scan still counts as level.
    let leaning = 0.1;
    if run.vertical { x.abs() < leaning && y > 0.0 } else { y.abs() < leaning && x > 0.0 }
}

fn sheet(page: &PageGlyphs) -> Rect {
    Rect { x0: 0.0, y0: 0.0, x1: page.width, y1: page.height }
}

#[allow(clippy::cast_possible_truncation)]
fn share(area: f64, page: &PageGlyphs) -> f32 {
    let share = area / (page.width * page.height).max(1.0);
    ((share.clamp(0.0, 1.0) * 1000.0).round() / 1000.0) as f32
}

fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}

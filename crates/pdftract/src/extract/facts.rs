//! Facts of pages for routers, which decide what needs OCR before any text is extracted.

use serde::Serialize;

use super::Document;
use crate::clock;
use crate::content::{Glyph, PageGlyphs, PageProfile, Seen};
use crate::ocr::classify::{self, PageSignals, PageType};
use crate::options::TextPolicy;
use crate::quality::page::{OCR_BELOW, SCAN_SHARE, STAMP_GLYPHS};
use crate::quality::verdict::judge;
use crate::text::drawing_order;

/// Glyphs of a page that are judged; judging costs about as much for each as interpreting the page.
const SAMPLE: usize = 256;
/// The pieces of a page that a sample is made of.
const PIECES: usize = 2;
/// A page whose sample is less certain is judged on a longer one.
const CERTAIN: f64 = 0.9;
const LONG_SAMPLE: usize = 3_000;
/// The score from which a page is kept as the file states it: well above that of pages that need OCR.
const GOOD_ENOUGH: f64 = 0.65;
/// The least probability of a page without text that shows something: an image or outlines.
const NO_TEXT: f32 = 0.98;
/// The probability for a stamp, a number or a short text beside an image that fills the page.
const STAMPED: f32 = 0.9;

/// Facts about a page, for programs that decide whether it needs OCR.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PageFacts {
    /// Counts and shares of glyphs, images and drawings.
    pub profile: PageProfile,
    /// The share of glyphs whose text is unknown, or garbled by the sample, from 0 to 1.
    pub garbled_share: f32,
    /// The probability that the text is right, judged on a sample in drawing order; 1 for a page without text.
    pub text_score: f32,
    /// The estimated probability that OCR would give a better text.
    pub ocr_probability: f32,
    /// Whether this is more probable than not.
    pub ocr_likely: bool,
}

impl Document {
    /// Returns facts about a page, counted from 0, for programs that decide whether it needs OCR; `None` if it does not
    /// exist.
    ///
    /// The page is interpreted but not laid out, and only a sample of its text is judged, so this is cheaper than its text.
    ///
    /// ```
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let document = pdftract::open(path)?;
    /// let facts = document.page_facts(0);
    /// assert!(facts.is_some_and(|facts| !facts.ocr_likely && facts.profile.fonts == 1));
    /// # Ok(())
    /// # }
    /// ```
    pub fn page_facts(&self, page_index: usize) -> Option<PageFacts> {
        if !self.has_time() {
            return None;
        }
        let rotation = self.file.page(page_index)?.rotation();
        clock::watch(self.session.budget().clock(), || {
            let facts = |glyphs: PageGlyphs| PageFacts::new(&glyphs, rotation);
            let stated = self.stated_glyphs(page_index).map(facts);
            // Where the text that the file states is bad, shapes and context may give a better one.
            let good = stated.filter(|facts| f64::from(facts.text_score) >= GOOD_ENOUGH);
            good.or_else(|| self.glyphs(page_index).map(facts))
        })
    }
}

impl PageFacts {
    /// Returns the facts of glyphs on a page with this rotation in degrees.
    pub fn new(glyphs: &PageGlyphs, rotation: u16) -> Self {
        let profile = PageProfile::new(glyphs, rotation);
        let signals = PageSignals {
            // Scans are often cut into strips, none of which is large.
            picture_share: profile.image_share,
            glyphs: profile.glyphs,
            inkless_glyphs: profile.inkless_glyphs,
            outlines: profile.outlines,
        };
        let text_score = if profile.glyphs == 0 { 1.0 } else { score(glyphs) };
        let unmapped = share(profile.unmapped_glyphs as usize, profile.glyphs as usize);
        let garbled_share = unmapped.max(1.0 - text_score);
        let has_stamp = profile.glyphs <= STAMP_GLYPHS
            && profile.inkless_glyphs == 0
            && f64::from(profile.largest_image_share.max(profile.image_share)) >= SCAN_SHARE;
        let ocr_probability = match classify::page_type(&signals, f64::from(text_score)) {
            PageType::Scanned => NO_TEXT,
            PageType::Blank => 0.0,
            _ if has_stamp => STAMPED.max(garbled_share),
            _ => garbled_share,
        };
        let ocr_likely = f64::from(ocr_probability) > 1.0 - OCR_BELOW;
        Self { profile, garbled_share, text_score, ocr_probability, ocr_likely }
    }
}

/// Judges samples of the text, each if the one before was doubtful: a page may begin with a table of signs.
#[allow(clippy::cast_possible_truncation)]
fn score(page: &PageGlyphs) -> f32 {
    let person = Seen::new(page);
    let seen: Vec<&Glyph> = page.glyphs.iter().filter(|glyph| person.sees(glyph)).collect();
    let controls = seen.iter().filter(|glyph| is_control(page, glyph)).count();
    let mut confidence = 1.0;
    for length in [SAMPLE, LONG_SAMPLE] {
        confidence = judge(&sample(page, &seen, length)).confidence;
        if confidence >= CERTAIN || seen.len() <= length {
            break;
        }
    }
    (confidence as f32).min(1.0 - share(controls, seen.len()))
}

/// Returns whether a glyph is mapped to control characters, which are no text and are cleaned away from it.
fn is_control(page: &PageGlyphs, glyph: &Glyph) -> bool {
    match glyph.text.character() {
        Some(character) => character.is_control(),
        None => {
            let text = page.text(glyph);
            !text.is_empty() && text.chars().all(char::is_control)
        }
    }
}

/// Returns the text of pieces that are evenly spread over the glyphs that are seen.
fn sample(page: &PageGlyphs, seen: &[&Glyph], wanted: usize) -> String {
    let policy = TextPolicy::default();
    let text = |glyphs: &[&Glyph]| drawing_order::text_of(page, glyphs.iter().copied(), &policy);
    if seen.len() <= wanted {
        return text(seen);
    }
    let piece = wanted / PIECES;
    let start = |number: usize| (seen.len() - piece) * number / (PIECES - 1).max(1);
    (0..PIECES).filter_map(|number| seen.get(start(number)..start(number) + piece)).map(text).collect()
}

#[allow(clippy::cast_precision_loss)]
fn share(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

//! Facts of pages for routers, which decide what needs OCR before any text is extracted.

use serde::Serialize;

use super::Document;
use crate::clock;
use crate::content::{PageGlyphs, PageProfile};
use crate::ocr::classify::{self, PageType};
use crate::options::TextPolicy;
use crate::quality::page::{OCR_BELOW, SCAN_SHARE, STAMP_GLYPHS};
use crate::quality::verdict::judge;
use crate::text::drawing_order;

/// Characters of a page that are judged; judging costs about as much per character as interpreting the page.
const SAMPLE: usize = 400;
/// The pieces of a page that a sample is made of.
const PIECES: usize = 2;
/// A page whose sample is less certain is judged on a longer one.
const CERTAIN: f64 = 0.9;
const LONG_SAMPLE: usize = 3_000;
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
            let glyphs = self.glyphs(page_index)?;
            Some(PageFacts::new(&glyphs, rotation))
        })
    }
}

impl PageFacts {
    /// Returns the facts of glyphs on a page with this rotation in degrees.
    pub fn new(glyphs: &PageGlyphs, rotation: u16) -> Self {
        let profile = PageProfile::new(glyphs, rotation);
        let signals = classify::signals(glyphs);
        let text_score = if profile.glyphs == 0 { 1.0 } else { score(glyphs) };
        let unmapped = share(profile.unmapped_glyphs, profile.glyphs);
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

/// Judges a sample of the text; a longer one where the first is doubtful, since a page may begin with a table of signs.
#[allow(clippy::cast_possible_truncation)]
fn score(glyphs: &PageGlyphs) -> f32 {
    let text = drawing_order::text(glyphs, &TextPolicy::default());
    let length = text.chars().count();
    let confidence = judge(&sample(&text, length, SAMPLE)).confidence;
    if confidence >= CERTAIN || length <= SAMPLE {
        return confidence as f32;
    }
    judge(&sample(&text, length, LONG_SAMPLE)).confidence as f32
}

/// Returns pieces of a text that are evenly spread over it.
fn sample(text: &str, length: usize, wanted: usize) -> String {
    if length <= wanted {
        return text.to_owned();
    }
    let piece = wanted / PIECES;
    let mut sample = String::with_capacity(wanted);
    for number in 0..PIECES {
        let start = (length - piece) * number / (PIECES - 1).max(1);
        sample.extend(text.chars().skip(start).take(piece));
        sample.push('\n');
    }
    sample
}

#[allow(clippy::cast_precision_loss)]
fn share(part: u32, whole: u32) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_spread_over_the_text() {
        let text: String = (0..1_000).map(|index| if index < 500 { 'a' } else { 'b' }).collect();
        let sampled = sample(&text, 1_000, 100);
        assert_eq!(sampled.matches('a').count(), 50);
        assert_eq!(sampled.matches('b').count(), 50);
        assert_eq!(sample("short", 5, 100), "short");
    }
}

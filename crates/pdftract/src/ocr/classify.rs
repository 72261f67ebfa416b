//! Classifies pages by facts: images, glyphs, outlines, and the quality of their text.

use serde::Serialize;

use crate::content::{PageGlyphs, Visibility, profile};
use crate::quality::page::{OCR_BELOW, picture_share};

/// The kind of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PageType {
    /// A page of text.
    Text,
    /// An image without text, or letters drawn as outlines.
    Scanned,
    /// Text and an image over much of the page, such as a scan with a text layer.
    Mixed,
    /// Text that cannot be read: the Unicode of most glyphs is unknown or wrong.
    BrokenText,
    /// Neither text nor images.
    Blank,
}

/// The signals that determine the kind of a page.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PageSignals {
    /// The share of the page covered by its largest image, from 0 to 1.
    pub picture_share: f32,
    /// The number of glyphs of the file drawn on the page, without spaces.
    pub glyphs: u32,
    /// The number of these glyphs drawn without ink, like the text layer of a scan.
    pub inkless_glyphs: u32,
    /// The number of filled shapes of the size of letters: a page of text converted to outlines has hundreds.
    pub outlines: u32,
}

/// The share from which an image is the main content of the page, or as important as its text.
pub(crate) const LARGE_PICTURE: f32 = 0.25;
/// A page without text whose images cover less is blank except for an ornament.
const SMALL_PICTURE: f32 = 0.02;
/// A page without text and with fewer shapes shows an ornament or a drawing; two lines of letters have as many.
const OUTLINED_TEXT: u32 = 100;

/// Returns the signals of a page.
pub fn signals(page: &PageGlyphs) -> PageSignals {
    let mut signals = PageSignals {
        picture_share: narrow(picture_share(page)),
        outlines: page.outlines,
        ..PageSignals::default()
    };
    // Most glyphs are of the run of the one before.
    let (mut last, mut run) = (None, None);
    for glyph in &page.glyphs {
        if last.replace(glyph.run) != Some(glyph.run) {
            run = page.run(glyph);
        }
        if run.is_some_and(|run| profile::is_counted(glyph, run)) {
            signals.glyphs += 1;
            signals.inkless_glyphs += u32::from(glyph.visibility == Visibility::InvisibleMode);
        }
    }
    signals
}

/// Returns the kind of a page whose text has this score, from 0 to 1.
pub fn page_type(signals: &PageSignals, score: f64) -> PageType {
    let shows_text = signals.picture_share >= SMALL_PICTURE || signals.outlines >= OUTLINED_TEXT;
    match signals.glyphs {
        0 if shows_text => PageType::Scanned,
        0 => PageType::Blank,
        _ if score < OCR_BELOW => PageType::BrokenText,
        _ if signals.picture_share >= LARGE_PICTURE => PageType::Mixed,
        _ => PageType::Text,
    }
}

#[allow(clippy::cast_possible_truncation)]
fn narrow(share: f64) -> f32 {
    share as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(picture_share: f32, glyphs: u32, outlines: u32, score: f64) -> PageType {
        page_type(&PageSignals { picture_share, glyphs, outlines, ..PageSignals::default() }, score)
    }

    #[test]
    fn rv_47_kinds_follow_from_facts() {
        assert_eq!(kind(0.0, 900, 0, 1.0), PageType::Text);
        assert_eq!(kind(1.0, 0, 0, 1.0), PageType::Scanned);
        assert_eq!(kind(0.0, 0, 800, 1.0), PageType::Scanned);
        assert_eq!(kind(1.0, 900, 0, 1.0), PageType::Mixed);
        assert_eq!(kind(1.0, 900, 0, 0.2), PageType::BrokenText);
        assert_eq!(kind(0.01, 0, 10, 1.0), PageType::Blank);
    }
}

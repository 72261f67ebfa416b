//! What kind of page it is, from facts: pictures, glyphs, outlines, and how far its text can be trusted.

use serde::Serialize;

use crate::content::{PageGlyphs, Visibility, profile};
use crate::quality::page::{OCR_BELOW, picture_share};

/// Kinds of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PageType {
    /// Text.
    Text,
    /// A picture without text, or letters drawn as outlines.
    Scanned,
    /// Text and a picture over much of the page, such as a scan with recognised text.
    Mixed,
    /// Text that cannot be read: of most glyphs the Unicode is unknown or wrong.
    BrokenText,
    /// Neither text nor picture.
    Blank,
}

/// The facts that tell the kind of a page.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageSignals {
    /// The part of the page that its largest picture covers, from 0 to 1.
    pub picture_share: f32,
    /// Glyphs of the file that are drawn on the page; spaces do not count.
    pub glyphs: u32,
    /// How many of them are drawn without ink, as the text layer of a scan is.
    pub inkless_glyphs: u32,
    /// Filled shapes of the size of letters: a page of text turned into outlines has hundreds.
    pub outlines: u32,
}

/// A picture that covers this part of the page is what the page shows, or stands beside its text as an equal.
pub(crate) const LARGE_PICTURE: f32 = 0.25;
/// A page without text whose pictures cover less is blank but for an ornament.
const SMALL_PICTURE: f32 = 0.02;
/// A page without text and with fewer shapes shows an ornament or a drawing; two lines of letters have as many.
const OUTLINED_TEXT: u32 = 100;

/// The facts of a page.
pub fn signals(page: &PageGlyphs) -> PageSignals {
    let mut signals = PageSignals {
        picture_share: narrow(picture_share(page)),
        outlines: page.outlines,
        ..PageSignals::default()
    };
    for glyph in &page.glyphs {
        if page.run(glyph).is_some_and(|run| profile::is_counted(glyph, run)) {
            signals.glyphs += 1;
            signals.inkless_glyphs += u32::from(glyph.visibility == Visibility::InvisibleMode);
        }
    }
    signals
}

/// The kind of a page whose text has this score, from 0 to 1.
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

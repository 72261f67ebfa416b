//! Decides which part of a page is recognised by OCR.

use super::classify::{PageSignals, PageType, page_type};
use super::score::{BlockScore, Scores};
use crate::quality::page::WHOLE_BELOW;

/// The condition for OCR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Never.
    #[default]
    Off,
    /// Pages without text, or with text that cannot be trusted.
    Auto,
    /// Every page that shows anything.
    Force,
}

/// The part of a page to recognise.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Route {
    /// Nothing: the text of the file is good, or nothing is visible.
    Keep,
    /// The whole page.
    WholePage,
    /// Regions of the page with implausible text: left, top, right, bottom in points.
    Regions(Vec<[f32; 4]>),
    /// Lines of good text with some unknown letters.
    Lines(Vec<[f32; 4]>),
}

/// Blocks with fewer glyphs, such as a formula or a font sample, are too short to be judged separately.
const MIN_REGION_GLYPHS: u32 = 60;
/// In a block that has lost its text, at least one glyph in this many is unknown.
const LEAST_UNKNOWN: u32 = 10;
/// The factor applied to the threshold for prose on a page of good text.
const GARBLED: f64 = 0.4;
/// The share from which an image is the whole page; short text beside it is a stamp or a number.
const SCAN_SHARE: f32 = 0.7;
/// The maximum number of glyphs of a stamp or a page number on a scan.
const STAMP_GLYPHS: u32 = 60;

/// Returns the route of a page. Without a threshold, only pages without text are recognised.
pub(crate) fn route(mode: Mode, threshold: Option<f64>, signals: &PageSignals, scores: &Scores) -> Route {
    let kind = page_type(signals, scores.page);
    match mode {
        Mode::Off => Route::Keep,
        _ if kind == PageType::Blank => Route::Keep,
        Mode::Force => Route::WholePage,
        Mode::Auto if kind == PageType::Scanned || is_stamped_scan(signals) => Route::WholePage,
        Mode::Auto => by_score(threshold, scores),
    }
}

fn by_score(threshold: Option<f64>, scores: &Scores) -> Route {
    let Some(threshold) = threshold else { return Route::Keep };
    if scores.page < WHOLE_BELOW.min(threshold) {
        return Route::WholePage;
    }
    let is_page_low = scores.page < threshold;
    let is_low = |block: &&BlockScore| {
        let is_doubtful = block.score < threshold && block.glyphs >= MIN_REGION_GLYPHS;
        is_doubtful && (is_page_low || is_hopeless(block, threshold))
    };
    let low: Vec<[f32; 4]> = scores.blocks.iter().filter(is_low).map(|block| block.bbox).collect();
    match (low.is_empty(), scores.gapped_lines.is_empty()) {
        (false, _) => Route::Regions(low),
        (true, false) => Route::Lines(scores.gapped_lines.clone()),
        (true, true) => Route::Keep,
    }
}

/// Returns `true` if a block on a page of good text is certainly bad. Tables, formulas and programs naturally look
/// unusual, and so do names and titles in other languages; a block of unknown characters, however, is lost.
fn is_hopeless(block: &BlockScore, threshold: f64) -> bool {
    block.unknown * LEAST_UNKNOWN >= block.glyphs || (block.is_prose && block.score < threshold * GARBLED)
}

/// Returns `true` if a page is a scan with a few printed words.
fn is_stamped_scan(signals: &PageSignals) -> bool {
    let inked = signals.glyphs - signals.inkless_glyphs.min(signals.glyphs);
    signals.picture_share >= SCAN_SHARE && signals.inkless_glyphs == 0 && inked <= STAMP_GLYPHS
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: [f32; 4] = [10.0, 10.0, 90.0, 20.0];

    fn scores(page: f64, block: f64) -> Scores {
        let block = BlockScore { bbox: PLACE, score: block, glyphs: 100, unknown: 0, is_prose: true };
        Scores { page, blocks: vec![block], gapped_lines: Vec::new() }
    }

    fn signals(picture_share: f32, glyphs: u32) -> PageSignals {
        PageSignals { picture_share, glyphs, ..PageSignals::default() }
    }

    #[test]
    fn rv_47_good_text_is_left_alone_and_scans_are_read() {
        let half = Some(0.5);
        assert_eq!(route(Mode::Auto, half, &signals(0.0, 900), &scores(1.0, 1.0)), Route::Keep);
        assert_eq!(route(Mode::Auto, half, &signals(1.0, 900), &scores(1.0, 1.0)), Route::Keep);
        assert_eq!(route(Mode::Auto, half, &signals(1.0, 0), &scores(1.0, 1.0)), Route::WholePage);
        assert_eq!(route(Mode::Auto, half, &signals(1.0, 20), &scores(1.0, 1.0)), Route::WholePage);
        assert_eq!(route(Mode::Off, half, &signals(1.0, 0), &scores(0.0, 0.0)), Route::Keep);
        assert_eq!(route(Mode::Force, half, &signals(0.0, 900), &scores(1.0, 1.0)), Route::WholePage);
        assert_eq!(route(Mode::Force, half, &signals(0.0, 0), &scores(1.0, 1.0)), Route::Keep);
    }

    #[test]
    fn rv_49_the_threshold_can_be_set_and_switched_off() {
        let text = signals(0.0, 900);
        assert_eq!(route(Mode::Auto, Some(0.5), &text, &scores(0.6, 0.1)), Route::Regions(vec![PLACE]));
        assert_eq!(route(Mode::Auto, Some(0.2), &text, &scores(0.6, 0.1)), Route::Keep);
        assert_eq!(route(Mode::Auto, None, &text, &scores(0.0, 0.0)), Route::Keep);
    }

    #[test]
    fn rv_47_strange_blocks_on_good_pages_are_left_alone_unless_their_text_is_lost() {
        let text = signals(0.0, 900);
        let mut table = scores(0.9, 0.1);
        table.blocks[0].is_prose = false;
        assert_eq!(route(Mode::Auto, Some(0.5), &text, &table), Route::Keep);
        table.blocks[0].unknown = 20;
        assert_eq!(route(Mode::Auto, Some(0.5), &text, &table), Route::Regions(vec![PLACE]));
        assert_eq!(route(Mode::Auto, Some(0.5), &text, &scores(0.9, 0.3)), Route::Keep);
    }

    #[test]
    fn t3_43_lines_with_unknown_letters_are_read_on_good_pages_too() {
        let gapped = Scores { gapped_lines: vec![PLACE], ..scores(1.0, 1.0) };
        assert_eq!(route(Mode::Auto, Some(0.5), &signals(0.0, 900), &gapped), Route::Lines(vec![PLACE]));
        assert_eq!(route(Mode::Auto, None, &signals(0.0, 900), &gapped), Route::Keep);
    }

    #[test]
    fn rv_50_a_page_below_three_tenths_is_read_as_a_whole() {
        assert_eq!(route(Mode::Auto, Some(0.5), &signals(0.0, 900), &scores(0.29, 0.29)), Route::WholePage);
        let regions = route(Mode::Auto, Some(0.5), &signals(0.0, 900), &scores(0.31, 0.31));
        assert_eq!(regions, Route::Regions(vec![PLACE]));
    }
}

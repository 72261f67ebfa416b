//! Facts about a page that decide whether its text can be trusted.

use std::collections::BTreeMap;

use pdftract::output::document::is_cut;
use pdftract::output::model::{EmptyReason, Page, PageType, Quality, QualitySignal};
use pdftract::unicode::UnicodeSource;
use serde::Serialize;

/// The facts about a page.
#[derive(Debug, Serialize)]
pub(super) struct PageFacts {
    /// Counted from 1.
    pub(super) page_number: usize,
    /// From 0 to 1; `None` for a blank page.
    pub(super) score: Option<f32>,
    /// The quality of its text; `None` for a blank page.
    pub(super) quality: Option<Quality>,
    /// True if most of its text could be judged.
    pub(super) judged: bool,
    /// Evidence against its text.
    pub(super) signals: Vec<QualitySignal>,
    /// True if OCR would give better text.
    pub(super) ocr_recommended: bool,
    /// The number of hidden characters that were left out.
    pub(super) hidden: u32,
    /// The number of glyphs without Unicode text.
    pub(super) unmapped: u32,
    /// The number of glyphs by the source of their text.
    pub(super) by_source: BTreeMap<UnicodeSource, u32>,
    /// Reasons for a low score or for missing text.
    pub(super) reasons: Vec<PageReason>,
}

/// A reason for a low score or for missing text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum PageReason {
    /// Nothing is drawn.
    Blank,
    /// Images only.
    ImageOnly,
    /// All text is hidden.
    AllHidden,
    /// Spaces only.
    OnlySpaces,
    /// No glyph has known text.
    AllUnmapped,
    /// Some glyphs have no known text.
    UnmappedGlyphs,
    /// Some of its text is hidden.
    HiddenText,
    /// The page was not read because a limit of the document was reached.
    LeftOut,
    /// Part of the page was not read because a limit was reached.
    Cut,
}

impl PageReason {
    /// Returns the reason in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::ImageOnly => "image without text; needs OCR",
            Self::AllHidden => "all text is hidden (see --hidden)",
            Self::OnlySpaces => "spaces only",
            Self::AllUnmapped => "no glyph has known text",
            Self::UnmappedGlyphs => "some glyphs have no known text",
            Self::HiddenText => "hidden text was left out (see --hidden)",
            Self::LeftOut => "not read: a limit of the document was reached (see -v)",
            Self::Cut => "text is missing: a limit was reached (see -v)",
        }
    }
}

impl PageFacts {
    /// Collects the facts about a page; OCR is recommended below `ocr_threshold`.
    pub(super) fn new(page: &Page, ocr_threshold: f64) -> Self {
        let (recovery, readability) = (&page.recovery, &page.readability);
        let score = (page.page_type != PageType::Blank).then_some(readability.score);
        Self {
            page_number: page.page_number,
            score,
            quality: score.map(|_| readability.quality),
            judged: readability.judged,
            signals: readability.signals.clone(),
            ocr_recommended: score.is_some_and(|score| f64::from(score) < ocr_threshold),
            hidden: page.dropped.unseen(),
            unmapped: recovery.unmapped,
            by_source: recovery.by_source.clone(),
            reasons: cut(page).or_else(|| reason(page)).into_iter().chain(hidden_text(page)).collect(),
        }
    }

    /// Returns the facts about a page (counted from 0) that was not read because a limit of the document was reached.
    pub(super) fn missing(page_index: usize) -> Self {
        Self {
            page_number: page_index + 1,
            score: None,
            quality: None,
            judged: false,
            signals: Vec::new(),
            ocr_recommended: false,
            hidden: 0,
            unmapped: 0,
            by_source: BTreeMap::new(),
            reasons: vec![PageReason::LeftOut],
        }
    }
}

/// Returns a reason for a page of which a limit left out a part; it may look blank.
fn cut(page: &Page) -> Option<PageReason> {
    is_cut(page).then_some(PageReason::Cut)
}

fn reason(page: &Page) -> Option<PageReason> {
    let glyphs: u32 = page.recovery.by_source.values().sum();
    match page.empty_because {
        Some(EmptyReason::NothingDrawn) => Some(PageReason::Blank),
        Some(EmptyReason::OnlyPictures) => Some(PageReason::ImageOnly),
        Some(EmptyReason::AllLeftOut) => Some(PageReason::AllHidden),
        // Reasons added by later versions of the library.
        Some(_) => Some(PageReason::OnlySpaces),
        None if page.recovery.unmapped == 0 => None,
        None if page.recovery.unmapped == glyphs => Some(PageReason::AllUnmapped),
        None => Some(PageReason::UnmappedGlyphs),
    }
}

/// Returns a reason for hidden text, unless all of it is hidden.
fn hidden_text(page: &Page) -> Option<PageReason> {
    (page.empty_because.is_none() && page.dropped.unseen() > 0).then_some(PageReason::HiddenText)
}

//! The few facts about a page that say whether its text can be trusted.

use std::collections::BTreeMap;

use pdftract::output::model::{EmptyReason, Page, PageType, Quality, QualitySignal};
use pdftract::unicode::UnicodeSource;
use serde::Serialize;

/// What is found out about a page.
#[derive(Debug, Serialize)]
pub(super) struct PageFacts {
    /// Counted from 1.
    pub(super) page_number: usize,
    /// From 0 to 1; `None` for a page that has nothing to read.
    pub(super) score: Option<f32>,
    /// How good its text is; `None` for a page that has nothing to read.
    pub(super) quality: Option<Quality>,
    /// Whether most of its text could be judged.
    pub(super) judged: bool,
    /// What speaks against its text.
    pub(super) signals: Vec<QualitySignal>,
    /// Whether its picture should be read instead.
    pub(super) ocr_recommended: bool,
    /// Characters that were left out because a person does not see them.
    pub(super) hidden: u32,
    /// Glyphs whose text is not known.
    pub(super) unmapped: u32,
    /// How the text of the glyphs is known.
    pub(super) by_source: BTreeMap<UnicodeSource, u32>,
    /// Why the score is low, or why there is no text.
    pub(super) reasons: Vec<PageReason>,
}

/// Why a page has a low score or no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum PageReason {
    /// Nothing is drawn.
    Blank,
    /// Pictures only.
    ImageOnly,
    /// All its text is hidden from people.
    AllHidden,
    /// Spaces only.
    OnlySpaces,
    /// The text of no glyph is known.
    AllUnmapped,
    /// That of some is not.
    UnmappedGlyphs,
    /// Some of its text is hidden from people.
    HiddenText,
}

impl PageReason {
    /// For people.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::ImageOnly => "pictures only; its text needs optical character recognition",
            Self::AllHidden => "all text is hidden from people (see --hidden)",
            Self::OnlySpaces => "spaces only",
            Self::AllUnmapped => "no glyph has a known text",
            Self::UnmappedGlyphs => "some glyphs have no known text",
            Self::HiddenText => "text that a person does not see is left out (see --hidden)",
        }
    }
}

impl PageFacts {
    /// The facts about a page; below that score its picture should be read.
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
            reasons: reason(page).into_iter().chain(hidden_text(page)).collect(),
        }
    }
}

fn reason(page: &Page) -> Option<PageReason> {
    let glyphs: u32 = page.recovery.by_source.values().sum();
    match page.empty_because {
        Some(EmptyReason::NothingDrawn) => Some(PageReason::Blank),
        Some(EmptyReason::OnlyPictures) => Some(PageReason::ImageOnly),
        Some(EmptyReason::AllLeftOut) => Some(PageReason::AllHidden),
        // A reason that a newer library gives is no worse than spaces.
        Some(_) => Some(PageReason::OnlySpaces),
        None if page.recovery.unmapped == 0 => None,
        None if page.recovery.unmapped == glyphs => Some(PageReason::AllUnmapped),
        None => Some(PageReason::UnmappedGlyphs),
    }
}

/// Says that text is hidden, unless all of it is.
fn hidden_text(page: &Page) -> Option<PageReason> {
    (page.empty_because.is_none() && page.dropped.unseen() > 0).then_some(PageReason::HiddenText)
}

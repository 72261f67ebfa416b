//! Makes the public record of a page: its facts, its blocks, and what can be said of its text as a whole.

use crate::content::{self, PageGlyphs};
use crate::diagnostic::Diagnostic;
use crate::file;
use crate::font::UnicodeSource;
use crate::geometry::{Matrix, Rect};
use crate::layout::PageLayout;

use super::block;
use super::line::Lines;
use super::links::PageLinks;
use super::model::{EmptyReason, Page, PageReadability, PageType, Recovery};
use super::number::rounded;
use super::span::{Sheet, Tally};

/// A picture that covers this part of the page is what the page shows, or stands beside its text as an equal.
const LARGE_PICTURE: f64 = 0.25;
/// A page without text whose pictures cover less is blank but for an ornament.
const SMALL_PICTURE: f64 = 0.02;
/// With a smaller share of known glyphs the text is broken.
const BROKEN_BELOW: f32 = 0.5;

/// How far a record goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// Down to spans.
    #[default]
    Spans,
    /// Down to the glyphs of every span.
    Glyphs,
}

/// Makes the record of a page.
pub(crate) fn record(
    page: &file::Page<'_>,
    glyphs: &PageGlyphs,
    layout: &PageLayout,
    extras: Extras,
) -> Page {
    let lines = Lines::new(glyphs, layout, false);
    let sheet = Sheet { page: glyphs, layout, lines: &lines, links: &extras.links, detail: extras.detail };
    let records = (1..).zip(&layout.blocks).map(|(number, found)| block::record(sheet, found, number));
    let (blocks, tallies): (Vec<_>, Vec<_>) = records.unzip();
    let mut tally = Tally::default();
    tallies.iter().for_each(|block| tally.add(*block));
    let page_type = page_type(glyphs, tally);
    Page {
        page_index: glyphs.page_index,
        page_number: glyphs.page_index + 1,
        page_label: extras.label,
        width: rounded(glyphs.width, 100.0),
        height: rounded(glyphs.height, 100.0),
        rotation: page.rotation(),
        boxes: page.boxes(),
        to_pdf: back_to_pdf(&content::to_page(page)),
        page_type,
        writing_mode: layout.writing_mode,
        readability: readability(page_type, tally, &tallies),
        recovery: recovery(glyphs, layout),
        dropped: layout.dropped,
        empty_because: (tally.glyphs == 0).then(|| empty_because(glyphs, layout)),
        blocks,
        markdown_blocks: Vec::new(),
        diagnostics: extras.diagnostics,
    }
}

/// What the record of a page holds beside its text.
#[derive(Debug, Default)]
pub(crate) struct Extras {
    /// What a reader sees as the page's number.
    pub(crate) label: Option<String>,
    pub(crate) links: PageLinks,
    /// What was lost or repaired on the page.
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) detail: Detail,
}

fn back_to_pdf(to_page: &Matrix) -> [f64; 6] {
    let back = to_page.inverse().unwrap_or(Matrix::IDENTITY);
    [back.a, back.b, back.c, back.d, back.e, back.f].map(|value| rounded(value, 1e6))
}

/// The share of the page that its largest picture covers.
fn picture_share(page: &PageGlyphs) -> f64 {
    let sheet = Rect { x0: 0.0, y0: 0.0, x1: page.width, y1: page.height };
    let seen = page.images.iter().filter_map(|image| image.intersect(&sheet));
    let largest = seen.map(|image| image.width() * image.height()).fold(0.0, f64::max);
    largest / (page.width * page.height).max(1.0)
}

fn page_type(page: &PageGlyphs, tally: Tally) -> PageType {
    let picture = picture_share(page);
    match tally.glyphs {
        0 if picture >= SMALL_PICTURE => PageType::Scanned,
        0 => PageType::Blank,
        _ if tally.score() < BROKEN_BELOW => PageType::BrokenText,
        _ if picture >= LARGE_PICTURE => PageType::Mixed,
        _ => PageType::Text,
    }
}

fn readability(page_type: PageType, tally: Tally, blocks: &[Tally]) -> PageReadability {
    PageReadability {
        score: if page_type == PageType::Scanned { 0.0 } else { tally.score() },
        ocr_recommended: matches!(page_type, PageType::Scanned | PageType::BrokenText),
        block_scores: blocks.iter().map(|block| block.score()).collect(),
    }
}

fn recovery(page: &PageGlyphs, layout: &PageLayout) -> Recovery {
    let mut counts = [0u32; UnicodeSource::ALL.len()];
    for piece in &layout.pieces {
        let glyph = page.glyphs.get(piece.glyph as usize);
        if let Some(count) = glyph.and_then(|glyph| counts.get_mut(glyph.source as usize)) {
            *count += 1;
        }
    }
    let by_source = UnicodeSource::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect();
    Recovery { by_source, unmapped: counts.last().copied().unwrap_or(0) }
}

fn empty_because(page: &PageGlyphs, layout: &PageLayout) -> EmptyReason {
    if !layout.pieces.is_empty() {
        EmptyReason::OnlySpaces
    } else if !page.glyphs.is_empty() {
        EmptyReason::AllLeftOut
    } else if picture_share(page) > 0.0 {
        EmptyReason::OnlyPictures
    } else {
        EmptyReason::NothingDrawn
    }
}

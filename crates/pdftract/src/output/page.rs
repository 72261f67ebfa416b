//! Makes the public record of a page: its facts, its blocks, and what can be said of its text as a whole.

use std::cell::RefCell;

use crate::content::{self, PageGlyphs};
use crate::diagnostic::{Code, Diagnostic};
use crate::file;
use crate::font::UnicodeSource;
use crate::geometry::Matrix;
use crate::ocr::classify;
use crate::quality::{self, PageVerdict};
use crate::structure::StructuredPage;

use super::block;
use super::line::Lines;
use super::links::PageLinks;
use super::model::{Block, Page, PageReadability, PageRecognition, PageType, Quality, Recovery};
use super::number::{rounded, share};
use super::ocr_text;
use super::span::{Sheet, Tally};

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
    layout: &StructuredPage,
    extras: Extras,
) -> Page {
    let verdict = quality::judge_page(glyphs, layout);
    let lines = Lines::new(glyphs, layout, false);
    let (links, detail) = (&extras.links, extras.detail);
    let file = page.file();
    let alternatives = &RefCell::default();
    let sheet = Sheet {
        file,
        alternatives,
        page: glyphs,
        layout,
        lines: &lines,
        links,
        detail,
        verdict: &verdict,
        block: 0,
    };
    let records = (1..).zip(&layout.blocks).map(|(number, found)| block::record(sheet, found, number));
    let (mut blocks, tallies): (Vec<_>, Vec<_>) = records.unzip();
    let mut tally = Tally::default();
    tallies.iter().for_each(|block| tally.add(*block));
    let signals = classify::signals(glyphs);
    let ocr = extras.ocr;
    let page_type =
        ocr.as_ref().map_or_else(|| classify::page_type(&signals, verdict.score), |ocr| ocr.page_type);
    if let Some(ocr) = &ocr {
        ocr_text::put_in(&ocr.differing, &mut blocks);
    }
    let has_been_read = ocr.is_some();
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
        page_signals: signals,
        ocr,
        writing_mode: layout.writing_mode,
        readability: readability(page_type, &verdict, &blocks, has_been_read),
        recovery: recovery(glyphs, layout),
        dropped: layout.dropped,
        empty_because: verdict.empty,
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
    /// What recognition did.
    pub(crate) ocr: Option<PageRecognition>,
}

fn back_to_pdf(to_page: &Matrix) -> [f64; 6] {
    let back = to_page.inverse().unwrap_or(Matrix::IDENTITY);
    [back.a, back.b, back.c, back.d, back.e, back.f].map(|value| rounded(value, 1e6))
}

fn readability(
    page_type: PageType,
    verdict: &PageVerdict,
    blocks: &[Block],
    has_been_read: bool,
) -> PageReadability {
    let is_unread = page_type == PageType::Scanned && verdict.empty.is_some();
    PageReadability {
        score: if is_unread { 0.0 } else { share(verdict.score) },
        quality: if is_unread { Quality::Garbled } else { verdict.quality() },
        signals: verdict.signals.clone(),
        ocr_recommended: !has_been_read && matches!(page_type, PageType::Scanned | PageType::BrokenText),
        block_scores: blocks.iter().map(|block| block.score).collect(),
    }
}

/// What is to be told of a page whose text cannot be read.
pub(crate) fn unreadable(page: &Page) -> Option<Diagnostic> {
    if page.page_type != PageType::BrokenText {
        return None;
    }
    let signals: Vec<&str> = page.readability.signals.iter().map(|signal| signal.as_str()).collect();
    let message = format!("most of the text cannot be read: {}", signals.join(", "));
    let index = u32::try_from(page.page_index).unwrap_or(u32::MAX);
    Some(Diagnostic::new(Code::TextUnreadable, message).on_page(index))
}

fn recovery(page: &PageGlyphs, layout: &StructuredPage) -> Recovery {
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

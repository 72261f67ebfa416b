//! Builds the public record of a page: its properties, its blocks, and the quality of its text as a whole.

use std::cell::RefCell;

use crate::clock;
use crate::content::{self, PageGlyphs};
use crate::diagnostic::{Code, Diagnostic};
use crate::file;
use crate::font::access::Access;
use crate::geometry::Matrix;
use crate::options::{Detail, Math};
use crate::quality::PageVerdict;
use crate::structure::StructuredPage;
use crate::text::{GlyphRanges, LineEnd, TextPage};
use crate::unicode::UnicodeSource;

use super::block;
use super::continuation;
use super::links::PageLinks;
use super::model::{
    Block, Figure, Page, PageReadability, PageRecognition, PageSignals, PageType, Quality, Recovery,
};
use super::number::{points, rounded, share};
use super::ocr_text;
use super::span::Sheet;

/// The inputs of a page record.
pub(crate) struct RecordParts<'p> {
    /// The page in its file.
    pub(crate) page: &'p file::Page<'p>,
    /// Access to fonts, for alternatives of ambiguous glyphs.
    pub(crate) access: Access<'p>,
    pub(crate) glyphs: &'p PageGlyphs,
    pub(crate) layout: &'p StructuredPage,
    pub(crate) text: &'p TextPage,
    pub(crate) ranges: &'p GlyphRanges,
    pub(crate) verdict: &'p PageVerdict,
    pub(crate) signals: PageSignals,
    pub(crate) page_type: PageType,
    /// The page label shown to readers.
    pub(crate) label: Option<String>,
    pub(crate) links: &'p PageLinks,
    /// Losses and repairs on the page.
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) detail: Detail,
    pub(crate) math: Math,
    /// The result of OCR.
    pub(crate) ocr: Option<PageRecognition>,
}

/// Builds the record of a page.
pub(crate) fn record(parts: RecordParts<'_>) -> Page {
    let mut blocks = blocks(&parts);
    let RecordParts { page, glyphs, layout, verdict, page_type, ocr, .. } = parts;
    if let Some(ocr) = &ocr {
        ocr_text::put_in(&ocr.differing, &mut blocks);
    }
    let has_been_read = ocr.is_some();
    let block_scores = blocks.iter().map(|block| block.score).collect();
    Page {
        page_index: glyphs.page_index,
        page_number: glyphs.page_index + 1,
        page_label: parts.label,
        width: rounded(glyphs.width, 100.0),
        height: rounded(glyphs.height, 100.0),
        rotation: page.rotation(),
        boxes: page.boxes(),
        to_pdf: back_to_pdf(&content::to_page(page)),
        page_type,
        page_signals: parts.signals,
        ocr,
        writing_mode: layout.writing_mode,
        readability: readability(page_type, verdict, block_scores, has_been_read),
        recovery: recovery(glyphs, layout),
        dropped: layout.dropped,
        empty_because: verdict.empty,
        text: None,
        blocks,
        figures: figures(glyphs.page_index, layout),
        images: Vec::new(),
        annotations: Vec::new(),
        markdown_blocks: Vec::new(),
        diagnostics: parts.diagnostics,
        open_end: layout.open_end,
        open_start: layout.open_start,
    }
}

fn blocks(parts: &RecordParts<'_>) -> Vec<Block> {
    let sheet = Sheet {
        access: parts.access,
        alternatives: &RefCell::default(),
        page: parts.glyphs,
        layout: parts.layout,
        text: parts.text,
        ranges: parts.ranges,
        links: parts.links,
        detail: parts.detail,
        math: parts.math,
        verdict: parts.verdict,
        block: 0,
    };
    let in_time = parts.layout.blocks.iter().take_while(|_| !clock::is_over_often());
    let blocks = (1..).zip(in_time).map(|(number, found)| block::record(sheet, found, number));
    let mut blocks: Vec<Block> = blocks.collect();
    for (index, found) in parts.layout.blocks.iter().enumerate() {
        if let Some(before) = found.continues {
            let end = parts.text.continuation(before).map(|found| found.end);
            let keeps_hyphen = end == Some(LineEnd::Break);
            continuation::link(&mut blocks, before as usize, index, !keeps_hyphen);
        }
    }
    blocks
}

fn figures(page_index: usize, layout: &StructuredPage) -> Vec<Figure> {
    let figure = |(index, figure): (u32, &crate::structure::Figure)| Figure {
        id: figure_id(page_index, index),
        bbox: figure.bbox.map(points),
        alt: figure.alt.clone(),
        caption: figure.caption.map(|block| block::id(page_index, block)),
    };
    (0..).zip(&layout.figures).map(figure).collect()
}

/// Returns the identifier of a figure; `index` counts from 0.
pub(super) fn figure_id(page_index: usize, index: u32) -> String {
    format!("p{}-f{}", page_index + 1, index + 1)
}

/// Enters the verdict on a page whose kind is determined by it. The scores of its blocks are given, since it may be
/// without them.
pub(crate) fn enter_verdict(page: &mut Page, kind: PageType, verdict: &PageVerdict, block_scores: Vec<f32>) {
    page.page_type = kind;
    page.readability = readability(kind, verdict, block_scores, page.ocr.is_some());
    page.empty_because = verdict.empty;
    page.diagnostics.extend(unreadable(page));
}

/// Returns the score of a block and its language, by its index in the layout.
pub(crate) fn block_verdict(verdict: &PageVerdict, block: usize) -> (f32, Option<&'static str>) {
    (share(verdict.block_score(block)), verdict.block_language(block))
}

fn back_to_pdf(to_page: &Matrix) -> [f64; 6] {
    let back = to_page.inverse().unwrap_or(Matrix::IDENTITY);
    [back.a, back.b, back.c, back.d, back.e, back.f].map(|value| rounded(value, 1e6))
}

fn readability(
    page_type: PageType,
    verdict: &PageVerdict,
    block_scores: Vec<f32>,
    has_been_read: bool,
) -> PageReadability {
    let is_unread = page_type == PageType::Scanned && verdict.empty.is_some();
    PageReadability {
        score: if is_unread { 0.0 } else { share(verdict.score) },
        quality: if is_unread { Quality::Garbled } else { verdict.quality() },
        judged: is_unread || verdict.judged,
        signals: verdict.signals.clone(),
        ocr_recommended: !has_been_read && matches!(page_type, PageType::Scanned | PageType::BrokenText),
        block_scores,
    }
}

/// Returns the diagnostic of a page whose text cannot be read.
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

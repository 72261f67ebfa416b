//! The page pipeline: from a page of the file to its text and its record, one call per stage.

use super::Document;
use crate::clock;
use crate::content::{self, PageGlyphs};
use crate::diagnostic::Diagnostic;
use crate::layout::{self, LayoutOptions};
use crate::ocr::{PageRecognition, classify};
use crate::options::ExtractOptions;
use crate::output::page::{self, RecordParts};
use crate::output::{model, physical, text as plain_text, text::PlainPage};
use crate::quality::{self, PageEvidence, PageVerdict};
use crate::structure::{self, StatedFigure, StructuredPage};
use crate::text::{self, GlyphRanges, TextPage, TextRules, placed_word};

/// A page with its glyphs and its layout.
#[derive(Debug)]
pub struct LaidOutPage {
    /// The glyphs in drawing order.
    pub glyphs: PageGlyphs,
    /// Lines and blocks in reading order.
    pub layout: StructuredPage,
    /// Losses and repairs on the page.
    pub diagnostics: Vec<Diagnostic>,
    /// The result of OCR, if it was requested.
    pub recognition: Option<PageRecognition>,
}

/// How much of a page is judged for its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Judging {
    /// Its text, span by span.
    Whole,
    /// Nothing: the format that is made of the record does not show it.
    Nothing,
    /// Nothing yet; what it is judged by is kept.
    Later,
}

impl Document {
    /// Returns the glyphs, lines and blocks of a page, counted from 0; `None` if it does not exist.
    pub fn laid_out(&self, page_index: usize, options: &ExtractOptions) -> Option<LaidOutPage> {
        let clock = self.session.budget().clock();
        let (page, diagnostics) = clock::watch(clock, || {
            self.session.collect_page(page_index, || {
                let sampled = self.sampled_page(page_index, options);
                let mut page = sampled.or_else(|| self.drawn_layout(page_index, options))?;
                self.recognise(&mut page, options);
                self.note_left_out(page_index, page.layout.dropped.unseen());
                Some(page)
            })
        });
        Some(LaidOutPage { diagnostics, ..page? })
    }

    /// Returns a cached page that was laid out to learn the style of the document, if the options require the same
    /// layout.
    fn sampled_page(&self, page_index: usize, options: &ExtractOptions) -> Option<LaidOutPage> {
        if !options.lays_out_by_default() {
            return None;
        }
        let page = self.sampled_pages.take(page_index)?;
        // The diagnostics were reported when the page was laid out, but not to the current caller.
        page.diagnostics.iter().for_each(|diagnostic| self.session.note(diagnostic.clone()));
        Some(page)
    }

    /// Returns a page as drawn by the file, before OCR.
    pub(super) fn drawn_layout(&self, page_index: usize, options: &ExtractOptions) -> Option<LaidOutPage> {
        let glyphs = self.wanted_glyphs(page_index, options)?;
        let layout = self.layout(&glyphs, options);
        Some(LaidOutPage { glyphs, layout, diagnostics: Vec::new(), recognition: None })
    }

    pub(super) fn layout(&self, glyphs: &PageGlyphs, options: &ExtractOptions) -> StructuredPage {
        if clock::is_over() {
            return StructuredPage::default();
        }
        let layout_options = LayoutOptions { hidden: options.hidden, area: options.area };
        let structure = if options.ignore_tags { None } else { self.structure(glyphs) };
        StructuredPage::new(glyphs, layout::page_layout(glyphs, &layout_options, structure))
    }

    /// Assigns roles to the blocks of a page: headings, lists, captions, running headers.
    pub fn assign_roles(&self, page: &mut LaidOutPage) {
        if clock::is_over() {
            return;
        }
        let access = self.access();
        page.glyphs.fonts.iter().for_each(|font| font.ask_program(access));
        let stated = self.stated_figures(&page.glyphs);
        structure::assign_roles(&page.glyphs, &mut page.layout, self.style(), &stated);
    }

    /// Returns the figures of a page that the structure tree states.
    fn stated_figures(&self, glyphs: &PageGlyphs) -> Vec<StatedFigure> {
        let is_marked = glyphs.image_marks.iter().any(|mark| mark.mcid.is_some());
        let structure =
            self.structure(glyphs).or_else(|| is_marked.then(|| self.page_structure(glyphs)).flatten());
        let (Some(structure), Some(page)) = (structure, self.file.page(glyphs.page_index)) else {
            return Vec::new();
        };
        let to_page = content::to_page(&page);
        let stated = structure.page_figures().into_iter().map(|(figure, mcids)| StatedFigure {
            alt: figure.alt.clone(),
            bbox: figure.bbox.map(|bbox| to_page.apply_to_rect(&bbox)),
            mcids,
        });
        stated.collect()
    }

    /// Marks running headers, footers and page numbers, which plain text leaves out.
    pub(super) fn split_running_heads(&self, page: &mut LaidOutPage) {
        structure::split_running_heads(&page.glyphs, &mut page.layout, self.page_edges());
    }

    /// Returns the record of a page that is already laid out; `None` if it does not belong to this document.
    pub(crate) fn record_of(
        &self,
        page: &LaidOutPage,
        text: &TextPage,
        options: &ExtractOptions,
        judging: Judging,
    ) -> Option<(model::Page, Option<PageEvidence>)> {
        let LaidOutPage { glyphs, layout, diagnostics, recognition } = page;
        let file_page = self.file.page(glyphs.page_index)?;
        let ranges = GlyphRanges::new(glyphs, layout, text);
        let evidence =
            (judging != Judging::Nothing).then(|| PageEvidence::new(glyphs, layout, text, &ranges));
        let (now, later) = if judging == Judging::Later { (None, evidence) } else { (evidence, None) };
        let verdict = now.map_or_else(PageVerdict::unjudged, quality::judge_page);
        let signals = classify::signals(glyphs);
        let by_kind = || classify::page_type(&signals, verdict.score);
        let mut record = page::record(RecordParts {
            page_type: recognition.as_ref().map_or_else(by_kind, |done| done.page_type),
            page: &file_page,
            access: self.access(),
            glyphs,
            layout,
            text,
            ranges: &ranges,
            verdict: &verdict,
            signals,
            label: self.page_label(glyphs.page_index),
            links: &self.page_links(&file_page),
            diagnostics: diagnostics.clone(),
            detail: options.detail,
            math: options.math,
            ocr: recognition.clone(),
        });
        let unreadable = page::unreadable(&record);
        unreadable.iter().for_each(|found| self.session.note(found.clone()));
        record.diagnostics.extend(unreadable);
        Some((record, later))
    }
}

impl LaidOutPage {
    /// Returns the clean text of the page with offsets back to its glyphs.
    pub(crate) fn text_page(&self, options: &ExtractOptions) -> TextPage {
        let rules = TextRules {
            policy: &options.policy,
            dictionary: options.dictionary.as_deref(),
            plausibility: quality::plausibility,
        };
        text::page(&self.glyphs, &self.layout, rules)
    }

    /// Returns the verdict on the text of the page.
    pub fn verdict(&self, options: &ExtractOptions) -> PageVerdict {
        let text = self.text_page(options);
        let ranges = GlyphRanges::new(&self.glyphs, &self.layout, &text);
        quality::judge_page(PageEvidence::new(&self.glyphs, &self.layout, &text, &ranges))
    }

    /// Returns the text of the page in reading order, using only this page.
    pub fn text(&self, options: &ExtractOptions) -> String {
        self.plain_page(&self.text_page(options), options).into_text()
    }

    pub(super) fn plain_page(&self, text: &TextPage, options: &ExtractOptions) -> PlainPage {
        plain_text::page_text(text, &self.layout, options)
    }

    /// Returns the text of the page as placed there, with spaces for distances.
    pub fn physical_text(&self, options: &ExtractOptions) -> String {
        let words = placed_word::placed_words(&self.glyphs, &self.layout, &options.policy);
        physical::page_text(words, physical::character_width(&self.glyphs, &self.layout))
    }
}

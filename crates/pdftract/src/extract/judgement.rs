//! Judges pages when somebody asks how far their text can be trusted: judging takes as long as a quarter of the record.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::page::Judging;
use super::{Document, PageAssembler};
use crate::ocr::classify;
use crate::options::ExtractOptions;
use crate::output::model::{Block, Page, Span};
use crate::output::{page, span};
use crate::quality::{self, PageEvidence, PageVerdict};

/// The verdict on a page, found when it is first needed. It refers neither to the document nor to its fonts.
#[derive(Debug)]
pub struct Judgement {
    evidence: Mutex<Option<PageEvidence>>,
    verdict: OnceLock<PageVerdict>,
}

impl Judgement {
    fn new(evidence: Option<PageEvidence>) -> Self {
        Self { evidence: Mutex::new(evidence), verdict: OnceLock::new() }
    }

    fn verdict(&self) -> &PageVerdict {
        self.verdict.get_or_init(|| {
            let evidence = self.evidence.lock().unwrap_or_else(PoisonError::into_inner).take();
            evidence.map_or_else(PageVerdict::unjudged, quality::judge_page)
        })
    }

    /// Returns the score of a block of the page, and its language.
    pub fn of_block(&self, block: &Block) -> (f32, Option<&'static str>) {
        page::block_verdict(self.verdict(), block.place as usize)
    }

    /// Returns a span of a block with the verdict on its text.
    pub fn span(&self, block: &Block, span: &Span) -> Span {
        let mut judged = span.clone();
        span::enter_verdict(&mut judged, block.place as usize, self.verdict());
        judged
    }

    /// Returns a page, which may be without its blocks, with the verdict on its text.
    pub fn page<'b>(&self, page: &Page, blocks: impl Iterator<Item = &'b Block>) -> Page {
        let (mut judged, verdict) = (page.clone(), self.verdict());
        let kind = match page.ocr {
            Some(_) => page.page_type,
            None => classify::page_type(&page.page_signals, verdict.score),
        };
        let scores = blocks.map(|block| self.of_block(block).0).collect();
        page::enter_verdict(&mut judged, kind, verdict, scores);
        judged
    }
}

impl Document {
    /// Returns the record of one page, counted from 0, using only that page, without the verdict on its text; `None` if
    /// it does not exist or a limit was reached. Pages that cannot be read are only reported by the judged page.
    pub fn unjudged_page(&self, page_index: usize, options: &ExtractOptions) -> Option<(Page, Judgement)> {
        let mut assembler = PageAssembler::new(options);
        assembler.page(self.record_output(page_index, options, Judging::Later));
        let output = assembler.finish()?;
        Some((output.record?, Judgement::new(output.evidence)))
    }
}

//! Reads pages of the document to resolve codes that fonts leave open; threads that wait for the result help to
//! compute it.

use std::sync::{Mutex, PoisonError};

use super::Document;
use crate::content::{PageGlyphs, unresolved_text};
use crate::diagnostic::Diagnostic;
use crate::unicode::context::{self, OpenText};
use crate::unicode::text_sample::{Answers, TextSample};

/// The number of pages drawn before their text is collected, which limits the pages in memory.
const PAGES_AT_ONCE: usize = 8;

/// Work that threads may share.
pub(super) enum ContextWork {
    /// Pages to draw.
    Pages(Vec<PageSlot>),
    /// Open codes of fonts whose shapes to examine.
    Shapes(Box<OpenText>),
}

/// A page to draw, and its glyphs.
pub(super) struct PageSlot {
    page_index: usize,
    drawn: Mutex<Option<(PageGlyphs, Vec<Diagnostic>)>>,
}

impl ContextWork {
    fn count(&self) -> usize {
        match self {
            Self::Pages(pages) => pages.len(),
            Self::Shapes(text) => text.font_count(),
        }
    }
}

impl Document {
    /// Returns the resolution of codes that fonts leave open, from the text of the document. One page is already
    /// drawn.
    pub(super) fn open_code_answers(&self, drawn: &PageGlyphs) -> &Answers {
        let help = |work: &ContextWork, part| self.do_part(work, part);
        self.context.get_or_lead(|| self.read_context(drawn), help)
    }

    fn do_part(&self, work: &ContextWork, part: usize) {
        match work {
            ContextWork::Pages(pages) => {
                let Some(slot) = pages.get(part) else { return };
                let index = slot.page_index;
                let (page, diagnostics) = self.session.collect_page(index, || self.drawn_glyphs(index));
                *slot.drawn.lock().unwrap_or_else(PoisonError::into_inner) =
                    page.map(|page| (page, diagnostics));
            }
            ContextWork::Shapes(text) => text.look_at_font(part, self.access()),
        }
    }

    fn read_context(&self, drawn: &PageGlyphs) -> Answers {
        let mut sample = TextSample::default();
        let pages: Vec<usize> = self.context_pages().collect();
        for pages in pages.chunks(PAGES_AT_ONCE) {
            let others = pages.iter().filter(|index| **index != drawn.page_index);
            let slot = |&page_index: &usize| PageSlot { page_index, drawn: Mutex::default() };
            let work = self.share(ContextWork::Pages(others.map(slot).collect()));
            let ContextWork::Pages(slots) = work.as_ref() else { continue };
            let mut slots = slots.iter();
            for index in pages {
                if *index == drawn.page_index {
                    unresolved_text::collect(drawn, &mut sample);
                } else if let Some(slot) = slots.next() {
                    self.collect_drawn(slot, &mut sample);
                }
            }
        }
        let work = self.share(ContextWork::Shapes(Box::new(OpenText::new(sample))));
        match work.as_ref() {
            ContextWork::Shapes(text) => context::decide(text, self.access()),
            ContextWork::Pages(_) => Answers::default(),
        }
    }

    fn share(&self, work: ContextWork) -> std::sync::Arc<ContextWork> {
        let count = work.count();
        self.context.share(work, count, |work, part| self.do_part(work, part))
    }

    /// Collects the text of a page, and caches the page for later requests.
    fn collect_drawn(&self, slot: &PageSlot, sample: &mut TextSample) {
        let drawn = slot.drawn.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((page, diagnostics)) = drawn {
            unresolved_text::collect(&page, sample);
            self.drawn_pages.keep(slot.page_index, page.glyphs.len(), (page, diagnostics));
        }
    }
}

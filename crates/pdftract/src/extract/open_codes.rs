//! Reads pages of the document to resolve codes that fonts leave open; threads that wait for the result help to
//! compute it.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Document;
use super::page_cache::PageCache;
use crate::content::{PageGlyphs, unresolved_text};
use crate::diagnostic::Diagnostic;
use crate::unicode::context::{self, OpenText};
use crate::unicode::text_sample::{Answers, TextSample};

/// The maximum number of glyphs of pages that were drawn before the text of an earlier page was collected, which limits
/// the pages in memory. Pages beyond it are drawn again.
const GLYPHS_AHEAD: usize = 144_000;

/// Work that threads may share.
pub(super) enum ContextWork {
    /// Pages to draw.
    Pages(ContextPages),
    /// Open codes of fonts whose shapes to examine.
    Shapes(Arc<OpenText>),
    /// Fonts whose text to read in several encodings.
    Encodings(Arc<OpenText>),
}

/// Pages to draw in any order. The thread that leads collects their text in the order of the document.
pub(super) struct ContextPages {
    pages: Vec<ContextPage>,
    drawn: PageCache<(PageGlyphs, Vec<Diagnostic>)>,
}

struct ContextPage {
    index: usize,
    is_done: AtomicBool,
}

/// The text collected so far.
#[derive(Default)]
struct Collected {
    sample: TextSample,
    /// The number of pages.
    pages: usize,
}

impl ContextWork {
    fn count(&self) -> usize {
        match self {
            Self::Pages(work) => work.pages.len(),
            Self::Shapes(text) | Self::Encodings(text) => text.font_count(),
        }
    }
}

impl Document {
    /// Returns the resolution of codes that fonts leave open, from the text of the document. One page is already
    /// drawn.
    pub(super) fn open_code_answers(&self, drawn: &PageGlyphs) -> &Answers {
        let lead = || {
            // Threads that wait for what pages have in common can help.
            self.edges.wake();
            self.style.wake();
            self.read_context(drawn)
        };
        self.context.get_or_lead(lead, |work, part| self.do_part(work, part))
    }

    /// Helps the thread that resolves open codes, if there is one.
    pub(super) fn help_with_open_codes(&self) {
        self.context.help_leader(|work, part| self.do_part(work, part));
    }

    fn do_part(&self, work: &ContextWork, part: Option<usize>) {
        let Some(part) = part else { return };
        match work {
            ContextWork::Pages(work) => self.draw_part(work, part),
            ContextWork::Shapes(text) => text.look_at_font(part, self.access()),
            ContextWork::Encodings(text) => text.read_font(part, self.access()),
        }
    }

    fn draw_part(&self, work: &ContextPages, part: usize) {
        // One page was drawn before.
        let to_draw = work.pages.get(part).filter(|page| !page.is_done.load(Ordering::Relaxed));
        let Some(page) = to_draw else { return };
        if let Some(drawn) = self.draw_for_context(page.index) {
            work.drawn.keep(page.index, drawn.0.glyphs.len(), drawn);
        }
        page.is_done.store(true, Ordering::Release);
    }

    fn draw_for_context(&self, index: usize) -> Option<(PageGlyphs, Vec<Diagnostic>)> {
        let (page, diagnostics) = self.session.collect_page(index, || self.drawn_glyphs(index));
        page.map(|page| (page, diagnostics))
    }

    fn read_context(&self, drawn: &PageGlyphs) -> Answers {
        let text = Arc::new(OpenText::new(self.read_context_pages(drawn)));
        for work in [ContextWork::Shapes(Arc::clone(&text)), ContextWork::Encodings(Arc::clone(&text))] {
            self.share(work, |work, part| self.do_part(work, part));
        }
        context::decide(&text, self.access())
    }

    /// Returns the text of the pages that serve as context, one of which is already drawn. Pages are collected while others
    /// are drawn, so that no thread waits for this one.
    fn read_context_pages(&self, drawn: &PageGlyphs) -> TextSample {
        let page = |index| ContextPage { index, is_done: AtomicBool::new(index == drawn.page_index) };
        let pages = self.context_pages().map(page).collect();
        let collected = Cell::new(Collected::default());
        let collect = |work: &ContextWork| {
            let mut text = collected.take();
            if let ContextWork::Pages(work) = work {
                self.collect_done(work, drawn, &mut text);
            }
            collected.set(text);
        };
        let work = ContextWork::Pages(ContextPages { pages, drawn: PageCache::new(GLYPHS_AHEAD) });
        let work = self.share(work, |work, part| {
            self.do_part(work, part);
            collect(work);
        });
        if let ContextWork::Pages(work) = work.as_ref() {
            // Only pages whose threads panicked are not done; they are drawn again, so that this is not hidden.
            work.pages.iter().for_each(|page| page.is_done.store(true, Ordering::Relaxed));
        }
        collect(work.as_ref());
        collected.into_inner().sample
    }

    /// Collects the text of the next pages, as far as they are done, and caches the pages for later requests.
    fn collect_done(&self, work: &ContextPages, drawn: &PageGlyphs, text: &mut Collected) {
        let next = work.pages.iter().skip(text.pages);
        for page in next.take_while(|page| page.is_done.load(Ordering::Acquire)) {
            text.pages += 1;
            if page.index == drawn.page_index {
                unresolved_text::collect(drawn, &mut text.sample);
                continue;
            }
            let kept = work.drawn.take(page.index);
            if let Some((page, diagnostics)) = kept.or_else(|| self.draw_for_context(page.index)) {
                unresolved_text::collect(&page, &mut text.sample);
                self.drawn_pages.keep(page.page_index, page.glyphs.len(), (page, diagnostics));
            }
        }
    }

    fn share(&self, work: ContextWork, help: impl Fn(&ContextWork, Option<usize>)) -> Arc<ContextWork> {
        let count = work.count();
        self.context.share(work, count, help)
    }
}

//! Resolves glyphs that their font alone does not identify, using other pages of the document as context.

use super::Document;
use super::repeated_pages::LeftOut;
use crate::budget::Stop;
use crate::clock;
use crate::content::misread::{self, Misread};
use crate::content::{self, Glyph, PageGlyphs, unresolved_text};
use crate::layout;
use crate::options::ExtractOptions;
use crate::unicode::{FontStore, UnicodeSource};

/// The number of pages read to identify unknown codes.
const CONTEXT_PAGES: usize = 40;

/// The share of glyphs without a stated text up to which facts about a page do without shapes and context: far from the share
/// that decides about OCR.
const FEW_OPEN: f32 = 0.1;

/// Returns `true` if a glyph needs the text of the document as context, or must be reported.
fn is_uncertain(glyph: &Glyph) -> bool {
    glyph.source.is_guess() || glyph.source == UnicodeSource::Unknown
}

impl Document {
    /// Returns the glyphs of a page, counted from 0, in drawing order; `None` if it does not exist.
    pub fn glyphs(&self, page_index: usize) -> Option<PageGlyphs> {
        if self.is_left_out(page_index) {
            return None;
        }
        let mut page = self.kept_glyphs(page_index).or_else(|| self.drawn_glyphs(page_index))?;
        // Most pages have no uncertain glyphs.
        if page.traits.may_be_uncertain() && page.glyphs.iter().any(is_uncertain) {
            if unresolved_text::has_open(&page) {
                let answers = self.open_code_answers(&page);
                unresolved_text::settle(&mut page, answers, self.access());
            }
            unresolved_text::note_doubts(&page, self.access());
        }
        Some(page)
    }

    /// Returns the glyphs of a page with the text that the file states for them; `None` if the page does not exist or much of
    /// its text is not stated, or not reliably.
    pub(super) fn stated_glyphs(&self, page_index: usize) -> Option<PageGlyphs> {
        if self.is_left_out(page_index) {
            return None;
        }
        let fonts = self.stated_fonts.get_or_init(|| self.fonts.as_stated());
        let page = self.drawn_with(fonts, page_index)?;
        let is_enough = unresolved_text::open_share(&page) <= FEW_OPEN && !misread::is_suspicious(&page);
        is_enough.then_some(page)
    }

    /// Returns whether a page repeats others, more of them than allowed.
    pub(super) fn is_left_out(&self, page_index: usize) -> bool {
        page_index >= self.session.limits().repeated_pages
            && self.left_out.get_or_init(|| LeftOut::find(&self.file, &self.session)).contains(page_index)
    }

    /// Returns the glyphs of a page that the caller wants.
    pub(super) fn wanted_glyphs(&self, page_index: usize, options: &ExtractOptions) -> Option<PageGlyphs> {
        let mut page = self.glyphs(page_index)?;
        if options.no_diagonal_text {
            page.drop_diagonal();
        }
        Some(page)
    }

    /// Returns the cached glyphs of a page that was drawn as context, as resolved by its fonts alone.
    fn kept_glyphs(&self, page_index: usize) -> Option<PageGlyphs> {
        let (page, diagnostics) = self.drawn_pages.take(page_index)?;
        // The diagnostics were reported when the page was drawn, but not to the current caller.
        diagnostics.into_iter().for_each(|diagnostic| self.session.note(diagnostic));
        Some(page)
    }

    /// Draws the glyphs of a page, as resolved by its fonts alone.
    pub(super) fn drawn_glyphs(&self, page_index: usize) -> Option<PageGlyphs> {
        let page = self.drawn_with(&self.fonts, page_index)?;
        if !misread::is_suspicious(&page) {
            return Some(page);
        }
        let fonts = self.true_fonts.get_or_init(|| self.find_misread_fonts());
        let is_misread = misread::uses(&page, fonts.true_cmaps());
        if is_misread { self.drawn_with(fonts, page_index) } else { Some(page) }
    }

    fn drawn_with(&self, fonts: &FontStore, page_index: usize) -> Option<PageGlyphs> {
        let page = self.file.page(page_index)?;
        let layers = self.layers.get_or_init(|| self.file.layer_state());
        let clock = self.session.budget().clock();
        let mut glyphs =
            clock::watch(clock, || content::page_glyphs(&self.session, &self.file, fonts, layers, &page));
        layout::vertical::recognise(&mut glyphs);
        if self.session.budget().font_work().is_spent() {
            self.session.note_stop(Stop::FontWork);
        }
        if self.session.budget().fonts().has_losses() {
            self.session.note_stop(Stop::Memory);
        }
        Some(glyphs)
    }

    /// Returns the fonts with corrected CMaps, for strings that are in another encoding than their font states.
    fn find_misread_fonts(&self) -> FontStore {
        let mut found = Misread::default();
        for index in self.context_pages().take_while(|_| self.has_time()) {
            self.drawn_with(&self.fonts, index).iter().for_each(|page| found.add(page));
        }
        self.fonts.with_true_cmaps(found.true_cmaps())
    }

    /// Returns a fixed selection of pages from all parts of the document.
    pub(super) fn context_pages(&self) -> impl Iterator<Item = usize> + use<> {
        let step = self.page_count().div_ceil(CONTEXT_PAGES).max(1);
        (0..self.page_count()).step_by(step)
    }
}

//! Glyphs whose meaning their font alone does not tell: other pages of the document are asked.

use super::Document;
use crate::budget::Stop;
use crate::content::misread::{self, Misread};
use crate::content::{self, Glyph, PageGlyphs, unresolved_text};
use crate::layout;
use crate::options::ExtractOptions;
use crate::unicode::{FontStore, UnicodeSource};

/// Pages that are read to find out what unknown codes mean.
const CONTEXT_PAGES: usize = 40;

/// Returns whether the text of the document may say better what a glyph is, or it must be reported.
fn is_uncertain(glyph: &Glyph) -> bool {
    glyph.source.is_guess() || glyph.source == UnicodeSource::Unknown
}

impl Document {
    /// The glyphs of a page, counted from 0, in drawing order; `None` when there is no such page.
    pub fn glyphs(&self, page_index: usize) -> Option<PageGlyphs> {
        let mut page = self.kept_glyphs(page_index).or_else(|| self.drawn_glyphs(page_index))?;
        // Most pages have nothing to ask.
        if page.glyphs.iter().any(is_uncertain) {
            if unresolved_text::has_open(&page) {
                let answers = self.open_code_answers(&page);
                unresolved_text::settle(&mut page, answers, self.access());
            }
            unresolved_text::note_doubts(&page, self.access());
        }
        Some(page)
    }

    /// Returns the glyphs of a page that the caller wants at all.
    pub(super) fn wanted_glyphs(&self, page_index: usize, options: &ExtractOptions) -> Option<PageGlyphs> {
        let mut page = self.glyphs(page_index)?;
        if options.no_diagonal_text {
            page.drop_diagonal();
        }
        Some(page)
    }

    /// The glyphs of a page that was drawn for its text, as its fonts alone explain them.
    fn kept_glyphs(&self, page_index: usize) -> Option<PageGlyphs> {
        let (page, diagnostics) = self.drawn_pages.take(page_index)?;
        // They were told when the page was drawn, but not to the one who asks for it now.
        diagnostics.into_iter().for_each(|diagnostic| self.session.note(diagnostic));
        Some(page)
    }

    /// The glyphs of a page as its fonts alone explain them.
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
        let mut glyphs = content::page_glyphs(&self.session, &self.file, fonts, layers, &page);
        layout::vertical::recognise(&mut glyphs);
        if self.session.budget().font_work().is_spent() {
            self.session.note_stop(Stop::FontWork);
        }
        Some(glyphs)
    }

    /// The fonts as they should be, where strings are in another encoding than fonts say.
    fn find_misread_fonts(&self) -> FontStore {
        let mut found = Misread::default();
        for index in self.context_pages().take_while(|_| self.has_time()) {
            self.drawn_with(&self.fonts, index).iter().for_each(|page| found.add(page));
        }
        self.fonts.with_true_cmaps(found.true_cmaps())
    }

    /// Pages from all over the document, always the same ones.
    pub(super) fn context_pages(&self) -> impl Iterator<Item = usize> + use<> {
        let step = self.page_count().div_ceil(CONTEXT_PAGES).max(1);
        (0..self.page_count()).step_by(step)
    }
}

//! Learns the style that the pages of a document have in common.

use super::sample::SampleWork;
use super::{Document, LaidOutPage};
use crate::structure::{DocumentStyle, StylePage, StyleSampler};

/// The maximum number of pages from which the style is learned.
const SAMPLE_PAGES: usize = 24;

/// Pages to look at, with what they show of the style.
pub(super) type StyleWork = SampleWork<StylePage>;

impl Document {
    /// Returns the style that the pages have in common, learned from a sample of them.
    pub(super) fn style(&self) -> &DocumentStyle {
        let help = |work: &StyleWork, part| self.learn_from_page(work, part, |page| self.style_of(page));
        self.style.get_or_lead(|| self.learn_style(), help)
    }

    fn learn_style(&self) -> DocumentStyle {
        let mut sampler = StyleSampler::default();
        let pages = self.learn_from_sample(&self.style, SAMPLE_PAGES, |page| self.style_of(page));
        pages.into_iter().for_each(|page| sampler.add(page));
        let titles = self.outline().iter().map(|item| (item.title.as_str(), item.level, item.page_index));
        sampler.finish(self.page_count(), titles)
    }

    fn style_of(&self, page: &mut LaidOutPage) -> StylePage {
        page.glyphs.fonts.iter().for_each(|font| font.ask_program(self.access()));
        StylePage::new(&page.glyphs, &mut page.layout)
    }
}

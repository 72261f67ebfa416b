//! Learns the lines that pages repeat at their edges. Plain text needs nothing else of the style of a document, so that
//! it looks at fewer pages.

use super::sample::SampleWork;
use super::{Document, LaidOutPage};
use crate::structure::{EdgePage, EdgeSampler, PageEdges};

/// The maximum number of pages from which the edges are learned.
const SAMPLE_PAGES: usize = 12;

/// Pages to look at, with their edges.
pub(super) type EdgeWork = SampleWork<EdgePage>;

impl Document {
    /// Returns the lines that pages repeat at their edges.
    pub(super) fn page_edges(&self) -> &PageEdges {
        let help = |work: &EdgeWork, part| self.learn_from_page(work, part, edges);
        self.edges.get_or_lead(|| self.learn_edges(), help)
    }

    fn learn_edges(&self) -> PageEdges {
        let mut sampler = EdgeSampler::default();
        let pages = self.learn_from_sample(&self.edges, SAMPLE_PAGES, edges);
        pages.into_iter().for_each(|page| sampler.add(page));
        sampler.finish(self.page_count())
    }
}

fn edges(page: &mut LaidOutPage) -> EdgePage {
    EdgePage::new(&page.glyphs, &page.layout)
}

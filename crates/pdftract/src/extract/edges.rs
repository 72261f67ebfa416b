//! Learns the lines that pages repeat at their edges. Plain text needs nothing else of the style of a document, so that
//! it looks at fewer pages, and all threads that wait for them share the work.

use std::sync::{Mutex, PoisonError};

use super::{Document, sample};
use crate::structure::{EdgePage, EdgeSampler, PageEdges};

/// The maximum number of pages from which the edges are learned.
const SAMPLE_PAGES: usize = 12;

/// Pages to look at, with their edges.
pub(super) struct EdgeWork(Vec<(usize, Mutex<Option<EdgePage>>)>);

impl Document {
    /// Returns the lines that pages repeat at their edges.
    pub(super) fn page_edges(&self) -> &PageEdges {
        let help = |work: &EdgeWork, part| self.sample_edges(work, part);
        self.edges.get_or_lead(|| self.learn_edges(), help)
    }

    fn learn_edges(&self) -> PageEdges {
        let pages: Vec<_> = sample(self.page_count(), SAMPLE_PAGES)
            .into_iter()
            .map(|page_index| (page_index, Mutex::default()))
            .collect();
        let count = pages.len();
        let work = self.edges.share(EdgeWork(pages), count, |work, part| self.sample_edges(work, part));
        let mut sampler = EdgeSampler::default();
        for (_, slot) in &work.0 {
            slot.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take()
                .into_iter()
                .for_each(|page| sampler.add(page));
        }
        sampler.finish(self.page_count())
    }

    fn sample_edges(&self, work: &EdgeWork, part: usize) {
        let Some((page_index, slot)) = work.0.get(part).filter(|_| self.has_time()) else { return };
        let edges = self.sample_page(*page_index, |page| EdgePage::new(&page.glyphs, &page.layout));
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = edges;
    }
}

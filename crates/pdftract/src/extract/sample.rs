//! Learns from a sample of the pages of a document: all threads that wait for the result share the work, and the pages
//! are cached for their turn.

use std::sync::{Mutex, PoisonError};

use super::{Document, LaidOutPage};
use crate::joint_value::JointValue;
use crate::options::ExtractOptions;

/// The number of consecutive pages in a sampled run, so that repetitions are found.
const SAMPLE_RUN: usize = 3;

/// The pages of a sample, with what was learned from each.
pub(super) struct SampleWork<P>(Vec<(usize, Mutex<Option<P>>)>);

impl<P> SampleWork<P> {
    fn new(pages: Vec<usize>) -> Self {
        Self(pages.into_iter().map(|page_index| (page_index, Mutex::default())).collect())
    }

    fn take(&self, part: usize) -> Option<P> {
        self.0.get(part)?.1.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Document {
    /// Learns from at most `max` pages of the document, and returns what each of them showed, in their order. `value`
    /// is what is learned, for which other threads [help](Self::learn_from_page).
    pub(super) fn learn_from_sample<T, P>(
        &self,
        value: &JointValue<T, SampleWork<P>>,
        max: usize,
        learn: impl Fn(&mut LaidOutPage) -> P,
    ) -> Vec<P> {
        let pages = sample(self.page_count(), max);
        let count = pages.len();
        let help = |work: &SampleWork<P>, part| self.learn_from_page(work, part, &learn);
        let work = value.share(SampleWork::new(pages), count, help);
        (0..count).filter_map(|part| work.take(part)).collect()
    }

    /// Learns from one page of a sample. Without a page, helps with what may hold the others up.
    pub(super) fn learn_from_page<P>(
        &self,
        work: &SampleWork<P>,
        part: Option<usize>,
        learn: impl FnOnce(&mut LaidOutPage) -> P,
    ) {
        let Some(part) = part else {
            // All pages of the sample have begun, and some may wait for open codes.
            return self.help_with_open_codes();
        };
        let Some((page_index, slot)) = work.0.get(part).filter(|_| self.has_time()) else { return };
        let learned = self.sample_page(*page_index, learn);
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = learned;
    }

    /// Lays out a page of a sample, learns from it, and caches it for its turn.
    fn sample_page<P>(&self, page_index: usize, learn: impl FnOnce(&mut LaidOutPage) -> P) -> Option<P> {
        let mut page = self.sampled_pages.take(page_index).or_else(|| {
            // OCR is too expensive for a sample.
            let work = || self.drawn_layout(page_index, &ExtractOptions::default());
            let (page, diagnostics) = self.session.collect_page(page_index, work);
            Some(LaidOutPage { diagnostics, ..page? })
        })?;
        let learned = learn(&mut page);
        self.sampled_pages.keep(page_index, page.glyphs.glyphs.len(), page);
        Some(learned)
    }
}

/// Selects the pages to learn from: all of a short document, runs of a few pages throughout a long one.
pub(super) fn sample(pages: usize, max: usize) -> Vec<usize> {
    if pages <= max {
        return (0..pages).collect();
    }
    let runs = max / SAMPLE_RUN;
    (0..runs)
        .flat_map(|run| (0..SAMPLE_RUN).map(move |page| run * (pages - SAMPLE_RUN) / (runs - 1) + page))
        .collect()
}

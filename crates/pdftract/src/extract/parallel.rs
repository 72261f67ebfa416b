//! Processes pages in parallel, with results in order.

use super::Document;
use crate::budget::Stop;
use crate::threads::ordered::map_ordered;
use crate::threads::{PageError, WorkerPermits};

impl Document {
    /// Runs `work` for pages, counted from 0, in parallel and calls `deliver` with each result, on the calling thread and
    /// in the order of `pages`.
    ///
    /// At most four pages per permit are started and not yet delivered, so that memory does not grow with the
    /// document. Permits may be shared by several documents; those that become available meanwhile are used. The
    /// results do not depend on the number of threads.
    ///
    /// If the document is [cancelled](crate::CancelFlag), pages not yet started are delivered as
    /// [`PageError::Cancelled`]. After its time limit, `work` still runs, but every reading method returns at once
    /// with a partial result and a diagnostic. A panic of `work` is delivered as [`PageError::Panicked`].
    ///
    /// # Errors
    ///
    /// Returns the first error of `deliver`, which ends the work on all further pages.
    ///
    /// ```
    /// use pdftract::WorkerPermits;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let document = pdftract::open(path)?;
    /// let pages: Vec<usize> = (0..document.page_count()).collect();
    /// let mut texts = Vec::new();
    /// let options = pdftract::ExtractOptions::default();
    /// let read = |page_index| document.page_text(page_index, &options).unwrap_or_default();
    /// document.map_pages(&pages, &WorkerPermits::new(None), read, |_page_index, text| {
    ///     texts.push(text?);
    ///     Ok::<_, pdftract::PageError>(())
    /// })?;
    /// assert!(texts[0].starts_with("Hello, reader!"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn map_pages<T: Send, E>(
        &self,
        pages: &[usize],
        permits: &WorkerPermits,
        work: impl Fn(usize) -> T + Sync,
        deliver: impl FnMut(usize, Result<T, PageError>) -> Result<(), E>,
    ) -> Result<(), E> {
        let work = |page| match self.session.budget().check() {
            Err(Stop::Cancelled) => Err(PageError::Cancelled),
            _ => Ok(work(page)),
        };
        map_ordered(pages, permits, work, deliver)
    }
}

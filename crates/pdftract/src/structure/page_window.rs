//! A window over the pages of a document in order, for anything that crosses page ends.
//!
//! Pages may be read in parallel, as long as they are pushed in order. The window holds one page back: a page is
//! released when its successor is known, so that a rule may look at the end of one page and the start of the next and
//! change both. At most two pages are in memory, regardless of the length of the document. Rules about paragraphs,
//! lists and tables that continue on the next page belong in the `rule` passed to [`PageWindow::push`].

/// Releases each page when its successor is known.
#[derive(Debug)]
pub(crate) struct PageWindow<P> {
    waiting: Option<P>,
}

impl<P> Default for PageWindow<P> {
    fn default() -> Self {
        Self { waiting: None }
    }
}

impl<P> PageWindow<P> {
    /// Adds the next page, applies a rule to it and the previous page, and releases the previous page.
    pub(crate) fn push(&mut self, mut page: P, rule: impl FnOnce(&mut P, &mut P)) -> Option<P> {
        if let Some(before) = &mut self.waiting {
            rule(before, &mut page);
        }
        self.waiting.replace(page)
    }

    /// Releases the last page.
    pub(crate) fn finish(&mut self) -> Option<P> {
        self.waiting.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_released_when_its_successor_has_been_seen() {
        let mut window = PageWindow::default();
        let carry = |before: &mut u32, page: &mut u32| *page += *before;
        assert_eq!(window.push(1, carry), None);
        assert_eq!(window.push(10, carry), Some(1));
        assert_eq!(window.push(100, carry), Some(11));
        assert_eq!((window.finish(), window.finish()), (Some(111), None));
    }
}

//! The pass over the pages of a document in order, for what crosses page ends.
//!
//! Pages may be laid out and classified in parallel, as long as they are pushed in order. The pass holds one page
//! back: a page is released when its successor is known, so that a rule may look at the end of one page and the start
//! of the next and change both. At most two pages are in memory, however long the document is. Rules about
//! paragraphs, lists and tables that continue on the next page belong into [`DocumentPass::push`].

use super::classify::assign_roles;
use super::document_style::DocumentStyle;
use super::model::StructuredPage;
use crate::content::PageGlyphs;

/// A page that can go through a [`DocumentPass`].
pub trait PageInPass {
    /// Returns the glyphs of the page and its structure, which rules may change.
    fn parts(&mut self) -> (&PageGlyphs, &mut StructuredPage);
}

/// Goes over pages in order and releases each of them when its successor is known.
#[derive(Debug)]
pub struct DocumentPass<'s, P> {
    style: &'s DocumentStyle,
    waiting: Option<P>,
}

impl<'s, P: PageInPass> DocumentPass<'s, P> {
    /// Starts a pass over a document of this style.
    pub fn new(style: &'s DocumentStyle) -> Self {
        Self { style, waiting: None }
    }

    /// Takes the next page and releases the one before it. Roles are assigned unless a worker did that already.
    pub fn push(&mut self, mut page: P) -> Option<P> {
        let (glyphs, structured) = page.parts();
        if !structured.has_roles {
            assign_roles(glyphs, structured, self.style);
        }
        self.waiting.replace(page)
    }

    /// Releases the last page.
    pub fn finish(self) -> Option<P> {
        self.waiting
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{IndexRange, LayoutLine};
    use crate::structure::{Role, StructuredBlock};

    struct Sheet {
        glyphs: PageGlyphs,
        structured: StructuredPage,
    }

    impl PageInPass for Sheet {
        fn parts(&mut self) -> (&PageGlyphs, &mut StructuredPage) {
            (&self.glyphs, &mut self.structured)
        }
    }

    /// A page with one empty list item that no rule has looked at yet.
    fn sheet(page_index: usize) -> Sheet {
        let line = LayoutLine { pieces: IndexRange::default(), bbox: [0.0; 4], size: 10.0, ruby: false };
        let item = StructuredBlock {
            role: Role::ListItem,
            level: 0,
            lines: IndexRange { start: 0, end: 1 },
            bbox: [0.0; 4],
            table: None,
            marker: 0,
        };
        let structured =
            StructuredPage { blocks: vec![item], lines: vec![line], ..StructuredPage::default() };
        Sheet { glyphs: PageGlyphs { page_index, ..PageGlyphs::default() }, structured }
    }

    fn level(sheet: &Sheet) -> u8 {
        sheet.structured.blocks[0].level
    }

    #[test]
    fn a_page_is_released_with_roles_when_its_successor_arrives() {
        let style = DocumentStyle::default();
        let mut pass = DocumentPass::new(&style);
        assert!(pass.push(sheet(0)).is_none());
        for index in 1..100 {
            let released = pass.push(sheet(index)).unwrap();
            assert_eq!((released.glyphs.page_index, level(&released)), (index - 1, 1));
        }
        assert_eq!(pass.finish().map(|last| last.glyphs.page_index), Some(99));
    }

    #[test]
    fn pages_that_workers_have_classified_are_left_alone() {
        let style = DocumentStyle::default();
        let mut pass = DocumentPass::new(&style);
        let mut classified = sheet(0);
        classified.structured.has_roles = true;
        pass.push(classified);
        assert_eq!(pass.finish().map(|page| level(&page)), Some(0));
    }
}

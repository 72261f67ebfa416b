//! Facts of pages that need no layout.

use super::Document;
use crate::content::PageProfile;

impl Document {
    /// Returns the facts that characterise a page, counted from 0; `None` when there is no such page.
    ///
    /// The page is drawn but not laid out, so that this costs less than its text. `docs/page-facts.md` explains each field
    /// and what it is good for.
    ///
    /// ```
    /// # fn main() -> Result<(), pdftract::Error> {
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
    /// let document = pdftract::open(path)?;
    /// if let Some(profile) = document.page_profile(0) {
    ///     let is_scan = profile.largest_image_share > 0.8 && profile.glyphs == profile.inkless_glyphs;
    ///     assert!(!is_scan && profile.fonts == 1);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn page_profile(&self, page_index: usize) -> Option<PageProfile> {
        let glyphs = self.glyphs(page_index)?;
        Some(PageProfile::new(&glyphs, self.file.page(page_index)?.rotation()))
    }
}

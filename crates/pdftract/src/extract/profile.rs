//! Page facts that need no layout.

use super::Document;
use crate::content::PageProfile;

impl Document {
    /// Returns the facts that characterise a page, counted from 0; `None` if it does not exist.
    ///
    /// The page is interpreted but not laid out, so this is cheaper than its text. `docs/page-facts.md` explains each
    /// field and its uses.
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

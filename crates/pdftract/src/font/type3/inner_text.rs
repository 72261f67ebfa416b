//! Reports the text that Type 3 glyphs show in other fonts, without interpreting it.

use crate::file::object::Dict;

/// Receives the text shown by a glyph procedure.
pub(crate) trait InnerText {
    /// Selects a font by its dictionary. Returns a number for it; `None` if text in it is not wanted.
    fn font(&mut self, font: &Dict<'_>) -> Option<usize>;

    /// Receives a string shown in a font, given by its number.
    fn show(&mut self, font: usize, bytes: &[u8]);

    /// Receives a gap between words.
    fn gap(&mut self);
}

/// Ignores inner text, for callers that only need widths or outlines.
pub(crate) struct IgnoredText;

impl InnerText for IgnoredText {
    fn font(&mut self, _: &Dict<'_>) -> Option<usize> {
        None
    }

    fn show(&mut self, _: usize, _: &[u8]) {}

    fn gap(&mut self) {}
}

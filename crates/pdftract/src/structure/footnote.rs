//! Footnotes: small text in the lower part of a page that begins with a mark.

use super::block_facts::BlockFacts;
use super::document_style::DocumentStyle;
use crate::content::PageGlyphs;

/// Footnotes are smaller than text by this factor.
const FOOTNOTE_FACTOR: f32 = 0.93;
/// Footnotes are set in the lower part of the page, from here on.
const FOOTNOTE_FROM: f32 = 0.5;

/// Returns whether a block is a footnote.
pub(super) fn is_footnote(page: &PageGlyphs, style: &DocumentStyle, facts: &BlockFacts) -> bool {
    let is_marked = facts.raised_start || facts.marker > 0 || facts.text.starts_with(['*', '†', '‡', '§']);
    let is_low = f64::from(facts.top) > page.height * f64::from(FOOTNOTE_FROM);
    is_low && is_marked && facts.size < style.body.size * FOOTNOTE_FACTOR
}

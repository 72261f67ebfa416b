//! Footnotes: small text in the lower part of a page that begins with a marker.

use super::block_facts::BlockFacts;
use super::document_style::DocumentStyle;
use crate::content::PageGlyphs;

/// The greatest size of footnotes relative to text.
const FOOTNOTE_FACTOR: f32 = 0.93;
/// The relative height on the page from which footnotes may begin.
const FOOTNOTE_FROM: f32 = 0.5;

/// Returns `true` if a block is a footnote.
pub(super) fn is_footnote(page: &PageGlyphs, style: &DocumentStyle, facts: &BlockFacts) -> bool {
    let is_marked = facts.raised_start || facts.marker > 0 || facts.text.starts_with(['*', '†', '‡', '§']);
    let is_low = f64::from(facts.top) > page.height * f64::from(FOOTNOTE_FROM);
    is_low && is_marked && facts.size < style.body.size * FOOTNOTE_FACTOR
}

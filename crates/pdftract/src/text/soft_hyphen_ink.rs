//! Detects soft hyphens that are drawn within a line, which readers see as hyphens.

use crate::char_class::SOFT_HYPHEN;
use crate::content::{Glyph, PageGlyphs};
use crate::layout::LayoutLine;
use crate::layout::line_text::push_piece;
use crate::structure::StructuredPage;

/// The share of a soft hyphen that the next glyph must leave uncovered for it to be visible.
const SEEN_PART: f32 = 0.5;

/// Returns `true` if a glyph is a soft hyphen that the next glyph does not cover.
pub(super) fn is_seen(hyphen: &Glyph, next: &Glyph) -> bool {
    let free = (next.x - hyphen.x).hypot(next.y - hyphen.y);
    hyphen.text.character() == Some(SOFT_HYPHEN) && hyphen.advance > 0.0 && free >= hyphen.advance * SEEN_PART
}

/// Returns the offsets of visible soft hyphens within the raw text of a line.
pub(super) fn seen_hyphens(
    page: &PageGlyphs,
    layout: &StructuredPage,
    line: &LayoutLine,
    raw: &str,
) -> Vec<u32> {
    let mut seen = Vec::new();
    if !raw.trim_end_matches([' ', SOFT_HYPHEN]).contains(SOFT_HYPHEN) {
        return seen;
    }
    let pieces = line.pieces.slice(&layout.pieces);
    let glyph = |index: usize| pieces.get(index).and_then(|piece| page.glyphs.get(piece.glyph as usize));
    let mut text = String::new();
    for (index, piece) in pieces.iter().enumerate() {
        push_piece(page, piece, 0, &mut text);
        if text.ends_with(SOFT_HYPHEN)
            && let (Some(hyphen), Some(next)) = (glyph(index), glyph(index + 1))
            && is_seen(hyphen, next)
        {
            seen.extend(u32::try_from(text.len() - SOFT_HYPHEN.len_utf8()));
        }
    }
    seen
}

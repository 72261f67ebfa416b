//! Checks by its shape whether a glyph may be the character that its code is taken for.

use super::ideographs;
use super::resolved_font::ResolvedFont;
use super::shape;
use crate::font::access::Access;
use crate::font::char_code::CharCode;

/// Returns `true` if a glyph may have a text. An unknown shape may be anything, but a blank glyph only a space.
pub(super) fn may_be(font: &ResolvedFont, access: Access<'_>, code: CharCode, text: &str) -> bool {
    if font.is_ideographic() {
        return !ideographs::are_numbers(font, access);
    }
    if shape::is_blank(font, access, code) {
        return text.trim().is_empty();
    }
    let candidates = shape::shape_candidates(font, access, code);
    candidates.is_empty() || candidates.iter().any(|candidate| candidate.text == text)
}

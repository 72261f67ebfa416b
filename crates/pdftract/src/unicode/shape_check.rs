//! Checks whether a glyph may be the character that its code is taken for, by its look.

use super::ideographs;
use super::resolved_font::ResolvedFont;
use super::shape;
use crate::font::access::Access;
use crate::font::char_code::CharCode;

/// Returns whether a glyph may be a text. A shape of which nothing is known may be anything, but one without ink only a
/// blank.
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

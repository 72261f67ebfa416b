//! Detects pages whose text is UTF-8 that was decoded as Windows-1252: `Ã
//!
//! ` instead of `ö`.

use super::clean::mojibake::{may_begin, undone};
use crate::content::PageGlyphs;
use crate::layout::line_text::push_line;
use crate::structure::StructuredPage;

/// Returns `true` if the lines of a page that can be decoded as UTF-8 without loss are more plausible that way.
pub(super) fn is_misread(page: &PageGlyphs, layout: &StructuredPage, plausibility: fn(&str) -> f64) -> bool {
    if !may_be_misread(page) {
        return false;
    }
    let (mut read, mut meant, mut line_text) = (String::new(), String::new(), String::new());
    for line in &layout.lines {
        line_text.clear();
        push_line(page, &layout.pieces, line, &mut line_text);
        if let Some(line_meant) = undone(&line_text) {
            read.extend([line_text.as_str(), "\n"]);
            meant.extend([line_meant.as_str(), "\n"]);
        }
    }
    !meant.is_empty() && plausibility(&meant) > plausibility(&read)
}

/// Returns `true` if two consecutive glyphs may be the start of a UTF-8 character. Few pages have such a pair.
fn may_be_misread(page: &PageGlyphs) -> bool {
    let characters = || page.glyphs.iter().map(|glyph| glyph.text.character().unwrap_or(' '));
    characters().zip(characters().skip(1)).any(|(first, second)| may_begin(first, second))
}

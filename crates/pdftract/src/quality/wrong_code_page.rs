//! Pages whose text is UTF-8 that somebody read as Windows-1252: `Ã¶` where `ö` was meant.

use crate::clean::mojibake::{may_begin, undone};
use crate::content::PageGlyphs;
use crate::layout::line_text::push_line;
use crate::structure::StructuredPage;

use super::verdict::judge;

/// Whether the lines of a page that can be read as UTF-8 without loss make more sense that way.
pub(crate) fn is_misread(page: &PageGlyphs, layout: &StructuredPage) -> bool {
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
    !meant.is_empty() && judge(&meant).confidence > judge(&read).confidence
}

/// Whether two glyphs in a row are the beginning of a character of UTF-8: true for hardly any page.
fn may_be_misread(page: &PageGlyphs) -> bool {
    let characters = || page.glyphs.iter().map(|glyph| glyph.text.character().unwrap_or(' '));
    characters().zip(characters().skip(1)).any(|(first, second)| may_begin(first, second))
}

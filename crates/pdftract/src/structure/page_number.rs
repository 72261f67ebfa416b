//! Page numbers: which texts are the number of a page and nothing else.

use super::title_key::{title_key, without_numbers};
use crate::content::PageGlyphs;
use crate::layout::{IndexRange, PageLayout};

/// Page numbers that are marked as artifacts are at most this long, in characters.
const MAX_BARE_NUMBER: usize = 12;
/// Words around page numbers, as title keys. The numbers themselves are taken out.
const WORDS_AROUND: [&str; 11] =
    ["", "page", "pageof", "of", "p", "seite", "seitevon", "第页", "página", "strana", "стр"];

/// Returns whether a text is a page number and nothing else: `12`, `- 12 -`, `Page 3 of 9`, `iv`.
pub(super) fn is_page_number(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let roman = !text.is_empty() && text.len() <= 6 && text.chars().all(|c| "ivxlc".contains(c));
    // Most lines have no digits or many: their words need not be compared.
    let is_among_words = || WORDS_AROUND.contains(&title_key(&without_numbers(text)).as_str());
    roman || ((1..=8).contains(&digits) && is_among_words())
}

/// Returns whether lines hold digits and signs around numbers only. Enough for lines that are marked as artifacts.
pub(super) fn is_bare_number(page: &PageGlyphs, layout: &PageLayout, lines: IndexRange) -> bool {
    let pieces = lines.slice(&layout.lines).iter().flat_map(|line| line.pieces.slice(&layout.pieces));
    let glyphs = pieces.take(MAX_BARE_NUMBER + 1).filter_map(|piece| page.glyphs.get(piece.glyph as usize));
    let mut text = String::new();
    glyphs.for_each(|glyph| page.push_text(glyph, &mut text));
    let is_part = |c: char| c.is_numeric() || c.is_whitespace() || "-–—/|.[]()".contains(c);
    text.chars().count() <= MAX_BARE_NUMBER && text.chars().all(is_part) && text.contains(char::is_numeric)
}

//! Detects texts that are only a page number.

use super::title_key::{title_key, without_numbers};
use crate::content::PageGlyphs;
use crate::layout::{IndexRange, PageLayout};

/// The maximum length of page numbers that are marked as artifacts, in characters.
const MAX_BARE_NUMBER: usize = 12;
/// Words around page numbers, as title keys, without the numbers.
const WORDS_AROUND: [&str; 11] =
    ["", "page", "pageof", "of", "p", "seite", "seitevon", "第页", "página", "strana", "стр"];

/// Returns `true` if a text is only a page number: `12`, `- 12 -`, `Page 3 of 9`, `iv`.
pub(super) fn is_page_number(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let roman = !text.is_empty() && text.len() <= 6 && text.chars().all(|c| "ivxlc".contains(c));
    // Most lines have no digits or many, so their words need not be compared.
    let is_among_words = || WORDS_AROUND.contains(&title_key(&without_numbers(text)).as_str());
    roman || ((1..=8).contains(&digits) && is_among_words())
}

/// Returns `true` if lines only contain digits and signs around numbers. This is sufficient for lines marked as
/// artifacts.
pub(super) fn is_bare_number(page: &PageGlyphs, layout: &PageLayout, lines: IndexRange) -> bool {
    let pieces = lines.slice(&layout.lines).iter().flat_map(|line| line.pieces.slice(&layout.pieces));
    let glyphs = pieces.take(MAX_BARE_NUMBER + 1).filter_map(|piece| page.glyphs.get(piece.glyph as usize));
    let mut text = String::new();
    glyphs.for_each(|glyph| page.push_text(glyph, &mut text));
    let is_part = |c: char| c.is_numeric() || c.is_whitespace() || "-–—/|.[]()".contains(c);
    text.chars().count() <= MAX_BARE_NUMBER && text.chars().all(is_part) && text.contains(char::is_numeric)
}

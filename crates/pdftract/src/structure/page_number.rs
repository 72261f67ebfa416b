//! Detects texts that are only a page number.

use super::title_key::{is_roman, is_roman_digit, title_key, without_numbers};
use crate::content::PageGlyphs;
use crate::layout::{IndexRange, PageLayout};

/// The maximum length of page numbers that are marked as artifacts, in characters.
const MAX_BARE_NUMBER: usize = 12;
/// Words around page numbers, as title keys, without the numbers.
const WORDS_AROUND: [&str; 11] =
    ["", "page", "pageof", "of", "p", "seite", "seitevon", "第页", "página", "strana", "стр"];

/// The number of ASCII letters of the longest of them.
const MOST_LETTERS: usize = 8;

/// Returns `true` if a text is only a page number: `12`, `- 12 -`, `Page 3 of 9`, `iv`.
pub(super) fn is_page_number(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let roman = !text.is_empty() && text.len() <= 6 && is_roman(text);
    // Most lines have no digits or many, or letters of which no number consists, so their words need not be compared.
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() && !is_roman_digit(*byte);
    let may_be_words = || text.bytes().filter(is_letter).count() <= MOST_LETTERS;
    let is_among_words = || WORDS_AROUND.contains(&title_key(&without_numbers(text)).as_str());
    roman || ((1..=8).contains(&digits) && may_be_words() && is_among_words())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the words of every text.
    fn is_page_number_by_words(text: &str) -> bool {
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        let roman = !text.is_empty() && text.len() <= 6 && text.chars().all(|c| "ivxlc".contains(c));
        let key = title_key(&without_numbers(text));
        roman || ((1..=8).contains(&digits) && WORDS_AROUND.contains(&key.as_str()))
    }

    #[test]
    fn texts_with_more_letters_are_no_page_numbers() {
        let words = [
            "Seite", "von", "12", "-", "ivxlc", "xviii", "PAGE of", "第", "页", "3", "Página", "a",
            "of page", "",
        ];
        let mut numbers = 0;
        for seed in 0..words.len().pow(4) {
            let word = |place: u32| words[seed / words.len().pow(place) % words.len()];
            let text = format!("{} {}{} {}", word(0), word(1), word(2), word(3));
            assert_eq!(is_page_number(&text), is_page_number_by_words(&text), "{text:?}");
            numbers += usize::from(is_page_number(&text));
        }
        assert!(numbers > 500, "{numbers}");
        assert!(
            WORDS_AROUND
                .iter()
                .all(|words| words.bytes().filter(u8::is_ascii_alphabetic).count() <= MOST_LETTERS)
        );
    }
}

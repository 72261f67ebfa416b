//! Normalised texts for comparison: titles without case and spaces, running headers without numbers.

use crate::char_class::is_letter_or_number;

/// Returns the letters and digits of a title in lower case.
pub(super) fn title_key(title: &str) -> String {
    title.chars().filter(|c| is_letter_or_number(*c)).flat_map(char::to_lowercase).collect()
}

/// Returns a text without its Arabic and Roman numbers, so that running headers with page numbers are equal.
pub(super) fn without_numbers(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| !is_roman(word));
    words.flat_map(|word| word.chars().filter(|c| !c.is_numeric()).chain(std::iter::once(' '))).collect()
}

fn is_roman(word: &str) -> bool {
    word.chars().all(|c| "ivxlc".contains(c))
}

//! Wordings that no title has: sentences, formulas, amounts, addresses, lines of music.

use super::byline;
use super::contents_entry::is_contents_entry;
use super::formula::is_formula;

/// Returns `true` if the wording of a text excludes that it is a title.
pub(super) fn is_no_title(text: &str, letters: usize, is_numbered: bool) -> bool {
    is_contents_entry(text)
        || is_display(text)
        || ends_in_amount(text)
        || byline::is_contact(text)
        || (!is_numbered && is_long_sentence(text))
        || repeats_a_letter(text, letters)
        || byline::is_date(text)
        || byline::is_address(text)
        || byline::is_imprint(text)
        || byline::is_author_list(text)
}

/// Returns whether a text consists of two sentences or more, each with a capital at its start and a full stop.
pub(super) fn has_two_sentences(text: &str) -> bool {
    let inner = text.strip_suffix('.').filter(|inner| !inner.ends_with('.')).unwrap_or_default();
    inner
        .split(". ")
        .skip(1)
        .any(|rest| rest.starts_with(char::is_uppercase) && rest.split_whitespace().count() >= MIN_SENTENCE)
        && inner.split(". ").next().is_some_and(|first| first.split_whitespace().count() >= MIN_SENTENCE)
}

/// The least number of words of a sentence; initials and abbreviations have fewer before their full stop.
const MIN_SENTENCE: usize = 4;

/// Returns whether a text is a formula that is displayed. A single plus may be part of a name.
fn is_display(text: &str) -> bool {
    is_formula(text) && text.contains(['=', '∫', '∑', '∇', '≤', '≥', '≈', '∂'])
}

/// Returns `true` if a text is a sentence of many words, however large it is set.
fn is_long_sentence(text: &str) -> bool {
    text.ends_with('.') && !text.ends_with("..") && text.split_whitespace().count() >= LONG_SENTENCE
}

/// Sentences of at least this many words are not titles.
const LONG_SENTENCE: usize = 10;

/// Returns `true` if one letter is most of a text, as the heads of notes are in a line of music.
fn repeats_a_letter(text: &str, letters: usize) -> bool {
    let count = |letter: char| text.chars().filter(|c| *c == letter).count();
    // Words such as "assess" have one letter more often than all others.
    let is_most = |letter: char| {
        count(letter) * 2 > letters && (!letter.is_ascii() || count(letter) * 10 > letters * 7)
    };
    let mut first = text.chars().filter(|c| c.is_alphabetic()).take(MAX_TRIED);
    letters >= MIN_REPEATED && first.any(is_most)
}

/// Shorter texts may repeat a letter by chance.
const MIN_REPEATED: usize = 5;
/// A letter that is most of a text is among this many letters at its start.
const MAX_TRIED: usize = 6;

/// Returns `true` if a text ends in an amount of money, like the total of an invoice or a line of a menu.
fn ends_in_amount(text: &str) -> bool {
    const CURRENCIES: [char; 6] = ['$', '€', '£', '¥', '₹', '₽'];
    let mut words = text.rsplit(char::is_whitespace);
    let last = words.next().unwrap_or_default();
    let is_number = |word: &str| {
        word.contains(|c: char| c.is_ascii_digit())
            && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '\''))
    };
    let is_sign = |word: &str| word.chars().all(|c| CURRENCIES.contains(&c)) && !word.is_empty();
    let bare = last.trim_matches(CURRENCIES);
    words.next().is_some_and(|before| {
        is_number(bare) && (bare.len() < last.len() || is_sign(before))
            || (is_sign(last) && is_number(before))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_music_repeat_a_letter() {
        let is_music =
            |text: &str| repeats_a_letter(text, text.chars().filter(|c| c.is_alphabetic()).count());
        assert!(is_music("4 œ j œ &b4 œœ œ œœ.œœ"));
        assert!(is_music("b œ j œ œ") && !is_music("Assess") && !is_music("References"));
        assert!(!is_music("AAA") && !is_music("Übersicht"));
    }

    #[test]
    fn amounts_end_lines_of_invoices() {
        for text in ["TOTAL $821.14", "Total due 1.200,50 €", "Soup | €7", "Balance $ 10"] {
            assert!(ends_in_amount(text), "{text}");
        }
        for text in ["Budget 2024", "$100", "The price of $5 words", "Cost in €"] {
            assert!(!ends_in_amount(text), "{text}");
        }
    }
}

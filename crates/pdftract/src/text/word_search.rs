//! Looks up words in a text by searching it for them.
//!
//! Hyphens ask for few words of a page or document. Searching the text for each of them costs a small part of what
//! collecting all words in a [`WordSet`](super::word_set::WordSet) does, which a caller only does where
//! [`has`](SearchedText::has) does not answer.

use std::cell::Cell;

use memchr::memmem;

use super::word_hash::push_folded;
use super::word_set::trimmed;
use crate::char_class::is_letter;

/// A text whose words are looked up.
#[derive(Debug, Default)]
pub(super) struct SearchedText {
    /// The text in lower case, with typeset hyphens as typed ones.
    folded: String,
    /// `true` if it has the [odd capital](ODD_CAPITAL).
    has_odd_capital: bool,
    /// The number of bytes that were searched so far.
    searched: Cell<usize>,
}

/// The cost of collecting the words of a text, in searches through it.
const SEARCHES: usize = 64;
/// The dotted capital i. It is the only letter that becomes a letter and a mark, which is no part of a word at its end.
const ODD_CAPITAL: &str = "\u{130}";

impl SearchedText {
    /// Appends text.
    pub(super) fn push(&mut self, text: &str) {
        push_lower_case(text, &mut self.folded);
        let is_odd = || memmem::find(text.as_bytes(), ODD_CAPITAL.as_bytes()).is_some();
        self.has_odd_capital = self.has_odd_capital || (!text.is_ascii() && is_odd());
    }

    /// Removes all text.
    pub(super) fn clear(&mut self) {
        self.folded.clear();
        self.has_odd_capital = false;
        self.searched.set(0);
    }

    /// Returns whether one of the tokens between ASCII blanks is a word, given by its parts, apart from case and
    /// punctuation around it. Only the tokens that `accepts` returns `true` for count; it is given the text before the
    /// token, too.
    ///
    /// Returns `None` if so much was searched that the words should be collected, or if a search may miss one.
    pub(super) fn has(&self, parts: &[&str], accepts: impl Fn(&str, &str) -> bool) -> Option<bool> {
        let searched = self.searched.get() + self.folded.len();
        if self.has_odd_capital || searched > SEARCHES * self.folded.len() {
            return None;
        }
        self.searched.set(searched);
        let mut word = String::new();
        parts.iter().for_each(|part| push_lower_case(part, &mut word));
        if !word.contains(is_letter) {
            return Some(false);
        }
        let finder = memmem::Finder::new(&word);
        let mut end = 0;
        while let Some(found) = finder.find(self.folded.as_bytes().get(end..).unwrap_or_default()) {
            let at = end + found;
            let (before, token) = token_at(&self.folded, at);
            if trimmed(token) == word && accepts(before, token) {
                return Some(true);
            }
            // A token is looked at once, however often it repeats the word.
            end = (before.len() + token.len()).max(at + 1);
        }
        Some(false)
    }
}

/// Appends a text as words are compared: in lower case, with typeset hyphens as typed ones.
fn push_lower_case(text: &str, out: &mut String) {
    let start = out.len();
    push_folded(text, out);
    out.get_mut(start..).into_iter().for_each(str::make_ascii_lowercase);
}

/// Returns the text before the token around a place, and the token.
pub(super) fn token_at(text: &str, at: usize) -> (&str, &str) {
    let (before, behind) = text.as_bytes().split_at_checked(at).unwrap_or_default();
    let start = before.iter().rposition(u8::is_ascii_whitespace).map_or(0, |blank| blank + 1);
    let length = behind.iter().position(u8::is_ascii_whitespace).unwrap_or(behind.len());
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    (part(0, start), part(start, at + length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::char_class::is_letter_or_number;
    use crate::text::word_set::WordSet;

    const WORDS: [&str; 14] = [
        "Maintainer",
        "(main)",
        "main-tainer",
        "tain,",
        "Größer",
        "größe",
        "größ\u{2010}ER",
        "überMAIN",
        "—",
        "МИР",
        "\u{212a}main",
        "mainmain",
        "\u{a0}main",
        "MAIN\u{130}",
    ];
    const PARTS: [&[&str]; 12] = [
        &["main", "tainer"],
        &["main", "-", "tainer"],
        &["main"],
        &["grö", "ßer"],
        &["größ", "-", "er"],
        &["größe"],
        &["über", "main"],
        &["ми", "р"],
        &["main", "main"],
        &["k", "main"],
        &["main", "i\u{307}"],
        &["—"],
    ];

    /// Returns a text of some of the words.
    fn text_of(seed: usize) -> String {
        let blanks = [" ", "\n", "  ", "\t"];
        let words = WORDS.iter().enumerate().filter(|(index, _)| seed >> index & 1 == 1);
        words.flat_map(|(index, word)| [*word, blanks.get((seed + index) % 4).unwrap()]).collect()
    }

    #[test]
    fn searches_agree_with_a_set_of_all_words() {
        let mut answered = 0;
        for seed in 0..1 << WORDS.len() {
            let source = text_of(seed);
            let mut set = WordSet::default();
            let is_taken = |token: &&str| !token.ends_with(',');
            source.split_ascii_whitespace().filter(is_taken).for_each(|token| set.insert(token, 100));
            let mut text = SearchedText::default();
            text.push(&source);
            for parts in PARTS {
                if let Some(found) = text.has(parts, |_, token| is_taken(&token)) {
                    assert_eq!(found, set.has(parts), "{source:?} {parts:?}");
                    answered += usize::from(found);
                }
            }
        }
        assert!(answered > 10_000, "{answered}");
    }

    #[test]
    fn words_have_the_same_ends_in_lower_case() {
        for character in ('\0'..=char::MAX).filter(|&character| ODD_CAPITAL != character.to_string()) {
            for small in character.to_lowercase() {
                assert_eq!(is_letter(small), is_letter(character), "{character:?}");
                assert_eq!(is_letter_or_number(small), is_letter_or_number(character), "{character:?}");
            }
        }
    }

    #[test]
    fn many_searches_are_refused() {
        let mut text = SearchedText::default();
        text.push("The maintainer");
        assert_eq!(text.has(&["t", "he"], |before, _| before.is_empty()), Some(true));
        assert_eq!(text.has(&["maintainer"], |before, _| before.is_empty()), Some(false));
        assert_eq!((0..SEARCHES).filter_map(|_| text.has(&["xxx"], |_, _| true)).count(), SEARCHES - 2);
        text.clear();
        assert_eq!(text.folded, "");
    }
}

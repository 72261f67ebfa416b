//! The words of a document as far as it has been read, as evidence for hyphens that a page alone leaves in doubt.

use std::collections::HashSet;

use super::line_end::{MIN_PART, ends_in_hyphen, fold};

/// Words by their hashes: a set of strings would grow with the book. Two words with one hash would at worst join a word
/// that is divided.
#[derive(Debug, Default)]
pub(crate) struct DocumentWords {
    hashes: HashSet<u64>,
}

/// So many words are kept, some megabytes; the vocabulary of a book is a tenth of it.
const MAX_WORDS: usize = 200_000;

impl DocumentWords {
    /// Takes in the words of a text. Parts of words around the hyphens of line ends are none; `doubt` is the mark that
    /// stands behind some of these hyphens.
    pub(crate) fn learn(&mut self, text: &str, doubt: char) {
        let mut is_rest = false;
        for token in text.split_whitespace() {
            let begins = ends_in_hyphen(token) || token.contains(doubt);
            let is_whole = !begins && !is_rest;
            is_rest = begins;
            let word = token.trim_matches(|c: char| !c.is_alphanumeric());
            if is_whole && self.hashes.len() < MAX_WORDS && word.contains(char::is_alphabetic) {
                self.hashes.insert(hash(word.chars()));
            }
        }
    }

    /// Whether two parts are one word: it stands elsewhere as a whole, and nowhere with its hyphen.
    pub(crate) fn are_one(&self, before: &str, after: &str) -> bool {
        let is_long = |part: &str| part.chars().count() >= MIN_PART;
        let has = |between: Option<char>| {
            self.hashes.contains(&hash(before.chars().chain(between).chain(after.chars())))
        };
        is_long(before) && is_long(after) && has(None) && !has(Some('-'))
    }
}

/// FNV-1a over the characters as words are compared.
fn hash(characters: impl Iterator<Item = char>) -> u64 {
    fold(characters).fold(0xcbf2_9ce4_8422_2325, |hash, character| {
        (hash ^ u64::from(u32::from(character))).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_one_with_evidence_alone() {
        let mut words = DocumentWords::default();
        words.learn(
            "The Maintainer, of a well-known wellknown sur-\nveyor and after\u{1f} thought.",
            '\u{1f}',
        );
        assert!(words.are_one("main", "tainer"));
        assert!(!words.are_one("well", "known"), "it stands with its hyphen too");
        assert!(!words.are_one("vey", "or"), "the rest of a word is no word");
        assert!(!words.are_one("thou", "ght"));
        assert!(!words.are_one("th", "ey"));
    }
}

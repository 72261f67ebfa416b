//! The words of a document as far as it has been read, as evidence for hyphens that a page alone leaves in doubt.

use super::line_end::{MIN_PART, ends_in_hyphen};
use super::word_set::WordSet;

/// The words of the pages so far.
#[derive(Debug, Default)]
pub(crate) struct DocumentWords {
    words: WordSet,
}

/// So many words are kept, some megabytes; the vocabulary of a book is a tenth of it.
const MAX_WORDS: usize = 200_000;

impl DocumentWords {
    /// Takes in the words of a text. Parts of words around the hyphens of line ends are none; `doubt` is the mark that
    /// stands behind some of these hyphens.
    pub(crate) fn learn(&mut self, text: &str, doubt: char) {
        let has_doubts = text.contains(doubt);
        let mut is_rest = false;
        for token in text.split_ascii_whitespace() {
            let begins = ends_in_hyphen(token) || (has_doubts && token.contains(doubt));
            // Shorter words are not made of two parts.
            if !begins && !is_rest && token.len() >= MIN_PART * 2 {
                self.words.insert(token, MAX_WORDS);
            }
            is_rest = begins;
        }
    }

    /// Whether two parts are one word: it stands elsewhere as a whole, and nowhere with its hyphen.
    pub(crate) fn are_one(&self, before: &str, after: &str) -> bool {
        let is_long = |part: &str| part.chars().count() >= MIN_PART;
        is_long(before)
            && is_long(after)
            && self.words.has(&[before, after])
            && !self.words.has(&[before, "-", after])
    }
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

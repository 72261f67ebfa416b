//! The words of a document read so far, as evidence for hyphens that a single page cannot resolve.
//!
//! Most documents have no such hyphen: their text is stored unchanged and split into words only when needed.

use super::line_end::MIN_PART;
use super::word_set::WordSet;
use crate::char_class::ends_in_hyphen;

/// The words of the pages so far.
#[derive(Debug, Default)]
pub(crate) struct DocumentWords {
    words: WordSet,
    /// Text that is not yet split into words.
    unread: String,
}

/// The maximum number of words, a few megabytes; the vocabulary of a book is a tenth of it.
const MAX_WORDS: usize = 200_000;

/// The maximum size of unsplit text: more would take more memory than its words.
const MAX_UNREAD: usize = 1 << 20;

impl DocumentWords {
    /// Adds the words of a text. Parts of words around hyphens at line ends are skipped.
    pub(crate) fn learn(&mut self, text: &str) {
        if self.unread.len() + text.len() > MAX_UNREAD {
            self.read();
        }
        self.unread.push_str(text);
        self.unread.push('\n');
    }

    fn read(&mut self) {
        let mut is_rest = false;
        for token in self.unread.split_ascii_whitespace() {
            let begins = ends_in_hyphen(token);
            // Shorter words cannot consist of two parts.
            if !begins && !is_rest && token.len() >= MIN_PART * 2 {
                self.words.insert(token, MAX_WORDS);
            }
            is_rest = begins;
        }
        self.unread.clear();
    }

    /// Returns whether two parts are one word: `true` if the whole word occurs elsewhere without a hyphen, `false` if
    /// it occurs with one. `None` if it does not occur.
    pub(crate) fn are_one(&mut self, before: &str, after: &str) -> Option<bool> {
        let is_short = |part: &str| part.chars().count() < MIN_PART;
        if is_short(before) || is_short(after) {
            return Some(false);
        }
        self.read();
        if self.words.has(&[before, "-", after]) {
            return Some(false);
        }
        self.words.has(&[before, after]).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_only_with_evidence() {
        let mut words = DocumentWords::default();
        words.learn("The Maintainer, of a well-known wellknown sur-\nveyor and after-\nthought.");
        assert_eq!(words.are_one("main", "tainer"), Some(true));
        assert_eq!(words.are_one("well", "known"), Some(false), "it stands with its hyphen too");
        assert_eq!(words.are_one("vey", "or"), None, "the rest of a word is no word");
        assert_eq!(words.are_one("thou", "ght"), None);
        assert_eq!(words.are_one("t", "hey"), Some(false), "too short to tell");
    }
}

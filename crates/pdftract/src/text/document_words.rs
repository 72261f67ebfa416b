//! The words of a document read so far, as evidence for hyphens that a single page cannot resolve.
//!
//! Most documents have few such hyphens: their text is stored and searched for the words that are looked up. It is split
//! into words where a search cannot answer.

use super::line_end::MIN_PART;
use super::word_search::SearchedText;
use super::word_set::WordSet;
use crate::char_class::ends_in_hyphen;

/// The words of the pages so far.
#[derive(Debug, Default)]
pub(crate) struct DocumentWords {
    words: WordSet,
    /// Text that is not yet split into words.
    unread: String,
    /// The part of it that was there when a word was last looked up, to be searched.
    searched: SearchedText,
    /// The length of that part.
    asked: usize,
}

/// The maximum number of words, a few megabytes; the vocabulary of a book is a tenth of it.
const MAX_WORDS: usize = 200_000;

/// The maximum size of unsplit text: more would take more memory than its words.
const MAX_UNREAD: usize = 1 << 20;

/// Shorter words cannot consist of two parts.
const MIN_WORD: usize = MIN_PART * 2;

/// A token that is no word and does not end in a hyphen, so that the one behind it is not the rest of a word.
const NO_WORD: &str = ".\n";

impl DocumentWords {
    /// Adds the words of a text. Parts of words around hyphens at line ends are skipped.
    pub(crate) fn learn(&mut self, text: &str) {
        if self.unread.len() - self.asked + text.len() > MAX_UNREAD {
            self.read();
        }
        self.unread.push_str(text);
        self.unread.push('\n');
    }

    fn read(&mut self) {
        let mut is_rest = false;
        for token in self.unread.split_ascii_whitespace() {
            let begins = ends_in_hyphen(token);
            if !begins && !is_rest && token.len() >= MIN_WORD {
                self.words.insert(token, MAX_WORDS);
            }
            is_rest = begins;
        }
        self.unread.clear();
        self.searched.clear();
        self.asked = 0;
    }

    /// Returns whether two parts are one word: `true` if the whole word occurs elsewhere without a hyphen, `false` if
    /// it occurs with one. `None` if it does not occur.
    pub(crate) fn are_one(&mut self, before: &str, after: &str) -> Option<bool> {
        let is_short = |part: &str| part.chars().count() < MIN_PART;
        if is_short(before) || is_short(after) {
            return Some(false);
        }
        self.end_batch();
        if self.has(&[before, "-", after]) {
            return Some(false);
        }
        self.has(&[before, after]).then_some(true)
    }

    /// Ends the text that was learned since a word was last looked up: what follows is never the rest of its last word.
    fn end_batch(&mut self) {
        if self.unread.len() > self.asked {
            self.unread.push_str(NO_WORD);
            self.searched.push(self.unread.get(self.asked..).unwrap_or_default());
            self.asked = self.unread.len();
        }
        let may_be_full = self.words.len() + self.unread.len() / (MIN_WORD + 1) > MAX_WORDS;
        if self.unread.len() > MAX_UNREAD || may_be_full {
            self.read();
        }
    }

    /// Returns whether a word occurs, given by its parts, which have enough characters.
    fn has(&mut self, parts: &[&str]) -> bool {
        if self.words.has(parts) {
            return true;
        }
        let is_whole =
            |before: &str, token: &str| !ends_in_hyphen(token) && !ends_in_hyphen(before.trim_ascii_end());
        self.searched.has(parts, is_whole).unwrap_or_else(|| {
            self.read();
            self.words.has(parts)
        })
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

    /// Answers as if all text was read before each question.
    fn are_one_when_read(words: &mut DocumentWords, before: &str, after: &str) -> Option<bool> {
        words.end_batch();
        words.read();
        if words.words.has(&[before, "-", after]) {
            return Some(false);
        }
        words.words.has(&[before, after]).then_some(true)
    }

    #[test]
    fn searches_answer_as_sets_of_words_do() {
        let tokens = [
            "main",
            "Tainer",
            "maintainer,",
            "(main-tainer)",
            "main-",
            "tainer-main",
            "main\u{ad}",
            "größer",
            "GRÖSSER",
            "größ-",
            "ER",
            "sur-",
            "\u{2010}MAINER",
            "maintainer\u{2010}",
            "MAIN\u{130}ER",
            "mai\u{212a}er",
            "MainMain",
            ".",
            "—",
            "mAi\u{2010}er",
            "main\u{a0}er",
        ];
        let parts = ["main", "tainer", "größ", "er", "sur", "MAI", "ker"];
        let mut state = 7u32;
        let mut next = |most: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize % most
        };
        let mut answers = [0; 3];
        for _ in 0..3_000 {
            let (mut searched, mut read) = (DocumentWords::default(), DocumentWords::default());
            for _ in 0..next(12) {
                let text: String = (0..next(6)).flat_map(|_| [tokens[next(tokens.len())], " "]).collect();
                searched.learn(text.trim_end());
                read.learn(text.trim_end());
                if next(3) > 0 {
                    let (before, after) = (parts[next(parts.len())], parts[next(parts.len())]);
                    let found = searched.are_one(before, after);
                    assert_eq!(
                        found,
                        are_one_when_read(&mut read, before, after),
                        "{before} {after} {text:?}"
                    );
                    answers[found.map_or(2, usize::from)] += 1;
                }
            }
        }
        assert!(answers.iter().all(|count| *count > 100), "{answers:?}");
    }
}

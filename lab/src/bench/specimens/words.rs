//! Sentences of common English words, drawn by a seeded generator.

use pdftract_testkit::random::Random;

const WORDS: [&str; 72] = [
    "the",
    "of",
    "and",
    "to",
    "in",
    "that",
    "is",
    "was",
    "for",
    "with",
    "as",
    "his",
    "on",
    "be",
    "at",
    "by",
    "had",
    "not",
    "are",
    "but",
    "from",
    "or",
    "have",
    "an",
    "they",
    "which",
    "one",
    "you",
    "were",
    "her",
    "all",
    "she",
    "there",
    "would",
    "their",
    "we",
    "him",
    "been",
    "has",
    "when",
    "who",
    "will",
    "more",
    "no",
    "if",
    "out",
    "so",
    "said",
    "what",
    "its",
    "about",
    "into",
    "than",
    "them",
    "can",
    "only",
    "other",
    "new",
    "some",
    "could",
    "time",
    "these",
    "two",
    "may",
    "then",
    "first",
    "difficult",
    "office",
    "question",
    "exactly",
    "jazz",
    "keyboard",
];

/// A generator of words.
pub(super) struct Words(Random);

impl Words {
    pub(super) fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    /// Returns the next word.
    pub(super) fn word(&mut self) -> &'static str {
        WORDS[self.0.below(WORDS.len())]
    }

    /// Returns a line of at most this many characters.
    pub(super) fn line(&mut self, characters: usize) -> String {
        let mut line = self.word().to_owned();
        loop {
            let word = self.word();
            if line.len() + 1 + word.len() > characters {
                return line;
            }
            line.push(' ');
            line.push_str(word);
        }
    }

    /// Returns a number below `end`.
    pub(super) fn number(&mut self, end: usize) -> usize {
        self.0.below(end)
    }
}

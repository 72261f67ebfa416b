//! Resolves hyphens that a single page cannot, with the words that the document has used so far.
//!
//! A page often has no evidence whether `main-⏎tainer` is one word. Pages are processed in order, so that the result
//! does not depend on the timing of threads; only the words of earlier pages are kept.

use std::cell::OnceCell;

use super::document_words::DocumentWords;
use super::line_end::{first_word, last_word};
use crate::char_class::SOFT_HYPHEN;
use crate::language::Language;
use crate::language::fit::language_fit;

/// The words of a document whose pages are added in order.
#[derive(Debug, Default)]
pub(crate) struct WordEvidence {
    words: DocumentWords,
    /// The beginning of the current page, and its language, which is determined on first use.
    sample: String,
    language: OnceCell<Option<&'static Language>>,
    /// The language of an earlier page, which is tried first.
    last_language: Option<&'static Language>,
}

/// The number of bytes of a page that suffice to detect its language: about 300 words.
const SAMPLE: usize = 2_000;

impl WordEvidence {
    /// Adds the text of the next page, in parts that end after a hyphen which may divide a word.
    pub(crate) fn learn<'t>(&mut self, parts: impl Iterator<Item = &'t str>) {
        self.sample.clear();
        self.last_language = self.language.take().flatten().or(self.last_language);
        for part in parts {
            self.words.learn(part);
            let room = part.floor_char_boundary(SAMPLE.saturating_sub(self.sample.len()));
            self.sample.extend([part.get(..room).unwrap_or_default(), "\n"]);
        }
    }

    /// Returns `true` if the word before the hyphen at the end of a text continues in the next text.
    pub(crate) fn is_divided(&mut self, before: &str, next: &str) -> bool {
        let Some(hyphen) = before.chars().next_back() else { return false };
        let stem = before.strip_suffix(hyphen).unwrap_or_default();
        let goes_on = next.starts_with(char::is_lowercase) && stem.ends_with(char::is_alphabetic);
        goes_on && (hyphen == SOFT_HYPHEN || self.are_one(last_word(stem), first_word(next)))
    }

    /// Returns `true` if two parts are one word: by the document, else by the common words of the language.
    fn are_one(&mut self, before: &str, after: &str) -> bool {
        self.words.are_one(before, after).unwrap_or_else(|| self.is_common(before, after))
    }

    /// Returns `true` if the word is common, and not both of its parts are, as in `half-way`.
    fn is_common(&self, before: &str, after: &str) -> bool {
        let detect = || language_fit(&self.sample, self.last_language).sure_language();
        self.language.get_or_init(detect).is_some_and(|language| {
            let are_words = language.has_word(before) && language.has_word(after);
            !are_words && language.has_word(&[before, after].concat())
        })
    }
}

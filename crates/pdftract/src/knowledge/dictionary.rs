//! Reads word lists, which callers supply to have other words corrected.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// The largest accepted list: the longest lists of inflected forms have about 30 MB.
const MOST_BYTES: usize = 64 << 20;

/// A list of the words of a language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// Words in lower case, with `true` if corrections may produce them. They may not produce names.
    words: HashMap<Box<str>, bool>,
    alphabet: Vec<char>,
}

/// An error in a word list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DictionaryError {
    /// The list is not UTF-8; with the line of the first invalid byte, counted from 1.
    NotText(usize),
    /// The list is larger than 64 MiB.
    TooLong,
    /// The list has no words.
    Empty,
}

impl fmt::Display for DictionaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotText(line) => write!(f, "line {line}: this is no UTF-8"),
            Self::TooLong => write!(f, "a list of words has at most {} MB", MOST_BYTES >> 20),
            Self::Empty => f.write_str("there are no words: write one on each line"),
        }
    }
}

impl std::error::Error for DictionaryError {}

impl Dictionary {
    /// Reads a list with one word per line, optionally followed by `/` and flags as in the dictionaries of spelling
    /// checkers.
    ///
    /// # Errors
    /// Returns an error if the list is too long, is not UTF-8 or has no words.
    pub fn read(list: &[u8]) -> Result<Self, DictionaryError> {
        if list.len() > MOST_BYTES {
            return Err(DictionaryError::TooLong);
        }
        let list = std::str::from_utf8(list).map_err(|error| {
            let before = list.get(..error.valid_up_to()).unwrap_or_default();
            DictionaryError::NotText(1 + before.iter().filter(|byte| **byte == b'\n').count())
        })?;
        let mut dictionary = Self::default();
        list.lines().for_each(|line| dictionary.add(line.split('/').next().unwrap_or_default().trim()));
        if dictionary.words.is_empty() {
            return Err(DictionaryError::Empty);
        }
        let letters: BTreeSet<char> = dictionary.words.keys().flat_map(|word| word.chars()).collect();
        dictionary.alphabet = letters.into_iter().collect();
        Ok(dictionary)
    }

    fn add(&mut self, word: &str) {
        if word.is_empty() || !word.chars().all(char::is_alphabetic) {
            return;
        }
        let is_plain = word.chars().all(char::is_lowercase);
        *self.words.entry(word.to_lowercase().into()).or_default() |= is_plain;
    }

    /// Adds the words of another dictionary.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        for (word, is_plain) in other.words {
            *self.words.entry(word).or_default() |= is_plain;
        }
        let letters: BTreeSet<char> = self.alphabet.into_iter().chain(other.alphabet).collect();
        self.alphabet = letters.into_iter().collect();
        self
    }

    /// Returns `true` if a word in lower case is in the list, including names.
    pub(crate) fn knows(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    /// Returns `true` if corrections may produce a word.
    pub(crate) fn offers(&self, word: &str) -> bool {
        self.words.get(word).is_some_and(|is_plain| *is_plain)
    }

    /// Returns the letters used in the words.
    pub(crate) fn alphabet(&self) -> &[char] {
        &self.alphabet
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rv_37_lists_of_words_are_read_or_refused_with_reason() {
        let list = Dictionary::read("49568\nwork/AB\nBerlin/S\n\nüben\nwell-known\n".as_bytes()).unwrap();
        assert!(list.offers("work") && list.offers("üben") && !list.knows("well-known"));
        assert!(list.knows("berlin") && !list.offers("berlin"));
        assert!(list.alphabet().contains(&'ü') && !list.alphabet().contains(&'4'));
        let both = list.with(Dictionary::read(b"berlin").unwrap());
        assert!(both.offers("berlin") && both.offers("work"));
        assert_eq!(Dictionary::read(b"one\ntwo\xFF"), Err(DictionaryError::NotText(2)));
        assert_eq!(Dictionary::read(b"12\n\n"), Err(DictionaryError::Empty));
    }
}

//! Reads lists of words, by which a caller wants other words corrected.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// The largest list that is read: the longest ones of full forms have some 30 MB.
const MOST_BYTES: usize = 64 << 20;

/// Words of a language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// In small letters; whether others may be corrected into it, as into names they are not.
    words: HashMap<Box<str>, bool>,
    alphabet: Vec<char>,
}

/// Why a list cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DictionaryError {
    /// It is no UTF-8; with the line, counted from 1, where that shows.
    NotText(usize),
    /// It is longer than any list of words.
    TooLong,
    /// It has no words.
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
    /// Reads a list: a word on each line, perhaps with flags behind `/` as in the lists of spelling checkers.
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

    /// Adds the words of another.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        for (word, is_plain) in other.words {
            *self.words.entry(word).or_default() |= is_plain;
        }
        let letters: BTreeSet<char> = self.alphabet.into_iter().chain(other.alphabet).collect();
        self.alphabet = letters.into_iter().collect();
        self
    }

    /// Whether a word in small letters is one, be it a name.
    pub(crate) fn knows(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    /// Whether others may be corrected into a word.
    pub(crate) fn offers(&self, word: &str) -> bool {
        self.words.get(word).is_some_and(|is_plain| *is_plain)
    }

    /// The letters of its words.
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

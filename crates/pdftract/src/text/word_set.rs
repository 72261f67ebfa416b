//! A set of words, stored as hashes to avoid an allocation per word. Case and the kind of hyphen are ignored.
//!
//! A hash collision would, at worst, join the parts of a hyphenated word wrongly.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher, RandomState};

use crate::char_class::{TYPESET_HYPHEN, is_letter, is_letter_or_number};
use crate::hash::{BASIS, extended};

/// A set of words.
#[derive(Debug, Default)]
pub(super) struct WordSet {
    hashes: HashSet<u64, Spread>,
}

/// A hasher seeded with a random number, so that an attacker cannot choose words that collide in the table.
#[derive(Debug, Clone)]
struct Spread {
    chance: u64,
    spread: u64,
}

impl Default for Spread {
    fn default() -> Self {
        Self { chance: RandomState::new().hash_one(0), spread: 0 }
    }
}

impl BuildHasher for Spread {
    type Hasher = Self;

    fn build_hasher(&self) -> Self {
        self.clone()
    }
}

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        let (low, high) = (value ^ self.spread ^ self.chance).carrying_mul(0x9E37_79B9_7F4A_7C15, 0);
        self.spread = low ^ high;
    }

    fn finish(&self) -> u64 {
        self.spread
    }
}

impl WordSet {
    /// Adds a token between blanks, without surrounding punctuation, unless the set is full.
    pub(super) fn insert(&mut self, token: &str, most: usize) {
        if !token.is_ascii() {
            return self.insert_trimmed(trimmed(token), most);
        }
        self.insert_trimmed_ascii(trimmed_ascii(token.as_bytes()), most);
    }

    /// Adds an ASCII word without surrounding punctuation.
    #[inline]
    pub(super) fn insert_trimmed_ascii(&mut self, word: &[u8], most: usize) {
        if self.hashes.len() < most
            && let Some(hash) = ascii_word(word)
        {
            self.hashes.insert(hash);
        }
    }

    /// Adds a word without surrounding punctuation.
    pub(super) fn insert_trimmed(&mut self, word: &str, most: usize) {
        if self.hashes.len() < most && word.contains(is_letter) {
            self.hashes.insert(with_part(BASIS, word));
        }
    }

    /// Returns `true` if the set contains a word, given by its parts.
    pub(super) fn has(&self, parts: &[&str]) -> bool {
        self.hashes.contains(&parts.iter().fold(BASIS, |hash, part| with_part(hash, part)))
    }
}

/// Returns the hash of an ASCII word; `None` if it has no letters.
#[inline]
fn ascii_word(word: &[u8]) -> Option<u64> {
    let (mut hash, mut has_letters) = (BASIS, false);
    for byte in word {
        hash = extended(hash, u32::from(byte.to_ascii_lowercase()));
        has_letters |= byte.is_ascii_alphabetic();
    }
    has_letters.then_some(hash)
}

/// Returns an ASCII word without surrounding punctuation.
#[inline]
pub(super) fn trimmed_ascii(token: &[u8]) -> &[u8] {
    let start = token.iter().position(u8::is_ascii_alphanumeric).unwrap_or(token.len());
    let end = token.iter().rposition(u8::is_ascii_alphanumeric).map_or(start, |last| last + 1);
    token.get(start..end).unwrap_or_default()
}

/// Returns a word without surrounding punctuation.
pub(super) fn trimmed(token: &str) -> &str {
    token.trim_matches(|c: char| !is_letter_or_number(c))
}

fn with_part(hash: u64, part: &str) -> u64 {
    if part.is_ascii() {
        return part.bytes().fold(hash, |hash, byte| extended(hash, u32::from(byte.to_ascii_lowercase())));
    }
    part.chars().fold(hash, |hash, character| match character {
        TYPESET_HYPHEN => extended(hash, u32::from('-')),
        CASELESS_FIRST..=CASELESS_LAST => extended(hash, u32::from(character)),
        _ => character.to_lowercase().fold(hash, |hash, lower| extended(hash, u32::from(lower))),
    })
}

/// Kana, ideographs and the characters between them, none of which has a case.
const CASELESS_FIRST: char = '\u{3000}';
const CASELESS_LAST: char = '\u{9fff}';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn east_asia_has_no_case() {
        assert!((CASELESS_FIRST..=CASELESS_LAST).all(|character| character.to_lowercase().eq([character])));
    }

    #[test]
    fn words_are_found_whatever_their_case_hyphen_and_parts() {
        let mut words = WordSet::default();
        for token in ["(Straße,", "well\u{2010}known", "12", "École."] {
            words.insert(token, 10);
        }
        assert!(words.has(&["stra", "ße"]) && words.has(&["Well", "-", "KNOWN"]) && words.has(&["école"]));
        assert!(!words.has(&["12"]) && !words.has(&["wellknown"]));
        words.insert("\"(Mark's).", 10);
        assert!(words.has(&["mark's"]));
        words.insert("more", 4);
        assert!(!words.has(&["more"]), "as many as it may");
    }
}

//! A set of words, stored as hashes to avoid an allocation per word. Case and the kind of hyphen are ignored.
//!
//! A hash collision would, at worst, join the parts of a hyphenated word wrongly.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher, RandomState};

use super::word_hash::{HashedWord, has_no_case};
use crate::char_class::{is_letter, is_letter_or_number};

/// A set of words.
#[derive(Debug, Default)]
pub(super) struct WordSet {
    hashes: HashSet<u64, Spread>,
    /// A buffer for words with characters beyond ASCII.
    folded: String,
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
    /// Returns an empty set with room for the words of a page.
    pub(super) fn for_page() -> Self {
        Self { hashes: HashSet::with_capacity_and_hasher(USUAL_WORDS, Spread::default()), ..Self::default() }
    }

    /// Adds a token between blanks, without surrounding punctuation, if it has letters and the set is not full.
    pub(super) fn insert(&mut self, token: &str, most: usize) {
        let (hashed, has_letters) = if token.is_ascii() {
            let hashed = HashedWord::new(trimmed_ascii(token.as_bytes()));
            (hashed, hashed.has_ascii_letter)
        } else {
            let word = trimmed(token);
            let hashed = HashedWord::of_text(word, &mut self.folded);
            (hashed, hashed.has_ascii_letter || word.contains(is_letter))
        };
        if has_letters && self.hashes.len() < most {
            self.hashes.insert(hashed.hash);
        }
    }

    /// Returns the number of words.
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Returns `true` if the set contains a word, given by its parts.
    pub(super) fn has(&self, parts: &[&str]) -> bool {
        let mut buffer = [0; SHORT_WORD];
        let hashed = match joined_caseless(parts, &mut buffer) {
            Some(word) => HashedWord::new(word),
            None => HashedWord::of_text(&parts.concat(), &mut String::new()),
        };
        self.hashes.contains(&hashed.hash)
    }
}

/// Words up to this number of bytes are joined without an allocation.
const SHORT_WORD: usize = 64;

/// Writes a word, given by its parts, to a buffer; `None` if it is too long or has characters that must be folded.
fn joined_caseless<'b>(parts: &[&str], buffer: &'b mut [u8; SHORT_WORD]) -> Option<&'b [u8]> {
    let mut length = 0;
    for part in parts {
        let end = length + part.len();
        let slot = buffer.get_mut(length..end).filter(|_| has_no_case(part))?;
        slot.copy_from_slice(part.as_bytes());
        length = end;
    }
    buffer.get(..length)
}

/// The number of different words on an ordinary page.
const USUAL_WORDS: usize = 400;

/// Returns an ASCII word without surrounding punctuation.
#[inline]
fn trimmed_ascii(token: &[u8]) -> &[u8] {
    let start = token.iter().position(u8::is_ascii_alphanumeric).unwrap_or(token.len());
    let end = token.iter().rposition(u8::is_ascii_alphanumeric).map_or(start, |last| last + 1);
    token.get(start..end).unwrap_or_default()
}

/// Returns a word without surrounding punctuation.
pub(super) fn trimmed(token: &str) -> &str {
    token.trim_matches(|c: char| !is_letter_or_number(c))
}

#[cfg(test)]
mod tests {
    use super::*;

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

//! Remembers the costs of words in languages: a few words are most of any text.

use std::cell::RefCell;

use super::bloom;
use super::model::{Cost, Language};

/// The number of words that a thread remembers.
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 10;
/// The number of words in a language of which a thread remembers the cost alone, to compare languages.
const COMPARED_SLOTS: usize = 1 << COMPARED_SLOT_BITS;
const COMPARED_SLOT_BITS: u32 = 11;
/// Bits for each letter of a remembered word, and the most letters of it.
const LETTER_BITS: u32 = 5;
const MAX_LETTERS: usize = 12;

/// What a language says of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WordCost {
    /// The hash of the word.
    pub(super) key: u64,
    /// Whether it is a common word; `None` for languages without a word list.
    pub(super) is_common: Option<bool>,
    /// Its cost.
    pub(super) cost: Cost,
}

impl WordCost {
    fn new(language: &Language, letters: &[char]) -> Self {
        let key = bloom::key(letters);
        Self { key, is_common: language.is_common_key(key), cost: language.cost(letters) }
    }
}

/// A word as the number of its letters, in a language.
type Word = (u64, &'static Language);

/// Words of this thread by the hash of their letters.
#[derive(Default)]
pub(super) struct WordCosts {
    slots: Vec<Option<(Word, WordCost)>>,
    /// Words by the hash of their letters and the language, of which there are several for each word.
    compared: Vec<Option<(Word, Cost)>>,
}

/// A word that is compared in several languages.
pub(super) struct ComparedWord<'r> {
    letters: &'r [char],
    packed: Option<u64>,
}

impl<'r> ComparedWord<'r> {
    pub(super) fn new(letters: &'r [char]) -> Self {
        Self { letters, packed: packed(letters) }
    }
}

thread_local! {
    static COSTS: RefCell<WordCosts> = RefCell::default();
}

impl WordCosts {
    /// Calls a function with the words that this thread remembers.
    pub(super) fn with<T>(work: impl FnOnce(&mut Self) -> T) -> T {
        COSTS.with_borrow_mut(work)
    }

    /// Returns the cost of a word of folded letters.
    pub(super) fn get(&mut self, language: &'static Language, letters: &[char]) -> WordCost {
        let Some(word) = packed(letters) else { return WordCost::new(language, letters) };
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, None);
        }
        let place = word.wrapping_mul(HASH) >> (u64::BITS - SLOT_BITS);
        let slot = usize::try_from(place).ok().and_then(|place| self.slots.get_mut(place));
        let Some(slot) = slot else { return WordCost::new(language, letters) };
        match slot {
            Some(((known, of), cost)) if *known == word && std::ptr::eq(*of, language) => *cost,
            _ => slot.insert(((word, language), WordCost::new(language, letters))).1,
        }
    }
}

impl WordCosts {
    /// Returns the cost of a word in one of several languages.
    pub(super) fn compared(&mut self, language: &'static Language, word: &ComparedWord<'_>) -> Cost {
        let cost = || language.cost(word.letters);
        let Some(packed) = word.packed else { return cost() };
        if self.compared.is_empty() {
            self.compared.resize(COMPARED_SLOTS, None);
        }
        let of_language = u64::from(language.usual).wrapping_add(u64::from(language.swapped) << 32);
        let key = packed.wrapping_mul(HASH).wrapping_add(of_language).wrapping_mul(HASH);
        let slot = usize::try_from(key >> (u64::BITS - COMPARED_SLOT_BITS)).ok();
        let Some(slot) = slot.and_then(|place| self.compared.get_mut(place)) else { return cost() };
        match slot {
            Some(((known, of), cost)) if *known == packed && std::ptr::eq(*of, language) => *cost,
            _ => slot.insert(((packed, language), cost())).1,
        }
    }
}

/// Multiplies a number to a hash, whose high bits are the best.
const HASH: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns the letters of a short word of Latin letters without accents as a number, which no other word has.
#[inline]
fn packed(letters: &[char]) -> Option<u64> {
    if letters.len() > MAX_LETTERS {
        return None;
    }
    letters.iter().try_fold(0, |word: u64, letter| {
        let number = u64::from(u32::from(*letter)).wrapping_sub(u64::from(b'a'));
        (number < 26).then(|| (word << LETTER_BITS) | (number + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::super::model::languages;
    use super::*;

    fn letters(word: &str) -> Vec<char> {
        word.chars().collect()
    }

    #[test]
    fn costs_are_those_of_the_language() {
        let mut costs = WordCosts::default();
        let words =
            ["the", "house", "über", "qzxq", "house", "a", "internationalisation", "", "zzzzzzzzzzzz"];
        for language in languages().iter().filter(|language| ["en", "de"].contains(&language.code)) {
            for word in words.map(letters) {
                let expected = WordCost::new(language, &word);
                assert_eq!([costs.get(language, &word), costs.get(language, &word)], [expected; 2]);
                let compared = ComparedWord::new(&word);
                assert_eq!([(); 2].map(|()| costs.compared(language, &compared)), [expected.cost; 2]);
            }
        }
    }

    #[test]
    fn different_words_have_different_numbers() {
        let words = ["a", "aa", "b", "ab", "ba", "", "zzzzzzzzzzzz", "zzzzzzzzzzzy"];
        let numbers: std::collections::HashSet<_> = words.map(|word| packed(&letters(word))).into();
        assert_eq!(numbers.len(), words.len());
        for word in ["é", "A", "1", "aaaaaaaaaaaaa"] {
            assert_eq!(packed(&letters(word)), None, "{word}");
        }
    }
}

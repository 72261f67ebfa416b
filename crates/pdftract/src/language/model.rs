//! Per-language trigram costs (negative log probabilities).
//!
//! Each letter of a word costs its information in bits after the two letters before it; the edge of a word counts as a
//! letter. Each model also holds the mean cost of ordinary text in its language and the mean cost when letters are swapped
//! at random, so that costs of different languages and scripts can be put on one scale: 0 is ordinary text, 1 is a
//! cipher. The models are in `tables/languages.bin`, which is read in place.

use std::sync::OnceLock;

use unicode_normalization::char::decompose_canonical;

use crate::table_reader::TableReader;

use super::bloom;
use super::script::Script;
use super::table::{Section, section};
use super::words::{ANY_IDEOGRAPH, for_each_word};

/// Bits of information per step of cost; a stored cost has four bits.
pub const STEP_BITS: f64 = 0.75;
/// The cost, in steps, of a letter that the language does not have.
const FOREIGN: u32 = 16;
/// Added to the cost of a letter that the language has only without its accent.
const ACCENT: u32 = 4;
/// Flag of a symbol for a letter with a foreign accent.
const ACCENTED: u8 = 0x80;
/// The symbol of letters that the language does not have.
const UNKNOWN: u8 = 0x7F;
/// The symbol of the edge of a word.
pub(super) const EDGE: u8 = 0;

/// A letter of a language's alphabet, or the edge of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Symbol(u8);

impl Symbol {
    /// The edge of a word.
    pub(crate) const EDGE: Self = Self(EDGE);
}

/// Indices of letters: below U+2000 their code point, then Hiragana and Katakana, then one for all ideographs.
const LOW: usize = 0x2000;
const KANA_FIRST: usize = 0x3000;
const KANA: usize = 0x100;
const INDICES: usize = LOW + KANA + 1;

/// One language.
#[derive(Debug)]
pub struct Language {
    /// ISO 639-1.
    pub code: &'static str,
    /// The script of its letters.
    pub script: Script,
    /// The mean cost per letter of ordinary text, in hundredths of a step.
    pub usual: u32,
    /// The mean cost per letter when letters are swapped at random.
    pub swapped: u32,
    alphabet: &'static str,
    /// The number of symbols: the edge and the letters.
    symbols: usize,
    /// Bytes per row of costs; a byte holds two costs.
    row_bytes: usize,
    /// Bigram costs: a row for each symbol before.
    bigrams: &'static [u8],
    /// For each two symbols before, the number of their row of trigram costs, from 1; 0 where the bigram row is used.
    row_numbers: &'static [[u8; 2]],
    /// Trigram costs: a row for each two symbols before that are frequent enough.
    trigrams: &'static [u8],
    /// A Bloom filter of common words; empty for languages without spaces between words.
    words: &'static [u8],
    /// The symbol of each letter index, 0 for letters outside the alphabet, made at first use.
    symbol_table: OnceLock<Box<[u8]>>,
}

/// The cost of some letters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// The sum, in steps.
    pub steps: u32,
    /// The number of letters and edges.
    pub letters: u32,
}

impl Cost {
    /// Adds another cost.
    pub fn add(&mut self, other: Self) {
        self.steps = self.steps.saturating_add(other.steps);
        self.letters = self.letters.saturating_add(other.letters);
    }

    /// Returns the mean, in hundredths of a step.
    pub fn mean(self) -> u32 {
        self.steps.saturating_mul(100).checked_div(self.letters).unwrap_or(0)
    }
}

/// Returns all languages, in the order of the table.
pub fn languages() -> &'static [Language] {
    static LANGUAGES: OnceLock<Vec<Language>> = OnceLock::new();
    LANGUAGES.get_or_init(read)
}

impl Language {
    /// Returns the cost of a word of folded letters, with the edge after it.
    pub fn cost(&self, letters: &[char]) -> Cost {
        match self.script {
            // Ideographs among Kana are only context here; `bigrams.rs` judges them.
            Script::Kana => self.cost_of(letters, |letter| Script::from_char(letter) != Some(Script::Han)),
            _ => self.cost_of(letters, |_| true),
        }
    }

    #[inline]
    fn cost_of(&self, letters: &[char], is_counted: impl Fn(char) -> bool) -> Cost {
        let symbols = self.symbols_by_letter();
        let (mut before, mut last) = (EDGE, EDGE);
        // No text has so many letters that these sums overflow.
        let (mut sum, mut counted) = (0_u32, 0_u32);
        for &letter in letters {
            let seen = entry(symbols, letter);
            let (symbol, steps) = match seen {
                0..UNKNOWN => (seen, self.step(before, last, seen)),
                UNKNOWN => (EDGE, FOREIGN),
                _ => {
                    let symbol = seen & !ACCENTED;
                    (symbol, self.step(before, last, symbol) + ACCENT)
                }
            };
            if is_counted(letter) {
                sum = sum.wrapping_add(steps);
                counted = counted.wrapping_add(1);
            }
            (before, last) = (last, symbol);
        }
        if !self.script.is_unspaced() {
            sum = sum.wrapping_add(self.step(before, last, EDGE));
            counted = counted.wrapping_add(1);
        }
        Cost { steps: sum, letters: counted }
    }

    /// Returns the cost, in steps, of a word by pairs of letters alone. The table of pairs is small, so that many languages can
    /// be compared by it; [`Self::cost`] then measures those that may be the language of a text.
    pub(super) fn pair_cost(&self, letters: &[char]) -> u32 {
        let symbols = self.symbols_by_letter();
        let mut last = EDGE;
        let mut sum = 0_u32;
        for &letter in letters {
            let seen = entry(symbols, letter);
            let (symbol, steps) = match seen {
                UNKNOWN => (EDGE, FOREIGN),
                _ => {
                    let symbol = seen & !ACCENTED;
                    let accent = if seen == symbol { 0 } else { ACCENT };
                    (symbol, accent + self.pair_step(last, symbol))
                }
            };
            sum = sum.wrapping_add(steps);
            last = symbol;
        }
        let edge = if self.script.is_unspaced() { 0 } else { self.pair_step(last, EDGE) };
        sum.wrapping_add(edge)
    }

    /// Returns the symbols of letters without accents, for [`Self::symbol_pair_cost`].
    pub(super) fn symbols_of(&self, letters: impl Iterator<Item = char>) -> impl Iterator<Item = u8> {
        let symbols = self.symbols_by_letter();
        letters.map(|letter| entry(symbols, letter))
    }

    /// Returns the cost, in steps, that the second of two symbols adds to [`Self::pair_cost`].
    #[inline]
    pub(super) fn symbol_pair_cost(&self, last: u8, this: u8) -> u8 {
        let last = if last == UNKNOWN { EDGE } else { last };
        let steps = if this == UNKNOWN { FOREIGN } else { self.pair_step(last, this) };
        u8::try_from(steps).unwrap_or(u8::MAX)
    }

    /// Returns the maximum number of letters and word edges that count, given the numbers of letters and words.
    pub(super) fn counted_letters(&self, letters: usize, words: usize) -> u32 {
        let edges = if self.script.is_unspaced() { 0 } else { words };
        u32::try_from(letters.saturating_add(edges)).unwrap_or(u32::MAX)
    }

    /// Returns the symbol of a folded letter; `None` for letters that are not in the alphabet.
    pub(crate) fn symbol(&self, letter: char) -> Option<Symbol> {
        let seen = self.lookup(letter);
        (seen & ACCENTED == 0 && seen != UNKNOWN).then_some(Symbol(seen))
    }

    /// Returns the cost, in steps, of the last of three symbols after the two before it.
    #[inline]
    pub(crate) fn trigram_cost(&self, [before, last, this]: [Symbol; 3]) -> u32 {
        self.step(before.0, last.0, this.0)
    }

    /// Returns the letters of the language.
    pub(crate) fn letters(&self) -> impl Iterator<Item = char> {
        self.alphabet.chars()
    }

    /// Maps a mean cost to a scale on which 0 is ordinary text and 1 is a cipher.
    pub fn strangeness(&self, cost: Cost) -> f64 {
        let (usual, swapped) = (f64::from(self.usual), f64::from(self.swapped));
        (f64::from(cost.mean()) - usual) / (swapped - usual).max(1.0)
    }

    /// Returns `true` if `word`, in any case, is a common word of the language.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        let mut runs = 0;
        let mut is_known = false;
        for_each_word(word, |run| {
            runs += 1;
            is_known = run.script == self.script && self.is_common(run.letters) == Some(true);
        });
        runs == 1 && is_known
    }

    /// Returns whether a word of folded letters is common; `None` for languages without a word list.
    pub fn is_common(&self, word: &[char]) -> Option<bool> {
        self.is_common_key(bloom::key(word))
    }

    /// Returns the same for the [`bloom::key`] of a word.
    pub(super) fn is_common_key(&self, key: u64) -> Option<bool> {
        (!self.words.is_empty()).then(|| bloom::contains(self.words, key))
    }

    /// Returns the entry of the symbol table for a letter.
    fn lookup(&self, letter: char) -> u8 {
        entry(self.symbols_by_letter(), letter)
    }

    fn symbols_by_letter(&self) -> &[u8] {
        self.symbol_table.get_or_init(|| self.symbol_table())
    }

    #[inline]
    fn step(&self, before: u8, last: u8, symbol: u8) -> u32 {
        // None of these overflows: symbols are bytes, and rows have fewer than 2¹⁶ numbers.
        let context = usize::from(before).wrapping_mul(self.symbols).wrapping_add(usize::from(last));
        let row = self.row_numbers.get(context).map_or(0, |row| usize::from(u16::from_le_bytes(*row)));
        if row == 0 { self.pair_step(last, symbol) } else { self.stored_cost(self.trigrams, row - 1, symbol) }
    }

    #[inline]
    fn pair_step(&self, last: u8, symbol: u8) -> u32 {
        self.stored_cost(self.bigrams, usize::from(last), symbol)
    }

    /// Returns the cost of a symbol in a row of a table.
    #[inline]
    fn stored_cost(&self, table: &[u8], row: usize, symbol: u8) -> u32 {
        let place = row.wrapping_mul(self.row_bytes).wrapping_add(usize::from(symbol >> 1));
        let two = table.get(place).copied().unwrap_or(u8::MAX);
        u32::from((two >> ((symbol & 1) * 4)) & 15)
    }

    /// Builds the table of symbols by letter index.
    fn symbol_table(&self) -> Box<[u8]> {
        // A table of zeros needs no pass over its memory.
        let mut table = vec![0; INDICES];
        for (letter, symbol) in self.alphabet.chars().zip(1..) {
            if let Some(at) = letter_index(letter).and_then(|index| table.get_mut(index)) {
                *at = symbol;
            }
        }
        table.into_boxed_slice()
    }
}

/// Returns the symbol of a letter, with [`ACCENTED`] for one that the alphabet only has without its accent; [`UNKNOWN`]
/// for other letters.
#[inline]
fn entry(symbols: &[u8], letter: char) -> u8 {
    let index = if letter.is_ascii() { Some(letter as usize) } else { letter_index(letter) };
    match index.and_then(|index| symbols.get(index)) {
        Some(symbol) if *symbol != 0 => *symbol,
        _ if letter.is_ascii() => UNKNOWN,
        _ => without_accent(symbols, index),
    }
}

/// Returns the symbol of the base of an accented letter, marked as such; [`UNKNOWN`] if the alphabet does not have it.
fn without_accent(symbols: &[u8], index: Option<usize>) -> u8 {
    let base = index.and_then(|index| base_letters().get(index)).filter(|base| **base != 0);
    let symbol = base.and_then(|base| symbols.get(usize::from(*base))).filter(|symbol| **symbol != 0);
    symbol.map_or(UNKNOWN, |symbol| symbol | ACCENTED)
}

/// Returns `true` if no language with a model has a letter.
pub fn is_foreign_to_all(letter: char) -> bool {
    static KNOWN: OnceLock<Box<[bool]>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        let mut known = vec![false; INDICES];
        let letters = languages().iter().flat_map(|language| language.alphabet.chars());
        letters.filter_map(letter_index).for_each(|index| known.get_mut(index).map_or((), |at| *at = true));
        known.into_boxed_slice()
    });
    letter_index(letter).is_none_or(|index| !known.get(index).copied().unwrap_or(false))
}

/// Returns for each letter index that of the letter without its accents; 0 for letters without any.
fn base_letters() -> &'static [u16] {
    static BASE_LETTERS: OnceLock<Box<[u16]>> = OnceLock::new();
    BASE_LETTERS.get_or_init(|| {
        let blocks =
            ['\u{C0}'..='\u{24F}', '\u{386}'..='\u{3CE}', '\u{400}'..='\u{4FF}', '\u{1E00}'..='\u{1FFF}'];
        let mut bases = vec![0; INDICES].into_boxed_slice();
        for letter in blocks.into_iter().flatten() {
            let mut base = None;
            decompose_canonical(letter, |part| base = base.or(Some(part)));
            let base = base.filter(|base| *base != letter).and_then(letter_index);
            let base = base.and_then(|base| u16::try_from(base).ok());
            if let Some((at, base)) = letter_index(letter).and_then(|index| bases.get_mut(index)).zip(base) {
                *at = base;
            }
        }
        bases
    })
}

fn letter_index(letter: char) -> Option<usize> {
    match u32::from(letter) as usize {
        low @ 0..LOW => Some(low),
        kana @ KANA_FIRST..0x3100 => Some(LOW + kana - KANA_FIRST),
        _ => (Script::from_char(letter) == Script::from_char(ANY_IDEOGRAPH)).then_some(INDICES - 1),
    }
}

/// Reads all models. What describes them is at the start of the table, so that pages of the program are touched only for
/// languages in which texts are judged.
fn read() -> Vec<Language> {
    let mut reader = section(Section::Languages);
    let count = reader.byte();
    let mut heads = TableReader::new(reader.counted(4));
    (0..count).map(|_| language(&mut heads, &mut reader)).collect()
}

fn language(heads: &mut TableReader, costs: &mut TableReader) -> Language {
    let code = heads.text(2);
    let alphabet = heads.text(2);
    let usual = u32::try_from(heads.number(2)).unwrap_or(0);
    let swapped = u32::try_from(heads.number(2)).unwrap_or(0);
    let symbols = alphabet.chars().count() + 1;
    let row_bytes = symbols.div_ceil(2);
    let rows = heads.number(2);
    let word_bytes = heads.number(2);
    Language {
        code,
        script: alphabet.chars().next().and_then(Script::from_char).unwrap_or(Script::Other),
        usual,
        swapped,
        alphabet,
        symbols,
        row_bytes,
        bigrams: costs.take(row_bytes * symbols),
        row_numbers: costs.take(symbols * symbols * 2).as_chunks().0,
        trigrams: costs.take(row_bytes * rows),
        words: costs.take(word_bytes),
        symbol_table: OnceLock::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(code: &str) -> &'static Language {
        languages().iter().find(|language| language.code == code).unwrap()
    }

    #[test]
    fn foreign_accents_cost_more_than_letters_and_less_than_foreign_letters() {
        let english = language("en");
        let steps = |word: &str| english.cost(&word.chars().collect::<Vec<_>>()).steps;
        assert_eq!(steps("è"), steps("e") + ACCENT);
        assert_eq!(steps("ệ"), steps("e") + ACCENT, "two accents");
        assert_eq!(steps("þ"), FOREIGN + english.step(EDGE, EDGE, EDGE));
        assert_eq!(steps("е"), steps("þ"), "a Cyrillic letter");
        assert_eq!(steps("1"), steps("þ"));
    }

    #[test]
    fn own_accents_are_letters() {
        let french = language("fr");
        assert!(french.symbol('é').is_some() && language("en").symbol('é').is_none());
        assert_ne!(french.symbol('é'), french.symbol('e'));
    }

    /// Symbols share a byte with the mark of foreign accents.
    #[test]
    fn alphabets_are_small_enough() {
        assert!(languages().iter().all(|language| language.symbols < usize::from(UNKNOWN)));
    }
}

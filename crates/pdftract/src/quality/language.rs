//! What letters in a row cost in each language that we know.
//!
//! A run of letters costs, letter by letter, what each is worth in bits after the two before it; the edge of a word
//! counts as a letter. Each model also says what its language usually costs and what it costs when letters are swapped
//! at random, so that costs of different languages and scripts can be put on one scale: 0 is ordinary text, 1 is a
//! cipher. The models stand in `tables/languages.bin`; only those that are asked for are read.

use std::sync::OnceLock;

use unicode_normalization::char::decompose_canonical;

use crate::table_reader::TableReader;

use super::filter;
use super::runs::{ANY_IDEOGRAPH, for_each_run};
use super::script::Script;

static DATA: &[u8] = include_bytes!("tables/languages.bin");

/// Steps of cost in one bit: costs are four bits wide and count steps of three quarters of a bit.
pub const STEP_BITS: f64 = 0.75;
/// The cost of a letter that the language does not have.
const FOREIGN: u32 = 16;
/// Added for a letter that the language has only without its accent.
const ACCENT: u32 = 4;
/// Set in a symbol that stands for a letter with a foreign accent.
const ACCENTED: u8 = 0x80;
/// The symbol of letters that the language does not have.
const UNKNOWN: u8 = 0x7F;
/// The symbol of the edge of a word.
const EDGE: u8 = 0;

/// Places of letters: below U+2000 as they are, then Hiragana and Katakana, then the ideographs as one.
const LOW: usize = 0x2000;
const KANA_FIRST: usize = 0x3000;
const KANA: usize = 0x100;
const PLACES: usize = LOW + KANA + 1;

/// One language.
#[derive(Debug)]
pub struct Language {
    /// ISO 639-1.
    pub code: &'static str,
    /// The script of its letters.
    pub script: Script,
    /// The usual cost of a letter, in hundredths of a step.
    pub usual: u32,
    /// The cost of a letter when letters are swapped at random.
    pub swapped: u32,
    alphabet: &'static str,
    /// How many symbols there are: the edge and the letters.
    symbols: usize,
    /// Bytes of a row of costs, two costs a byte.
    row_bytes: usize,
    /// Costs after one symbol.
    pairs: &'static [u8],
    /// For two symbols before, the number of their row of costs, from 1; 0 where only the last one counts.
    rows_of: &'static [u8],
    rows: &'static [u8],
    /// A filter of its common words; empty where words are not parted by spaces.
    words: &'static [u8],
    places: OnceLock<Box<[u8]>>,
}

/// What some letters cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// The sum, in steps.
    pub steps: u32,
    /// Letters and edges.
    pub letters: u32,
}

impl Cost {
    /// Adds another cost.
    pub fn add(&mut self, other: Self) {
        self.steps = self.steps.saturating_add(other.steps);
        self.letters = self.letters.saturating_add(other.letters);
    }

    /// The mean, in hundredths of a step.
    pub fn mean(self) -> u32 {
        self.steps.saturating_mul(100).checked_div(self.letters).unwrap_or(0)
    }
}

/// All languages, in the order of the table.
pub fn languages() -> &'static [Language] {
    static LANGUAGES: OnceLock<Vec<Language>> = OnceLock::new();
    LANGUAGES.get_or_init(|| read(DATA))
}

impl Language {
    /// What a run of folded letters costs, with the edge after it.
    pub fn cost(&self, letters: &[char]) -> Cost {
        let places = self.places.get_or_init(|| self.places());
        let has_ideographs = self.script == Script::Kana;
        let (mut before, mut last) = (EDGE, EDGE);
        let mut cost = Cost::default();
        for &letter in letters {
            let seen = place(letter).and_then(|place| places.get(place)).copied().unwrap_or(UNKNOWN);
            let (symbol, more) = match seen {
                UNKNOWN => (EDGE, FOREIGN),
                _ if seen & ACCENTED != 0 => (seen & !ACCENTED, ACCENT),
                _ => (seen, 0),
            };
            let own = if seen == UNKNOWN { 0 } else { self.step(before, last, symbol) };
            // Ideographs among Kana are surroundings here; what they are worth themselves, `pairs.rs` says.
            if !has_ideographs || Script::of(letter) != Some(Script::Han) {
                cost.add(Cost { steps: own + more, letters: 1 });
            }
            (before, last) = (last, symbol);
        }
        if !self.script.is_unspaced() {
            cost.add(Cost { steps: self.step(before, last, EDGE), letters: 1 });
        }
        cost
    }

    /// Where a mean cost lies between ordinary text, 0, and a cipher, 1.
    pub fn strangeness(&self, cost: Cost) -> f64 {
        let (usual, swapped) = (f64::from(self.usual), f64::from(self.swapped));
        (f64::from(cost.mean()) - usual) / (swapped - usual).max(1.0)
    }

    /// Whether a word, as a text has it, is one of the common ones.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        let mut runs = 0;
        let mut is_known = false;
        for_each_run(word, |run| {
            runs += 1;
            is_known = run.script == self.script && self.knows(run.letters) == Some(true);
        });
        runs == 1 && is_known
    }

    /// Whether a word is one of the common ones; `None` where the language has no list.
    pub fn knows(&self, word: &[char]) -> Option<bool> {
        (!self.words.is_empty()).then(|| filter::knows(self.words, filter::key(word)))
    }

    fn step(&self, before: u8, last: u8, symbol: u8) -> u32 {
        let context = usize::from(before) * self.symbols + usize::from(last);
        let row = match self.rows_of.get(context * 2..context * 2 + 2) {
            Some(&[low, high]) => usize::from(u16::from_le_bytes([low, high])),
            _ => 0,
        };
        let (table, row) = if row == 0 { (self.pairs, usize::from(last)) } else { (self.rows, row - 1) };
        let pair = table.get(row * self.row_bytes + usize::from(symbol / 2)).copied().unwrap_or(u8::MAX);
        u32::from(if symbol.is_multiple_of(2) { pair & 15 } else { pair >> 4 })
    }

    /// The symbol of each place of a letter.
    fn places(&self) -> Box<[u8]> {
        let mut places = vec![UNKNOWN; PLACES];
        for (letter, symbol) in self.alphabet.chars().zip(1..) {
            if let Some(at) = place(letter).and_then(|place| places.get_mut(place)) {
                *at = symbol;
            }
        }
        for &(letter, base) in accented() {
            let symbol = places.get(base).copied().unwrap_or(UNKNOWN);
            if let Some(at) = places.get_mut(letter)
                && *at == UNKNOWN
                && symbol != UNKNOWN
            {
                *at = symbol | ACCENTED;
            }
        }
        places.into_boxed_slice()
    }
}

/// Whether no language that we know has a letter.
pub fn is_foreign_to_all(letter: char) -> bool {
    static KNOWN: OnceLock<Box<[bool]>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        let mut known = vec![false; PLACES];
        let letters = languages().iter().flat_map(|language| language.alphabet.chars()).filter_map(place);
        letters.for_each(|place| known.get_mut(place).map_or((), |at| *at = true));
        known.into_boxed_slice()
    });
    place(letter).is_none_or(|place| !known.get(place).copied().unwrap_or(false))
}

/// The places of letters with accents and of those without that they are made of.
fn accented() -> &'static [(usize, usize)] {
    static ACCENTED: OnceLock<Vec<(usize, usize)>> = OnceLock::new();
    ACCENTED.get_or_init(|| {
        let blocks =
            ['\u{C0}'..='\u{24F}', '\u{386}'..='\u{3CE}', '\u{400}'..='\u{4FF}', '\u{1E00}'..='\u{1FFF}'];
        let with_base = |letter: char| {
            let mut base = None;
            decompose_canonical(letter, |part| base = base.or(Some(part)));
            let base = base.filter(|base| *base != letter)?;
            Some((place(letter)?, place(base)?))
        };
        blocks.into_iter().flatten().filter_map(with_base).collect()
    })
}

fn place(letter: char) -> Option<usize> {
    match u32::from(letter) as usize {
        low @ 0..LOW => Some(low),
        kana @ KANA_FIRST..0x3100 => Some(LOW + kana - KANA_FIRST),
        _ => (Script::of(letter) == Script::of(ANY_IDEOGRAPH)).then_some(PLACES - 1),
    }
}

/// Reads all models.
fn read(data: &'static [u8]) -> Vec<Language> {
    let mut reader = TableReader::new(data);
    let count = reader.byte();
    (0..count).map(|_| language(&mut reader)).collect()
}

fn language(reader: &mut TableReader) -> Language {
    let code = reader.text(2);
    let alphabet = reader.text(2);
    let usual = u32::try_from(reader.number(2)).unwrap_or(0);
    let swapped = u32::try_from(reader.number(2)).unwrap_or(0);
    let symbols = alphabet.chars().count() + 1;
    let row_bytes = symbols.div_ceil(2);
    let rows = reader.number(2);
    Language {
        code,
        script: alphabet.chars().next().and_then(Script::of).unwrap_or(Script::Other),
        usual,
        swapped,
        alphabet,
        symbols,
        row_bytes,
        pairs: reader.take(row_bytes * symbols),
        rows_of: reader.take(symbols * symbols * 2),
        rows: reader.take(row_bytes * rows),
        words: reader.counted(2),
        places: OnceLock::new(),
    }
}

//! Trigram models of languages, with Bloom filters of their common words.
//!
//! The number of languages; for each its code, its letters, its mean cost and that of swapped letters, its number of
//! trigram rows, the bigram rows, the number of the trigram row for each two symbols, the trigram rows, the filter of common words.
//! Costs are four bits each; each row begins with a byte. `language/model.rs` of the library reads them.

use std::collections::BTreeMap;
use std::path::Path;

use pdftract::language::Script;
use pdftract::language::bloom;
use pdftract::language::words::for_each_word;
use pdftract_testkit::random::Random;

use super::counts::Counts;
use super::{LANGUAGES, is_misdecoded, put_costs, put_text, sentences};

/// A letter that occurs less often in the sentences is foreign to the language.
const MIN_LETTERS: usize = 8;
/// A context that occurs less often has no trigram row; its bigram row is used.
const MIN_CONTEXT: f64 = 4.0;
/// The number of random letter permutations used to measure the cost of ciphers.
const SWAPS: u64 = 8;
/// Words up to this length are learned but not judged: recovery needs them, verdicts ignore them.
const SHORT: usize = 2;
/// The weight of a short word against others.
const SHORT_WEIGHT: f64 = 0.25;
/// The symbol of the edge of a word.
const EDGE: usize = 0;
/// The cost of a letter that is not in the alphabet, as in the library.
const FOREIGN: usize = 16;
/// The letter that represents all ideographs.
const ANY_IDEOGRAPH: char = '一';

pub(super) fn section(sources: &Path) -> Result<Vec<u8>, String> {
    let (mut heads, mut costs) = (Vec::new(), Vec::new());
    for (code, package) in LANGUAGES {
        let text = sentences(sources, package, false)?;
        let model = Model::learn(&without_misdecoded(&text));
        let held_out = words(&sentences(sources, package, true)?);
        let means = [model.mean(&held_out), model.mean_swapped(&held_out)];
        println!("{code}: {} letters, {} rows, {means:?}", model.alphabet.len(), model.trigrams.len());
        model.put_head(&mut heads, code, means);
        model.put_costs(&mut costs);
        let common = common_words(if model.edges { words(&text) } else { Vec::new() });
        heads.extend(u16::try_from(common.len()).expect("lists are short").to_le_bytes());
        costs.extend(common);
    }
    let mut section = vec![u8::try_from(LANGUAGES.len()).expect("fewer than 256 languages")];
    section.extend(u32::try_from(heads.len()).expect("heads are small").to_le_bytes());
    section.extend(heads.into_iter().chain(costs));
    Ok(section)
}

/// Drops sentences that were decoded in a wrong code page: the remains of their words would count as short words.
fn without_misdecoded(text: &str) -> String {
    text.lines().filter(|line| !is_misdecoded(line)).collect::<Vec<_>>().join("\n")
}

/// Returns a Bloom filter of the words that occur more than once.
fn common_words(words: Vec<Vec<char>>) -> Vec<u8> {
    let mut counts: BTreeMap<&[char], usize> = BTreeMap::new();
    words.iter().for_each(|word| *counts.entry(word).or_default() += 1);
    let common = counts.into_iter().filter(|(_, count)| *count > 1);
    bloom_filter(&common.map(|(word, _)| bloom::key(word)).collect::<Vec<_>>())
}

pub(super) fn bloom_filter(keys: &[u64]) -> Vec<u8> {
    let mut filter = vec![0; (keys.len() * bloom::BITS_PER_KEY).div_ceil(8)];
    for key in keys {
        for (byte, bit) in bloom::positions(*key, filter.len()) {
            filter[byte] |= 1 << bit;
        }
    }
    filter
}

pub(super) fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = Random::new(seed);
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}

/// Returns the words in the script of most letters.
fn words(text: &str) -> Vec<Vec<char>> {
    let mut by_script: BTreeMap<Script, Vec<Vec<char>>> = BTreeMap::new();
    for_each_word(text, |word| {
        let letters = word.letters.iter().copied().map(plain).collect();
        by_script.entry(word.script).or_default().push(letters);
    });
    by_script.into_values().max_by_key(|words| words.iter().map(Vec::len).sum::<usize>()).unwrap_or_default()
}

/// Returns the words of one script that are too short to be judged.
fn short_words(text: &str, script: Script) -> Vec<Vec<char>> {
    let is_plain = |token: &&str| !token.contains(|character: char| character.is_numeric());
    let parts = |token| str::split(token, |character| Script::from_char(character).is_none());
    let is_short = |part: &&str| {
        (1..=SHORT).contains(&part.chars().count())
            && part.chars().all(|letter| Script::from_char(letter) == Some(script))
    };
    let fold = |letter: char| letter.to_lowercase().next();
    let short = text.split_whitespace().filter(is_plain).flat_map(parts).filter(is_short);
    short.map(|part| part.chars().filter_map(fold).collect()).collect()
}

fn plain(letter: char) -> char {
    if Script::from_char(letter) == Some(Script::Han) { ANY_IDEOGRAPH } else { letter }
}

struct Model {
    /// Letters with their symbols.
    alphabet: BTreeMap<char, usize>,
    /// `true` if words have edges, that is, in scripts with spaces between words.
    edges: bool,
    bigrams: Vec<Vec<u8>>,
    trigrams: BTreeMap<usize, Vec<u8>>,
}

impl Model {
    /// Trains on the words of a text, and on its short words.
    fn learn(text: &str) -> Self {
        let words = words(text);
        let is_kana = |letter: &char| Script::from_char(*letter) == Some(Script::Kana);
        let first = words.iter().flatten();
        let script = first.clone().find_map(|letter| Script::from_char(*letter)).unwrap_or(Script::Other);
        let edges = !script.is_unspaced() && !first.clone().any(is_kana);
        let short = if edges { short_words(text, script) } else { Vec::new() };
        let alphabet = alphabet(words.iter().chain(&short));
        let mut counts = Counts::new(alphabet.len() + 1);
        let weighted =
            words.iter().map(|word| (word, 1.0)).chain(short.iter().map(|word| (word, SHORT_WEIGHT)));
        for (word, weight) in weighted {
            add(&mut counts, weight, word.iter().map(|letter| alphabet.get(letter).copied()), edges);
        }
        Self {
            bigrams: (0..=alphabet.len()).map(|last| counts.bigram_costs(last)).collect(),
            trigrams: counts
                .frequent(MIN_CONTEXT)
                .map(|context| (context, counts.trigram_costs(context)))
                .collect(),
            alphabet,
            edges,
        }
    }

    /// Returns the mean cost of words, in hundredths of a step, as the library computes it.
    fn mean(&self, words: &[Vec<char>]) -> u16 {
        self.mean_by(words, |letter| self.alphabet.get(&letter).copied())
    }

    /// Returns the mean cost of words whose letters are randomly permuted.
    fn mean_swapped(&self, words: &[Vec<char>]) -> u16 {
        let mut total = 0;
        for seed in 0..SWAPS {
            let swapped = self.swapped_letters(seed);
            total += u64::from(self.mean_by(words, |letter| swapped.get(&letter).copied()));
        }
        u16::try_from(total / SWAPS).expect("costs are small")
    }

    fn mean_by(&self, words: &[Vec<char>], symbol: impl Fn(char) -> Option<usize>) -> u16 {
        let (mut steps, mut letters) = (0usize, 0usize);
        for word in words {
            let (mut before, mut last) = (EDGE, EDGE);
            for letter in word {
                let this = symbol(*letter);
                if *letter != ANY_IDEOGRAPH {
                    steps += this.map_or(FOREIGN, |this| self.cost(before, last, this));
                    letters += 1;
                }
                (before, last) = (last, this.unwrap_or(EDGE));
            }
            if self.edges {
                steps += self.cost(before, last, EDGE);
                letters += 1;
            }
        }
        u16::try_from(steps * 100 / letters.max(1)).expect("costs are small")
    }

    fn swapped_letters(&self, seed: u64) -> BTreeMap<char, usize> {
        let mut symbols: Vec<usize> = self.alphabet.values().copied().collect();
        shuffle(&mut symbols, seed);
        self.alphabet.keys().copied().zip(symbols).collect()
    }

    fn cost(&self, before: usize, last: usize, this: usize) -> usize {
        let row = self.trigrams.get(&(before * self.bigrams.len() + last)).unwrap_or(&self.bigrams[last]);
        usize::from(row[this])
    }

    /// Adds what describes the language, except for the number of bytes of its common words.
    fn put_head(&self, heads: &mut Vec<u8>, code: &str, means: [u16; 2]) {
        put_text::<2>(heads, code);
        put_text::<2>(heads, &self.alphabet.keys().collect::<String>());
        let rows = u16::try_from(self.trigrams.len()).expect("rows are few");
        means.into_iter().chain([rows]).for_each(|number| heads.extend(number.to_le_bytes()));
    }

    fn put_costs(&self, costs: &mut Vec<u8>) {
        self.bigrams.iter().for_each(|row| put_costs(costs, row));
        let numbers: BTreeMap<usize, u16> = self.trigrams.keys().copied().zip(1..).collect();
        for context in 0..self.bigrams.len().pow(2) {
            costs.extend(numbers.get(&context).copied().unwrap_or(0).to_le_bytes());
        }
        self.trigrams.values().for_each(|row| put_costs(costs, row));
    }
}

/// Returns the letters that are frequent enough, with their symbols.
fn alphabet<'w>(words: impl Iterator<Item = &'w Vec<char>>) -> BTreeMap<char, usize> {
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    words.flatten().for_each(|letter| *counts.entry(*letter).or_default() += 1);
    let frequent = counts.into_iter().filter(|(_, count)| *count >= MIN_LETTERS);
    frequent.map(|(letter, _)| letter).zip(1..).collect()
}

/// Counts the symbols of a word. A foreign letter counts as an edge and is not learned.
fn add(counts: &mut Counts, weight: f64, word: impl Iterator<Item = Option<usize>>, edges: bool) {
    let (mut before, mut last) = (EDGE, EDGE);
    for symbol in word.chain(edges.then_some(Some(EDGE))) {
        if let Some(symbol) = symbol {
            counts.add([before, last, symbol], weight);
        }
        (before, last) = (last, symbol.unwrap_or(EDGE));
    }
}

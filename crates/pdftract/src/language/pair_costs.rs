//! The costs of pairs of basic letters in all languages of the Latin script side by side, so that a sample is compared with
//! all of them in one pass.

use std::sync::OnceLock;

use super::model::{self, Language, languages};
use super::script::Script;

/// The letters `a` to `z`, and the edge of a word.
const SYMBOLS: usize = 27;
/// The edge of a word among them.
const EDGE: usize = 26;

/// The costs of all pairs, with those of all languages side by side.
pub(super) struct PairCosts {
    languages: Vec<&'static Language>,
    /// The symbols of each language.
    symbols: Vec<[u8; SYMBOLS]>,
    /// A row for each pair, found when it first occurs: texts have a few hundred of them.
    rows: Vec<OnceLock<Box<[u8]>>>,
}

impl PairCosts {
    /// Returns the table of a script that has one.
    pub(super) fn for_script(script: Script) -> Option<&'static Self> {
        static LATIN: OnceLock<PairCosts> = OnceLock::new();
        (script == Script::Latin).then(|| LATIN.get_or_init(Self::latin))
    }

    fn latin() -> Self {
        let languages: Vec<_> =
            languages().iter().filter(|language| language.script == Script::Latin).collect();
        let symbols = languages.iter().map(|language| {
            let mut symbols = [model::EDGE; SYMBOLS];
            symbols.iter_mut().zip(language.symbols_of('a'..='z')).for_each(|(slot, symbol)| *slot = symbol);
            symbols
        });
        let symbols = symbols.collect();
        Self { languages, symbols, rows: (0..SYMBOLS * SYMBOLS).map(|_| OnceLock::new()).collect() }
    }

    /// Returns the costs of a pair in all languages.
    fn row(&self, last: usize, this: usize) -> &[u8] {
        let cost = |(language, symbols): (&&'static Language, &[u8; SYMBOLS])| {
            let symbol = |at: usize| symbols.get(at).copied().unwrap_or(model::EDGE);
            language.symbol_pair_cost(symbol(last), symbol(this))
        };
        let find = || self.languages.iter().zip(&self.symbols).map(cost).collect();
        self.rows.get(last * SYMBOLS + this).map_or(&[], |row| row.get_or_init(find))
    }

    /// Returns the languages, each with the sum of [`Language::pair_cost`] over words.
    pub(super) fn sums(&self, words: &[&[char]]) -> impl Iterator<Item = (&'static Language, u32)> {
        let mut sums = vec![0_u32; self.languages.len()];
        for word in words {
            if word.iter().all(char::is_ascii_lowercase) {
                self.add(word, &mut sums);
            } else {
                let others = sums.iter_mut().zip(&self.languages);
                others.for_each(|(sum, language)| *sum = sum.saturating_add(language.pair_cost(word)));
            }
        }
        self.languages.iter().copied().zip(sums)
    }

    /// Adds the costs of a word of basic letters.
    fn add(&self, word: &[char], sums: &mut [u32]) {
        let symbol = |letter: &char| (*letter as usize).saturating_sub('a' as usize).min(EDGE);
        let mut last = EDGE;
        for this in word.iter().map(symbol).chain([EDGE]) {
            for (sum, cost) in sums.iter_mut().zip(self.row(last, this)) {
                *sum = sum.wrapping_add(u32::from(*cost));
            }
            last = this;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_each_language() {
        let table = PairCosts::latin();
        let texts = ["the", "quixotic", "über", "wczoraj", "zzz", "señor", "k"];
        let words: Vec<Vec<char>> = texts.iter().map(|word| word.chars().collect()).collect();
        let words: Vec<&[char]> = words.iter().map(Vec::as_slice).collect();
        assert!(table.languages.len() > 10);
        for (language, sum) in table.sums(&words) {
            let expected: u32 = words.iter().map(|word| language.pair_cost(word)).sum();
            assert_eq!(sum, expected, "{}", language.code);
        }
    }
}

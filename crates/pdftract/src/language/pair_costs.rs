//! The costs of pairs of basic letters in all languages of the Latin script side by side, so that a sample is compared with
//! all of them in one pass.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use super::model::{self, Language, languages};
use super::script::Script;

/// The letters `a` to `z`, and the edge of a word.
const SYMBOLS: usize = 27;
/// The edge of a word among them.
const EDGE: usize = 26;
/// The table takes as long to make as some comparisons without it, so that short documents do without it.
const COMPARISONS_WITHOUT: u8 = 8;

/// The costs of all pairs, with those of all languages side by side.
pub(super) struct PairCosts {
    languages: Vec<&'static Language>,
    costs: Vec<u8>,
}

impl PairCosts {
    /// Returns the table of a script, if it is worth making.
    pub(super) fn for_script(script: Script) -> Option<&'static Self> {
        static LATIN: OnceLock<PairCosts> = OnceLock::new();
        static COMPARISONS: AtomicU8 = AtomicU8::new(0);
        if script != Script::Latin {
            return None;
        }
        let count = COMPARISONS.load(Ordering::Relaxed);
        if count < COMPARISONS_WITHOUT {
            COMPARISONS.store(count + 1, Ordering::Relaxed);
            return None;
        }
        Some(LATIN.get_or_init(Self::latin))
    }

    fn latin() -> Self {
        let languages: Vec<_> =
            languages().iter().filter(|language| language.script == Script::Latin).collect();
        let mut costs = vec![0; SYMBOLS * SYMBOLS * languages.len()];
        for (place, language) in languages.iter().enumerate() {
            let symbols: Vec<u8> = language.symbols_of('a'..='z').chain([model::EDGE]).collect();
            let mut column = costs.iter_mut().skip(place).step_by(languages.len());
            for &last in &symbols {
                for (&this, cost) in symbols.iter().zip(&mut column) {
                    *cost = language.symbol_pair_cost(last, this);
                }
            }
        }
        Self { languages, costs }
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
            let start = (last * SYMBOLS + this) * sums.len();
            let row = self.costs.get(start..start + sums.len()).unwrap_or_default();
            for (sum, cost) in sums.iter_mut().zip(row) {
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

//! Symbol n-gram counts, and the smoothed trigram costs derived from them.

use std::collections::BTreeMap;

use pdftract::language::model::STEP_BITS;

/// Unigram, bigram and trigram counts of symbols.
pub(super) struct Counts {
    symbols: usize,
    one: Vec<f64>,
    two: Vec<f64>,
    /// Keyed by the two preceding symbols, combined into one number.
    three: BTreeMap<usize, Vec<f64>>,
}

impl Counts {
    pub(super) fn new(symbols: usize) -> Self {
        Self { symbols, one: vec![0.0; symbols], two: vec![0.0; symbols * symbols], three: BTreeMap::new() }
    }

    /// Combines two consecutive symbols into one number.
    pub(super) fn context(&self, before: usize, last: usize) -> usize {
        before * self.symbols + last
    }

    /// Counts a symbol after the two before it, `weight` times.
    pub(super) fn add(&mut self, [before, last, symbol]: [usize; 3], weight: f64) {
        let (symbols, context) = (self.symbols, self.context(before, last));
        self.one[symbol] += weight;
        self.two[last * symbols + symbol] += weight;
        self.three.entry(context).or_insert_with(|| vec![0.0; symbols])[symbol] += weight;
    }

    /// Returns the contexts that occur at least `least` times.
    pub(super) fn frequent(&self, least: f64) -> impl Iterator<Item = usize> {
        let is_frequent = move |row: &[f64]| row.iter().sum::<f64>() >= least;
        self.three.iter().filter(move |(_, row)| is_frequent(row)).map(|(context, _)| *context)
    }

    /// Returns the costs of all symbols after one symbol.
    pub(super) fn bigram_costs(&self, last: usize) -> Vec<u8> {
        costs(&self.bigram_row(last))
    }

    /// Returns the costs of all symbols after two symbols.
    pub(super) fn trigram_costs(&self, context: usize) -> Vec<u8> {
        let shorter = self.bigram_row(context % self.symbols);
        costs(&match self.three.get(&context) {
            Some(row) => smoothed(row, &shorter),
            None => shorter,
        })
    }

    fn bigram_row(&self, last: usize) -> Vec<f64> {
        let total: f64 = self.one.iter().sum();
        let half = self.symbols as f64 / 2.0;
        let one: Vec<f64> = self.one.iter().map(|count| (count + 0.5) / (total + half)).collect();
        smoothed(&self.two[last * self.symbols..(last + 1) * self.symbols], &one)
    }
}

/// Returns the probabilities of symbols after a context with Witten–Bell smoothing: the fewer the counts, the greater
/// the weight of the shorter context.
fn smoothed(counts: &[f64], shorter: &[f64]) -> Vec<f64> {
    let total: f64 = counts.iter().sum();
    let kinds = counts.iter().filter(|count| **count > 0.0).count() as f64;
    let smooth = |(count, shorter): (&f64, &f64)| {
        if total == 0.0 { *shorter } else { (count + kinds * shorter) / (total + kinds) }
    };
    counts.iter().zip(shorter).map(smooth).collect()
}

fn costs(row: &[f64]) -> Vec<u8> {
    row.iter().map(|share| (-share.log2() / STEP_BITS).round().clamp(0.0, 15.0) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_symbols_cost_less_and_unseen_contexts_use_bigrams() {
        let mut counts = Counts::new(3);
        (0..30).for_each(|_| counts.add([0, 1, 2], 1.0));
        counts.add([0, 1, 1], 1.0);
        let costs = counts.trigram_costs(counts.context(0, 1));
        assert!(costs[2] < costs[1] && costs[1] < costs[0], "{costs:?}");
        assert_eq!(counts.trigram_costs(counts.context(2, 1)), counts.bigram_costs(1));
        assert_eq!(counts.frequent(4.0).collect::<Vec<_>>(), [counts.context(0, 1)]);
    }
}

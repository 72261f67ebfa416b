//! The shape classifier: a small two-layer network in integer arithmetic that returns candidate characters for a
//! glyph image.
//!
//! `cargo xtask tables shapes` trains it on open fonts and writes its weights, in bytes, to `tables/shape_model.bin`:
//! the numbers of inputs, hidden units and labels; for each hidden unit a factor and an offset; the weights of each
//! input to all hidden units; the same for the labels.

use std::sync::OnceLock;

use super::features;
use super::frequency::{letter_rarity, rarity};
use super::shape_labels;
use super::weighted_sums::Weights;
use crate::font::tables::SHAPE_MODEL;

/// The maximum number of candidates returned.
const MOST_CANDIDATES: usize = 6;

/// The probability in thousandths below which a candidate is left out.
const LEAST_CHANCE: u32 = 5;

/// The reduction of a score per step of rarity: half of a step, in 256ths of the natural logarithm. The other half is
/// left to the context, if there is any.
const RARITY_STEP: i32 = 66;

/// The number of fractional bits of factors.
const FACTOR_BITS: u32 = 24;

/// The label of shapes that are none of the trained characters.
pub(crate) const OUT_OF_SET: &str = "\u{FFFD}";

/// A candidate for a glyph image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) label: &'static str,
    /// The probability in thousandths.
    pub(crate) chance: u32,
    /// The same by the shape alone, as if all characters were equally frequent.
    pub(crate) chance_by_shape: u32,
}

/// A layer, which maps bytes to a sum for each unit.
struct Layer {
    units: Vec<Unit>,
    weights: Weights,
}

impl Layer {
    /// Reads a layer from the front of the data.
    fn take(data: &mut &'static [u8], inputs: usize, units: usize) -> Option<Self> {
        let mut part = |length: usize| {
            let (part, rest) = data.split_at_checked(length)?;
            *data = rest;
            Some(part)
        };
        let (factors, offsets) = (numbers(part(units * 4)?), numbers(part(units * 4)?));
        let weights = Weights::new(part(inputs.checked_mul(units)?)?, inputs, units);
        let units =
            offsets.into_iter().zip(factors).map(|(offset, factor)| Unit { offset, factor }).collect();
        Some(Self { units, weights })
    }

    /// Returns the scaled sums: for each unit `(offset + Σ input × weight) × factor`.
    fn run(&self, inputs: &[u8]) -> Vec<i32> {
        let mut sums = self.weights.sums(inputs);
        for (sum, unit) in sums.iter_mut().zip(&self.units) {
            *sum = unit.scaled(*sum);
        }
        sums
    }
}

/// The offset and factor of a unit.
#[derive(Clone, Copy)]
struct Unit {
    offset: i32,
    factor: i32,
}

impl Unit {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the number is clamped")]
    fn scaled(self, sum: i32) -> i32 {
        // The product of two numbers of 32 bits does not wrap.
        let product = i64::from(sum.wrapping_add(self.offset)).wrapping_mul(i64::from(self.factor));
        (product >> FACTOR_BITS).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }
}

fn numbers(bytes: &[u8]) -> Vec<i32> {
    bytes.chunks_exact(4).filter_map(|bytes| Some(i32::from_le_bytes(*bytes.first_chunk()?))).collect()
}

/// Returns the network, if the table contains one for these features.
fn layers() -> Option<&'static (Layer, Layer)> {
    static LAYERS: OnceLock<Option<(Layer, Layer)>> = OnceLock::new();
    LAYERS.get_or_init(read_layers).as_ref()
}

fn read_layers() -> Option<(Layer, Layer)> {
    let mut data = SHAPE_MODEL;
    let mut size = || {
        let (head, rest) = data.split_first_chunk()?;
        data = rest;
        Some(usize::from(u16::from_le_bytes(*head)))
    };
    let (inputs, inner, outputs) = (size()?, size()?, size()?);
    if inputs != features::COUNT {
        return None;
    }
    Some((Layer::take(&mut data, inputs, inner)?, Layer::take(&mut data, inner, outputs)?))
}

/// Returns the candidates for the features of an image, most likely first; at most [`MOST_CANDIDATES`].
pub(crate) fn candidates(features: &[u8]) -> Vec<Candidate> {
    let Some((first, second)) = layers() else { return Vec::new() };
    let mut inner: Vec<u8> = Vec::with_capacity(first.units.len());
    inner.extend(first.run(features).into_iter().map(byte));
    let shape_scores = second.run(&inner);
    let rarities = rarities();
    let scores = shape_scores.iter().zip(rarities).map(|(score, rarity)| score.wrapping_sub(*rarity));
    let scores: Vec<i32> = scores.collect();
    let (softmax, by_shape) = (Softmax::new(&scores), Softmax::new(&shape_scores));
    let mut found: Vec<Candidate> = Vec::with_capacity(2 * MOST_CANDIDATES);
    // The probabilities of nearly all labels are too low to be worth a division.
    for (number, score) in softmax.near_best(UNLIKELY) {
        let Some(shape_score) = shape_scores.get(number) else { continue };
        let chance = softmax.probability(score);
        let Some(label) = shape_labels::get(number).filter(|_| chance >= LEAST_CHANCE) else { continue };
        let chance_by_shape = by_shape.probability(*shape_score);
        // A text may have several labels.
        match found.iter_mut().find(|candidate| candidate.label == label) {
            Some(candidate) => {
                candidate.chance += chance;
                candidate.chance_by_shape += chance_by_shape;
            }
            None => found.push(Candidate { label, chance, chance_by_shape }),
        }
    }
    // Of equal probabilities the earlier label wins: labels are ordered by frequency.
    found.sort_by_key(|candidate| std::cmp::Reverse(candidate.chance));
    found.truncate(MOST_CANDIDATES);
    found
}

/// Limits a sum to a byte.
#[inline(always)]
#[expect(clippy::cast_sign_loss, reason = "the number is clamped")]
fn byte(sum: i32) -> u8 {
    sum.clamp(0, 255) as u8
}

/// The number of scores of which the highest is known, so that most blocks of hopeless ones are left out.
const BLOCK: usize = 16;

/// Turns scores into probabilities.
struct Softmax<'s> {
    scores: &'s [i32],
    /// The highest score of each block.
    peaks: Vec<i32>,
    best: i32,
    total: u64,
    chances: &'static [u32; HOPELESS + 1],
}

impl<'s> Softmax<'s> {
    /// Takes the scores of all labels. Each chance has at most 17 bits, so that the sum does not wrap.
    fn new(scores: &'s [i32]) -> Self {
        let peaks = peaks(scores);
        let best = peaks.iter().fold(i32::MIN, |best, peak| best.max(*peak));
        let chances = chances();
        let mut softmax = Self { scores, peaks, best, total: 0, chances };
        let mut total = 0_u64;
        for (_, block) in softmax.blocks_near_best(HOPELESS_DISTANCE) {
            for score in block {
                total = total.wrapping_add(chance(chances, best.wrapping_sub(*score)));
            }
        }
        softmax.total = total;
        softmax
    }

    /// Returns the scores that are less than a distance behind the best, with their numbers.
    fn near_best(&self, distance: i32) -> impl Iterator<Item = (usize, i32)> {
        let scores = self.blocks_near_best(distance).flat_map(|(first, block)| (first..).zip(block));
        scores
            .map(|(number, score)| (number, *score))
            .filter(move |(_, score)| self.behind(*score) < distance)
    }

    /// Returns the blocks with such scores, and the numbers of their first ones.
    fn blocks_near_best(&self, distance: i32) -> impl Iterator<Item = (usize, &'s [i32])> {
        let least = i64::from(self.best) - i64::from(distance);
        let blocks = (0..).step_by(BLOCK).zip(self.scores.chunks(BLOCK)).zip(&self.peaks);
        blocks.filter(move |(_, peak)| i64::from(**peak) > least).map(|(block, _)| block)
    }

    /// Returns the distance of a score from the best.
    fn behind(&self, score: i32) -> i32 {
        self.best.saturating_sub(score)
    }

    /// Returns the probability of a score in thousandths.
    fn probability(&self, score: i32) -> u32 {
        u32::try_from(chance(self.chances, self.behind(score)) * 1000 / self.total.max(1)).unwrap_or(0)
    }
}

/// Returns the highest score of each block.
fn peaks(scores: &[i32]) -> Vec<i32> {
    let (blocks, rest) = scores.as_chunks::<BLOCK>();
    let mut peaks = Vec::with_capacity(blocks.len() + 1);
    peaks.extend(blocks.iter().map(|block| {
        // Four at a time, as every 64-bit machine compares them.
        let (fours, _) = block.as_chunks();
        let highest = |[a, b, c, d]: [i32; 4], four: &[i32; 4]| {
            let [e, f, g, h] = *four;
            [a.max(e), b.max(f), c.max(g), d.max(h)]
        };
        let [a, b, c, d] = fours.iter().fold([i32::MIN; 4], highest);
        a.max(b).max(c.max(d))
    }));
    peaks.extend(rest.iter().copied().max());
    peaks
}

/// Returns the reduction of the score of each label.
fn rarities() -> &'static [i32] {
    static RARITIES: OnceLock<Vec<i32>> = OnceLock::new();
    RARITIES.get_or_init(|| shape_labels::all().iter().map(|label| off_score(label)).collect())
}

/// Returns the reduction of the score of a label, in 256ths of the natural logarithm.
fn off_score(label: &str) -> i32 {
    label.chars().next().map_or(0, |first| rarity(first).max(letter_rarity(first))) * RARITY_STEP
}

/// Returns the reduction as a natural logarithm, for training.
#[expect(clippy::cast_precision_loss, reason = "a small number")]
pub(super) fn rarity_of(label: &str) -> f32 {
    off_score(label) as f32 / 256.0
}

/// The distance from the best score, in 256ths of the natural logarithm, from which a probability is below
/// [`LEAST_CHANCE`].
const UNLIKELY: i32 = 1_400;

/// The distance from the best score, in 256ths of the natural logarithm, at which [`chance`] is 0, also as an index.
const HOPELESS_DISTANCE: i32 = 3_020;
const HOPELESS: usize = HOPELESS_DISTANCE as usize;

/// Returns `e` to the power of minus a 256th of a number, in 65536ths, with linear interpolation between powers of
/// two.
fn computed_chance(behind: u32) -> u32 {
    // The binary logarithm of e is 369/256.
    let octaves = behind * 369 / 256;
    let (whole, part) = (octaves >> 8, octaves & 0xFF);
    (65536 - part * 128) >> whole
}

/// Returns the chances by distance from the best score, 0 last: two are summed for each of hundreds of labels.
fn chances() -> &'static [u32; HOPELESS + 1] {
    static CHANCES: OnceLock<[u32; HOPELESS + 1]> = OnceLock::new();
    CHANCES.get_or_init(|| {
        let mut behind = 0..;
        [(); HOPELESS + 1].map(|()| behind.next().map_or(0, computed_chance))
    })
}

/// Returns the chance at a distance from the best score.
#[inline(always)]
fn chance(chances: &[u32; HOPELESS + 1], behind: i32) -> u64 {
    let behind = (behind.cast_unsigned() as usize).min(HOPELESS);
    chances.get(behind).map_or(0, |chance| u64::from(*chance))
}

#[cfg(test)]
mod tests {
    use super::super::raster;
    use super::*;

    #[test]
    fn w_11_probabilities_are_computed_in_integers() {
        let chance = |behind| chance(chances(), behind);
        assert_eq!(chance(0), 65536);
        assert!((32_600..33_000).contains(&chance(177)), "{}", chance(177));
        assert!(chance(1000) < chance(999));
        assert_eq!(chance(i32::MAX), 0);
        assert!((3_020..13_020).all(|behind| chance(behind) == 0));
        // The best label alone counts 65536.
        assert!(chance(UNLIKELY) * 1000 / 65536 < u64::from(LEAST_CHANCE));
    }

    #[test]
    fn blocks_without_likely_scores_change_nothing() {
        let score = |number: i32| (number * 7_919 % 5_003) - (number % 3) * 2_000;
        for count in [0, 1, 15, 16, 17, 613] {
            let scores: Vec<i32> = (0..count).map(score).chain([i32::MIN; 2]).collect();
            let softmax = Softmax::new(&scores);
            let best = *scores.iter().max().unwrap();
            let all = scores.iter().map(|score| chance(chances(), best.saturating_sub(*score)));
            assert_eq!((softmax.best, softmax.total), (best, all.sum()));
            let near = scores.iter().copied().enumerate();
            let near = near.filter(|(_, score)| best.saturating_sub(*score) < UNLIKELY);
            assert!(softmax.near_best(UNLIKELY).eq(near), "{count}");
        }
    }

    /// Returns the features of a plain bar, which may be several characters.
    fn bar() -> Vec<u8> {
        let mut frame = [0; raster::SIDE * raster::SIDE];
        for row in frame.chunks_exact_mut(raster::SIDE).skip(3).take(26) {
            row[14..17].fill(255);
        }
        let measures =
            raster::Measures { width: 80, top: 720, left: 80, advance: 250, parts: 1, ..Default::default() };
        features::of_picture(&raster::Picture { frame, measures })
    }

    #[test]
    fn gr_32_the_likeliest_candidates_come_first_and_the_unlikely_are_left_out() {
        let found = candidates(&bar());
        assert!((2..=MOST_CANDIDATES).contains(&found.len()), "{found:?}");
        assert!(found.is_sorted_by_key(|candidate| std::cmp::Reverse(candidate.chance)), "{found:?}");
        assert!(found.iter().all(|candidate| candidate.chance >= LEAST_CHANCE), "{found:?}");
        assert!(found.iter().map(|candidate| candidate.chance).sum::<u32>() <= 1000, "{found:?}");
        assert!(["l", "I", "|"].contains(&found[0].label), "{found:?}");
    }

    #[test]
    fn gr_33_a_rare_character_needs_a_better_score_than_a_common_one() {
        // A factor of e for 256: at equal scores a one dot leader is about thirteen times less likely than a full
        // stop.
        assert_eq!((off_score("."), off_score("․")), (0, 10 * RARITY_STEP));
        let chance = |label| chance(chances(), off_score(label));
        assert!(chance("․") * 12 < chance("."));
        assert_eq!(off_score("e"), off_score("é"), "letters are left to the language");
    }

    /// A scan of 5,000 hashes takes as many steps as there are entries; an image here takes one product for each
    /// weight. Tests should not depend on clocks, so this bounds the work.
    #[test]
    fn gr_35_a_picture_takes_at_most_300_000_products() {
        let (first, second) = layers().unwrap();
        assert_eq!(first.weights.count(), features::COUNT * first.units.len());
        assert_eq!(second.weights.count(), first.units.len() * second.units.len());
        let products = first.weights.count() + second.weights.count();
        assert!(products <= 300_000, "{products}");
    }
}

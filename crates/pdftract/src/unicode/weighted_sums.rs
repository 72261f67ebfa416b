//! Sums of inputs times weights for all units of a layer: the inner loop of the classifier.
//!
//! Every 64-bit machine multiplies eight pairs of 16-bit numbers and adds neighbouring products in one instruction. The
//! weights of two inputs take turns, so that compilers use it.

/// The number of sums in a register, and of the registers that the sums of a block take: 12 of the 16 that every 64-bit
/// machine has.
const LANES: usize = 4;
const REGISTERS: usize = 12;

/// The number of units summed at a time.
const BLOCK: usize = LANES * REGISTERS;

/// Two inputs, repeated for all lanes.
type InputPair = [i16; 2 * LANES];

/// The weights of two inputs for a block of units, in turns.
type PairRow = [[i16; 2 * LANES]; REGISTERS];

/// The weights of a layer, block of units by block.
#[derive(Debug)]
pub(super) struct Weights {
    /// For each block of units, a row for each pair of inputs; the last ones are filled up with zeros.
    rows: Vec<PairRow>,
    inputs: usize,
    units: usize,
}

impl Weights {
    /// Arranges weights, which are signed bytes with a row of `units` for each input.
    pub(super) fn new(weights: &[u8], inputs: usize, units: usize) -> Self {
        let width = units.max(1);
        let blocks = units.div_ceil(BLOCK);
        let mut rows = Vec::with_capacity(blocks * inputs.div_ceil(2));
        let weights = weights.get(..inputs * units).unwrap_or(weights);
        for block in 0..blocks {
            for pair in weights.chunks(2 * width) {
                let (first, second) = pair.split_at_checked(width).unwrap_or((pair, &[]));
                rows.push(pair_row(from_block(first, block), from_block(second, block)));
            }
        }
        Self { rows, inputs, units }
    }

    /// Returns the number of weights.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.inputs * self.units
    }

    /// Returns for each unit the sum of inputs times weights.
    pub(super) fn sums(&self, inputs: &[u8]) -> Vec<i32> {
        let pairs = input_pairs(inputs);
        let mut sums = Vec::with_capacity(self.units + BLOCK);
        for rows in self.rows.chunks_exact(self.inputs.div_ceil(2).max(1)) {
            sums.extend_from_slice(block_sums(&pairs, rows).as_flattened());
        }
        sums.truncate(self.units);
        sums
    }
}

/// Returns the weights of an input from a block of units on.
fn from_block(weights: &[u8], block: usize) -> &[u8] {
    weights.get(block * BLOCK..).unwrap_or_default()
}

/// Returns the row of two inputs, given their weights from a block on; missing ones are zero.
fn pair_row(first: &[u8], second: &[u8]) -> PairRow {
    match (first.first_chunk(), second.first_chunk()) {
        (Some(first), Some(second)) => in_turns(first, second),
        _ => in_turns(&filled_up(first), &filled_up(second)),
    }
}

fn filled_up(weights: &[u8]) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    block.iter_mut().zip(weights).for_each(|(slot, weight)| *slot = *weight);
    block
}

/// Returns the weights of two inputs in turns. Inlined, it would not be computed several at a time.
#[inline(never)]
fn in_turns(first: &[u8; BLOCK], second: &[u8; BLOCK]) -> PairRow {
    let mut row = [[0; 2 * LANES]; REGISTERS];
    let (slots, _) = row.as_flattened_mut().as_chunks_mut();
    for (slot, (first, second)) in slots.iter_mut().zip(first.iter().zip(second)) {
        *slot = [i16::from(first.cast_signed()), i16::from(second.cast_signed())];
    }
    row
}

/// Returns the pairs of inputs with their numbers, without those that are zero. Many are: the empty parts of an image, and
/// units below their threshold.
fn input_pairs(inputs: &[u8]) -> Vec<(usize, InputPair)> {
    let mut pairs = Vec::with_capacity(inputs.len().div_ceil(2));
    for (number, inputs) in inputs.chunks(2).enumerate() {
        let (first, second) = match *inputs {
            [first, second] => (i16::from(first), i16::from(second)),
            [first] => (i16::from(first), 0),
            _ => continue,
        };
        if first | second != 0 {
            pairs.push((number, [first, second, first, second, first, second, first, second]));
        }
    }
    pairs
}

/// Returns the sums of a block of units, given the pairs of inputs with their numbers. Inlined into a longer function, it
/// would not keep its sums in registers.
#[inline(never)]
fn block_sums(pairs: &[(usize, InputPair)], rows: &[PairRow]) -> [[i32; LANES]; REGISTERS] {
    let mut sums = [[0_i32; LANES]; REGISTERS];
    for (number, pair) in pairs {
        let Some(row) = rows.get(*number) else { continue };
        for (sums, weights) in sums.iter_mut().zip(row) {
            for (sum, products) in sums.iter_mut().zip(products(pair, weights)) {
                *sum = sum.wrapping_add(products);
            }
        }
    }
    sums
}

/// Returns the sums of neighbouring products, written out so that it becomes one instruction.
#[inline(always)]
pub(super) fn products(inputs: &InputPair, weights: &[i16; 2 * LANES]) -> [i32; LANES] {
    let [a, b, c, d, e, f, g, h] = *inputs;
    let [i, j, k, l, m, n, o, p] = *weights;
    let both = |a: i16, i: i16, b: i16, j: i16| {
        let product = |a: i16, i: i16| i32::from(a).wrapping_mul(i32::from(i));
        product(a, i).wrapping_add(product(b, j))
    };
    [both(a, i, b, j), both(c, k, d, l), both(e, m, f, n), both(g, o, h, p)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact_at_all_extremes() {
        for (count, units) in [(1, 5), (3, 32), (257, 33), (258, 70), (900, 64), (20, 48), (21, 96)] {
            for (input, weight) in [(255, 127), (255, -128), (1, -1), (255, -1), (16, 16)] {
                let inputs: Vec<u8> = (0..count).map(|at| if at % 3 == 1 { 0 } else { input }).collect();
                let weights = vec![i8::cast_unsigned(weight); count * units];
                let total: i32 = inputs.iter().map(|input| i32::from(*input) * i32::from(weight)).sum();
                assert_eq!(
                    Weights::new(&weights, count, units).sums(&inputs),
                    vec![total; units],
                    "{count} {units}"
                );
            }
        }
    }

    #[test]
    fn each_unit_has_its_weights() {
        let (count, units) = (300, 45);
        let inputs: Vec<u8> = (0..count).map(|at| u8::try_from(at * 7 % 256).unwrap()).collect();
        let weights: Vec<u8> = (0..count * units).map(|at| u8::try_from(at * 31 % 256).unwrap()).collect();
        let expected = |unit: usize| -> i32 {
            let of_input = |(at, input): (usize, &u8)| {
                i32::from(*input) * i32::from(weights[at * units + unit].cast_signed())
            };
            inputs.iter().enumerate().map(of_input).sum()
        };
        assert_eq!(
            Weights::new(&weights, count, units).sums(&inputs),
            (0..units).map(expected).collect::<Vec<_>>()
        );
    }
}

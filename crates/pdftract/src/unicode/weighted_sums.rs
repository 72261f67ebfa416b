//! Sums of inputs times weights for all units of a layer: the inner loop of the classifier.
//!
//! A product of two bytes has 16 bits, of which compilers compute eight at a time on any machine. The products of a
//! group of inputs are summed twice, modulo 2¹⁶ and by their upper bytes alone: together these determine the whole
//! sum.

/// The number of units summed at a time. Their sums take 12 of the 16 registers that every 64-bit machine has.
const BLOCK: usize = 48;

/// The number of inputs of a group. The lower bytes of that many products add up to less than 2¹⁶.
const GROUP: usize = 257;

/// The offset that makes weights positive.
const OFFSET: u8 = 0x80;

/// The weights of a layer, block of units by block.
#[derive(Debug)]
pub(super) struct Weights {
    /// For each block of units, a row for each input; the last block is filled up with zeros.
    rows: Vec<[u8; BLOCK]>,
    inputs: usize,
    units: usize,
}

impl Weights {
    /// Arranges weights, which are signed bytes with a row of `units` for each input.
    pub(super) fn new(weights: &[u8], inputs: usize, units: usize) -> Self {
        let blocks = units.div_ceil(BLOCK);
        let mut rows = Vec::with_capacity(blocks * inputs);
        for block in 0..blocks {
            for weights in weights.chunks_exact(units.max(1)).take(inputs) {
                let weights = weights.get(block * BLOCK..).unwrap_or_default();
                let mut row = [0; BLOCK];
                match weights.first_chunk::<BLOCK>() {
                    Some(weights) => row = weights.map(|weight| weight ^ OFFSET),
                    None => row.iter_mut().zip(weights).for_each(|(slot, weight)| *slot = weight ^ OFFSET),
                }
                rows.push(row);
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
        // The offset of the weights is removed here.
        let offset: i32 = inputs.iter().map(|input| i32::from(*input) << 7).sum();
        let mut sums = Vec::with_capacity(self.rows.len().div_ceil(self.inputs.max(1)) * BLOCK);
        for rows in self.rows.chunks_exact(self.inputs.max(1)) {
            let mut block = [-offset; BLOCK];
            for (inputs, rows) in inputs.chunks(GROUP).zip(rows.chunks(GROUP)) {
                add_group(inputs, rows, &mut block);
            }
            sums.extend_from_slice(&block);
        }
        sums.truncate(self.units);
        sums
    }
}

/// Adds the products of a group of inputs with the weights of a block of units.
fn add_group(inputs: &[u8], rows: &[[u8; BLOCK]], sums: &mut [i32; BLOCK]) {
    let (mut low, mut high) = ([0_u16; BLOCK], [0_u16; BLOCK]);
    for (input, row) in inputs.iter().zip(rows) {
        // A third of the inputs is zero.
        if *input == 0 {
            continue;
        }
        let input = u16::from(*input);
        for ((low, high), weight) in low.iter_mut().zip(&mut high).zip(row) {
            let product = input.wrapping_mul(u16::from(*weight));
            *low = low.wrapping_add(product);
            *high = high.wrapping_add(product >> 8);
        }
    }
    for ((sum, low), high) in sums.iter_mut().zip(low).zip(high) {
        let lower_bytes = low.wrapping_sub(high << 8);
        *sum = sum.wrapping_add(i32::from(high) << 8).wrapping_add(i32::from(lower_bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact_at_all_extremes() {
        for (count, units) in [(1, 5), (3, 32), (GROUP, 33), (GROUP + 1, 70), (900, 64), (20, 48), (20, 96)] {
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

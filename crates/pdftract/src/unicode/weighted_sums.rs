//! Sums of inputs times weights for all units of a layer: the inner loop of the classifier.
//!
//! A product of two bytes has 16 bits, of which compilers compute eight at a time on any machine. The products of a
//! group of inputs are summed twice, modulo 2¹⁶ and by their upper bytes alone: together these determine the whole
//! sum.

/// The number of units summed at a time: as many as fit into the registers of every 64-bit machine.
const BLOCK: usize = 32;

/// The number of inputs of a group. The lower bytes of that many products add up to less than 2¹⁶.
const GROUP: usize = 257;

/// Returns for each unit the sum of inputs times weights. Weights are signed bytes, with a row of `units` for each
/// input.
pub(super) fn weighted_sums(inputs: &[u8], weights: &[u8], units: usize) -> Vec<i32> {
    let rows = inputs.iter().zip(weights.chunks_exact(units.max(1))).filter(|(input, _)| **input != 0);
    let rows: Vec<Row<'_>> = rows.map(|(input, weights)| Row::new(*input, weights)).collect();
    // Weights are offset by 128, which makes them positive; the offset is removed here.
    let inputs: i32 = rows.iter().map(|row| i32::from(row.input)).sum();
    let mut sums = vec![-(inputs << 7); units];
    for rows in rows.chunks(GROUP) {
        let (blocks, rest) = sums.as_chunks_mut::<BLOCK>();
        blocks.iter_mut().enumerate().for_each(|(number, sums)| add_block(rows, number, sums));
        rows.iter().for_each(|row| row.add_rest(rest));
    }
    sums
}

/// An input and its weights, in blocks of units.
struct Row<'w> {
    input: u16,
    blocks: &'w [[u8; BLOCK]],
    rest: &'w [u8],
}

impl<'w> Row<'w> {
    fn new(input: u8, weights: &'w [u8]) -> Self {
        let (blocks, rest) = weights.as_chunks::<BLOCK>();
        Self { input: u16::from(input), blocks, rest }
    }

    /// Adds the products with the weights of units after the last block.
    fn add_rest(&self, sums: &mut [i32]) {
        for (sum, weight) in sums.iter_mut().zip(self.rest) {
            *sum += i32::from(self.input) * i32::from(weight ^ 0x80);
        }
    }
}

/// Adds the products of all inputs with the weights of one block of units.
fn add_block(rows: &[Row<'_>], number: usize, sums: &mut [i32; BLOCK]) {
    let (mut low, mut high) = ([0_u16; BLOCK], [0_u16; BLOCK]);
    for row in rows {
        let Some(weights) = row.blocks.get(number) else { continue };
        for ((low, high), weight) in low.iter_mut().zip(&mut high).zip(weights) {
            let product = row.input.wrapping_mul(u16::from(weight ^ 0x80));
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
        for (count, units) in [(0, 40), (1, 5), (3, 32), (GROUP, 33), (GROUP + 1, 70), (900, 64)] {
            for (input, weight) in [(255, 127), (255, -128), (1, -1), (255, -1), (16, 16)] {
                let inputs: Vec<u8> = (0..count).map(|at| if at % 3 == 1 { 0 } else { input }).collect();
                let weights = vec![i8::cast_unsigned(weight); count * units];
                let total: i32 = inputs.iter().map(|input| i32::from(*input) * i32::from(weight)).sum();
                assert_eq!(weighted_sums(&inputs, &weights, units), vec![total; units], "{count} {units}");
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
        assert_eq!(weighted_sums(&inputs, &weights, units), (0..units).map(expected).collect::<Vec<_>>());
    }
}

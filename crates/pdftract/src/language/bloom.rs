//! A Bloom filter over hashed keys: no false negatives, about one false positive in a hundred.

use crate::hash::{BASIS, extended};

/// The number of bits set per key.
const PROBES: u64 = 6;
/// Bits of filter per key, for a false positive rate of about 1 %.
pub const BITS_PER_KEY: usize = 10;

/// Returns the key of a word: a hash of its letters.
pub fn key(word: &[char]) -> u64 {
    word.iter().fold(BASIS, |hash, letter| extended(hash, u32::from(*letter)))
}

/// Returns `true` if a key was put into the filter, and for about one other key in a hundred.
pub fn contains(filter: &[u8], key: u64) -> bool {
    !filter.is_empty()
        && positions(key, filter.len())
            .all(|(byte, bit)| filter.get(byte).is_some_and(|at| at >> bit & 1 == 1))
}

/// Returns the positions, as byte and bit, that a key sets in a filter of `bytes` bytes.
pub fn positions(key: u64, bytes: usize) -> impl Iterator<Item = (usize, u32)> {
    let mixed = (key ^ key >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = u64::try_from(bytes).unwrap_or(0).saturating_mul(8).max(1);
    // Divided once each, since a division takes as long as all else: both are below `bits` then, and so is each sum.
    let (mut position, step) = ((mixed >> 32) % bits, (mixed & 0xFFFF_FFFF | 1) % bits);
    (0..PROBES).map(move |_| {
        let this = position;
        let next = this + step;
        position = if next < bits { next } else { next - bits };
        (usize::try_from(this / 8).unwrap_or(0), u32::try_from(this % 8).unwrap_or(0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_equally_spaced_around_the_filter() {
        for (key, bytes) in [(0, 1), (7, 3), (u64::MAX, 1000), (0x1234_5678_9ABC_DEF0, 64_001)] {
            let bits = bytes as u64 * 8;
            let found: Vec<u64> =
                positions(key, bytes).map(|(byte, bit)| byte as u64 * 8 + u64::from(bit)).collect();
            let steps: Vec<u64> =
                found.iter().zip(found.iter().skip(1)).map(|(a, b)| (b + bits - a) % bits).collect();
            assert_eq!(found.len(), 6);
            assert!(found.iter().all(|position| *position < bits));
            assert!(steps.iter().all(|step| step == &steps[0]), "{steps:?}");
        }
    }
}

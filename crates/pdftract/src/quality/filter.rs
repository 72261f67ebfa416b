//! A filter that knows whether something was put into it: never wrong for what was, seldom for what was not.

use crate::hash::{BASIS, extended};

/// Places that each key sets.
const PROBES: u64 = 6;
/// Bits for each key, which makes one stranger in a hundred look known.
pub const BITS_PER_KEY: usize = 10;

/// The key of a word: a hash of its letters.
pub fn key(word: &[char]) -> u64 {
    word.iter().fold(BASIS, |hash, letter| extended(hash, u32::from(*letter)))
}

/// Whether a filter knows a key.
pub fn knows(filter: &[u8], key: u64) -> bool {
    !filter.is_empty()
        && places(key, filter.len()).all(|(byte, bit)| filter.get(byte).is_some_and(|at| at >> bit & 1 == 1))
}

/// The places of a key in a filter of so many bytes: byte and bit.
pub fn places(key: u64, bytes: usize) -> impl Iterator<Item = (usize, u32)> {
    let mixed = (key ^ key >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let (first, step) = (mixed >> 32, mixed & 0xFFFF_FFFF | 1);
    let bits = u64::try_from(bytes).unwrap_or(0).saturating_mul(8).max(1);
    (0..PROBES).map(move |probe| {
        let place = first.wrapping_add(probe.wrapping_mul(step)) % bits;
        (usize::try_from(place / 8).unwrap_or(0), u32::try_from(place % 8).unwrap_or(0))
    })
}

//! Finds the end of strings that need no decoding, eight bytes at a time.

use super::number::eight;

/// Returns the length of a string at a position, if it needs no decoding up to its closing parenthesis and is not longer than `most`. Most are
/// words or parts of words, for which checking eight bytes at a time is faster than starting a search.
#[inline]
pub(super) fn plain_length(data: &[u8], start: usize, most: usize) -> Option<usize> {
    let rest = data.get(start..)?;
    let mut length = 0;
    while let Some(bytes) = rest.get(length..).and_then(<[u8]>::first_chunk::<8>) {
        let word = u64::from_le_bytes(*bytes);
        // The parentheses differ only in their lowest bit.
        let brackets = word & eight(0xFE) ^ eight(b'(');
        let special = zeros(brackets) | zeros(word ^ eight(b'\\')) | zeros(word ^ eight(b'\r'));
        if special != 0 {
            length += (special.trailing_zeros() / 8) as usize;
            return (rest.get(length) == Some(&b')') && length <= most).then_some(length);
        }
        length += 8;
    }
    None
}

/// Marks zero bytes with their high bit, reliably up to the first of them.
#[inline]
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(eight(1)) & !word & eight(0x80)
}

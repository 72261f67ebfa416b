//! Decodes pairs of hex digits, four at a time.

use super::number::eight;
use crate::file::escapes;

/// Appends the bytes of the pairs of hex digits at the start of some data, and returns the number of digits.
#[inline]
pub(super) fn decode_pairs(data: &[u8], out: &mut Vec<u8>) -> usize {
    let mut length = 0;
    while let Some(digits) = data.get(length..).and_then(<[u8]>::first_chunk::<8>) {
        let (bytes, pairs) = eight_digits(*digits);
        // Most strings are a few codes of two bytes. Appending a fixed number of bytes takes less than a variable one.
        out.extend_from_slice(&bytes);
        out.truncate(out.len() - (bytes.len() - pairs));
        length += 2 * pairs;
        // Most strings end behind eight or sixteen digits.
        if pairs < bytes.len() || data.get(length) == Some(&b'>') {
            return length;
        }
    }
    let (pairs, _) = data.get(length..).unwrap_or_default().as_chunks::<2>();
    for &[high, low] in pairs {
        let Some(byte) = escapes::hex_byte(high, low) else { break };
        out.push(byte);
        length += 2;
    }
    length
}

/// Returns the bytes of eight hex digits, and how many pairs precede the first byte that is not a digit; the bytes of other
/// pairs have no meaning.
#[inline(always)]
fn eight_digits(digits: [u8; 8]) -> ([u8; 4], usize) {
    const EVERY_SECOND: u64 = 0x00FF_00FF_00FF_00FF;
    const PAIRS: u64 = 0x0000_FFFF_0000_FFFF;
    let word = u64::from_le_bytes(digits);
    let letters = word >> 6 & eight(1);
    // Small letters differ from capitals by one bit.
    let capitals = word & !(letters << 5);
    let values = (capitals & eight(0x0F)).wrapping_add(letters.wrapping_mul(9));
    // The high half of a byte is 3 for digits and 4 for letters, whose values start at 10 and end before 16.
    let halves = (capitals & eight(0xF0)) ^ eight(0x30).wrapping_add(letters << 4);
    let is_letter = values.wrapping_add(eight(6)) ^ letters << 4;
    // No operation carries from one byte into the next, so each is judged by itself.
    let others = halves | (is_letter | values) & eight(0x10);
    let bytes = (values << 4 | values >> 8) & EVERY_SECOND;
    let pairs = (bytes | bytes >> 8) & PAIRS;
    let [a, b, c, d, ..] = (pairs | pairs >> 16).to_le_bytes();
    ([a, b, c, d], (others.trailing_zeros() / 16) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_at_every_place_is_judged_as_by_the_table() {
        for place in 0..8 {
            for byte in 0..=u8::MAX {
                let mut digits = *b"09aFAf5E";
                digits[place] = byte;
                let pairs = digits.chunks(2);
                let wanted: Vec<u8> = pairs.map_while(|pair| escapes::hex_byte(pair[0], pair[1])).collect();
                let (bytes, pairs) = eight_digits(digits);
                assert_eq!(bytes[..pairs], wanted, "{digits:?}");
            }
        }
    }

    #[test]
    fn digits_end_at_the_first_other_byte() {
        for length in 0..24 {
            let digits = &b"0123456789abcdefABCDEF00"[..length];
            let mut out = Vec::new();
            let read = decode_pairs(&[digits, b">0000000000"].concat(), &mut out);
            assert_eq!((read, out.len()), (length / 2 * 2, length / 2));
        }
    }
}

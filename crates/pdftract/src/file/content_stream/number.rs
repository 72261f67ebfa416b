//! Parses numbers of content streams, tolerantly.

use crate::file::lexer;

/// Reads a number; `None` if it is longer than any valid number, in which case it is ignored.
#[cfg(test)]
fn number(data: &[u8], start: usize) -> (Option<f64>, usize) {
    match short(data, start, data.get(start) == Some(&b'-')) {
        Some((value, end)) => (Some(value), end),
        None => long(data, start),
    }
}

/// Returns a word with the same byte eight times.
pub(super) const fn eight(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

const DOT: u64 = (b'.' ^ b'0') as u64;
const MINUS: u64 = (b'-' ^ b'0') as u64;

/// Reads a number of at most seven digits, as almost all are, and returns its end, which is before the end of the
/// data. Returns `None` if the number is longer, irregular, or too close to the end of the data. `negative` states
/// whether it starts with a minus sign.
///
/// Eight bytes are processed at once, which avoids branch mispredictions at the end of the number.
#[inline(always)]
pub(super) fn short(data: &[u8], start: usize, negative: bool) -> Option<(f64, usize)> {
    let at = start + usize::from(negative);
    let bytes = data.get(at..)?.first_chunk::<8>()?;
    let digits = u64::from_le_bytes(*bytes) ^ eight(b'0');
    // The high bit is set in each byte other than a digit, at least up to the first that is neither digit nor dot.
    let others = (digits.wrapping_add(eight(0x7F - 9)) | digits) & eight(0x80);
    if others == 0 {
        return None;
    }
    let whole_bits = others.trailing_zeros() & !7;
    let next = digits.wrapping_shr(whole_bits) & 0xFF;
    if next == DOT {
        return short_decimal(digits, others, whole_bits, at, negative);
    }
    if whole_bits == 0 || next == MINUS {
        return None;
    }
    let value = eight_digits(digits.wrapping_shl(64u32.wrapping_sub(whole_bits)));
    Some((signed(value, negative), at + (whole_bits / 8) as usize))
}

/// Reads the rest of a number with a dot after `whole_bits` of digits.
#[inline(always)]
fn short_decimal(
    digits: u64,
    others: u64,
    whole_bits: u32,
    at: usize,
    negative: bool,
) -> Option<(f64, usize)> {
    let behind_dot = others & (others - 1);
    if behind_dot == 0 {
        return None;
    }
    let end_bits = behind_dot.trailing_zeros() & !7;
    let next = digits.wrapping_shr(end_bits) & 0xFF;
    let count_bits = end_bits.wrapping_sub(8);
    if count_bits == 0 || next == DOT || next == MINUS {
        return None;
    }
    let before_dot = !u64::MAX.wrapping_shl(whole_bits);
    let packed = digits & before_dot | digits >> 8 & !before_dot;
    let mantissa = eight_digits(packed.wrapping_shl(64u32.wrapping_sub(count_bits)));
    let scale = (count_bits.wrapping_sub(whole_bits) / 8) as usize;
    // A short number has at most seven digits behind its dot, which the mask shows to the compiler.
    let fraction = lexer::FRACTIONS.get(scale & 7).copied().unwrap_or(1.0);
    Some((signed(mantissa, negative) * fraction, at + (end_bits / 8) as usize))
}

/// Returns the value of eight digits, one per byte, the first in the lowest byte: adjacent digits are combined to
/// pairs, then all pairs at once.
#[inline]
fn eight_digits(digits: u64) -> i64 {
    const EVERY_FOURTH: u64 = 0x0000_00FF_0000_00FF;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let first_and_third = (pairs & EVERY_FOURTH).wrapping_mul(100 + (1_000_000 << 32));
    let second_and_fourth = (pairs >> 16 & EVERY_FOURTH).wrapping_mul(1 + (10_000 << 32));
    i64::from((first_and_third.wrapping_add(second_and_fourth) >> 32) as u32)
}

/// The number of digits that an integer always holds.
const MAX_DIGITS: usize = 18;

/// Returns the value and the number of the next digits, at most eight.
fn up_to_eight_digits(data: &[u8], at: usize) -> (i64, usize) {
    let rest = data.get(at..).unwrap_or_default();
    let mut bytes = [0; 8];
    match rest.first_chunk::<8>() {
        Some(eight) => bytes = *eight,
        None => bytes.iter_mut().zip(rest).for_each(|(slot, byte)| *slot = *byte),
    }
    leading_digits(bytes)
}

/// Returns the value and the number of the digits before the first other byte.
#[inline(always)]
fn leading_digits(bytes: [u8; 8]) -> (i64, usize) {
    let digits = u64::from_le_bytes(bytes) ^ eight(b'0');
    let others = (digits.wrapping_add(eight(0x7F - 9)) | digits) & eight(0x80);
    match others.trailing_zeros() & !7 {
        0 => (0, 0),
        bits => (eight_digits(digits << (u64::BITS - bits)), (bits / 8) as usize),
    }
}

/// Returns the number of digits in the leading blocks of data that consist of nothing else.
fn digits_in_blocks(data: &[u8]) -> usize {
    const BLOCK: usize = 32;
    // Without an early exit a block is compared at once.
    let is_digits = |block: &&[u8; BLOCK]| block.iter().fold(true, |all, byte| all & byte.is_ascii_digit());
    data.as_chunks::<BLOCK>().0.iter().take_while(is_digits).count() * BLOCK
}

fn power_of_ten(exponent: usize) -> i64 {
    const POWERS: [i64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
    POWERS.get(exponent).copied().unwrap_or(1)
}

/// Reads a number that is not [short](short); `None` if it is longer than any valid number, in which case it is ignored.
pub(super) fn long(data: &[u8], start: usize) -> (Option<f64>, usize) {
    match long_decimal(data, start) {
        Some((value, end)) => (Some(value), end),
        None => any_number(data, start),
    }
}

/// Reads a number with at most seven digits on both sides of a dot: most of those that are not short, since many producers
/// write six decimal places. Returns `None` for others and near the end of the data.
fn long_decimal(data: &[u8], start: usize) -> Option<(f64, usize)> {
    let sign = data.get(start).filter(|sign| matches!(sign, b'-' | b'+'));
    let at = start + usize::from(sign.is_some());
    let (whole, count) = leading_digits(*data.get(at..)?.first_chunk()?);
    let behind_dot = at + count + 1;
    let (fraction, scale) = leading_digits(*data.get(behind_dot..)?.first_chunk()?);
    let end = behind_dot + scale;
    let is_regular = data.get(behind_dot - 1) == Some(&b'.') && !matches!(data.get(end)?, b'.' | b'-');
    if count == 8 || scale == 8 || !is_regular {
        return None;
    }
    let mantissa = whole * power_of_ten(scale) + fraction;
    Some((scaled(mantissa, scale, sign == Some(&b'-')), end))
}

/// Reads any number; `None` if it is longer than any valid number.
fn any_number(data: &[u8], start: usize) -> (Option<f64>, usize) {
    let mut at = start;
    let mut negative = false;
    while let Some(&sign @ (b'-' | b'+')) = data.get(at) {
        negative |= sign == b'-';
        at += 1;
    }
    let mut mantissa = 0i64;
    let mut digits = 0usize;
    loop {
        let (value, count) = up_to_eight_digits(data, at);
        mantissa = mantissa.wrapping_mul(power_of_ten(count)).wrapping_add(value);
        digits += count;
        at += count;
        if count < 8 {
            break;
        }
        if digits > MAX_DIGITS {
            at += digits_in_blocks(data.get(at..).unwrap_or_default());
        }
    }
    let mut scale = 0usize;
    if data.get(at) == Some(&b'.') {
        at += 1;
        loop {
            let (value, count) = up_to_eight_digits(data, at);
            let used = count.min(MAX_DIGITS.saturating_sub(digits));
            let value = value / power_of_ten(count - used);
            mantissa = mantissa.wrapping_mul(power_of_ten(used)).wrapping_add(value);
            digits += used;
            scale += used;
            at += count;
            if count < 8 {
                break;
            }
        }
    }
    // `1.2.3` and `12-34`: readers agree to drop everything after the first value.
    while let Some(b'0'..=b'9' | b'.' | b'-') = data.get(at) {
        at += 1;
    }
    if digits > MAX_DIGITS {
        return (slow_number(data, start, at), at);
    }
    (Some(scaled(mantissa, scale, negative)), at)
}

#[allow(clippy::cast_precision_loss)]
#[inline]
fn signed(value: i64, negative: bool) -> f64 {
    let value = value as f64;
    if negative { -value } else { value }
}

#[inline]
fn scaled(mantissa: i64, scale: usize, negative: bool) -> f64 {
    let value = signed(mantissa, negative);
    match scale {
        0 => value,
        // Multiplication is several times faster than division, and accurate to far more digits than a page needs.
        _ => value * lexer::FRACTIONS.get(scale).copied().unwrap_or(1e-18),
    }
}

/// Parses numbers with more digits than an integer holds.
fn slow_number(data: &[u8], start: usize, end: usize) -> Option<f64> {
    let text = data.get(start..end)?;
    if text.len() > 64 {
        return None;
    }
    std::str::from_utf8(text).ok()?.trim_start_matches(['+', '-']).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (text, value) in
            [("12", 12.0), ("-.5", -0.5), ("4.", 4.0), ("--7", -7.0), ("1.2.3", 1.2), ("12-3", 12.0)]
        {
            let (found, end) = number(text.as_bytes(), 0);
            assert!(found.is_some_and(|found| (found - value).abs() < 1e-12) && end == text.len(), "{text}");
        }
        assert_eq!(number(b"123456789012345678901234", 0).0, Some(123_456_789_012_345_678_901_234.0));
        assert_eq!(number(&[b'9'; 3_000], 0), (None, 3_000));
        let digits = [b"1.".as_slice(), &[b'3'; 100], b" "].concat();
        let (found, end) = number(&digits, 0);
        assert!(found.is_some_and(|found| (found - 4.0 / 3.0).abs() < 1e-12) && end == 102);
        let digits = [&[b'0'; 77], b"7 ".as_slice()].concat();
        assert_eq!(number(&digits, 0), (None, 78));
    }

    #[test]
    fn all_number_parsers_agree() {
        let words = [
            "0",
            "7",
            "-7",
            "12.5",
            "-.5",
            ".5",
            "4.",
            "1234567",
            "12345.6",
            "-123.456",
            "0.0000",
            ".",
            "-",
            "--7",
            "+7",
            "1.2.3",
            "12-3",
            "1..2",
            "12345678",
            "123.45678",
            "-1234567.8",
            "+123.456789",
            "0.1234567",
            "-0.12345678",
            "12345678.123456",
            "1234567.1234567",
            "-.1234567",
            "123.456789.1",
            "123.456789-1",
            "7-",
            "-.",
            "-0",
        ];
        for word in words {
            for tail in ["", " ", "]TJ (abcdefgh)", "Td 12345678", "/F1 12 Tf", "\u{ff}99999999"] {
                let text = format!("{word}{tail}");
                let (found, wanted) = (number(text.as_bytes(), 0), any_number(text.as_bytes(), 0));
                assert_eq!(
                    (found.0.map(f64::to_bits), found.1),
                    (wanted.0.map(f64::to_bits), wanted.1),
                    "{text}"
                );
            }
        }
        assert_eq!(short(b"-123.45 Td", 0, true), Some((-123.45, 7)));
        assert_eq!(short(b"250]TJ abc", 0, false), Some((250.0, 3)));
    }
}

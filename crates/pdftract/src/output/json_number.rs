//! Writes the numbers that most of JSON consists of, which have a few digits, faster than a general serialiser.

use serde_json::ser::{CompactFormatter, Formatter};

/// Appends a number, if it has at most two decimals, or three below 1000, and at most six digits. Such a number is the
/// shortest one with its value, since numbers of six digits all differ in 32 bits.
pub(super) fn push_short_decimal(out: &mut Vec<u8>, value: f32) -> bool {
    push_decimal::<100>(out, value) || push_decimal::<1000>(out, value)
}

/// Appends a number if it is a multiple of `1 / PARTS` with at most six digits.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
#[inline]
fn push_decimal<const PARTS: u32>(out: &mut Vec<u8>, value: f32) -> bool {
    const MOST: u32 = 1_000_000;
    let exact = f64::from(value) * f64::from(PARTS);
    let scaled = (exact + 0.5_f64.copysign(exact)) as i32;
    let magnitude = scaled.unsigned_abs();
    if magnitude >= MOST || (f64::from(scaled) / f64::from(PARTS)) as f32 != value {
        return false;
    }
    let mut text = ShortText::default();
    let mut rest = magnitude % PARTS;
    if rest > 0 {
        let mut parts = PARTS;
        while rest.is_multiple_of(10) {
            (rest, parts) = (rest / 10, parts / 10);
        }
        while parts > 1 {
            text.prepend(digit_of(rest));
            (rest, parts) = (rest / 10, parts / 10);
        }
        text.prepend(b'.');
    }
    text.prepend_number(magnitude / PARTS);
    if scaled < 0 {
        text.prepend(b'-');
    }
    text.append_to(out);
    true
}

/// Numbers with more digits are rare.
const SHORT: u32 = 10_000;

/// Appends an integer, of which most have a few digits.
#[inline]
pub(super) fn push_integer(out: &mut Vec<u8>, number: u32) {
    if number >= SHORT {
        push_integer_of_many_digits(out, number);
        return;
    }
    let mut text = ShortText::default();
    text.prepend_number(number);
    text.append_to(out);
}

/// Up to eight characters of ASCII, written from the last to the first, which is the lowest byte.
#[derive(Default)]
struct ShortText {
    bytes: u64,
    length: usize,
}

impl ShortText {
    #[inline(always)]
    fn prepend(&mut self, byte: u8) {
        self.bytes = (self.bytes << 8) | u64::from(byte);
        self.length += 1;
    }

    /// Prepends the digits of a number below [`SHORT`] or of up to the room that is left.
    #[inline(always)]
    fn prepend_number(&mut self, mut number: u32) {
        self.prepend(digit_of(number));
        while number >= 10 {
            number /= 10;
            self.prepend(digit_of(number));
        }
    }

    #[inline(always)]
    fn append_to(self, out: &mut Vec<u8>) {
        let end = out.len() + self.length;
        out.extend_from_slice(&self.bytes.to_le_bytes());
        out.truncate(end);
    }
}

#[cold]
fn push_integer_of_many_digits(out: &mut Vec<u8>, number: u32) {
    // Writing to memory does not fail.
    let _ = CompactFormatter.write_u32(out, number);
}

/// Returns the last digit of a number.
#[inline]
#[allow(clippy::cast_possible_truncation)]
fn digit_of(number: u32) -> u8 {
    b'0' + (number % 10) as u8
}

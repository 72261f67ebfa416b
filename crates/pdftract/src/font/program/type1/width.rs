//! Reads the width at the start of a Type 1 charstring: the numbers up to `hsbw` or `sbw`.

use super::super::bytes::{i32_at, u8_at};

/// The maximum stack depth (Adobe Type 1 Font Format, 6.1).
const MOST_OPERANDS: usize = 24;

/// Returns the advance width in glyph space; `None` if there is anything other than numbers and divisions before
/// `hsbw`.
pub(super) fn width(char_string: &[u8]) -> Option<f32> {
    let mut stack: Vec<f32> = Vec::new();
    let mut at = 0;
    while stack.len() <= MOST_OPERANDS {
        if let Some((number, length)) = number(char_string, at) {
            stack.push(number);
            at += length;
            continue;
        }
        let (number, length) = match u8_at(char_string, at)? {
            12 if u8_at(char_string, at + 1)? == 12 => (divide(&mut stack)?, 2),
            // hsbw takes a side bearing and a width, sbw two of each.
            13 => return stack.get(1).copied(),
            12 if u8_at(char_string, at + 1)? == 7 => return stack.get(2).copied(),
            _ => return None,
        };
        stack.push(number);
        at += length;
    }
    None
}

/// Returns the number at `at` and its length; `None` at an operator.
pub(super) fn number(data: &[u8], at: usize) -> Option<(f32, usize)> {
    let first = u8_at(data, at)?;
    let value = f32::from(first);
    let second = || u8_at(data, at + 1).map(f32::from);
    match first {
        32..=246 => Some((value - 139.0, 1)),
        247..=250 => Some(((value - 247.0) * 256.0 + second()? + 108.0, 2)),
        251..=254 => Some((-(value - 251.0) * 256.0 - second()? - 108.0, 2)),
        255 => Some((i32_at(data, at + 1)? as f32, 5)),
        _ => None,
    }
}

/// Executes `div`: fractional widths are written as quotients.
fn divide(stack: &mut Vec<f32>) -> Option<f32> {
    let (divisor, dividend) = (stack.pop()?, stack.pop()?);
    Some(dividend / divisor).filter(|quotient| quotient.is_finite())
}

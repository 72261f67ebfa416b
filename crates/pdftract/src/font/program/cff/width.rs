//! Reads the width at the start of a Type 2 charstring by counting the numbers before its first operator.
//!
//! Nothing is executed. If the first operator calls a subroutine, the number of its operands, and therefore the
//! width, is unknown.

use super::super::bytes::{i16_at, i32_at, u8_at};

/// The maximum number of operands (Technical Note 5177, appendix B).
const MOST_OPERANDS: usize = 48;

/// The width stated by a charstring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Width {
    /// The default width.
    Default,
    /// The nominal width plus this.
    AboveNominal(f32),
}

/// Returns the width, if there is one more number before the first operator than it takes.
pub(super) fn first_operand(char_string: &[u8]) -> Option<Width> {
    let mut first = None;
    let mut count = 0_usize;
    let mut at = 0;
    while let Some((number, length)) = number(char_string, at) {
        first = first.or(Some(number));
        count += 1;
        at += length;
        if count > MOST_OPERANDS {
            return None;
        }
    }
    let has_width = match u8_at(char_string, at)? {
        // Stem hints and masks take pairs.
        1 | 3 | 18 | 19 | 20 | 23 => count % 2 == 1,
        // hmoveto, vmoveto.
        4 | 22 => count > 1,
        // rmoveto.
        21 => count > 2,
        // endchar, alone or with the four numbers of an accented letter.
        14 => count == 1 || count == 5,
        _ => return None,
    };
    Some(first.filter(|_| has_width).map_or(Width::Default, Width::AboveNominal))
}

/// Returns the number at `at` and its length; `None` at an operator.
pub(super) fn number(data: &[u8], at: usize) -> Option<(f32, usize)> {
    let first = u8_at(data, at)?;
    let value = f32::from(first);
    let second = || u8_at(data, at + 1).map(f32::from);
    match first {
        28 => Some((f32::from(i16_at(data, at + 1)?), 3)),
        32..=246 => Some((value - 139.0, 1)),
        247..=250 => Some(((value - 247.0) * 256.0 + second()? + 108.0, 2)),
        251..=254 => Some((-(value - 251.0) * 256.0 - second()? - 108.0, 2)),
        255 => Some((i32_at(data, at + 1)? as f32 / 65536.0, 5)),
        _ => None,
    }
}

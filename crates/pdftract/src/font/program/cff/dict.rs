//! Reads a DICT of CFF: operators, each preceded by its numbers.

use super::super::bytes::{i16_at, i32_at, u8_at};

/// The maximum number of operands (Technical Note 5176, appendix B: 48); further ones are dropped.
const MOST_OPERANDS: usize = 48;

/// The maximum number of operators kept; the standard has about 60.
const MOST_OPERATORS: usize = 128;

/// Added to the second byte of a two-byte operator.
const ESCAPED: u16 = 0x0C00;

pub(super) const WEIGHT: u16 = 4;
pub(super) const FAMILY_NAME: u16 = 3;
pub(super) const FONT_BBOX: u16 = 5;
pub(super) const CHARSET: u16 = 15;
pub(super) const ENCODING: u16 = 16;
pub(super) const CHAR_STRINGS: u16 = 17;
pub(super) const PRIVATE: u16 = 18;
pub(super) const SUBROUTINES: u16 = 19;
pub(super) const DEFAULT_WIDTH: u16 = 20;
pub(super) const NOMINAL_WIDTH: u16 = 21;
pub(super) const IS_FIXED_PITCH: u16 = ESCAPED + 1;
pub(super) const ITALIC_ANGLE: u16 = ESCAPED + 2;
pub(super) const FONT_MATRIX: u16 = ESCAPED + 7;
pub(super) const ROS: u16 = ESCAPED + 30;
pub(super) const FONT_DICT_ARRAY: u16 = ESCAPED + 36;
pub(super) const FONT_DICT_SELECT: u16 = ESCAPED + 37;

/// The operators of a dictionary and their numbers, in order.
#[derive(Debug, Default)]
pub(super) struct Dict {
    entries: Vec<(u16, Vec<f64>)>,
}

impl Dict {
    /// Reads until the end of the data or an error.
    pub(super) fn read(data: &[u8]) -> Self {
        let mut dict = Self::default();
        let mut operands = Vec::new();
        let mut at = 0;
        while dict.entries.len() < MOST_OPERATORS {
            match item(data, at) {
                Some((Item::Operator(operator), next)) => {
                    dict.entries.push((operator, std::mem::take(&mut operands)));
                    at = next;
                }
                Some((Item::Number(number), next)) => {
                    if operands.len() < MOST_OPERANDS {
                        operands.push(number);
                    }
                    at = next;
                }
                None => break,
            }
        }
        dict
    }

    pub(super) fn operands(&self, operator: u16) -> Option<Vec<f32>> {
        Some(self.raw(operator)?.iter().map(|number| single(*number)).collect())
    }

    /// Returns the first number of an operator.
    pub(super) fn number(&self, operator: u16) -> Option<f32> {
        self.raw(operator)?.first().copied().map(single)
    }

    pub(super) fn offset(&self, operator: u16) -> Option<usize> {
        whole(*self.raw(operator)?.first()?)
    }

    pub(super) fn size_and_offset(&self, operator: u16) -> Option<(usize, usize)> {
        let numbers = self.raw(operator)?;
        Some((whole(*numbers.first()?)?, whole(*numbers.get(1)?)?))
    }

    pub(super) fn string_number(&self, operator: u16) -> Option<u16> {
        u16::try_from(self.offset(operator)?).ok()
    }

    fn raw(&self, operator: u16) -> Option<&[f64]> {
        self.entries.iter().find(|(name, _)| *name == operator).map(|(_, numbers)| numbers.as_slice())
    }
}

enum Item {
    Operator(u16),
    Number(f64),
}

/// Returns the item at `at`, and the offset of the next one.
fn item(data: &[u8], at: usize) -> Option<(Item, usize)> {
    let first = u8_at(data, at)?;
    let second = || u8_at(data, at + 1).map(i32::from);
    let number = |value: i32, length: usize| Some((Item::Number(f64::from(value)), at + length));
    match first {
        12 => Some((Item::Operator(ESCAPED + u16::from(u8_at(data, at + 1)?)), at + 2)),
        0..=21 => Some((Item::Operator(u16::from(first)), at + 1)),
        28 => number(i32::from(i16_at(data, at + 1)?), 3),
        29 => number(i32_at(data, at + 1)?, 5),
        30 => real(data, at + 1).map(|(value, next)| (Item::Number(value), next)),
        32..=246 => number(i32::from(first) - 139, 1),
        247..=250 => number((i32::from(first) - 247) * 256 + second()? + 108, 2),
        251..=254 => number(-(i32::from(first) - 251) * 256 - second()? - 108, 2),
        _ => None,
    }
}

/// Reads a decimal number, one digit per nibble, up to nibble 15.
fn real(data: &[u8], start: usize) -> Option<(f64, usize)> {
    /// Further digits do not change the number.
    const MOST_DIGITS: usize = 64;
    let mut text = String::new();
    for (index, byte) in data.get(start..)?.iter().enumerate().take(MOST_DIGITS) {
        for digit in [byte >> 4, byte & 15] {
            match digit {
                0..=9 => text.push(char::from(b'0' + digit)),
                10 => text.push('.'),
                11 => text.push('E'),
                12 => text.push_str("E-"),
                14 => text.push('-'),
                15 => return Some((text.parse().unwrap_or(0.0), start + index + 1)),
                _ => return None,
            }
        }
    }
    None
}

#[expect(clippy::cast_possible_truncation, reason = "metrics need no more than single precision")]
fn single(number: f64) -> f32 {
    number as f32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be a 32-bit number")]
fn whole(number: f64) -> Option<usize> {
    (0.0..=f64::from(u32::MAX)).contains(&number).then_some(number as usize)
}

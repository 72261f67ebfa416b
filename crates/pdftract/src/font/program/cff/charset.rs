//! Charsets of CFF fonts: map glyphs to string numbers or CIDs, and CIDs to glyphs.

use std::sync::OnceLock;

use super::super::bytes::{u8_at, u16_at};
use crate::font::glyph_orders::PredefinedCharset;

/// The numbering of glyphs.
#[derive(Debug)]
pub(super) enum Charset {
    /// A predefined charset.
    Predefined(PredefinedCharset),
    /// The number is the glyph: CID fonts without a charset.
    Identity,
    /// A number for each glyph.
    Table {
        /// Shorter than the number of glyphs if the table is truncated.
        numbers: Vec<u16>,
        /// Numbers with their glyphs, sorted.
        glyphs: OnceLock<Vec<(u16, u16)>>,
    },
}

impl Charset {
    /// Reads the charset for an operand of the top dictionary.
    pub(super) fn read(data: &[u8], operand: usize, is_cid: bool, glyph_count: u16) -> Self {
        match u32::try_from(operand).ok().and_then(PredefinedCharset::from_operand) {
            Some(_) if is_cid => Self::Identity,
            Some(predefined) => Self::Predefined(predefined),
            None => Self::Table { numbers: numbers(data, operand, glyph_count), glyphs: OnceLock::new() },
        }
    }

    /// Returns the string number or CID of a glyph.
    pub(super) fn number(&self, glyph: u16) -> Option<u16> {
        match self {
            Self::Predefined(charset) => charset.string_number(glyph),
            Self::Identity => Some(glyph),
            Self::Table { numbers, .. } => numbers.get(usize::from(glyph)).copied(),
        }
    }

    /// Returns the first glyph with a number.
    pub(super) fn glyph(&self, number: u16) -> Option<u16> {
        match self {
            Self::Predefined(_) => None,
            Self::Identity => Some(number),
            Self::Table { numbers, glyphs } => {
                let sorted = glyphs.get_or_init(|| turned_around(numbers));
                let (found, glyph) = sorted.get(sorted.partition_point(|(other, _)| *other < number))?;
                (*found == number).then_some(*glyph)
            }
        }
    }
}

fn turned_around(numbers: &[u16]) -> Vec<(u16, u16)> {
    let mut pairs: Vec<_> = numbers.iter().copied().zip(0..=u16::MAX).collect();
    pairs.sort_unstable();
    pairs
}

/// Reads a charset table, formats 0 to 2. Glyph 0 is not included and has number 0.
fn numbers(data: &[u8], start: usize, glyph_count: u16) -> Vec<u16> {
    let count = usize::from(glyph_count);
    let mut numbers = vec![0];
    let format = u8_at(data, start);
    let mut at = start.saturating_add(1);
    while numbers.len() < count {
        let Some(first) = u16_at(data, at) else { break };
        let (more, length) = match format {
            Some(0) => (Some(0), 2),
            Some(1) => (u8_at(data, at + 2).map(u16::from), 3),
            Some(2) => (u16_at(data, at + 2), 4),
            _ => break,
        };
        let Some(more) = more else { break };
        let room = count - numbers.len();
        numbers.extend((first..=first.saturating_add(more)).take(room));
        at += length;
    }
    numbers
}

//! Glyph names from the `post` table, formats 1 and 2.

use std::ops::Range;

use super::super::bytes::{u8_at, u16_at, u32_at};
use crate::font::glyph_orders::mac_glyph_name;

/// The number of names in the Mac OS standard order; larger numbers refer to strings of the table.
const MAC_GLYPHS: u16 = 258;

/// The offset of the name numbers in format 2.
const NUMBERS_AT: usize = 34;

/// The form of glyph names.
#[derive(Debug)]
pub(super) enum PostTable {
    /// No names: format 3, a retired or unknown format, or no table.
    Nameless,
    /// Format 1: the Mac OS standard order.
    MacOrder,
    /// Format 2: a number for each glyph, and the strings that numbers may refer to.
    Numbered { glyphs: u16, strings: Vec<Range<usize>> },
}

impl PostTable {
    pub(super) fn read(table: &[u8]) -> Self {
        match u32_at(table, 0) {
            Some(0x0001_0000) => Self::MacOrder,
            Some(0x0002_0000) => {
                let glyphs = u16_at(table, 32).unwrap_or(0);
                Self::Numbered { glyphs, strings: strings(table, NUMBERS_AT + usize::from(glyphs) * 2) }
            }
            _ => Self::Nameless,
        }
    }

    pub(super) fn glyph_name<'a>(&self, table: &'a [u8], glyph: u16) -> Option<&'a [u8]> {
        match self {
            Self::Nameless => None,
            Self::MacOrder => mac_glyph_name(glyph).map(str::as_bytes),
            Self::Numbered { glyphs, .. } if glyph >= *glyphs => None,
            Self::Numbered { strings, .. } => {
                let number = u16_at(table, NUMBERS_AT + usize::from(glyph) * 2)?;
                match number.checked_sub(MAC_GLYPHS) {
                    None => mac_glyph_name(number).map(str::as_bytes),
                    Some(own) => table.get(strings.get(usize::from(own))?.clone()),
                }
            }
        }
    }
}

/// Returns the strings from `at` on, each preceded by its length, up to the end of the table or the first truncated
/// one.
fn strings(table: &[u8], mut at: usize) -> Vec<Range<usize>> {
    let mut strings = Vec::new();
    while let Some(length) = u8_at(table, at) {
        let range = at + 1..at + 1 + usize::from(length);
        if range.end > table.len() || strings.len() > usize::from(u16::MAX) {
            break;
        }
        at = range.end;
        strings.push(range);
    }
    strings
}

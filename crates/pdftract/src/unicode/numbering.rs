//! Codes, or numbers in glyph names, that are glyph numbers in a usual order: Microsoft's, in which the space is glyph 3, or
//! Adobe's, in which it is 1. From there ASCII follows in order.

use crate::font::char_code::CharCode;
use crate::font::{Font, Scheme};

/// The offsets from glyph numbers to ASCII.
const ORDERS: [u32; 2] = [29, 31];
/// The bases of numbers in names.
const RADICES: [u32; 2] = [10, 16];

/// The glyph numbering of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbering {
    /// The offset from a number to ASCII.
    order: u32,
    /// The base of numbers in names of simple fonts.
    radix: u32,
    /// `true` if the shapes of the glyphs confirm it.
    pub(super) is_confirmed: bool,
}

impl Numbering {
    /// Returns all numberings to try.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let orders = |radix| ORDERS.map(|order| Self { order, radix, is_confirmed: false });
        RADICES.into_iter().flat_map(orders)
    }

    /// Returns the ASCII character of a code by this numbering.
    pub(super) fn character(self, font: &Font, code: CharCode) -> Option<char> {
        let character = char::from_u32(self.glyph(font, code)?.checked_add(self.order)?);
        character.filter(|character| matches!(character, ' '..='~'))
    }

    /// Returns the number of a code's glyph: the code itself, or the digits of its name after letters (`g36`,
    /// `glyph36`).
    fn glyph(self, font: &Font, code: CharCode) -> Option<u32> {
        let Scheme::Simple(simple) = font.scheme() else { return Some(code.value) };
        let name = simple.own_name(u8::try_from(code.value).ok()?)?;
        let is_letter =
            |byte: &&u8| !byte.is_ascii_digit() && (self.radix == 10 || !byte.is_ascii_uppercase());
        let letters = name.iter().take_while(is_letter).count();
        let digits = std::str::from_utf8(name.get(letters..)?).ok()?;
        u32::from_str_radix(digits, self.radix).ok().filter(|_| letters > 0)
    }
}

//! Codes that are glyph numbers of a font in a usual order: Microsoft's, in which the space is glyph 3, or Adobe's, in
//! which it is 1. From there ASCII follows in order. Believed only when the widths fit.

use super::cascade::Resolved;
use super::width_fit;
use crate::file::File;
use crate::font::char_code::CharCode;
use crate::font::{Font, Scheme, UnicodeSource};

/// What is added to a glyph number to give ASCII.
const ORDERS: [u32; 2] = [29, 31];
/// Correlation of widths from which on an order is believed; right ones have more than 0.9, others stay below 0.6.
const MIN_FIT: f64 = 0.85;
/// Glyphs that must take part.
const MIN_GLYPHS: usize = 16;
/// The widths hold for the whole font, not for one glyph.
const CONFIDENCE: u8 = 60;

/// What a code means if it is a glyph number of a usual order.
pub(crate) fn unicode_of(font: &Font, file: &File, code: CharCode) -> Option<Resolved> {
    let Scheme::Composite(composite) = font.scheme() else { return None };
    let order = *composite.glyph_order.get_or_init(|| order_of(font, file));
    let character = ascii(code.value, order?)?;
    Some(Resolved::new(character, UnicodeSource::FontCmap, CONFIDENCE))
}

/// The order whose reading fits the widths.
fn order_of(font: &Font, file: &File) -> Option<u32> {
    let codes = font.listed_codes();
    ORDERS.into_iter().find(|&order| {
        let character = |code: &CharCode| Some((ascii(code.value, order)?, font.advance(file, *code)));
        let reading: Vec<(char, f32)> = codes.iter().filter_map(character).collect();
        let letters = reading.iter().filter(|(character, _)| character.is_ascii_alphanumeric()).count();
        letters >= MIN_GLYPHS && width_fit::fit(reading.into_iter()).is_some_and(|fit| fit >= MIN_FIT)
    })
}

fn ascii(glyph: u32, order: u32) -> Option<char> {
    char::from_u32(glyph.checked_add(order)?).filter(|character| matches!(character, ' '..='~'))
}

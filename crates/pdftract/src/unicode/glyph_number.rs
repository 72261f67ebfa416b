//! Codes, or numbers in glyph names, that are glyph numbers of a font in a usual order: Microsoft's, in which the space is glyph 3, or Adobe's, in
//! which it is 1. From there ASCII follows in order. Believed only when the widths fit.

use super::glyph_image;
use super::ladder::Resolved;
use super::shape::{self, PLAIN};
use super::width_fit;
use crate::file::File;
use crate::font::char_code::CharCode;
use crate::font::{Font, Scheme};
use crate::unicode::UnicodeSource;

/// What is added to a glyph number to give ASCII.
const ORDERS: [u32; 2] = [29, 31];
/// Correlation of widths from which on an order is believed; right ones have more than 0.9, others stay below 0.6.
const MIN_FIT: f64 = 0.85;
/// Glyphs that must take part.
const MIN_GLYPHS: usize = 16;
/// The widths hold for the whole font, not for one glyph.
const CONFIDENCE: u8 = 60;
/// Widths and shapes agree, for the whole font and for the glyph.
const CONFIRMED: u8 = 80;
/// Glyphs whose shapes are held against the order, and those that must plainly be what it says.
const MOST_SHAPES: usize = 40;
const MIN_SHAPES: usize = 8;
/// So many plain shapes must agree for each that does not.
const AGREEING_PER_OTHER: usize = 10;

/// What a code means if it, or the number in its glyph's name, is a glyph number of a usual order.
pub(crate) fn unicode_of(font: &Font, file: &File, code: CharCode) -> Option<Resolved> {
    let numbering = font.numbering.get_or_init(|| Numbering::of(font, file)).as_ref()?;
    let character = ascii(numbering.glyph(font, code)?, numbering.order)?;
    let mut text = [0; 4];
    let mut looks_so = || shape::may_be(font, file, code, character.encode_utf8(&mut text));
    let confidence = if numbering.is_confirmed && looks_so() { CONFIRMED } else { CONFIDENCE };
    Some(Resolved::new(character, UnicodeSource::FontCmap, confidence))
}

/// How a font numbers its glyphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Numbering {
    /// What is added to a number to give ASCII.
    order: u32,
    /// The base in which names of simple fonts are written.
    radix: u32,
    /// Whether the glyphs look like what it says.
    is_confirmed: bool,
}

impl Numbering {
    /// The numbering whose reading fits the widths.
    fn of(font: &Font, file: &File) -> Option<Self> {
        let codes = font.listed_codes();
        let fits = |numbering: &Self| {
            let reading: Vec<(char, f32)> = codes
                .iter()
                .filter_map(|&code| {
                    let character = ascii(numbering.glyph(font, code)?, numbering.order)?;
                    Some((character, font.advance(file, code)))
                })
                .collect();
            let letters = reading.iter().filter(|(character, _)| character.is_ascii_alphanumeric()).count();
            letters >= MIN_GLYPHS && width_fit::fit(reading.into_iter()).is_some_and(|fit| fit >= MIN_FIT)
        };
        let all = [10, 16]
            .into_iter()
            .flat_map(|radix| ORDERS.map(|order| Self { order, radix, is_confirmed: false }));
        let found = all.into_iter().find(fits)?;
        Some(Self { is_confirmed: found.looks_right(font, file, &codes), ..found })
    }

    /// Whether glyphs that are plainly some letter are those that the order says.
    fn looks_right(self, font: &Font, file: &File, codes: &[CharCode]) -> bool {
        let letter = |code: &CharCode| {
            let character = ascii(self.glyph(font, *code)?, self.order)?;
            character.is_ascii_alphanumeric().then_some((*code, character))
        };
        let (mut same, mut other) = (0, 0);
        for (code, character) in codes.iter().filter_map(letter).take(MOST_SHAPES) {
            let candidates = glyph_image::candidates(font, file, code);
            if candidates.first().is_some_and(|best| best.chance >= PLAIN) {
                let is_same = candidates.iter().any(|candidate| candidate.text.chars().eq([character]));
                same += usize::from(is_same);
                other += usize::from(!is_same);
            }
        }
        same >= MIN_SHAPES && same >= other * AGREEING_PER_OTHER
    }

    /// The number of a code's glyph: the code itself, or what stands in its name behind letters (`g36`, `glyph36`).
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

fn ascii(glyph: u32, order: u32) -> Option<char> {
    char::from_u32(glyph.checked_add(order)?).filter(|character| matches!(character, ' '..='~'))
}

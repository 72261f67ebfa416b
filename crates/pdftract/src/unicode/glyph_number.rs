//! The rung for codes that are glyph numbers in a usual order. It is trusted only if the widths match.

use super::candidate::PLAIN;
use super::glyph_image;
use super::numbering::Numbering;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::shape_check;
use super::source::UnicodeSource;
use super::width_fit;
use crate::font::access::Access;
use crate::font::char_code::CharCode;

/// The correlation of widths from which an order is trusted; correct ones have more than 0.9, others stay below 0.6.
const MIN_FIT: f64 = 0.85;
/// The least number of glyphs.
const MIN_GLYPHS: usize = 16;
/// The widths match for the whole font, not for one glyph.
const CONFIDENCE: u8 = 60;
/// Widths and shapes agree, for the whole font and for the glyph.
const CONFIRMED: u8 = 80;
/// The maximum number of glyphs whose shapes are compared with the order, and the least number that must clearly
/// agree.
const MAX_SHAPES: usize = 40;
const MIN_SHAPES: usize = 8;
/// The number of clear shapes that must agree for each that does not.
const AGREEING_PER_OTHER: usize = 10;

/// Returns the text of a code if it, or the number in its glyph's name, is a glyph number in a usual order.
pub(super) fn by_glyph_number(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    let numbering = font.findings.numbering.get_or_init(|| find(font, access)).as_ref()?;
    let character = numbering.character(font, code)?;
    let mut text = [0; 4];
    let mut looks_so = || shape_check::may_be(font, access, code, character.encode_utf8(&mut text));
    let confidence = if numbering.is_confirmed && looks_so() { CONFIRMED } else { CONFIDENCE };
    Some(Resolved::new(character, UnicodeSource::FontCmap, confidence))
}

/// Returns the numbering that matches the widths.
fn find(font: &ResolvedFont, access: Access<'_>) -> Option<Numbering> {
    let codes = font.listed_codes();
    let fits = |numbering: &Numbering| {
        let reading: Vec<(char, f32)> = codes
            .iter()
            .filter_map(|&code| Some((numbering.character(font, code)?, font.advance(access, code))))
            .collect();
        let letters = reading.iter().filter(|(character, _)| character.is_ascii_alphanumeric()).count();
        letters >= MIN_GLYPHS && width_fit::fit(reading.into_iter()).is_some_and(|fit| fit >= MIN_FIT)
    };
    let mut found = Numbering::all().find(fits)?;
    found.is_confirmed = looks_right(found, font, access, &codes);
    Some(found)
}

/// Returns `true` if glyphs that are clearly some letter agree with the order.
fn looks_right(numbering: Numbering, font: &ResolvedFont, access: Access<'_>, codes: &[CharCode]) -> bool {
    let letter = |code: &CharCode| {
        let character = numbering.character(font, *code)?;
        character.is_ascii_alphanumeric().then_some((*code, character))
    };
    let compared: Vec<(CharCode, char)> = codes.iter().filter_map(letter).take(MAX_SHAPES).collect();
    let (mut same, mut other) = (0, 0);
    for (left, (code, character)) in (1..=compared.len()).rev().zip(compared) {
        // Even if all the others agreed, they would be too few.
        if same + left < MIN_SHAPES.max(other * AGREEING_PER_OTHER) {
            return false;
        }
        let candidates = glyph_image::candidates(font, access, code);
        if candidates.first().is_some_and(|best| best.chance >= PLAIN) {
            let is_same = candidates.iter().any(|candidate| candidate.text.chars().eq([character]));
            same += usize::from(is_same);
            other += usize::from(!is_same);
        }
    }
    same >= MIN_SHAPES && same >= other * AGREEING_PER_OTHER
}

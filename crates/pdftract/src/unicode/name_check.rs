//! Checks the glyph names of a Type 3 font against the shapes of its glyphs.

use super::glyph_image;
use super::look_alikes::representative;
use super::resolved_font::ResolvedFont;
use crate::font::Scheme;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::glyph_names::{self, NameContext};

/// The probability in thousandths from which a shape is clearly one character.
const PLAIN_SHAPE: u32 = 900;
/// The maximum number of shapes examined, and the least number of clear ones.
const MAX_SHAPES: usize = 40;
const MIN_SHAPES: usize = 8;

/// Returns `true` if the glyph names of a Type 3 font are wrong; producers may choose them freely.
pub(super) fn names_mislead(font: &ResolvedFont, access: Access<'_>) -> bool {
    let Scheme::Simple(simple) = font.scheme() else { return false };
    let named = |code: u8| {
        let reading = glyph_names::unicode_of(simple.own_name(code)?, NameContext::General)?;
        let [character] = *reading.text.as_slice() else { return None };
        Some((CharCode { value: u32::from(code), len: 1 }, character))
    };
    let check = || looks_different(font, access, (0..=255).filter_map(named));
    font.is_type3() && *font.findings.names_mislead.get_or_init(check)
}

/// Returns `true` if most of the clear shapes differ from the stated characters.
fn looks_different(
    font: &ResolvedFont,
    access: Access<'_>,
    stated: impl Iterator<Item = (CharCode, char)>,
) -> bool {
    let (mut same, mut other) = (0, 0);
    for (code, character) in stated.filter(|(_, character)| character.is_alphanumeric()).take(MAX_SHAPES) {
        let candidates = glyph_image::candidates(font, access, code);
        let Some(best) = candidates.first().filter(|best| best.chance >= PLAIN_SHAPE) else { continue };
        let claimed = representative(character);
        let is_same = |text: &str| text.chars().map(representative).eq([claimed]);
        if candidates.iter().any(|candidate| is_same(&candidate.text)) {
            same += 1;
        } else if best.text != character.to_string() {
            other += 1;
        }
    }
    same + other >= MIN_SHAPES && other > same
}

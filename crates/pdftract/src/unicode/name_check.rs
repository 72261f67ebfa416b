//! Checks the glyph names of a Type 3 font against the shapes of its glyphs.

use super::candidate::ShapeCandidate;
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
    let stated: Vec<(CharCode, char)> =
        stated.filter(|(_, character)| character.is_alphanumeric()).take(MAX_SHAPES).collect();
    let mut tally = Tally { left: stated.len(), ..Tally::default() };
    for (code, character) in stated {
        tally.left -= 1;
        let candidates = glyph_image::candidates(font, access, code);
        tally.add(&candidates, character);
        if let Some(decided) = tally.decided() {
            return decided;
        }
    }
    false
}

/// The numbers of clear shapes that agree with their names or not, and of those to be examined.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    same: usize,
    other: usize,
    left: usize,
}

impl Tally {
    /// Adds a shape and the character that is stated for it.
    fn add(&mut self, candidates: &[ShapeCandidate], character: char) {
        let Some(best) = candidates.first().filter(|best| best.chance >= PLAIN_SHAPE) else { return };
        let claimed = representative(character);
        let is_same = |text: &str| text.chars().map(representative).eq([claimed]);
        if candidates.iter().any(|candidate| is_same(&candidate.text)) {
            self.same += 1;
        } else if best.text != character.to_string() {
            self.other += 1;
        }
    }

    /// Returns the verdict that most of the shapes differ, as soon as the remaining ones cannot change it.
    fn decided(self) -> Option<bool> {
        let Self { same, other, left } = self;
        if same + other + left < MIN_SHAPES || other + left <= same {
            return Some(false);
        }
        (same + other >= MIN_SHAPES && other > same + left).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_that_cannot_change_the_verdict_are_not_examined() {
        let decided = |same, other, left| Tally { same, other, left }.decided();
        assert_eq!(decided(0, 0, 7), Some(false), "too few");
        assert_eq!(decided(0, 0, 40), None);
        assert_eq!(decided(20, 0, 20), Some(false));
        assert_eq!(decided(19, 0, 20), None);
        assert_eq!(decided(0, 20, 20), None);
        assert_eq!(decided(0, 21, 19), Some(true));
        assert_eq!(decided(0, 7, 2), None, "the least number must be clear");
        assert_eq!(decided(5, 5, 0), Some(false));
    }
}

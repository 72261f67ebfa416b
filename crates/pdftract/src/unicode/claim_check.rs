//! Checks a `/ToUnicode` map against the shapes of the glyphs of a font, all together.
//!
//! A single shape is often mistaken for another letter, so no map is rejected because of one. But the shapes of a
//! font agree with a correct map repeatedly, and hardly ever with one that is shifted or that contains glyph numbers.
//!
//! Evidence is asked in the order of its price: the rough forms of outlines, then pictures of some glyphs by themselves,
//! and only then pictures weighed by the script of the whole font, which look at a sample of all its glyphs.

use super::candidate::ShapeCandidate;
use super::gallery::{built_in, pictured};
use super::glyph_image;
use super::letter_form::Form;
use super::look_alikes::{Script, representative};
use super::resolved_font::ResolvedFont;
use crate::char_class::is_letter;
use crate::font::access::Access;
use crate::font::char_code::CharCode;

/// A code with its character in the map.
pub(super) type Claim = (CharCode, char);

/// The maximum number of shapes examined, and the number of them that must look like some character.
const MOST_SHAPES: usize = 40;
const LEAST_SHAPES: u32 = 8;
/// The same for a first check of a font without other doubts.
const SAMPLE: usize = 6;
const LEAST_OF_SAMPLE: u32 = 4;
/// The number of agreeing shapes from which a map is trusted without further checks, if they are the majority: a
/// shifted map has hardly any, and checking a shape costs as much as reading a hundred glyphs.
const AGREEING: u32 = 5;
/// The same for a font without other doubts.
const AGREEING_OF_SAMPLE: u32 = 2;
/// Part of all assignments of letters that the forms of a font may fit by chance before its map is believed for them.
const CHANCE: f32 = 1e-5;
/// One form of so many may be another than that of the letter that is claimed.
const FEW_ODD: usize = 5;
/// One claim in this many may be a letter of a script whose shapes are unknown.
const FEW_OTHERS: usize = 5;
/// The probability in thousandths from which a shape looks like some character.
const SOME_CHARACTER: u32 = 500;
/// The probability in thousandths of characters that a shape does not look like at all.
const UNLIKELY: u32 = 2;
/// The mean number of bits, from which a map is wrong, by which the claimed characters are less likely than those
/// that the shapes look like. Correct maps of unknown faces have less than one; shifted maps have six and more.
const WRONG_BY: u32 = 4;

/// Returns `true` if the shapes contradict a map.
pub(super) fn is_contradicted(font: &ResolvedFont, access: Access<'_>, claims: &[Claim]) -> bool {
    let letters: Vec<Claim> = letters(claims).take(MOST_SHAPES).collect();
    let looker = Looker { font, access };
    if letters.len() < LEAST_SHAPES as usize || looker.forms_agree(&letters) {
        return false;
    }
    let letters = || letters.iter().copied();
    !looker.alone(letters(), AGREEING).agrees(AGREEING)
        && looker.in_font(letters(), AGREEING).contradicts(LEAST_SHAPES)
}

/// Returns `true` if the shapes contradict a map without other doubts: a few evenly spread letters are checked until
/// some agree with the map, and more only if they contradict it.
pub(super) fn is_contradicted_unasked(font: &ResolvedFont, access: Access<'_>, claims: &[Claim]) -> bool {
    let letters: Vec<Claim> = letters(claims).take(MOST_SHAPES).collect();
    let looker = Looker { font, access };
    if letters.len() < LEAST_OF_SAMPLE as usize || looker.forms_agree(&letters) {
        return false;
    }
    let step = letters.len().div_ceil(SAMPLE).max(1);
    let spread = || letters.iter().copied().step_by(step);
    !looker.alone(spread(), AGREEING_OF_SAMPLE).agrees(AGREEING_OF_SAMPLE)
        && looker.in_font(spread(), AGREEING_OF_SAMPLE).contradicts(LEAST_OF_SAMPLE)
        && looker.in_font(letters.iter().copied(), AGREEING).contradicts(LEAST_OF_SAMPLE)
}

/// Returns `true` if there are enough characters whose shapes are known to contradict a map by any of its claims.
pub(super) fn are_comparable(characters: impl Iterator<Item = char>) -> bool {
    characters.filter(|letter| is_known(*letter)).nth(LEAST_OF_SAMPLE as usize - 1).is_some()
}

/// Returns `true` if shapes may contradict claims at all.
pub(super) fn can_contradict(claims: &[Claim]) -> bool {
    are_comparable(letters(claims).map(|(_, letter)| letter))
}

/// Returns `true` for characters in the shape tables.
fn is_known(letter: char) -> bool {
    letter.is_ascii_digit() || Script::of_letter(letter).is_some()
}

/// Returns the claims whose characters are in the shape tables; none if the map has many letters of other scripts,
/// whose shapes resemble those of any letter.
fn letters(claims: &[Claim]) -> impl Iterator<Item = Claim> {
    let others = claims.iter().filter(|(_, letter)| is_letter(*letter) && !is_known(*letter)).count();
    let is_asked = others * FEW_OTHERS < claims.len();
    claims.iter().copied().filter(move |(_, letter)| is_asked && is_known(*letter))
}

/// The evidence of shapes about claims.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Evidence {
    /// The number of shapes that look like some character.
    shapes: u32,
    /// The number of those that may be the claimed character.
    agreeing: u32,
    /// The number of bits by which the best candidates are more likely than the claimed characters.
    bits: u32,
}

/// Looks at the glyphs of a font.
#[derive(Clone, Copy)]
struct Looker<'a> {
    font: &'a ResolvedFont,
    access: Access<'a>,
}

impl Looker<'_> {
    /// Returns whether the forms of outlines go with so many claims that chance cannot explain it.
    fn forms_agree(self, claims: &[Claim]) -> bool {
        let (mut agreeing, mut odd, mut chance) = (0, 0, 1.0);
        for &(code, letter) in claims {
            let Some(form) = self.form(code) else { continue };
            match form.fits(representative(letter)) {
                Some(true) => {
                    agreeing += 1;
                    chance *= form.share();
                }
                Some(false) => odd += 1,
                None => {}
            }
            if chance < CHANCE && odd * FEW_ODD <= agreeing {
                return true;
            }
        }
        false
    }

    fn form(self, code: CharCode) -> Option<Form> {
        let (program, glyph) = self.font.shown_glyph(self.access, code)?;
        Form::measure(&program.outline(glyph)?)
    }

    /// Looks at glyphs, each by itself, until as many agree as are enough to believe the map.
    fn alone(self, claims: impl Iterator<Item = Claim>, enough: u32) -> Evidence {
        Evidence::collect(claims, enough, |code| {
            let (program, glyph) = self.font.shown_glyph(self.access, code)?;
            let outline = program.outline(glyph)?;
            let pictured = || pictured(&self.font.pictures, &outline, self.font.advance(self.access, code));
            Some(built_in(&outline).or_else(pictured)?.candidates)
        })
    }

    /// Looks at glyphs as those of a font of one script, until as many agree as are enough to believe the map.
    fn in_font(self, claims: impl Iterator<Item = Claim>, enough: u32) -> Evidence {
        let look = |code| Some(glyph_image::candidates(self.font, self.access, code));
        Evidence::collect(claims, enough, look)
    }
}

impl Evidence {
    /// Examines glyphs until enough agree to trust the map.
    fn collect(
        claims: impl Iterator<Item = Claim>,
        enough: u32,
        look: impl Fn(CharCode) -> Option<Vec<ShapeCandidate>>,
    ) -> Self {
        let mut evidence = Self::default();
        for (code, letter) in claims {
            evidence.compare(&look(code).unwrap_or_default(), letter);
            if evidence.agrees(enough) {
                break;
            }
        }
        evidence
    }

    /// Compares what a glyph looks like with the character that is claimed.
    fn compare(&mut self, candidates: &[ShapeCandidate], letter: char) {
        let is_claimed = |text: &str| text.chars().map(representative).eq([representative(letter)]);
        let claimed = candidates.iter().find(|one| is_claimed(&one.text)).map_or(0, |one| one.chance);
        if let Some(best) = candidates.first() {
            self.add(best.chance, claimed);
        }
    }

    /// Returns whether enough shapes agree, and most do.
    fn agrees(self, enough: u32) -> bool {
        self.agreeing >= enough && 2 * self.agreeing > self.shapes
    }

    /// Adds a shape with the probabilities in thousandths of its best candidate and of the claimed character.
    fn add(&mut self, best: u32, claimed: u32) {
        if best >= SOME_CHARACTER {
            let bits = (best / claimed.max(UNLIKELY)).checked_ilog2().unwrap_or(0);
            self.shapes += 1;
            self.agreeing += u32::from(bits == 0);
            self.bits += bits;
        }
    }

    fn contradicts(self, least: u32) -> bool {
        self.shapes >= least && self.bits >= self.shapes * WRONG_BY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(chances: &[(u32, u32)]) -> Evidence {
        let mut evidence = Evidence::default();
        chances.iter().for_each(|(best, claimed)| evidence.add(*best, *claimed));
        evidence
    }

    #[test]
    fn unsure_shapes_decide_together() {
        assert!(evidence(&[(550, 0), (800, 0), (620, 40), (700, 0)]).contradicts(4));
        assert!(!evidence(&[(550, 0), (800, 0), (620, 620), (700, 700), (900, 900)]).contradicts(4));
        assert!(!evidence(&[(400, 0); 9]).contradicts(4), "shapes that look like nothing say nothing");
        assert!(!evidence(&[(950, 0); 3]).contradicts(4), "too few");
        assert_eq!(evidence(&[(900, 900), (700, 400), (800, 100), (400, 400)]).agreeing, 2);
    }
}

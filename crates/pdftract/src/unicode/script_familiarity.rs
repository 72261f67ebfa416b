//! Judges whether glyphs look like characters of the scripts that the shape tables know.
//!
//! Each glyph of a Devanagari or Arabic font slightly resembles some Latin, Greek or Cyrillic letter, and text made
//! of such letters would be garbage that looks like success. Taken together the glyphs can be distinguished: those of
//! a known script are nearly all clear, those of another hardly ever.

use super::candidate::ShapeCandidate;
use super::classifier::OUT_OF_SET;
use super::look_alikes::Script;
use crate::font::Font;
use crate::font::to_unicode::{Mapped, ToUnicode};
use crate::language::indic::role;

/// The mean probability in thousandths of the best candidates below which glyphs belong to no known script. Faces of
/// known scripts reach 670 and more, including bad bitmaps and mathematics; those of others 200 to 400.
const LEAST_MEAN: u32 = 420;

/// The mean probability from which glyphs certainly belong to a known script.
const FAMILIAR_MEAN: u32 = 600;

/// Fewer glyphs are not conclusive.
pub(super) const FEWEST: usize = 5;

/// The familiarity of the glyphs of a font, taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Familiarity {
    Familiar,
    /// In between, or too few glyphs.
    Unsure,
    Foreign,
}

/// The probability of certainty, in thousandths.
const CERTAIN: u32 = 1000;

/// Returns the candidates of `count` glyphs if they are familiar, taken together. It ends as soon as the rest cannot make
/// them so, however clear: shapes are expensive to recognise.
pub(super) fn if_familiar(
    count: usize,
    glyphs: impl Iterator<Item = Vec<ShapeCandidate>>,
) -> Option<Vec<Vec<ShapeCandidate>>> {
    let most_doubt = u32::try_from(count).ok()?.checked_mul(CERTAIN - FAMILIAR_MEAN)?;
    let mut doubt = 0;
    let mut found = Vec::with_capacity(count);
    for candidates in glyphs {
        doubt += CERTAIN.saturating_sub(best_chance(&candidates));
        if doubt > most_doubt {
            return None;
        }
        found.push(candidates);
    }
    (judge(found.iter().map(Vec::as_slice)) == Familiarity::Familiar).then_some(found)
}

fn best_chance(candidates: &[ShapeCandidate]) -> u32 {
    let known = candidates.iter().filter(|one| one.text != OUT_OF_SET);
    known.map(|one| one.chance).max().unwrap_or(0)
}

/// Judges glyphs by their candidates.
pub(super) fn judge<'c>(glyphs: impl Iterator<Item = &'c [ShapeCandidate]>) -> Familiarity {
    let chances: Vec<u32> = glyphs.map(best_chance).collect();
    if chances.len() < FEWEST {
        return Familiarity::Unsure;
    }
    let count = u32::try_from(chances.len()).unwrap_or(u32::MAX);
    match chances.iter().sum::<u32>() / count {
        ..LEAST_MEAN => Familiarity::Foreign,
        FAMILIAR_MEAN.. => Familiarity::Familiar,
        _ => Familiarity::Unsure,
    }
}

/// Returns `true` for letters of the alphabets from Armenian to Mongolian.
fn is_of_other_alphabet(letter: char) -> bool {
    matches!(u32::from(letter),
        0x530..=0x10FF | 0x1200..=0x1CFF | 0xA800..=0xABFF | 0xFB13..=0xFDFF | 0xFE70..=0xFEFF)
}

/// The least number of letters of other scripts in a map for the font to be of one.
const FEWEST_LETTERS: usize = 5;

/// The number of Indic letters from which the glyphs that a map omits are conjuncts of theirs, also in a font with as many
/// Latin letters: those have code points, which maps give.
const MANY_INDIC: usize = 10;

/// The maximum number of codes of a map that are examined.
const MOST_CODES: usize = 400;

/// Returns `true` if the letters stated by a font's map belong to an alphabet that the shape tables lack. Glyphs that
/// such a map omits are conjuncts and signs of that alphabet, however similar to Latin letters. CJK fonts also
/// contain Latin glyphs, so they are exempt.
pub(super) fn states_other_script(font: &Font, map: &ToUnicode) -> bool {
    let (mut ours, mut others, mut indic) = (0, 0, 0);
    for code in font.listed_codes().iter().take(MOST_CODES) {
        if let Some(Mapped::Char(letter)) = map.lookup(code.value)
            && letter.is_alphabetic()
        {
            ours += usize::from(Script::of_letter(letter).is_some());
            others += usize::from(is_of_other_alphabet(letter));
            indic += usize::from(role(letter).is_some());
        }
    }
    others >= FEWEST_LETTERS && (others > ours || indic >= MANY_INDIC)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyphs(chances: &[u32]) -> Vec<Vec<ShapeCandidate>> {
        chances.iter().map(|&chance| vec![ShapeCandidate::new("n", chance)]).collect()
    }

    fn judged(chances: &[u32]) -> Familiarity {
        judge(glyphs(chances).iter().map(Vec::as_slice))
    }

    #[test]
    fn c_5_glyphs_that_hardly_look_like_letters_are_foreign() {
        assert_eq!(judged(&[1000, 950, 400, 900, 880]), Familiarity::Familiar);
        assert_eq!(judged(&[1000, 150, 200, 250, 120, 310]), Familiarity::Foreign);
        assert_eq!(judged(&[500, 450, 600, 550, 400]), Familiarity::Unsure);
    }

    #[test]
    fn c_5_few_glyphs_are_not_evidence() {
        assert_eq!(judged(&[10, 20, 30]), Familiarity::Unsure);
        assert_eq!(judged(&[]), Familiarity::Unsure);
    }

    #[test]
    fn c_5_ideographs_are_not_an_alphabet() {
        assert!("աאعदกა".chars().all(is_of_other_alphabet));
        assert!(!"aλж漢한か".chars().any(is_of_other_alphabet));
    }

    #[test]
    fn glyphs_are_looked_at_only_until_they_cannot_be_familiar() {
        for (chances, looked_at) in [([600; 10], 10), ([0; 10], 5), ([300; 10], 6), ([1000; 10], 10)] {
            let glyph =
                |chance| vec![ShapeCandidate::new(OUT_OF_SET, 1000), ShapeCandidate::new("a", chance)];
            let glyphs: Vec<Vec<ShapeCandidate>> = chances.into_iter().map(glyph).collect();
            let familiar = judge(glyphs.iter().map(Vec::as_slice)) == Familiarity::Familiar;
            let mut count = 0;
            let looked = glyphs.iter().cloned().inspect(|_| count += 1);
            assert_eq!(if_familiar(10, looked).is_some(), familiar);
            assert_eq!(count, looked_at, "{chances:?}");
        }
    }
}

//! Whether glyphs look like characters of the scripts that the shape tables know.
//!
//! Of a Devanagari or Arabic font each glyph looks a little like some Latin, Greek or Cyrillic letter, and text made of
//! such letters would be garbage that looks like success. Taken together the glyphs give themselves away: those of a
//! known script are nearly all plain, those of another hardly ever.

use super::classifier::STRANGER;
use super::shape::ShapeCandidate;

/// Mean chance in thousandths of the likeliest characters below which glyphs belong to no known script. Faces of known
/// scripts reach 670 and more, bad bitmaps and mathematics included; those of others 200 to 400.
const LEAST_MEAN: u32 = 420;

/// Mean chance from which on glyphs surely belong to a known script.
const FAMILIAR_MEAN: u32 = 600;

/// So few glyphs tell nothing of their script.
pub(super) const FEWEST: usize = 5;

/// What the glyphs of a font look like, taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Familiarity {
    Familiar,
    /// In between, or too few glyphs.
    Unsure,
    Foreign,
}

/// Judges glyphs by their candidates.
pub(super) fn judge<'c>(glyphs: impl Iterator<Item = &'c [ShapeCandidate]>) -> Familiarity {
    let best = |candidates: &[ShapeCandidate]| {
        let known = candidates.iter().filter(|one| one.text != STRANGER);
        known.map(|one| one.chance).max().unwrap_or(0)
    };
    let chances: Vec<u32> = glyphs.map(best).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn glyphs(chances: &[u32]) -> Vec<Vec<ShapeCandidate>> {
        chances.iter().map(|&chance| vec![ShapeCandidate { text: "n".into(), chance }]).collect()
    }

    fn judged(chances: &[u32]) -> Familiarity {
        judge(glyphs(chances).iter().map(Vec::as_slice))
    }

    #[test]
    fn c_9_glyphs_that_hardly_look_like_letters_are_foreign() {
        assert_eq!(judged(&[1000, 950, 400, 900, 880]), Familiarity::Familiar);
        assert_eq!(judged(&[1000, 150, 200, 250, 120, 310]), Familiarity::Foreign);
        assert_eq!(judged(&[500, 450, 600, 550, 400]), Familiarity::Unsure);
    }

    #[test]
    fn c_9_few_glyphs_tell_nothing() {
        assert_eq!(judged(&[10, 20, 30]), Familiarity::Unsure);
        assert_eq!(judged(&[]), Familiarity::Unsure);
    }
}

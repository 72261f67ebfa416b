//! The two rungs that use the shape of a glyph: a known outline, or the classification of its image.
//!
//! An uncertain shape gives no text; its candidates are kept for rungs that use the context.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::candidate::{AMBIGUOUS, CERTAIN, ShapeCandidate};
use super::classifier::OUT_OF_SET;
use super::gallery::{advance_in, inked};
use super::ideographs;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::shape::{self, FINGERPRINT, SPACE};
use super::source::UnicodeSource;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::program::FontProgram;

/// The confidence of an image at certainty and at the least accepted probability (C-4).
const BEST_SHAPE: u32 = 84;
const LEAST_SHAPE: u32 = 70;

/// The probability in thousandths from which the best of several characters is given at all.
const LEAST_CHANCE: u32 = 250;

/// Returns the text of a code if its outline is that of one character of a known font.
pub(super) fn known_outline(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    let (program, glyph) = font.shown_glyph(access, code)?;
    let seen = shape::known(font, access, &program.outline(glyph)?, font.advance(access, code))?;
    let [single] = seen.candidates.as_slice() else { return None };
    Some(Resolved::new(shape::in_font(font, access, &single.text), seen.source, FINGERPRINT))
}

/// Returns the text of a known outline, also for fonts of ideographs, whose outlines are only in the caller's
/// databases.
pub(super) fn known_glyph(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    match font.is_ideographic() {
        true => ideographs::learned(font, access, code),
        false => known_outline(font, access, code),
    }
}

/// Returns the text that the image of a code looks like. An ambiguous shape gives the most likely character with a
/// low confidence: the context of the document is used then, and [`distributed`] if that is inconclusive.
pub(super) fn picture(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    let (program, glyph) = font.shown_glyph(access, code)?;
    let outline = program.outline(glyph)?;
    let seen = shape::read_in_font(font, access, glyph, &outline, font.advance(access, code))?;
    let best = seen.candidates.first()?;
    let gallery = shape::gallery(font, access);
    if best.text == OUT_OF_SET || gallery.is_foreign {
        return None;
    }
    if best.is_certain() {
        let text = shape::in_font(font, access, &best.text);
        return Some(Resolved::new(text, seen.source, shape_confidence(best.chance_by_shape)));
    }
    // A font with all letters of the world has a better candidate somewhere.
    if gallery.is_large {
        return None;
    }
    let own = shape::read(font, access, glyph, &outline, advance_in(program, glyph))?;
    let is_possible = |one: &ShapeCandidate| one.text != OUT_OF_SET && one.chance >= LEAST_CHANCE;
    let likeliest = own.candidates.iter().find(|one| is_possible(one))?;
    let text = shape::in_font(font, access, &likeliest.text);
    Some(Resolved::new(text, UnicodeSource::ShapeMatch, AMBIGUOUS))
}

/// Returns the text of an uncertain shape if each character is assigned to one glyph of the font, the most certain
/// first. All glyphs are examined for it, so it is tried last.
pub(super) fn distributed(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    let (program, glyph) = font.shown_glyph(access, code)?;
    let assigned = font.findings.assigned.get_or_init(|| assign(font, access, program));
    let own = assigned.get(&glyph).filter(|own| own.text != OUT_OF_SET && own.chance >= LEAST_CHANCE)?;
    let text = shape::in_font(font, access, &own.text);
    Some(Resolved::new(text, UnicodeSource::ShapeMatch, AMBIGUOUS))
}

/// Returns a space for a blank glyph of the width of one.
pub(super) fn blank(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    let is_space = SPACE.contains(&font.advance(access, code));
    is_space.then(|| Resolved::new(' ', UnicodeSource::ShapeMatch, FINGERPRINT))
}

/// Assigns each glyph of a font its best candidate, greedily, each character at most once.
fn assign(font: &ResolvedFont, access: Access<'_>, program: &FontProgram) -> BTreeMap<u32, ShapeCandidate> {
    let mut offers: Vec<(Reverse<u32>, u32, String)> = Vec::new();
    for (glyph, outline) in inked(program) {
        let seen = shape::read(font, access, glyph, &outline, advance_in(program, glyph));
        let candidates = seen.map(|seen| seen.candidates).unwrap_or_default().into_iter();
        offers.extend(candidates.map(|candidate| (Reverse(candidate.chance), glyph, candidate.text)));
    }
    offers.sort();
    let mut assigned: BTreeMap<u32, ShapeCandidate> = BTreeMap::new();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for (Reverse(chance), glyph, text) in offers {
        if !assigned.contains_key(&glyph) && (text == OUT_OF_SET || taken.insert(text.clone())) {
            assigned.insert(glyph, ShapeCandidate::new(text, chance));
        }
    }
    assigned
}

/// Returns the confidence of an image in hundredths: linear from the least accepted probability to certainty.
fn shape_confidence(chance: u32) -> u8 {
    let above = chance.saturating_sub(CERTAIN).min(1000 - CERTAIN);
    let confidence = LEAST_SHAPE + (BEST_SHAPE - LEAST_SHAPE) * above / (1000 - CERTAIN);
    u8::try_from(confidence).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t3_28_c_4_confidence_rises_with_the_chance_and_stays_below_fingerprints() {
        assert_eq!(shape_confidence(CERTAIN), 70);
        assert_eq!(shape_confidence(1000), 84);
        assert!(shape_confidence(995) > shape_confidence(985));
        assert!(shape_confidence(1000) < FINGERPRINT);
    }
}

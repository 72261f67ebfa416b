//! Detects wrong `/ToUnicode` maps: one character for all codes, numbers instead of characters, shifted letters.
//!
//! A good map must never be rejected, so it is first checked against the widths of the glyphs, which are independent
//! of the map. Only a map that fails there is compared with the font's names and tables.

use super::claim_check;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::width_fit;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::to_unicode::{Mapped, ToUnicode};
use crate::font::{Font, Scheme};

/// The number of codes with the same character that make a map wrong. Fonts of bullets or dots have fewer.
const MIN_EQUAL: usize = 6;
/// The correlation of widths below which the font's tables are consulted. Correct maps of text faces reach 0.8 and
/// more.
const SUSPECT_FIT: f64 = 0.75;
/// The difference in correlation by which the tables must be better to replace the map.
const BETTER_BY: f64 = 0.25;
/// The correlation below which a map that only counts through codes is rejected even if nothing else is known.
const HOPELESS_FIT: f64 = 0.4;
/// The share of codes on which map and tables must differ.
const MIN_CONTRADICTION: f64 = 0.2;
/// The share of codes that a mere shift must explain.
const SHIFT_SHARE: f64 = 0.9;
/// The least number of control characters in a map of numbers; a correct map only has tabs and line ends.
const MIN_CONTROLS: usize = 3;
/// The share of control characters in a map of numbers.
const CONTROL_SHARE: f64 = 0.15;

/// With fewer letters, the widths must match the map better.
const FEW_LETTERS: usize = 24;
const SURE_FIT: f64 = 0.93;
/// For fonts that list fewer codes, those of the map are used, up to this many.
const FEWEST_LISTED: usize = 4;
const MOST_LISTED: usize = 400;
/// The number of codes looked up in the font's tables to see whether there are any.
const CONFIRMED: usize = 3;

/// A map that contains at most one code in this many is nearly empty.
const FEW: usize = 8;

/// The character of a code in the map.
struct Claim {
    code: CharCode,
    character: char,
    width: f32,
}

/// Returns the reason why a map is wrong; `None` if it is trusted. `own` returns the font's result for a code apart
/// from the map.
pub(super) fn flaw(
    font: &ResolvedFont,
    access: Access<'_>,
    map: &ToUnicode,
    own: impl Fn(CharCode) -> Option<Resolved>,
) -> Option<&'static str> {
    let claims = claims(font, access, map);
    if repeats_numbers(font, &claims) {
        return Some("it was made from glyph names that only number the codes");
    }
    if all_equal(&claims) {
        return Some("all codes are the same character");
    }
    if is_numbers(&claims) && !has_own_codes(font, access) {
        return Some("it gives numbers instead of characters");
    }
    let fit = width_fit::fit(claims.iter().map(|claim| (claim.character, claim.width)));
    // With few letters, widths match any map by chance.
    let least = if claims.len() < FEW_LETTERS { SURE_FIT } else { SUSPECT_FIT };
    if fit.is_some_and(|fit| fit >= least) {
        return None;
    }
    let Some(fit) = fit.filter(|fit| *fit < SUSPECT_FIT) else {
        // Monospaced fonts, fonts with few letters or of another script: if no name or table of the program confirms
        // the map, the shapes of some letters must. Procedures of Type 3 fonts are not run for that.
        if font.is_type3() {
            return None;
        }
        let letters = letters(font, access, map, &claims);
        // Reading the program takes longer than all that came before.
        if !claim_check::can_contradict(&letters) {
            return None;
        }
        let is_alone = letters.iter().take(CONFIRMED).all(|(code, _)| own(*code).is_none());
        let is_wrong = is_alone && claim_check::is_contradicted_unasked(font, access, &letters);
        return is_wrong.then_some("the shapes of the glyphs contradict it");
    };
    if contradicted(&claims, fit, &own) {
        return Some("the widths and the font's own tables contradict it");
    }
    if claim_check::is_contradicted(font, access, &letters(font, access, map, &claims)) {
        return Some("the widths and the shapes of the glyphs contradict it");
    }
    (fit < HOPELESS_FIT && is_shift(&claims))
        .then_some("the widths contradict it, and it only numbers the codes")
}

/// Returns the codes whose characters are checked. Monospaced fonts list none; then the map lists those for which the
/// program has glyphs.
fn letters(
    font: &ResolvedFont,
    access: Access<'_>,
    map: &ToUnicode,
    claims: &[Claim],
) -> Vec<(CharCode, char)> {
    if claims.len() >= FEWEST_LISTED || !matches!(font.scheme(), Scheme::Composite(_)) {
        return claims.iter().map(|claim| (claim.code, claim.character)).collect();
    }
    let character = |value: u32| match map.lookup(value) {
        Some(Mapped::Char(character)) => Some(character),
        _ => None,
    };
    if !claim_check::are_comparable(map.codes(MOST_LISTED).filter_map(character)) {
        return Vec::new();
    }
    let claim = |value: u32| {
        let character = character(value)?;
        let code = CharCode { value, len: 2 };
        let (program, glyph) = font.shown_glyph(access, code)?;
        program.outline(glyph).is_some_and(|outline| !outline.is_empty()).then_some((code, character))
    };
    map.codes(MOST_LISTED).filter_map(claim).collect()
}

fn claims(font: &Font, access: Access<'_>, map: &ToUnicode) -> Vec<Claim> {
    let claim = |code: CharCode| {
        let mapped = map.lookup(code.value)?;
        let Mapped::Char(character) = mapped else { return None };
        let usable = mapped.reject().is_none();
        usable.then(|| Claim { code, character, width: font.advance(access, code) })
    };
    font.listed_codes().into_iter().filter_map(claim).collect()
}

/// Returns `true` if the names of glyphs only spell their codes and the map, derived from such names, only contains
/// the few that look like names of characters: to Ghostscript the `AE` and `CR` of dvips are an Æ and a line end.
fn repeats_numbers(font: &ResolvedFont, claims: &[Claim]) -> bool {
    let Scheme::Simple(simple) = font.scheme() else { return false };
    let codes = simple.codes().count();
    !claims.is_empty() && claims.len() * FEW <= codes && font.spells_codes()
}

fn all_equal(claims: &[Claim]) -> bool {
    let first = claims.first().map(|claim| claim.character);
    claims.len() >= MIN_EQUAL && claims.iter().all(|claim| Some(claim.character) == first)
}

/// Returns `true` if the map contains glyph numbers, in which case some of its characters are controls. ASCII codes
/// that map to themselves are mere filler.
fn is_numbers(claims: &[Claim]) -> bool {
    let blank = |character: char| matches!(character, '\t' | '\n' | '\r' | '\u{85}');
    let is_control = |claim: &&Claim| claim.character.is_control() && !blank(claim.character);
    let is_moved = |claim: &&Claim| u32::from(claim.character) != claim.code.value;
    let controls = claims.iter().filter(is_control).count();
    let moved = claims.iter().filter(is_control).filter(is_moved).count();
    controls >= MIN_CONTROLS && (is_shift(claims) || share(moved, claims.len()) >= CONTROL_SHARE)
}

/// Returns `true` if the font maps its codes to glyph numbers: then the codes are not glyph numbers, and may be
/// characters.
fn has_own_codes(font: &Font, access: Access<'_>) -> bool {
    matches!(font.scheme(), Scheme::Composite(composite) if composite.maps_cids(access.file))
}

/// Returns `true` if characters are the codes plus a constant.
fn is_shift(claims: &[Claim]) -> bool {
    let shift = |claim: &Claim| u32::from(claim.character).wrapping_sub(claim.code.value);
    let Some(middle) = claims.get(claims.len() / 2).map(shift) else { return false };
    let same = claims.iter().filter(|claim| shift(claim) == middle).count();
    claims.len() >= width_fit::MIN_WIDTHS && share(same, claims.len()) >= SHIFT_SHARE
}

/// Returns `true` if the font's names and tables give another text that matches the widths.
fn contradicted(claims: &[Claim], fit: f64, own_answer: impl Fn(CharCode) -> Option<Resolved>) -> bool {
    let mut differing = 0;
    let mut own = Vec::new();
    for claim in claims {
        let Some(resolved) = own_answer(claim.code) else { continue };
        let mut characters = resolved.text.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else { continue };
        differing += usize::from(character != claim.character);
        own.push((character, claim.width));
    }
    share(differing, claims.len()) > MIN_CONTRADICTION
        && width_fit::fit(own.into_iter()).is_some_and(|own| own >= fit + BETTER_BY)
}

#[allow(clippy::cast_precision_loss)]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

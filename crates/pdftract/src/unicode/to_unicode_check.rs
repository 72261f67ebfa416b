//! Finds `/ToUnicode` maps that lie: one character for all codes, numbers instead of characters, letters shifted along.
//!
//! A good map must never be demoted, so the map is first held against the widths of the glyphs, which no map can
//! change. Only a map that fails there is compared with what the font's own names and tables say.

use super::glyph_image;
use super::ladder;
use super::look_alikes::representative;
use super::width_fit;
use crate::diagnostic::{Code, Diagnostic};
use crate::file::File;
use crate::font::char_code::CharCode;
use crate::font::glyph_names::{self, NameContext};
use crate::font::to_unicode::{Mapped, ToUnicode};
use crate::font::{Font, Scheme};

/// So many codes with one and the same character are a lie. Fonts of bullets or dots have fewer.
const MIN_EQUAL: usize = 6;
/// Below this correlation of widths the font's own tables are asked. Right maps of text faces reach 0.8 and more.
const SUSPECT_FIT: f64 = 0.75;
/// So much better the tables must fit to be believed instead.
const BETTER_BY: f64 = 0.25;
/// Below this correlation a map that only counts codes through is not believed even if nothing else is known.
const HOPELESS_FIT: f64 = 0.4;
/// Part of the codes on which map and tables must differ.
const MIN_CONTRADICTION: f64 = 0.2;
/// Part of the codes that a mere shift must explain.
const SHIFT_SHARE: f64 = 0.9;
/// Control characters that a map of numbers gives; a true map has none but tab and line ends.
const MIN_CONTROLS: usize = 3;
/// Part of the codes that are controls in a map of numbers.
const CONTROL_SHARE: f64 = 0.15;

/// A map that knows one code in so many knows but a few.
const FEW: usize = 8;

/// Chance in thousandths from which on a shape is plainly one character.
const PLAIN_SHAPE: u32 = 900;
/// Shapes that are looked at, and that must be plain.
const MOST_SHAPES: usize = 40;
const MIN_SHAPES: usize = 8;

/// What the map says of one code.
struct Claim {
    code: CharCode,
    character: char,
    width: f32,
}

/// Whether the map lies. Says so in a diagnostic.
pub(crate) fn lies(font: &Font, file: &File, map: &ToUnicode) -> bool {
    let claims = claims(font, file, map);
    let reason = reason(font, file, &claims);
    if let Some(reason) = reason {
        let message = format!("font {}: the ToUnicode map is not believed: {reason}", font.facts().name);
        let mut diagnostic = Diagnostic::new(Code::ToUnicodeDistrusted, message);
        diagnostic.object = font.object();
        file.note(diagnostic);
    }
    reason.is_some()
}

fn claims(font: &Font, file: &File, map: &ToUnicode) -> Vec<Claim> {
    let claim = |code: CharCode| {
        let mapped = map.lookup(code.value)?;
        let Mapped::Char(character) = mapped else { return None };
        let usable = mapped.reject().is_none();
        usable.then(|| Claim { code, character, width: font.advance(file, code) })
    };
    font.listed_codes().into_iter().filter_map(claim).collect()
}

fn reason(font: &Font, file: &File, claims: &[Claim]) -> Option<&'static str> {
    if repeats_numbers(font, claims) {
        return Some("it takes names that only number the codes for those of characters");
    }
    if all_equal(claims) {
        return Some("all codes are the same character");
    }
    if is_numbers(claims) && !has_codes_of_its_own(font, file) {
        return Some("it gives numbers instead of characters");
    }
    let fit = width_fit::fit(claims.iter().map(|claim| (claim.character, claim.width)))?;
    if fit >= SUSPECT_FIT {
        return None;
    }
    if contradicted(font, file, claims, fit) {
        return Some("the widths and the font's own tables contradict it");
    }
    if looks_different(font, file, claims) {
        return Some("the widths and the shapes of the glyphs contradict it");
    }
    (fit < HOPELESS_FIT && is_shift(claims))
        .then_some("the widths contradict it, and it only counts codes through")
}

/// Whether the names of glyphs only spell their codes and the map, made from such names, knows but the few that look
/// like those of characters: to Ghostscript the `AE` and `CR` of dvips are an Æ and a line end.
fn repeats_numbers(font: &Font, claims: &[Claim]) -> bool {
    let Scheme::Simple(simple) = font.scheme() else { return false };
    let codes = simple.codes().count();
    !claims.is_empty() && claims.len() * FEW <= codes && simple.spells_codes()
}

fn all_equal(claims: &[Claim]) -> bool {
    let first = claims.first().map(|claim| claim.character);
    claims.len() >= MIN_EQUAL && claims.iter().all(|claim| Some(claim.character) == first)
}

/// Whether the map gives glyph numbers: then some of its characters are controls. Codes of ASCII that stand for
/// themselves are mere filling.
fn is_numbers(claims: &[Claim]) -> bool {
    let blank = |character: char| matches!(character, '\t' | '\n' | '\r' | '\u{85}');
    let is_control = |claim: &&Claim| claim.character.is_control() && !blank(claim.character);
    let is_moved = |claim: &&Claim| u32::from(claim.character) != claim.code.value;
    let controls = claims.iter().filter(is_control).count();
    let moved = claims.iter().filter(is_control).filter(is_moved).count();
    controls >= MIN_CONTROLS && (is_shift(claims) || share(moved, claims.len()) >= CONTROL_SHARE)
}

/// Whether the font maps its codes to glyph numbers: then the codes are no glyph numbers, and may be characters.
fn has_codes_of_its_own(font: &Font, file: &File) -> bool {
    matches!(font.scheme(), Scheme::Composite(composite) if composite.maps_cids(file))
}

/// Whether characters are the codes plus one and the same number.
fn is_shift(claims: &[Claim]) -> bool {
    let shift = |claim: &Claim| u32::from(claim.character).wrapping_sub(claim.code.value);
    let Some(middle) = claims.get(claims.len() / 2).map(shift) else { return false };
    let same = claims.iter().filter(|claim| shift(claim) == middle).count();
    claims.len() >= width_fit::MIN_WIDTHS && share(same, claims.len()) >= SHIFT_SHARE
}

/// Whether the font's own names and tables say something else that fits the widths.
fn contradicted(font: &Font, file: &File, claims: &[Claim], fit: f64) -> bool {
    let mut differing = 0;
    let mut own = Vec::new();
    for claim in claims {
        let Some(resolved) = ladder::below_to_unicode(font, file, claim.code) else { continue };
        let mut characters = resolved.text.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else { continue };
        differing += usize::from(character != claim.character);
        own.push((character, claim.width));
    }
    share(differing, claims.len()) > MIN_CONTRADICTION
        && width_fit::fit(own.into_iter()).is_some_and(|own| own >= fit + BETTER_BY)
}

/// Whether the names of a Type 3 font's glyphs lie: whoever draws the glyphs may call them anything.
pub(super) fn names_lie(font: &Font, file: &File) -> bool {
    let Scheme::Simple(simple) = font.scheme() else { return false };
    font.type3().is_some()
        && *font.shapes().names_lie.get_or_init(|| {
            let claim = |code: u8| {
                let reading = glyph_names::unicode_of(simple.own_name(code)?, NameContext::General)?;
                let [character] = *reading.text.as_slice() else { return None };
                Some(Claim { code: CharCode { value: u32::from(code), len: 1 }, character, width: 0.0 })
            };
            let claims: Vec<Claim> = (0..=255).filter_map(claim).collect();
            looks_different(font, file, &claims)
        })
}

/// Whether most of the shapes that are plainly something are plainly something else.
fn looks_different(font: &Font, file: &File, claims: &[Claim]) -> bool {
    let (mut same, mut other) = (0, 0);
    for claim in claims.iter().filter(|claim| claim.character.is_alphanumeric()).take(MOST_SHAPES) {
        let candidates = glyph_image::candidates(font, file, claim.code);
        let Some(best) = candidates.first().filter(|best| best.chance >= PLAIN_SHAPE) else { continue };
        let claimed = representative(claim.character);
        let is_same = |text: &str| text.chars().map(representative).eq([claimed]);
        if candidates.iter().any(|candidate| is_same(&candidate.text)) {
            same += 1;
        } else if best.text != claim.character.to_string() {
            other += 1;
        }
    }
    same + other >= MIN_SHAPES && other > same
}

#[allow(clippy::cast_precision_loss)]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

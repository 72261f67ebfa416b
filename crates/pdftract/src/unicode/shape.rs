//! Identifies the outlines of a font's glyphs: as those of known fonts, or by image classification.
//!
//! The candidates of a shape are determined for each glyph separately. If scripts share a shape, the font decides its
//! script: by the letters among its glyphs that no other script has.

use super::candidate::{ShapeCandidate, ShapeReading, single};
use super::classifier::OUT_OF_SET;
use super::gallery::{Gallery, advance_in, built_in, inked, pictured};
use super::ideograph_width;
use super::learned;
use super::look_alikes::{Script, in_script, is_shared};
use super::resolved_font::{Face, ResolvedFont};
use super::source::UnicodeSource;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::outline::Outline;

/// The confidence of a known outline, in hundredths (C-27).
pub(super) const FINGERPRINT: u8 = 85;

/// The advances of blank glyphs that are spaces, in thousandths of an em: thinner ones only move the pen.
pub(super) const SPACE: std::ops::RangeInclusive<f32> = 100.0..=1100.0;

/// Advances that differ by less, in thousandths of an em, are equal for shapes.
const SAME_ADVANCE: f32 = 2.0;

/// Returns the glyphs of the font's program, examined together.
pub(super) fn gallery<'f>(font: &'f ResolvedFont, access: Access<'_>) -> &'f Gallery {
    let look = |program| Gallery::read(program, &font.pictures);
    let read = || font.program(access).map(look).unwrap_or_default();
    font.findings.gallery.get_or_init(read)
}

/// Returns the candidates of the outline of a code, most likely first; for a known outline, only those of known
/// fonts.
pub(crate) fn shape_candidates(
    font: &ResolvedFont,
    access: Access<'_>,
    code: CharCode,
) -> Vec<ShapeCandidate> {
    let seen = font.shown_glyph(access, code).and_then(|(program, glyph)| {
        read_in_font(font, access, glyph, &program.outline(glyph)?, font.advance(access, code))
    });
    let mut candidates = seen.map(|seen| seen.candidates).unwrap_or_default();
    candidates.retain(|candidate| candidate.text != OUT_OF_SET);
    candidates.iter_mut().for_each(|candidate| candidate.text = in_font(font, access, &candidate.text));
    candidates
}

/// Returns `true` if a code shows a blank glyph. The first glyph counts too, because some producers put the space
/// there.
pub(super) fn is_blank(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> bool {
    let outline = || font.program(access)?.outline(font.program_glyph(access, code)?);
    !font.is_ideographic() && outline().is_some_and(|outline| outline.is_empty())
}

/// Returns a text in the script of the font, if its shape is shared by scripts.
pub(super) fn in_font(font: &ResolvedFont, access: Access<'_>, text: &str) -> String {
    match single(text).filter(|single| is_shared(*single)) {
        Some(shared) => in_script(shared, gallery(font, access).scripts.main()).to_string(),
        None => text.to_owned(),
    }
}

/// Identifies an outline in its font: letters of scripts that are rare in the font are less likely.
pub(super) fn read_in_font(
    font: &ResolvedFont,
    access: Access<'_>,
    glyph: u32,
    outline: &Outline,
    advance: f32,
) -> Option<ShapeReading> {
    let mut seen = read(font, access, glyph, outline, advance)?;
    if seen.source == UnicodeSource::ShapeMatch {
        gallery(font, access).scripts.weigh(&mut seen.candidates);
    }
    Some(seen)
}

/// Identifies an outline alone.
pub(super) fn read(
    font: &ResolvedFont,
    access: Access<'_>,
    glyph: u32,
    outline: &Outline,
    advance: f32,
) -> Option<ShapeReading> {
    known(font, access, outline, advance).or_else(|| {
        let own = font.program(access).map(|program| advance_in(program, glyph));
        let own = own.filter(|own| (own - advance).abs() < SAME_ADVANCE);
        let gallery = gallery(font, access);
        match gallery.glyphs.get(&glyph) {
            Some(seen) if own.is_some() => Some(seen.clone()),
            // Ideographs: the classifier was not trained on them, so its candidates are always wrong.
            _ if ideograph_width::is_shared(gallery.full_width, advance) => None,
            _ => pictured(&font.pictures, outline, own.unwrap_or(advance)),
        }
    })
}

/// Returns the texts of an outline in known fonts: those learned by the caller, or those of the built-in table.
pub(super) fn known(
    font: &ResolvedFont,
    access: Access<'_>,
    outline: &Outline,
    advance: f32,
) -> Option<ShapeReading> {
    let learned = learned_text(font, access, outline, advance);
    if let Some(text) = learned.filter(|text| is_of_script(font, access, text)) {
        let candidates = vec![ShapeCandidate::new(text, 1000)];
        return Some(ShapeReading { candidates, source: UnicodeSource::Fingerprint });
    }
    built_in(outline)
}

/// Returns `true` if a learned letter belongs to the script for which the font is used. Different letters of italic
/// Latin and Cyrillic are drawn alike, so text of one script is not evidence for the other.
fn is_of_script(font: &ResolvedFont, access: Access<'_>, text: &str) -> bool {
    let letter = single(text).filter(|letter| !is_shared(*letter)).and_then(Script::of_letter);
    let voted = || gallery(font, access).scripts.voted();
    letter.is_none_or(|script| voted().is_none_or(|voted| voted == script))
}

/// Returns the text of an outline in the caller's databases.
pub(super) fn learned_text(
    font: &ResolvedFont,
    access: Access<'_>,
    outline: &Outline,
    advance: f32,
) -> Option<String> {
    learned::lookup(font.knowledge(), access.session, outline, advance, || learned_face(font, access))
}

/// Returns the learned face that the font is identified as.
pub(super) fn learned_face(font: &ResolvedFont, access: Access<'_>) -> Option<Face> {
    if font.knowledge().font_databases.is_empty() {
        return None;
    }
    let vote =
        || learned::vote_for_face(font.knowledge(), access.session, outlines(font, access).into_iter());
    *font.findings.face.get_or_init(vote)
}

/// Returns the outlines of a font with their advances, of a program or of glyph procedures.
fn outlines(font: &ResolvedFont, access: Access<'_>) -> Vec<(Outline, f32)> {
    match (font.type3(access), font.program(access)) {
        (Some(type3), _) => {
            let advance = |code: u8| type3.advance(CharCode { value: u32::from(code), len: 1 });
            (0..=255).filter_map(|code| Some((type3.outline(code)?, advance(code)))).collect()
        }
        (None, Some(program)) => {
            inked(program).map(|(glyph, outline)| (outline, advance_in(program, glyph))).collect()
        }
        (None, None) => Vec::new(),
    }
}

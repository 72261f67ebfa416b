//! Candidates for the image of a glyph, drawn by an outline of a program or by a Type 3 procedure.

use std::sync::PoisonError;

use super::candidate::{ShapeCandidate, single};
use super::classifier::OUT_OF_SET;
use super::fingerprint;
use super::look_alikes::slanted_twin;
use super::resolved_font::ResolvedFont;
use super::shape;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::outline::{Affine, Outline};
use crate::font::type3::{Placement, Type3Font};

/// The maximum number of codes of a font whose candidates are cached.
const MOST_KEPT: usize = 1_000;

/// Returns the candidates of a code by its shape, most likely first.
pub(crate) fn candidates(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Vec<ShapeCandidate> {
    let kept = || font.findings.candidates.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept().get(&code) {
        return known.clone();
    }
    let candidates = match font.type3(access) {
        None => shape::shape_candidates(font, access, code),
        Some(type3) => stream_candidates(font, access, type3, code).unwrap_or_default(),
    };
    let mut kept = kept();
    if kept.len() < MOST_KEPT {
        kept.insert(code, candidates.clone());
    }
    candidates
}

/// Returns the candidates of a code without a baseline by its shape and position in a line.
pub(super) fn placed_candidates(
    font: &ResolvedFont,
    access: Access<'_>,
    code: CharCode,
    placement: Placement,
) -> Vec<ShapeCandidate> {
    let type3 = font.type3(access).zip(u8::try_from(code.value).ok());
    let read = |placement: Placement| {
        let (outline, advance) = type3.and_then(|(type3, code)| type3.placed_outline(code, placement))?;
        Some((outlined(font, access, &outline, advance)?, advance))
    };
    if placement.top - placement.bottom > TALLEST_LETTER
        && let Some((signs, width)) = read(Placement { bottom: SIGN.0, top: SIGN.1, ..placement })
        && let Some(signs) = tall_signs(signs, width)
    {
        return signs;
    }
    let mut candidates = read(placement).map(|(candidates, _)| candidates).unwrap_or_default();
    if candidates.iter().any(|candidate| fits(&candidate.text, placement)) {
        candidates.retain(|candidate| fits(&candidate.text, placement));
    }
    if placement.bottom < -OFF_BASELINE {
        large_operators(&mut candidates);
    }
    if placement.is_over_letter {
        candidates.iter_mut().for_each(|candidate| candidate.text = over_letter(&candidate.text).to_owned());
    }
    candidates
}

/// The maximum distance of the ink of letters from the baseline, in ems. Sum and product signs reach further below
/// it; superscript daggers and stars begin further above.
const OFF_BASELINE: f32 = 0.15;

/// Returns `true` if a character may have this placement. Letters begin at the baseline or below it; a capital rests
/// on it, but a Q may have a long tail, and a J may reach below.
fn fits(text: &str, placement: Placement) -> bool {
    let Some(letter) = single(text).filter(char::is_ascii_alphabetic) else { return true };
    let rests = letter.is_ascii_uppercase() && !matches!(letter, 'J' | 'Q');
    placement.bottom <= OFF_BASELINE && (!rests || placement.bottom >= -OFF_BASELINE)
}

/// The height of the tallest letters, with an accent and a tail, in ems. Taller signs grow with what they belong to.
const TALLEST_LETTER: f32 = 1.3;
/// The lower and upper edge of such a sign in a line of text, in ems.
const SIGN: (f32, f32) = (-0.22, 0.78);
/// The signs that grow.
const TALL_SIGNS: [&str; 15] = ["∫", "∑", "∏", "∐", "√", "(", ")", "[", "]", "{", "}", "|", "‖", "⟨", "⟩"];

/// The widest bar, with its sides, in thousandths of its height.
const BAR: f32 = 200.0;

/// Returns the candidates of a tall glyph that grow; `None` if there is none. Its width is in thousandths of its height.
fn tall_signs(mut candidates: Vec<ShapeCandidate>, width: f32) -> Option<Vec<ShapeCandidate>> {
    large_operators(&mut candidates);
    candidates.retain(|candidate| {
        let text = candidate.text.as_str();
        TALL_SIGNS.contains(&text) && (text != "|" || width < BAR)
    });
    Some(candidates).filter(|candidates| !candidates.is_empty())
}

/// Replaces letters that hang below the baseline with the operators that look like them.
fn large_operators(candidates: &mut [ShapeCandidate]) {
    for candidate in candidates {
        let operator = match candidate.text.as_str() {
            "Σ" => "∑",
            "Π" | "П" => "∏",
            _ => continue,
        };
        candidate.text = operator.to_owned();
    }
}

/// Returns the accent that looks like another sign.
fn over_letter(sign: &str) -> &str {
    match sign {
        "′" | "’" | "'" | "/" | "," => "´",
        "‘" | "\\" => "`",
        "^" | "∧" => "ˆ",
        "~" | "∼" => "˜",
        "-" | "–" | "—" | "−" | "_" => "¯",
        "\"" | "”" | "“" | "″" | "‥" | ":" => "¨",
        "°" | "∘" | "o" => "˚",
        "." | "·" => "˙",
        other => other,
    }
}

fn stream_candidates(
    font: &ResolvedFont,
    access: Access<'_>,
    type3: Type3Font<'_>,
    code: CharCode,
) -> Option<Vec<ShapeCandidate>> {
    let outline = type3.outline(u8::try_from(code.value).ok()?)?;
    outlined(font, access, &outline, type3.advance(code))
}

fn outlined(
    font: &ResolvedFont,
    access: Access<'_>,
    outline: &Outline,
    advance: f32,
) -> Option<Vec<ShapeCandidate>> {
    if let Some(text) = shape::learned_text(font, access, outline, advance) {
        // The procedures of a Type 3 font do not determine its script, so the text has to.
        let twin = single(&text).and_then(slanted_twin);
        let texts = std::iter::once(text).chain(twin.map(String::from));
        return Some(texts.map(|text| ShapeCandidate::new(text, 1000)).collect());
    }
    if let [label] = fingerprint::labels(outline).as_slice() {
        return Some(vec![ShapeCandidate::new(*label, 1000)]);
    }
    pictured(font, outline, advance)
}

/// Returns the candidates of a code if its glyph is drawn upside down, as in fonts built from the connected
/// components of a scan: each such glyph has its corner at the origin and is flipped by the page.
pub(crate) fn turned_candidates(
    font: &ResolvedFont,
    access: Access<'_>,
    code: CharCode,
) -> Vec<ShapeCandidate> {
    turned(font, access, code).unwrap_or_default()
}

fn turned(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Vec<ShapeCandidate>> {
    let outline = font.type3(access)?.outline(u8::try_from(code.value).ok()?)?;
    let bounds = outline.bounds()?;
    let turn = Affine { d: -1.0, f: bounds.y1, ..Affine::IDENTITY };
    pictured(font, &outline.transformed(&turn)?, bounds.x1)
}

fn pictured(font: &ResolvedFont, outline: &Outline, advance: f32) -> Option<Vec<ShapeCandidate>> {
    let mut candidates = font.pictures.read(outline, advance)?;
    candidates.retain(|candidate| candidate.text != OUT_OF_SET);
    Some(candidates)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(candidates: &[ShapeCandidate]) -> Vec<&str> {
        candidates.iter().map(|candidate| candidate.text.as_str()).collect()
    }

    fn shapes(shapes: &[(&str, u32)]) -> Vec<ShapeCandidate> {
        shapes.iter().map(|(text, chance)| ShapeCandidate::new(*text, *chance)).collect()
    }

    #[test]
    fn sums_hang_below_the_baseline() {
        let mut sum = shapes(&[("Σ", 500), ("z", 130), ("Π", 20)]);
        large_operators(&mut sum);
        assert_eq!(texts(&sum), ["∑", "z", "∏"]);
    }

    #[test]
    fn tall_glyphs_are_signs_that_grow() {
        let signs =
            tall_signs(shapes(&[("\\", 500), ("∫", 130), ("1", 100), ("|", 90), ("Σ", 20)]), 400.0).unwrap();
        assert_eq!(texts(&signs), ["∫", "∑"]);
        assert!(tall_signs(shapes(&[("1", 500)]), 400.0).is_none());
        assert_eq!(texts(&tall_signs(shapes(&[("1", 500), ("|", 90)]), 90.0).unwrap()), ["|"]);
    }
}

//! What the glyph of a code may be, whoever draws it: an outline of a program, or the stream of a Type 3 font.

use super::classifier::STRANGER;
use super::fingerprint;
use super::look_alikes::slanted_twin;
use super::raster::Picture;
use super::shape::{self, ShapeCandidate};
use crate::file::File;
use crate::font::Font;
use crate::font::char_code::CharCode;
use crate::font::outline::{Affine, Outline};
use crate::font::type3::Type3;

/// What a code may be by its shape, the likeliest first.
pub(crate) fn candidates(font: &Font, file: &File, code: CharCode) -> Vec<ShapeCandidate> {
    match font.type3() {
        None => shape::shape_candidates(font, file, code),
        Some(type3) => of_stream(type3, font, file, code).unwrap_or_default(),
    }
}

fn of_stream(type3: &Type3, font: &Font, file: &File, code: CharCode) -> Option<Vec<ShapeCandidate>> {
    let outline = type3.outline(font, file, u8::try_from(code.value).ok()?)?;
    let advance = type3.advance(font, file, code);
    if let Some(text) = shape::learned_text(font, file, &outline, advance) {
        // The streams of a Type 3 font do not tell its script, so the text has to.
        let twin = shape::single(&text).and_then(slanted_twin);
        let texts = std::iter::once(text).chain(twin.map(String::from));
        return Some(texts.map(|text| ShapeCandidate { text, chance: 1000 }).collect());
    }
    let known = fingerprint::of_outline(&outline).map(fingerprint::lookup).unwrap_or_default();
    if let [label] = known.as_slice() {
        return Some(vec![ShapeCandidate { text: (*label).to_owned(), chance: 1000 }]);
    }
    pictured(&outline, advance)
}

/// What a code may be if its glyph stands on its head, as in fonts made of the marks of a scan: such glyphs stand each
/// on its own corner and are turned round by the page.
pub(crate) fn turned_candidates(font: &Font, file: &File, code: CharCode) -> Vec<ShapeCandidate> {
    turned(font, file, code).unwrap_or_default()
}

fn turned(font: &Font, file: &File, code: CharCode) -> Option<Vec<ShapeCandidate>> {
    let outline = font.type3()?.outline(font, file, u8::try_from(code.value).ok()?)?;
    let bounds = outline.bounds()?;
    let turn = Affine { d: -1.0, f: bounds.y1, ..Affine::IDENTITY };
    pictured(&outline.transformed(&turn)?, bounds.x1)
}

fn pictured(outline: &Outline, advance: f32) -> Option<Vec<ShapeCandidate>> {
    let mut candidates = shape::picture_candidates(&Picture::of_outline(outline, advance)?);
    candidates.retain(|candidate| candidate.text != STRANGER);
    Some(candidates)
}

//! What a glyph means in one font of a document, the same outline means in another.

use std::collections::BTreeMap;

use super::cascade::Resolved;
use super::fingerprint;
use super::passages::{Answers, Passages};
use super::shape::{self, PLAIN, ShapeCandidate};
use crate::file::File;
use crate::font::char_code::CharCode;
use crate::font::{Font, UnicodeSource};

/// Confidence in hundredths: as sure as an outline of a font that pdftract knows by itself.
const CONFIDENCE: u8 = 85;

/// Answers open codes whose outlines are those of understood glyphs, unless shapes plainly speak against it.
pub(super) fn decide(
    passages: &Passages,
    shapes: &[Vec<ShapeCandidate>],
    file: &File,
    answers: &mut Answers,
) {
    let taught = taught(passages, file);
    if taught.is_empty() {
        return;
    }
    for (open, shapes) in passages.open.iter().zip(shapes) {
        let Some(font) = passages.fonts.get(open.font) else { continue };
        if answers.get(font, open.code.value).is_some() {
            continue;
        }
        let text = outline_hash(font, file, open.code).and_then(|hash| taught.get(&hash)?.as_ref());
        let is_plain = |shape: &ShapeCandidate| shape.chance >= PLAIN;
        let fits =
            |text: &&String| !shapes.iter().any(is_plain) || shapes.iter().any(|shape| shape.text == **text);
        if let Some(text) = text.filter(fits) {
            answers.insert(
                font,
                open.code,
                Resolved::new(text.as_str(), UnicodeSource::Fingerprint, CONFIDENCE),
            );
        }
    }
}

/// The texts of outlines; `None` where fonts disagree.
fn taught(passages: &Passages, file: &File) -> BTreeMap<u64, Option<String>> {
    let mut taught: BTreeMap<u64, Option<String>> = BTreeMap::new();
    for (font, code, text) in passages.lessons() {
        let Some(hash) = outline_hash(font, file, code) else { continue };
        let known = taught.entry(hash).or_insert_with(|| Some(text.to_owned()));
        if known.as_deref() != Some(text) {
            *known = None;
        }
    }
    taught
}

fn outline_hash(font: &Font, file: &File, code: CharCode) -> Option<u64> {
    fingerprint::of_outline(&shape::outline_of(font, file, code)?)
}

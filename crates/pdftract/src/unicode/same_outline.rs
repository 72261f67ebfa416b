//! What a glyph means in one font of a document, the same outline means in another.

use std::collections::BTreeMap;

use super::fingerprint;
use super::ladder::Resolved;
use super::shape::{self, PLAIN, ShapeCandidate};
use super::text_sample::{Answers, Passages};
use crate::file::File;
use crate::font::Font;
use crate::font::char_code::CharCode;
use crate::unicode::UnicodeSource;

/// Confidence in hundredths: as sure as an outline of a font that pdftract knows by itself.
const CONFIDENCE: u8 = 85;

/// Advances of one outline in two fonts differ by no more than this part of the em.
const SAME_ADVANCE: f32 = 0.02;

/// Answers open codes whose outlines are those of understood glyphs, unless shapes plainly speak against it.
pub(super) fn decide(
    passages: &Passages,
    shapes: &[Vec<ShapeCandidate>],
    file: &File,
    answers: &mut Answers,
) {
    let asked: Vec<Asked<'_>> = asked(passages, shapes, file, answers).collect();
    let taught = taught(passages, file, &asked);
    for asked in asked {
        let text = taught.get(&asked.hash).and_then(Option::as_ref);
        if let Some(text) = text.filter(|text| asked.allows(text)) {
            let answer = Resolved::new(text.as_str(), UnicodeSource::Fingerprint, CONFIDENCE);
            answers.insert(asked.font, asked.code, answer);
        }
    }
}

/// An outline that is not understood.
struct Asked<'p> {
    font: &'p Font,
    code: CharCode,
    hash: u64,
    advance: f32,
    shapes: &'p [ShapeCandidate],
}

impl Asked<'_> {
    /// Whether a text is among what its shape plainly is, or the shape is not plain.
    fn allows(&self, text: &str) -> bool {
        let is_plain = self.shapes.iter().any(|shape| shape.chance >= PLAIN);
        !is_plain || self.shapes.iter().any(|shape| shape.text == text)
    }
}

fn asked<'p>(
    passages: &'p Passages,
    shapes: &'p [Vec<ShapeCandidate>],
    file: &File,
    answers: &Answers,
) -> impl Iterator<Item = Asked<'p>> {
    let has_lessons = passages.lessons().next().is_some();
    passages.open.iter().zip(shapes).filter(move |_| has_lessons).filter_map(|(open, shapes)| {
        let font = passages.fonts.get(open.font)?.as_ref();
        if answers.get(font, open.code.value).is_some() {
            return None;
        }
        let hash = outline_hash(font, file, open.code)?;
        let advance = shape::advance_of(font, file, open.code);
        Some(Asked { font, code: open.code, hash, advance, shapes })
    })
}

/// The texts of outlines that are asked for; `None` where fonts disagree. Only glyphs as wide as one of these are drawn.
fn taught(passages: &Passages, file: &File, asked: &[Asked<'_>]) -> BTreeMap<u64, Option<String>> {
    let mut advances: Vec<f32> = asked.iter().map(|asked| asked.advance).collect();
    advances.sort_unstable_by(f32::total_cmp);
    let mut taught: BTreeMap<u64, Option<String>> = BTreeMap::new();
    for (font, code, text) in passages.lessons() {
        let advance = shape::advance_of(font, file, code);
        let first = advances.partition_point(|asked| *asked < advance - SAME_ADVANCE);
        if advances.get(first).is_none_or(|asked| *asked > advance + SAME_ADVANCE) {
            continue;
        }
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

//! Reads open codes by equal outlines in other fonts of the document whose meaning is stated.

use std::collections::BTreeMap;

use super::candidate::{PLAIN, ShapeCandidate};
use super::fingerprint;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use super::text_sample::{Answers, TextSample};
use crate::font::access::Access;
use crate::font::char_code::CharCode;

/// Confidence in hundredths: as sure as an outline of a font that pdftract knows by itself.
const CONFIDENCE: u8 = 85;

/// Advances of one outline in two fonts differ by no more than this part of the em.
const SAME_ADVANCE: f32 = 0.02;

/// Answers open codes whose outlines are those of understood glyphs, unless shapes plainly speak against it.
pub(super) fn decide(
    passages: &TextSample,
    shapes: &[Vec<ShapeCandidate>],
    access: Access<'_>,
    answers: &mut Answers,
) {
    let asked: Vec<Asked<'_>> = asked(passages, shapes, access, answers).collect();
    let taught = taught(passages, access, &asked);
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
    font: &'p ResolvedFont,
    code: CharCode,
    hash: u64,
    advance: f32,
    shapes: &'p [ShapeCandidate],
}

impl Asked<'_> {
    /// Returns whether a text is among what its shape plainly is, or the shape is not plain.
    fn allows(&self, text: &str) -> bool {
        let is_plain = self.shapes.iter().any(|shape| shape.chance >= PLAIN);
        !is_plain || self.shapes.iter().any(|shape| shape.text == text)
    }
}

fn asked<'p>(
    passages: &'p TextSample,
    shapes: &'p [Vec<ShapeCandidate>],
    access: Access<'_>,
    answers: &Answers,
) -> impl Iterator<Item = Asked<'p>> {
    let has_lessons = passages.lessons().next().is_some();
    passages.open.iter().zip(shapes).filter(move |_| has_lessons).filter_map(move |(open, shapes)| {
        let font = passages.fonts.get(open.font)?.as_ref();
        if answers.get(font, open.code.value).is_some() {
            return None;
        }
        let hash = outline_hash(font, access, open.code)?;
        let advance = font.outline_advance(access, open.code);
        Some(Asked { font, code: open.code, hash, advance, shapes })
    })
}

/// Returns the texts of outlines that are asked for; `None` where fonts disagree. Only glyphs as wide as one of these are
/// drawn.
fn taught(passages: &TextSample, access: Access<'_>, asked: &[Asked<'_>]) -> BTreeMap<u64, Option<String>> {
    let mut advances: Vec<f32> = asked.iter().map(|asked| asked.advance).collect();
    advances.sort_unstable_by(f32::total_cmp);
    let mut taught: BTreeMap<u64, Option<String>> = BTreeMap::new();
    for (font, code, text) in passages.lessons() {
        let advance = font.outline_advance(access, code);
        let first = advances.partition_point(|asked| *asked < advance - SAME_ADVANCE);
        if advances.get(first).is_none_or(|asked| *asked > advance + SAME_ADVANCE) {
            continue;
        }
        let Some(hash) = outline_hash(font, access, code) else { continue };
        let known = taught.entry(hash).or_insert_with(|| Some(text.to_owned()));
        if known.as_deref() != Some(text) {
            *known = None;
        }
    }
    taught
}

fn outline_hash(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<u64> {
    fingerprint::of_outline(&font.outline(access, code)?)
}

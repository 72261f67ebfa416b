//! Resolves open codes by equal outlines in other fonts of the document whose text is stated.

use std::collections::BTreeMap;

use super::candidate::{PLAIN, ShapeCandidate};
use super::fingerprint;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use super::text_sample::{Answers, TextSample};
use crate::font::access::Access;
use crate::font::char_code::CharCode;

/// The confidence in hundredths: that of an outline in the built-in table.
const CONFIDENCE: u8 = 85;

/// The maximum difference of the advances of one outline in two fonts, in ems.
const SAME_ADVANCE: f32 = 0.02;

/// Resolves open codes whose outlines equal those of resolved glyphs, unless shapes clearly contradict.
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

/// An unresolved outline.
struct Asked<'p> {
    font: &'p ResolvedFont,
    code: CharCode,
    hash: u64,
    advance: f32,
    shapes: &'p [ShapeCandidate],
}

impl Asked<'_> {
    /// Returns `true` if a text is among the candidates of a clear shape, or if the shape is not clear.
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

/// Returns the texts of unresolved outlines; `None` if fonts disagree. Only glyphs with the same advance as one of
/// these are drawn.
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

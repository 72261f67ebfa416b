//! Resolves open codes by equal outlines in other fonts of the document whose text is stated.

use std::cell::OnceCell;
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
    shapes: &[&[ShapeCandidate]],
    access: Access<'_>,
    answers: &mut Answers,
) {
    let asked: Vec<Asked<'_>> = asked(passages, shapes, access, answers).collect();
    let taught = taught(passages, access, &asked);
    // Outlines need not be drawn if there is nothing that they can be equal to.
    for asked in asked.iter().filter(|_| !taught.is_empty()) {
        let text = asked.hash(access).and_then(|hash| taught.get(&hash)).and_then(Option::as_ref);
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
    advance: f32,
    shapes: &'p [ShapeCandidate],
    /// The hash of the outline, once it has been drawn.
    hash: OnceCell<Option<u64>>,
}

impl Asked<'_> {
    /// Returns the hash of the outline, which is drawn on first use; `None` if it is too simple.
    fn hash(&self, access: Access<'_>) -> Option<u64> {
        *self.hash.get_or_init(|| outline_hash(self.font, access, self.code))
    }

    /// Returns `true` if a text is among the candidates of a clear shape, or if the shape is not clear.
    fn allows(&self, text: &str) -> bool {
        let is_plain = self.shapes.iter().any(|shape| shape.chance >= PLAIN);
        !is_plain || self.shapes.iter().any(|shape| shape.text == text)
    }
}

fn asked<'p>(
    passages: &'p TextSample,
    shapes: &'p [&'p [ShapeCandidate]],
    access: Access<'_>,
    answers: &Answers,
) -> impl Iterator<Item = Asked<'p>> {
    let has_lessons = passages.lessons().next().is_some();
    passages.open.iter().zip(shapes).filter(move |_| has_lessons).filter_map(move |(open, shapes)| {
        let font = passages.fonts.get(open.font)?.as_ref();
        if answers.get(font, open.code.value).is_some() {
            return None;
        }
        let advance = font.outline_advance(access, open.code);
        Some(Asked { font, code: open.code, advance, shapes, hash: OnceCell::new() })
    })
}

/// Returns the texts of unresolved outlines; `None` if fonts disagree. Only glyphs with the same advance as one of
/// these are drawn, and of these only those with about the same advance as a glyph.
fn taught(passages: &TextSample, access: Access<'_>, asked: &[Asked<'_>]) -> BTreeMap<u64, Option<String>> {
    let lessons = passages.lessons();
    let lessons = lessons.map(|(font, code, text)| (font.outline_advance(access, code), font, code, text));
    let lessons: Vec<(f32, &ResolvedFont, CharCode, &str)> = lessons.collect();
    let known = sorted(lessons.iter().map(|(advance, ..)| *advance));
    let near = asked.iter().filter(|asked| has_near(&known, asked.advance, 2.0 * SAME_ADVANCE));
    let wanted = sorted(near.filter(|asked| asked.hash(access).is_some()).map(|asked| asked.advance));
    let mut taught: BTreeMap<u64, Option<String>> = BTreeMap::new();
    for (advance, font, code, text) in lessons {
        if !has_near(&wanted, advance, SAME_ADVANCE) {
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

fn sorted(advances: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut advances: Vec<f32> = advances.collect();
    advances.sort_unstable_by(f32::total_cmp);
    advances
}

/// Returns `true` if one of the sorted advances is within a distance of another.
fn has_near(advances: &[f32], advance: f32, distance: f32) -> bool {
    let first = advances.partition_point(|other| *other < advance - distance);
    advances.get(first).is_some_and(|other| *other <= advance + distance)
}

fn outline_hash(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<u64> {
    fingerprint::of_outline(&font.outline(access, code)?)
}

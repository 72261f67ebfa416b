//! Explains the text of a code: the result of every rung of the ladder, and why it was accepted or rejected.

use serde::Serialize;

use super::candidate::ShapeCandidate;
use super::fingerprint;
use super::glyph_image;
use super::ladder::Answer;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::resolver::Resolver;
use super::source::UnicodeSource;
use crate::font::access::Access;
use crate::font::char_code::CharCode;

/// The explanation of a code, rung by rung.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    /// The rungs in the order in which they are tried.
    pub rungs: Vec<RungAnswer>,
    /// The candidates by the shape of the glyph, most likely first.
    pub alternatives: Vec<Alternative>,
    /// The hash of the glyph's outline, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outline: Option<String>,
}

/// The result of a rung.
#[derive(Debug, Clone, Serialize)]
pub struct RungAnswer {
    /// The source that it uses.
    pub rung: &'static str,
    /// Its result; `None` if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The confidence, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    /// The outcome of the result.
    #[serde(rename = "verdict")]
    pub outcome: RungOutcome,
    /// The reason.
    pub reason: String,
}

/// The outcome of a rung's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RungOutcome {
    /// It is the accepted result.
    Answered,
    /// A rung above it was accepted, with the same text.
    Agrees,
    /// A rung above it was accepted, with another text.
    Outranked,
    /// It was rejected.
    Refused,
    /// It has no result.
    Silent,
}

/// A candidate character for a shape.
#[derive(Debug, Clone, Serialize)]
pub struct Alternative {
    /// The character.
    pub text: String,
    /// The probability, from 0 to 1.
    pub chance: f32,
}

/// The text of a glyph on its page.
pub(crate) struct Shown {
    pub(crate) text: String,
    pub(crate) source: UnicodeSource,
    pub(crate) confidence_percent: u8,
}

/// Explains a code of a font that a page shows.
pub(crate) fn explain(font: &ResolvedFont, access: Access<'_>, code: CharCode, shown: Shown) -> Explanation {
    let mut rungs = Rungs::default();
    if let Some((rung, reason)) = page_source(shown.source) {
        let resolved = Resolved::new(shown.text, shown.source, shown.confidence_percent);
        rungs.believe(rung, resolved, reason);
    }
    for (rung, answer) in Resolver::new(font, access).answers(code) {
        rungs.add(rung.name(), answer);
    }
    let alternatives = glyph_image::candidates(font, access, code).into_iter();
    Explanation {
        rungs: rungs.answers,
        alternatives: alternatives.map(alternative).collect(),
        outline: outline_hash(font, access, code),
    }
}

/// Returns the name and the reason of a source that belongs to a place on a page and is above the ladder.
fn page_source(source: UnicodeSource) -> Option<(&'static str, &'static str)> {
    match source {
        UnicodeSource::ActualText => Some(("ActualText", "given by the page")),
        UnicodeSource::Ocr => {
            Some(("optical character recognition", "recognised from the image of the page"))
        }
        _ => None,
    }
}

fn alternative(candidate: ShapeCandidate) -> Alternative {
    Alternative { text: candidate.text, chance: chance(candidate.chance) }
}

/// Returns the hash of a code's outline, in hexadecimal.
fn outline_hash(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<String> {
    let outline = font.outline(access, code).filter(|outline| !outline.is_empty())?;
    fingerprint::of_any_outline(&outline).map(|(hash, _)| format!("{hash:016x}"))
}

#[allow(clippy::cast_precision_loss)]
fn chance(thousandths: u32) -> f32 {
    thousandths as f32 / 1000.0
}

/// The rungs so far, and the accepted text.
#[derive(Default)]
struct Rungs {
    believed: Option<String>,
    answers: Vec<RungAnswer>,
}

impl Rungs {
    /// Adds the result of a rung.
    fn add(&mut self, rung: &'static str, answer: Answer) {
        match answer {
            Answer::Believed(resolved) => self.believe(rung, resolved, "first trusted source"),
            Answer::Doubtful(resolved, why) => self.push(rung, Some(resolved), RungOutcome::Refused, why),
            Answer::Refused(resolved, why) => self.push(rung, resolved, RungOutcome::Refused, why),
            Answer::Silent(why) => self.push(rung, None, RungOutcome::Silent, why),
        }
    }

    /// Adds a result that is accepted unless a rung above was.
    fn believe(&mut self, rung: &'static str, resolved: Resolved, reason: &str) {
        let (outcome, reason) = match self.believed.as_ref().map(|text| *text == resolved.text) {
            None => (RungOutcome::Answered, reason),
            Some(true) => (RungOutcome::Agrees, "same text as the trusted source"),
            Some(false) => (RungOutcome::Outranked, "a source above it is trusted"),
        };
        self.believed.get_or_insert_with(|| resolved.text.clone());
        self.push(rung, Some(resolved), outcome, reason);
    }

    fn push(&mut self, rung: &'static str, answer: Option<Resolved>, outcome: RungOutcome, reason: &str) {
        let confidence = answer.as_ref().map(|answer| f32::from(answer.confidence_percent) / 100.0);
        let text = answer.map(|answer| answer.text);
        self.answers.push(RungAnswer { rung, text, confidence, outcome, reason: reason.to_owned() });
    }
}

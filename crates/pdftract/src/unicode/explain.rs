//! Says for one code what every rung of the ladder answers, and why it was believed or not.

use serde::Serialize;

use super::fingerprint;
use super::glyph_image;
use super::ladder::{self, Resolved, SYMBOL_CODE, Stated};
use super::overrides;
use super::shape;
use crate::diagnostic::Code;
use crate::file::File;
use crate::font::Font;
use crate::font::char_code::CharCode;
use crate::unicode::UnicodeSource;

/// What is known of a code, rung by rung.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    /// The rungs in the order in which they are asked.
    pub rungs: Vec<RungAnswer>,
    /// What the glyph may be by its shape, the likeliest first.
    pub alternatives: Vec<Alternative>,
    /// The hash of the glyph's outline, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outline: Option<String>,
}

/// What one rung says.
#[derive(Debug, Clone, Serialize)]
pub struct RungAnswer {
    /// What it looks at.
    pub rung: &'static str,
    /// What it says; `None` when it says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// How sure that is, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    /// What became of it.
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
}

/// What became of a rung's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is the answer.
    Answered,
    /// A rung above it had answered, with the same text.
    Agrees,
    /// A rung above it had answered, with another text.
    Outranked,
    /// It was not believed.
    Refused,
    /// It says nothing.
    Silent,
}

/// A character that a shape may be.
#[derive(Debug, Clone, Serialize)]
pub struct Alternative {
    /// The character.
    pub text: String,
    /// How likely, from 0 to 1.
    pub chance: f32,
}

/// What is believed of the code on the page.
pub(crate) struct Believed {
    pub(crate) text: String,
    pub(crate) source: UnicodeSource,
}

/// Explains a code of a font.
pub(crate) fn explain(font: &Font, file: &File, code: CharCode, believed: &Believed) -> Explanation {
    let candidates = glyph_image::candidates(font, file, code);
    let mut ladder = Ladder { believed, has_answer: false, rungs: Vec::new() };
    if believed.source == UnicodeSource::ActualText {
        let stated = Resolved::new(believed.text.as_str(), believed.source, 100);
        ladder.add("ActualText", Some(stated), "the page states it");
    }
    ladder.add("font map", overrides::told(font, file, code), "no font map says anything of the code");
    add_to_unicode(&mut ladder, font, file, code);
    for rung in ladder::rungs(font) {
        let answer = (rung.ask)(font, file, code);
        let is_guess = answer.as_ref().is_some_and(|answer| answer.confidence_percent <= SYMBOL_CODE);
        let looks = |answer: &Resolved| shape::may_be(font, file, code, &answer.text);
        match answer {
            Some(answer) if is_guess && !looks(&answer) => {
                ladder.refuse(rung.name, Some(&answer), "the glyph does not look like it");
            }
            answer => ladder.add(rung.name, answer, "it says nothing of the code"),
        }
    }
    let by_shape = shape::recognise(font, file, code);
    ladder.add("shape of the glyph", by_shape, "it looks like nothing known, or like several characters");
    add_context(&mut ladder);
    let alternative =
        |shape: shape::ShapeCandidate| Alternative { text: shape.text, chance: chance(shape.chance) };
    Explanation {
        rungs: ladder.rungs,
        alternatives: candidates.into_iter().map(alternative).collect(),
        outline: outline_hash(font, file, code),
    }
}

/// The hash of a code's outline, in hexadecimal.
fn outline_hash(font: &Font, file: &File, code: CharCode) -> Option<String> {
    let outline = shape::outline_of(font, file, code).filter(|outline| !outline.is_empty())?;
    fingerprint::of_any_outline(&outline).map(|(hash, _)| format!("{hash:016x}"))
}

#[allow(clippy::cast_precision_loss)]
fn chance(thousandths: u32) -> f32 {
    thousandths as f32 / 1000.0
}

struct Ladder<'b> {
    believed: &'b Believed,
    has_answer: bool,
    rungs: Vec<RungAnswer>,
}

impl Ladder<'_> {
    /// Adds what a rung says; `silence` tells why it says nothing.
    fn add(&mut self, rung: &'static str, answer: Option<Resolved>, silence: &str) {
        let Some(answer) = answer else {
            return self.push(rung, None, Verdict::Silent, silence);
        };
        let is_same = answer.text == self.believed.text;
        let (verdict, reason) = match (self.has_answer, is_same) {
            (false, true) => (Verdict::Answered, "it is the first that is believed"),
            (true, true) => (Verdict::Agrees, "it says the same as the rung that is believed"),
            (true, false) => (Verdict::Outranked, "a rung above it is believed"),
            (false, false) => (Verdict::Outranked, "the text of the whole document says otherwise"),
        };
        self.has_answer |= verdict == Verdict::Answered;
        self.push(rung, Some(&answer), verdict, reason);
    }

    fn refuse(&mut self, rung: &'static str, answer: Option<&Resolved>, reason: &str) {
        self.push(rung, answer, Verdict::Refused, reason);
    }

    fn push(&mut self, rung: &'static str, answer: Option<&Resolved>, verdict: Verdict, reason: &str) {
        self.rungs.push(RungAnswer {
            rung,
            text: answer.map(|answer| answer.text.clone()),
            confidence: answer.map(|answer| f32::from(answer.confidence_percent) / 100.0),
            verdict,
            reason: reason.to_owned(),
        });
    }
}

fn add_to_unicode(ladder: &mut Ladder<'_>, font: &Font, file: &File, code: CharCode) {
    const RUNG: &str = "ToUnicode";
    if font.facts().to_unicode && font.to_unicode(file).is_none() {
        let is_ours = |found: &crate::Diagnostic| {
            found.code == Code::ToUnicodeDistrusted && found.object == font.object()
        };
        let why = file.diagnostics().into_iter().find(is_ours).map(|found| found.message);
        return ladder.refuse(RUNG, None, why.as_deref().unwrap_or("the map cannot be read"));
    }
    match ladder::to_unicode(font, file, code) {
        Stated::Good(answer) => ladder.add(RUNG, Some(answer), ""),
        Stated::Private(text) => {
            let answer = Resolved::new(text, UnicodeSource::ToUnicode, 0);
            ladder.refuse(
                RUNG,
                Some(&answer),
                "it gives a private character, which is kept only if nothing else is known",
            );
        }
        Stated::Nothing => ladder.add(RUNG, None, "there is no map, or it says nothing of the code"),
    }
}

/// The text of the whole document has the last word on what no rung settles.
fn add_context(ladder: &mut Ladder<'_>) {
    const RUNG: &str = "text of the document";
    let believed = ladder.believed;
    let has_spoken = !ladder.has_answer
        && matches!(
            believed.source,
            UnicodeSource::TexEncoding
                | UnicodeSource::Context
                | UnicodeSource::ShapeMatch
                | UnicodeSource::Fingerprint
        );
    if has_spoken {
        let answer = Resolved::new(believed.text.as_str(), believed.source, 0);
        ladder.push(RUNG, Some(&answer), Verdict::Answered, "of what the shape allows it makes words");
        if let Some(last) = ladder.rungs.last_mut() {
            last.confidence = None;
        }
    } else {
        ladder.push(RUNG, None, Verdict::Silent, "it is asked only of codes that other rungs leave open");
    }
}

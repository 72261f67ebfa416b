//! Derives a verdict from facts: the weight of each fact, and their combination.
//!
//! Each fact gives the probability that the text is wrong because of it, by a curve; the text is correct if none of
//! them applies. The curves were set manually; `cargo lab calibrate` evaluates the probabilities.

use serde::Serialize;

use crate::language::fit::{LanguageFit, language_fit};
use crate::language::{Language, Script, languages};
use crate::text::clean::mojibake;

use super::characters::Characters;
use super::direction::LineOrder;
use super::entropy;
use super::placeholders;
use super::shape::Shape;
use super::signal::Signal;

/// The quality of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Quality {
    /// There is no evidence against it.
    High,
    /// A few characters are in doubt.
    Medium,
    /// Much of it is wrong.
    Low,
    /// It cannot be read.
    Garbled,
}

impl Quality {
    /// The least probability of being right of a text that can be read.
    const LEAST_READABLE: f64 = 0.5;

    /// Returns the quality of a text that is correct with this probability.
    pub(super) fn from_confidence(confidence: f64) -> Self {
        match confidence {
            _ if confidence >= 0.85 => Self::High,
            _ if confidence >= Self::LEAST_READABLE => Self::Medium,
            _ if confidence >= 0.2 => Self::Low,
            _ => Self::Garbled,
        }
    }

    /// Returns the name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
            Self::Garbled => "garbled",
        }
    }

    /// Returns `true` if it can be read.
    pub fn is_readable(self) -> bool {
        matches!(self, Self::High | Self::Medium)
    }
}

/// The verdict on a text.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TextVerdict {
    /// The quality.
    pub quality: Quality,
    /// The probability that it is correct; 1 if there is no evidence against a text, even if it could not be judged.
    pub confidence: f64,
    /// `true` if there was enough to judge: words of a known script, or evidence against the text.
    pub judged: bool,
    /// The evidence against it.
    pub signals: Vec<Signal>,
    /// The language that it fits best, as ISO 639-1.
    pub lang: Option<&'static str>,
    /// The script of most of its letters.
    pub script: Option<Script>,
}

impl TextVerdict {
    /// Returns what is said of a text of which nothing was measured.
    pub(super) fn unjudged() -> Self {
        Self {
            quality: Quality::High,
            confidence: 1.0,
            judged: false,
            signals: Vec::new(),
            lang: None,
            script: None,
        }
    }
}

/// Shares of glyphs by how sure their text is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct UnsureShare {
    /// Glyphs whose text could as well be another.
    pub guessed: f64,
    /// Glyphs with a text that nothing speaks for.
    pub unfounded: f64,
}

/// All measurements of a text.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Its weight on the page, from its characters.
    pub own_weight: u32,
    /// Counts of characters: of this text, or of more text of the same font.
    pub characters: Characters,
    /// The language fit of its letters, or of more text of the same font.
    pub reading: LanguageFit,
    /// The entropy in bits per character, for a text that is long enough.
    pub entropy: Option<f64>,
    /// `true` if it is in a pictogram font but consists of letters.
    pub letters_for_pictures: bool,
    /// `true` if its text is from predefined tables, such as Adobe's character collections.
    pub standard_source: bool,
    /// `true` if it is invisible text over an image, written by OCR.
    pub recognised: bool,
    /// The share of its glyphs whose text is a guess, and of those whose text is not known at all.
    pub unsure: UnsureShare,
    /// Whether it is a few words on a page that a picture fills.
    pub beside_picture: bool,
    /// The shape.
    pub shape: Shape,
    /// `true` if its lines are in visual order.
    pub visual_order: bool,
}

impl Facts {
    /// Measures a part of a text; `kept` is the language of the previous text.
    pub fn measure(text: &str, kept: Option<&'static Language>) -> Self {
        Self { reading: language_fit(text, kept), ..Self::without_reading(text) }
    }

    /// Measures a whole text, including the order of its lines and its shape; `kept` is the language of the previous text.
    fn of_text(text: &str, kept: Option<&'static Language>) -> Self {
        let visual_order = LineOrder::measure(text).is_visual();
        Self { shape: Shape::measure(text), visual_order, ..Self::measure(text, kept) }
    }

    /// Measures the characters of a text.
    pub(super) fn without_reading(text: &str) -> Self {
        let (characters, histogram) = Characters::with_histogram(text);
        let entropy = (characters.all >= entropy::MIN_CHARACTERS).then(|| histogram.entropy());
        Self { own_weight: characters.weight, characters, entropy, ..Self::default() }
    }
}

/// Judges a plain text, which may be the output of another program.
pub fn judge(text: &str) -> TextVerdict {
    judge_after(text, None)
}

/// Judges a plain text that is probably in the language with a code, such as that of the text before it. This language is tried
/// first, and taken if the text fits it: most of the time goes into the search for the language of a text.
pub fn judge_after(text: &str, lang: Option<&str>) -> TextVerdict {
    let kept = lang.and_then(|lang| languages().iter().find(|language| language.code == lang));
    verdict(&Facts::of_text(&placeholders::as_unknown(text), kept))
}

/// Returns the probability that a text is correct, from 0 to 1.
pub(crate) fn plausibility(text: &str) -> f64 {
    judge(text).confidence
}

/// Returns the repaired text, if it is UTF-8 decoded as Windows-1252, nothing is lost in the conversion, and it is
/// more plausible.
pub fn repaired(text: &str) -> Option<String> {
    mojibake::undone(text).filter(|meant| judge(meant).confidence > judge(text).confidence)
}

/// The least number of characters for shares; a single bad character in a word is not a share.
const MIN_CHARACTERS: u32 = 20;
/// With fewer letters in words, language models are not used.
const MIN_LETTERS: u32 = 16;
/// The least doubt that is reported as a signal.
const TOLD_FROM: f64 = 0.1;
/// A text with a lower confidence counts as judged because of the evidence against it.
const JUDGED_BELOW: f64 = 0.85;
/// The least number of words from which common words are counted.
const MIN_WORDS: u32 = 30;

/// Points of a curve: a measure and the probability that the text is wrong, with linear interpolation.
type Curve = [(f64, f64)];

const REPLACEMENT: &Curve = &[(0.0, 0.0), (0.005, 0.04), (0.02, 0.45), (0.03, 0.55), (0.1, 0.85), (0.2, 1.0)];
const PRIVATE: &Curve = &[(0.05, 0.0), (0.06, 0.16), (0.4, 0.49), (0.41, 0.82), (0.6, 1.0)];
const CONTROL: &Curve = &[(0.0, 0.0), (0.004, 0.12), (0.01, 0.5), (0.05, 0.85), (0.1, 1.0)];
const ORPHAN: &Curve = &[(0.01, 0.0), (0.04, 0.2), (0.15, 0.7), (0.3, 0.95)];
const SYMBOLS: &Curve = &[(0.1, 0.0), (0.3, 0.4), (0.4, 0.8), (0.5, 0.98)];
const UTF_8: &Curve = &[(0.0, 0.0), (0.001, 0.45), (0.003, 0.62), (0.03, 0.95)];
const STRAY_SIGNS: &Curve = &[(0.03, 0.0), (0.1, 0.5), (0.2, 0.95)];
const STRANGENESS: &Curve = &[(0.25, 0.0), (0.35, 0.2), (0.45, 0.5), (0.6, 0.92), (0.75, 1.0)];
const MIXED: &Curve = &[(0.1, 0.0), (0.3, 0.5), (0.6, 0.95)];
const STYLED: &Curve = &[(0.15, 0.0), (0.3, 0.2), (0.8, 0.4)];
const UNASSIGNED: &Curve = &[(0.0, 0.0), (0.005, 0.1), (0.02, 0.5), (0.05, 0.9), (0.1, 1.0)];
const ORPHAN_MARKS: &Curve = &[(0.03, 0.0), (0.08, 0.55), (0.15, 0.9)];
const INNER_SIGNS: &Curve = &[(0.005, 0.0), (0.01, 0.5), (0.02, 0.9)];
/// Bits per character. Nine out of ten texts of code and numbers are below 3; keys in Base64 reach 3.8, and text
/// decoded with a wrong encoding begins at 3.5.
const SIGN_BITS: &Curve = &[(3.3, 0.0), (3.6, 0.35), (4.0, 0.6), (4.4, 0.9), (4.9, 1.0)];
const CODE_ORDER: &Curve = &[(0.25, 0.0), (0.4, 0.6), (0.6, 0.97)];
/// The letters of words that run together are correct: the text can be read, and needs another doubt to be
/// unreadable.
const GLUED: &Curve = &[(0.2, 0.0), (0.5, 0.35), (0.9, 0.48)];
/// The reduction of strangeness for words that run together.
const GLUED_RELIEF: f64 = 0.2;
/// The greatest strangeness of text from predefined tables: enough to be reported, but not more.
const STANDARD_SOURCE: f64 = 0.4;
const MIXED_PAIRS: &Curve = &[(0.1, 0.0), (0.25, 0.6), (0.4, 0.95)];
const STUTTERING: &Curve = &[(0.02, 0.0), (0.06, 0.55), (0.15, 0.9)];
/// The strangeness of an OCR text layer over an image: its errors are single letters rather than ciphers.
const RECOGNISED: &Curve = &[(0.12, 0.0), (0.25, 0.4), (0.4, 0.75)];
const SINGLE_LETTERS: &Curve = &[(0.6, 0.0), (0.8, 0.6), (0.95, 0.9)];
/// Shares of glyphs whose text is a guess or unfounded, in text that no language confirms.
const GUESSED: &Curve = &[(0.2, 0.0), (0.5, 0.3), (0.9, 0.45)];
const UNFOUNDED: &Curve = &[(0.05, 0.0), (0.2, 0.5), (0.5, 0.9)];
/// Doubts about recognised text that no language confirms: such text is as often wrong as not, and digits more often than
/// letters. The second holds where its words or signs are somewhat strange besides.
const UNPROVEN: f64 = 0.3;
const UNPROVEN_AND_STRANGE: f64 = 0.55;
/// Strangeness of letters, and bits of signs, from which on recognised text is somewhat strange.
const SOMEWHAT_STRANGE: f64 = 0.1;
const SOMEWHAT_STRANGE_BITS: f64 = 2.9;
/// The doubt about a few words on a page that a picture fills: they are right, but not what the page says.
const BESIDE_PICTURE: f64 = 0.55;
const ZERO_WIDTH: &Curve = &[(0.05, 0.0), (0.2, 0.2), (0.5, 0.5)];

/// The uncertainty of strangeness with few letters: it is lowered by this divided by the square root of their number.
const DOUBT: f64 = 1.0;

/// Derives the verdict from facts.
pub fn verdict(facts: &Facts) -> TextVerdict {
    let doubts = doubts(facts);
    let confidence: f64 = doubts.iter().map(|(_, wrong)| 1.0 - wrong).product();
    let signals = doubts.iter().filter(|(_, wrong)| *wrong >= TOLD_FROM).map(|(signal, _)| *signal);
    TextVerdict {
        quality: Quality::from_confidence(confidence),
        confidence,
        judged: is_judged(&doubts, confidence) || has_enough_words(facts),
        signals: signals.collect(),
        lang: facts.reading.lang(),
        script: facts.reading.script,
    }
}

/// Returns whether something speaks against the text itself, and not only against trusting it unseen.
fn is_judged(doubts: &[(Signal, f64)], confidence: f64) -> bool {
    let of_text = |(signal, _): &&(Signal, f64)| *signal != Signal::UnprovenRecognition;
    confidence < Quality::LEAST_READABLE
        || doubts.iter().filter(of_text).map(|(_, wrong)| 1.0 - wrong).product::<f64>() < JUDGED_BELOW
}

/// Returns `true` if a significant part of the letters is in words judged by a language model.
fn has_enough_words(facts: &Facts) -> bool {
    let (judged, all) = (facts.reading.letters, facts.characters.letters);
    judged >= 2 * MIN_LETTERS && judged * 5 >= all
}

fn doubts(facts: &Facts) -> Vec<(Signal, f64)> {
    let Facts { characters, reading, .. } = facts;
    let all = characters.all.max(MIN_CHARACTERS);
    // A single bad character is an accident, at any length.
    let forgiven = |count: u32| if characters.all > count { count.saturating_sub(1) } else { count };
    let part = |count: u32| share(count, all);
    let weighed = |count: u32| characters.share(count, MIN_CHARACTERS);
    let mojibake = curve(UTF_8, weighed(forgiven(characters.utf8_sequences)))
        .max(curve(STRAY_SIGNS, part(characters.stray_signs)))
        .max(curve(INNER_SIGNS, share(forgiven(characters.inner_signs), characters.letters.max(100))));
    let symbols = if facts.letters_for_pictures { 0.9 } else { curve(SYMBOLS, part(characters.symbol_word)) };
    let all_unknown = characters.all > 0 && characters.replacement == characters.all;
    let unknown =
        if all_unknown { 1.0 } else { curve(REPLACEMENT, share(forgiven(characters.replacement), all)) };
    let is_backwards = reading.backwards && reading.letters >= 2 * MIN_LETTERS;
    let backwards = if is_backwards || facts.visual_order { 0.9 } else { 0.0 };
    vec![
        (Signal::ReplacementChars, unknown),
        (Signal::PuaCodepoints, curve(PRIVATE, weighed(characters.private))),
        (Signal::ControlChars, curve(CONTROL, weighed(forgiven(characters.control)))),
        (Signal::EntropyAnomaly, uneven(facts)),
        (Signal::NgramAnomaly, no_words(facts)),
        (Signal::LowRealWordRatio, few_common_words(reading)),
        (Signal::SymbolFont, symbols),
        (Signal::CvRatioAnomaly, vowels(characters)),
        (Signal::CombiningOrphan, orphans(characters, all)),
        (Signal::Mojibake, mojibake),
        (Signal::ZeroWidth, curve(ZERO_WIDTH, part(characters.zero_width))),
        (Signal::BidiFragment, backwards),
        (Signal::ScriptMismatch, mixed(reading, characters)),
        (Signal::BlockConcentration, curve(STYLED, part(characters.styled))),
        (Signal::UnassignedCodepoints, curve(UNASSIGNED, weighed(forgiven(characters.unassigned)))),
        (Signal::ShapeAnomaly, shapeless(facts)),
        (Signal::WordSpacing, spacing(&facts.shape)),
        (Signal::UnprovenRecognition, unproven(facts)),
        (Signal::UnsureGlyphs, unsure(facts)),
        (Signal::MostlyPicture, if facts.beside_picture { BESIDE_PICTURE } else { 0.0 }),
    ]
}

/// Returns whether most of the text is words that a language knows.
fn is_confirmed(facts: &Facts) -> bool {
    has_enough_words(facts)
        && facts.reading.letters * 2 > facts.characters.all
        && strangeness(&facts.reading) < SOMEWHAT_STRANGE
}

/// Recognised text that no language confirms.
fn unproven(facts: &Facts) -> f64 {
    if !facts.recognised || is_confirmed(facts) {
        return 0.0;
    }
    let is_strange = facts.reading.strangeness >= SOMEWHAT_STRANGE
        || facts.shape.sign_bits().is_some_and(|bits| bits >= SOMEWHAT_STRANGE_BITS);
    if is_strange { UNPROVEN_AND_STRANGE } else { UNPROVEN }
}

/// Guesses at glyphs that no language confirms.
fn unsure(facts: &Facts) -> f64 {
    if is_confirmed(facts) {
        return 0.0;
    }
    curve(GUESSED, facts.unsure.guessed).max(curve(UNFOUNDED, facts.unsure.unfounded))
}

/// Returns the doubt from letter sequences that occur in no language.
fn no_words(facts: &Facts) -> f64 {
    // Words that run together lack the edges by which letters are judged.
    let strangeness = strangeness(&facts.reading) - GLUED_RELIEF * facts.shape.glued_share();
    // Old texts and lists of characters are as strange as ciphers. Maps can be wrong, but character collections
    // cannot.
    let strangeness = if facts.standard_source { strangeness.min(STANDARD_SOURCE) } else { strangeness };
    let recognised = if facts.recognised { curve(RECOGNISED, strangeness) } else { 0.0 };
    let stuttering = curve(STUTTERING, facts.shape.stuttering_share());
    curve(STRANGENESS, strangeness).max(recognised).max(stuttering)
}

/// Returns the doubt from marks without letters, as a share of the text or of its marks.
fn orphans(characters: &Characters, all: u32) -> f64 {
    let of_marks = share(characters.orphan, characters.marks.max(40));
    curve(ORPHAN, share(characters.orphan, all)).max(curve(ORPHAN_MARKS, of_marks))
}

/// Returns the doubt from adjacent letters of different alphabets, by words or, in text without spaces, by pairs of
/// letters.
fn mixed(reading: &LanguageFit, characters: &Characters) -> f64 {
    let pairs = share(reading.mixed_pairs, characters.letters.max(MIN_CHARACTERS));
    curve(MIXED, share(reading.mixed, reading.tokens.max(5))).max(curve(MIXED_PAIRS, pairs))
}

/// Returns the doubt from signs unlike in any text, or characters in the order of their codes.
fn shapeless(facts: &Facts) -> f64 {
    let Facts { shape, reading, characters, .. } = facts;
    // Known words of a language are sufficient evidence: formulas and paths between them may have any shape.
    let is_read = reading.letters * 2 > characters.letters.max(reading.letters)
        && reading.letters * 3 > characters.all
        && strangeness(reading) < 0.2
        && reading.common_words * 5 >= reading.words;
    if is_read {
        return 0.0;
    }
    without_shape(shape)
}

fn without_shape(shape: &Shape) -> f64 {
    let signs = shape.sign_bits().map_or(0.0, |bits| curve(SIGN_BITS, bits));
    signs.max(curve(CODE_ORDER, shape.code_order()))
}

/// Returns `true` if the shape of a text alone is evidence against it.
pub(super) fn is_suspicious(shape: &Shape) -> bool {
    let stuttering = curve(STUTTERING, shape.stuttering_share());
    without_shape(shape).max(spacing(shape)).max(stuttering) >= TOLD_FROM
}

/// Returns the doubt from words without spaces, or spaces between letters.
fn spacing(shape: &Shape) -> f64 {
    curve(GLUED, shape.glued_share()).max(curve(SINGLE_LETTERS, shape.single_share()))
}

/// Returns the strangeness, reduced by its uncertainty given the number of letters.
fn strangeness(reading: &LanguageFit) -> f64 {
    if reading.letters < MIN_LETTERS {
        return 0.0;
    }
    reading.strangeness - DOUBT / f64::from(reading.letters).sqrt()
}

/// Returns the doubt from fewer common words than in any prose; names and terms have few too, so this only adds to
/// strangeness.
fn few_common_words(reading: &LanguageFit) -> f64 {
    let few = reading.words >= MIN_WORDS && share(reading.common_words, reading.words) < 0.05;
    if few && reading.strangeness > 0.3 { 0.2 } else { 0.0 }
}

/// Returns the doubt from characters that repeat far more or less than in text of their script, as in tables and
/// rulers.
fn uneven(facts: &Facts) -> f64 {
    let unspaced = facts.reading.script.is_some_and(Script::is_unspaced);
    let usual = if unspaced { 3.0..=10.0 } else { 1.5..=6.5 };
    if facts.entropy.is_some_and(|entropy| !usual.contains(&entropy)) { 0.1 } else { 0.0 }
}

/// Returns the doubt from basic Latin letters with hardly any vowels or consonants.
fn vowels(characters: &Characters) -> f64 {
    let Characters { vowels, consonants, letters, .. } = *characters;
    let enough = vowels + consonants >= 40 && vowels + consonants >= letters / 2;
    let ratio = f64::from(consonants) / f64::from(vowels.max(1));
    if enough && !(0.3..=5.0).contains(&ratio) { 0.12 } else { 0.0 }
}

fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}

fn curve(points: &Curve, measure: f64) -> f64 {
    let mut before: Option<(f64, f64)> = None;
    for &(at, wrong) in points {
        if measure <= at {
            return before.map_or(0.0, |(from, low)| low + (wrong - low) * (measure - from) / (at - from));
        }
        before = Some((at, wrong));
    }
    before.map_or(0.0, |(_, wrong)| wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_that_is_tried_first_changes_no_verdict() {
        let german =
            "Die Verwaltung des Archivs hat im vergangenen Jahr alle Akten geordnet und neu verzeichnet.";
        let english =
            "The keepers of the archive put all files of the past year into order and listed them anew.";
        let garbled =
            "Gqj Kjsjmpqpg qjh Rzbtnkh tmp nz kjsgmpgjpjp Xmtz mccj Rvpjp gjyzqpjp qpq pjq kjszjntbtpjp.";
        for text in [german, english, garbled] {
            for lang in ["de", "en", "ru", "xx"] {
                assert_eq!(judge_after(text, Some(lang)).quality, judge(text).quality, "{lang}: {text}");
            }
        }
        assert!(!judge(garbled).quality.is_readable());
    }

    #[test]
    fn placeholders_for_unknown_glyphs_are_no_text() {
        let placeholders: String = (3..60).map(|code| format!("(cid:{code})")).collect();
        assert!(!judge(&placeholders).quality.is_readable());
        let words = "The old maps in the library are sorted by rivers and not by countries. ".repeat(3);
        assert!(judge(&format!("{words} pdfminer prints (cid:36) for unknown glyphs")).quality.is_readable());
    }

    #[test]
    fn text_without_measurements_has_the_verdict_of_unjudged_text() {
        let (measured, unjudged) = (verdict(&Facts::default()), TextVerdict::unjudged());
        assert_eq!(format!("{measured:?}"), format!("{unjudged:?}"));
    }
}

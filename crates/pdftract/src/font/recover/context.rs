//! Decides what open codes mean by the text of the whole document: first encodings of whole fonts, then letter by
//! letter among what the shapes allow.

use std::collections::BTreeSet;

use super::cascade::Resolved;
use super::decipher::{self, Candidate, Choice};
use super::drawn;
use super::familiarity::{self, Familiarity};
use super::language;
use super::look_alikes::{Script, in_script, is_shared};
use super::passages::{Answers, Passages};
use super::same_outline;
use super::script_vote;
use super::shape::{self, AMBIGUOUS, ShapeCandidate};
use super::tex;
use crate::file::File;
use crate::font::char_code::CharCode;
use crate::font::{Font, UnicodeSource};

/// Margins at which a choice is sure, and below which there is none, in hundredths of a step of the language model.
const SURE_MARGIN: i32 = 1_200;
const LEAST_MARGIN: i32 = 20;
/// Confidence of a sure choice, in hundredths.
const SURE: u8 = 75;

/// What can be told of the open codes.
pub(crate) fn decide(passages: &Passages, file: &File) -> Answers {
    let (mut shapes, foreign) = shapes_of(passages, file);
    let mut answers = Answers::default();
    tex::decide(passages, &shapes, &mut answers);
    same_outline::decide(passages, &shapes, file, &mut answers);
    for (open, shapes) in passages.open.iter().zip(&mut shapes) {
        if foreign.contains(&open.font) {
            shapes.clear();
        }
    }
    decipher_rest(passages, &shapes, &mut answers);
    for (index, font) in passages.fonts.iter().enumerate() {
        let source = |code: CharCode| Some((code.value, answers.get(font, code.value)?.source));
        font.settle(passages.codes_of(index).filter_map(source).collect());
    }
    answers
}

/// What each open code may be by its shape, and the fonts whose glyphs belong to no script that we know by its shapes.
fn shapes_of(passages: &Passages, file: &File) -> (Vec<Vec<ShapeCandidate>>, BTreeSet<usize>) {
    let mut codes_of: Vec<Vec<usize>> = vec![Vec::new(); passages.fonts.len()];
    for (index, open) in passages.open.iter().enumerate() {
        if let Some(codes) = codes_of.get_mut(open.font) {
            codes.push(index);
        }
    }
    let mut shapes = vec![Vec::new(); passages.open.len()];
    let mut foreign = BTreeSet::new();
    for (index, (font, codes)) in passages.fonts.iter().zip(codes_of).enumerate() {
        if shape::is_of_other_script(font, file) {
            continue;
        }
        let open: Vec<CharCode> =
            codes.iter().filter_map(|&code| passages.open.get(code)).map(|open| open.code).collect();
        let found = shapes_in_font(font, file, &open);
        if judged(&found) == Familiarity::Foreign {
            foreign.insert(index);
        }
        for (code, found) in codes.into_iter().zip(found) {
            if let Some(shapes) = shapes.get_mut(code) {
                *shapes = found;
            }
        }
    }
    (shapes, foreign)
}

fn judged(shapes: &[Vec<ShapeCandidate>]) -> Familiarity {
    familiarity::judge(shapes.iter().map(Vec::as_slice).filter(|shapes| !shapes.is_empty()))
}

/// Codes of a font, spread evenly, that tell whether it stands on its head.
const TURNED_SAMPLE: usize = 24;

/// What codes of a font may be by their shapes, turned round if the font stands on its head.
fn shapes_in_font(font: &Font, file: &File, codes: &[CharCode]) -> Vec<Vec<ShapeCandidate>> {
    let upright = |code: CharCode| drawn::candidates(font, file, code);
    if font.type3().is_none() || codes.len() < familiarity::FEWEST {
        return codes.iter().copied().map(upright).collect();
    }
    let step = codes.len().div_ceil(TURNED_SAMPLE).max(1);
    let sample: Vec<Vec<ShapeCandidate>> = codes.iter().copied().step_by(step).map(upright).collect();
    if judged(&sample) != Familiarity::Familiar
        && let Some(turned) = turned(font, file, codes, step)
    {
        return turned;
    }
    // Every `step`-th code is looked at already.
    let mut sample = sample.into_iter();
    let shapes = codes.iter().enumerate().map(|(index, code)| {
        let known = if index.is_multiple_of(step) { sample.next() } else { None };
        known.unwrap_or_else(|| upright(*code))
    });
    shapes.collect()
}

/// What codes may be turned round; `None` for a font that does not stand on its head, which every `step`-th code tells.
fn turned(font: &Font, file: &File, codes: &[CharCode], step: usize) -> Option<Vec<Vec<ShapeCandidate>>> {
    let turned = |code: &CharCode| drawn::turned_candidates(font, file, *code);
    let is_familiar = |shapes: &Vec<Vec<ShapeCandidate>>| judged(shapes) == Familiarity::Familiar;
    Some(codes.iter().step_by(step).map(turned).collect()).filter(is_familiar)?;
    Some(codes.iter().map(turned).collect()).filter(is_familiar)
}

/// Decides letter by letter what encodings have not decided.
fn decipher_rest(passages: &Passages, shapes: &[Vec<ShapeCandidate>], answers: &mut Answers) {
    let scripts = script_vote::scripts(passages, shapes);
    let candidates: Vec<Vec<Candidate>> = passages
        .open
        .iter()
        .zip(shapes.iter().zip(scripts))
        .map(|(open, (shapes, script))| {
            let font = passages.fonts.get(open.font);
            let decided = font.and_then(|font| answers.get(font, open.code.value));
            match decided {
                Some(resolved) => vec![Candidate { text: resolved.text.clone(), cost: 0 }],
                None => candidates_of(shapes, script),
            }
        })
        .collect();
    if candidates.iter().all(Vec::is_empty) {
        return;
    }
    let choices = decipher::solve(passages, &candidates);
    for ((open, choice), shapes) in passages.open.iter().zip(choices).zip(shapes) {
        let (Some(font), Some(choice)) = (passages.fonts.get(open.font), choice) else { continue };
        let chance = shapes.iter().map(|shape| shape.chance).max().unwrap_or(0);
        let least = if chance < LEAST_CHANCE { WEAK_SHAPE_MARGIN } else { LEAST_MARGIN };
        if answers.get(font, open.code.value).is_none() && choice.margin >= least {
            answers.insert(font, open.code, resolved(&choice, chance));
        }
    }
}

/// A shape with a lower chance hardly looks like any character: a choice is at best a guess, and needs a clear margin.
const LEAST_CHANCE: u32 = 250;
const WEAK_SHAPE_MARGIN: i32 = 1_800;

fn resolved(choice: &Choice, chance: u32) -> Resolved {
    let source = if choice.is_shape { UnicodeSource::ShapeMatch } else { UnicodeSource::Context };
    let is_sure = choice.margin >= SURE_MARGIN && chance >= LEAST_CHANCE;
    let confidence = if is_sure { SURE } else { AMBIGUOUS };
    Resolved::new(choice.text.as_str(), source, confidence)
}

/// Candidates with their costs; a shape that scripts share may be a letter of each, unless its neighbours tell the script.
fn candidates_of(shapes: &[ShapeCandidate], script: Option<Script>) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut add = |text: String, cost: i32| {
        if !candidates.iter().any(|other| other.text == text) {
            candidates.push(Candidate { text, cost });
        }
    };
    for shape in shapes.iter().filter(|shape| is_open_to_doubt(shapes, shape)) {
        let cost = cost_of(shape.chance);
        let mut characters = shape.text.chars();
        match (characters.next(), characters.next()) {
            (Some(single), None) if is_shared(single) => {
                let all = [Script::Latin, Script::Greek, Script::Cyrillic];
                for script in all.into_iter().filter(|one| script.is_none_or(|voted| voted == *one)) {
                    add(in_script(single, script).to_string(), cost);
                }
            }
            _ => add(shape.text.clone(), cost),
        }
    }
    candidates
}

/// Of a shape that is plainly one character, others so many times less likely are left out: text that is no prose, such
/// as a program, would make them likely.
const MUCH_LIKELIER: u32 = 12;

/// Characters that many fonts draw so much alike that only the text tells them apart, whatever a shape looks like.
const DOUBTFUL: [&str; 3] = ["lI1|ıІӀ", "O0oОоΟο", "’‘'′"];

/// Whether a candidate may be the truth beside the likeliest.
fn is_open_to_doubt(shapes: &[ShapeCandidate], shape: &ShapeCandidate) -> bool {
    let Some(best) = shapes.first() else { return false };
    let is_case_pair = || best.text.to_lowercase() == shape.text.to_lowercase();
    let is_in = |group: &str| group.contains(best.text.as_str()) && group.contains(shape.text.as_str());
    shape.chance * MUCH_LIKELIER >= best.chance || is_case_pair() || DOUBTFUL.iter().any(|group| is_in(group))
}

/// A chance in thousandths as a cost in steps of the language model.
#[allow(clippy::cast_possible_truncation)]
fn cost_of(chance: u32) -> i32 {
    let bits = (1000.0 / f64::from(chance.max(1))).log2();
    (bits * 100.0 / f64::from(language::STEP_BITS)).round() as i32
}

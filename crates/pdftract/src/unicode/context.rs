//! Resolves open codes with the text of the whole document: first encodings of whole fonts, then letter by letter
//! among the candidates of the shapes.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::candidate::{AMBIGUOUS, ShapeCandidate};
use super::decipher::{self, Candidate, Choice};
use super::glyph_image;
use super::joined_letters;
use super::language;
use super::look_alikes::{Script, in_script, is_shared};
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::resolver::Resolver;
use super::same_outline;
use super::script_familiarity::{self, Familiarity};
use super::script_vote;
use super::source::UnicodeSource;
use super::tex_encoding::{self, Encoding};
use super::text_sample::{Answers, OpenCode, TextSample};
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::type3::Placement;

/// The margins from which a choice is certain, and below which there is none, in hundredths of a step of the language
/// model.
const SURE_MARGIN: i32 = 1_200;
const LEAST_MARGIN: i32 = 20;
/// The confidence of a certain choice, in hundredths.
const SURE: u8 = 75;

/// Text with open codes, and the candidates of the codes by their shapes, which are read by font and possibly by
/// several threads.
pub(crate) struct OpenText {
    sample: TextSample,
    /// The indices of the open codes of each font.
    codes_of: Vec<Vec<usize>>,
    /// The shape candidates of the codes of each font.
    shapes_of: Vec<OnceLock<Vec<Vec<ShapeCandidate>>>>,
    /// The encodings that the codes of each font are in, by their text.
    encodings: Vec<OnceLock<Option<&'static Encoding>>>,
}

impl OpenText {
    pub(crate) fn new(sample: TextSample) -> Self {
        let mut codes_of: Vec<Vec<usize>> = vec![Vec::new(); sample.fonts.len()];
        for (index, open) in sample.open.iter().enumerate() {
            if let Some(codes) = codes_of.get_mut(open.font) {
                codes.push(index);
            }
        }
        let shapes_of = sample.fonts.iter().map(|_| OnceLock::new()).collect();
        let encodings = sample.fonts.iter().map(|_| OnceLock::new()).collect();
        Self { sample, codes_of, shapes_of, encodings }
    }

    /// Returns the number of fonts with open codes.
    pub(crate) fn font_count(&self) -> usize {
        self.sample.fonts.len()
    }

    /// Examines the open codes of a font and caches the candidates.
    pub(crate) fn look_at_font(&self, font: usize, access: Access<'_>) {
        if let Some(shapes) = self.shapes_of.get(font) {
            shapes.get_or_init(|| self.shapes_in(font, access));
        }
    }

    /// Reads the text of a font in several encodings, given the shapes of all fonts, and caches the one that fits.
    pub(crate) fn read_font(&self, font: usize, access: Access<'_>) {
        self.encoding_of(font, access);
    }

    fn encoding_of(&self, font: usize, access: Access<'_>) -> Option<&'static Encoding> {
        let find = || tex_encoding::encoding(&self.sample, font, || self.shapes(access));
        *self.encodings.get(font)?.get_or_init(find)
    }

    /// Returns the candidates of the open codes of a font; empty for fonts in scripts that the shape classifier was
    /// not trained on.
    fn shapes_in(&self, font: usize, access: Access<'_>) -> Vec<Vec<ShapeCandidate>> {
        let (Some(codes), Some(font)) = (self.codes_of.get(font), self.sample.fonts.get(font)) else {
            return Vec::new();
        };
        if Resolver::new(font, access).is_of_other_script() {
            return Vec::new();
        }
        let open = codes.iter().filter_map(|&code| self.sample.open.get(code)).copied();
        let open: Vec<OpenCode> = open.collect();
        shapes_in_lines(&self.sample, font, access, &open).unwrap_or_else(|| {
            let open: Vec<CharCode> = open.iter().map(|open| open.code).collect();
            shapes_in_font(font, access, &open)
        })
    }

    /// Returns the candidates of the codes of each font.
    fn shapes_by_font(&self, access: Access<'_>) -> impl Iterator<Item = &[Vec<ShapeCandidate>]> {
        let shapes = self.shapes_of.iter().enumerate();
        shapes.map(move |(font, found)| found.get_or_init(|| self.shapes_in(font, access)).as_slice())
    }

    /// Returns the candidates of each open code by its shape.
    fn shapes(&self, access: Access<'_>) -> Vec<&[ShapeCandidate]> {
        let mut shapes: Vec<&[ShapeCandidate]> = vec![&[]; self.sample.open.len()];
        for (codes, found) in self.codes_of.iter().zip(self.shapes_by_font(access)) {
            for (code, found) in codes.iter().zip(found) {
                if let Some(shapes) = shapes.get_mut(*code) {
                    *shapes = found;
                }
            }
        }
        shapes
    }

    /// Returns the fonts in scripts that the shape classifier was not trained on.
    fn foreign_fonts(&self, access: Access<'_>) -> BTreeSet<usize> {
        let fonts = self.shapes_by_font(access).enumerate();
        fonts.filter(|(_, found)| judged(found) == Familiarity::Foreign).map(|(font, _)| font).collect()
    }
}

/// Resolves the open codes and stores the answers in the fonts.
pub(crate) fn decide(text: &OpenText, access: Access<'_>) -> Answers {
    let passages = &text.sample;
    let mut shapes = text.shapes(access);
    let mut foreign = text.foreign_fonts(access);
    let mut answers = Answers::default();
    for font in 0..passages.fonts.len() {
        if let Some(encoding) = text.encoding_of(font, access) {
            tex_encoding::answer(passages, font, encoding, &mut answers);
        }
    }
    same_outline::decide(passages, &shapes, access, &mut answers);
    foreign.extend(joined_letters::decide(passages, access, &mut answers));
    for (open, shapes) in passages.open.iter().zip(&mut shapes) {
        if foreign.contains(&open.font) {
            *shapes = &[];
        }
    }
    decipher_rest(passages, &shapes, &mut answers);
    for (index, font) in passages.fonts.iter().enumerate() {
        let settled = |code: CharCode| Some((code.value, answers.get(font, code.value)?.clone()));
        font.settle(passages.codes_of(index).filter_map(settled).collect());
    }
    answers
}

/// Returns the candidates of codes of a font without baselines by their shapes and positions in lines; `None` for
/// other fonts.
fn shapes_in_lines(
    passages: &TextSample,
    font: &ResolvedFont,
    access: Access<'_>,
    codes: &[OpenCode],
) -> Option<Vec<Vec<ShapeCandidate>>> {
    let shapes = |open: &OpenCode| {
        let placement = passages.placement(*open)?;
        Some(glyph_image::placed_candidates(font, access, open.code, placement))
    };
    let shapes: Vec<Option<Vec<ShapeCandidate>>> = codes.iter().map(shapes).collect();
    let is_placed = shapes.iter().any(Option::is_some);
    is_placed.then(|| shapes.into_iter().map(Option::unwrap_or_default).collect())
}

fn judged(shapes: &[Vec<ShapeCandidate>]) -> Familiarity {
    script_familiarity::judge(shapes.iter().map(Vec::as_slice).filter(|shapes| !shapes.is_empty()))
}

/// The number of evenly spread codes of a font that are examined to detect whether its glyphs are drawn upside down.
const TURNED_SAMPLE: usize = 24;

/// Returns the candidates of codes of a font by their shapes, rotated if the font's glyphs are drawn upside down.
fn shapes_in_font(font: &ResolvedFont, access: Access<'_>, codes: &[CharCode]) -> Vec<Vec<ShapeCandidate>> {
    let upright = |code: CharCode| glyph_image::candidates(font, access, code);
    if !font.is_type3() || codes.len() < script_familiarity::FEWEST {
        return codes.iter().copied().map(upright).collect();
    }
    let step = codes.len().div_ceil(TURNED_SAMPLE).max(1);
    let sample: Vec<Vec<ShapeCandidate>> = codes.iter().copied().step_by(step).map(upright).collect();
    if judged(&sample) != Familiarity::Familiar
        && let Some(turned) = turned(font, access, codes, step)
    {
        return turned;
    }
    with_sample(sample, codes, step, upright)
}

/// Returns the candidates of rotated codes; `None` if every `step`-th code shows that the font is not drawn upside
/// down.
fn turned(
    font: &ResolvedFont,
    access: Access<'_>,
    codes: &[CharCode],
    step: usize,
) -> Option<Vec<Vec<ShapeCandidate>>> {
    let turned = |code: CharCode| glyph_image::turned_candidates(font, access, code);
    let sampled = codes.iter().copied().step_by(step);
    let sample = script_familiarity::if_familiar(sampled.len(), sampled.map(turned))?;
    let shapes = with_sample(sample, codes, step, turned);
    (judged(&shapes) == Familiarity::Familiar).then_some(shapes)
}

/// Returns the candidates of all codes, given those of every `step`-th one.
fn with_sample(
    sample: Vec<Vec<ShapeCandidate>>,
    codes: &[CharCode],
    step: usize,
    candidates: impl Fn(CharCode) -> Vec<ShapeCandidate>,
) -> Vec<Vec<ShapeCandidate>> {
    let mut sample = sample.into_iter();
    let shapes = codes.iter().enumerate().map(|(index, code)| {
        let known = if index.is_multiple_of(step) { sample.next() } else { None };
        known.unwrap_or_else(|| candidates(*code))
    });
    shapes.collect()
}

/// Resolves the remaining codes letter by letter.
fn decipher_rest(passages: &TextSample, shapes: &[&[ShapeCandidate]], answers: &mut Answers) {
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
                None => candidates_of(shapes, script, passages.placement(*open)),
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

/// A shape with a lower probability hardly looks like any character: a choice is at best a guess, and needs a clear
/// margin.
const LEAST_CHANCE: u32 = 250;
const WEAK_SHAPE_MARGIN: i32 = 1_800;

fn resolved(choice: &Choice, chance: u32) -> Resolved {
    let source = if choice.is_shape { UnicodeSource::ShapeMatch } else { UnicodeSource::Context };
    let is_sure = choice.margin >= SURE_MARGIN && chance >= LEAST_CHANCE;
    let confidence = if is_sure { SURE } else { AMBIGUOUS };
    Resolved::new(choice.text.as_str(), source, confidence)
}

/// Returns candidates with their costs; a shape shared by scripts may be a letter of each, unless its neighbours
/// decide the script. If the position of a shape in the line is known, its size distinguishes lower-case letters from
/// capitals.
fn candidates_of(
    shapes: &[ShapeCandidate],
    script: Option<Script>,
    placement: Option<Placement>,
) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut add = |text: String, cost: i32| {
        if !candidates.iter().any(|other| other.text == text) {
            candidates.push(Candidate { text, cost });
        }
    };
    let is_sized = placement.is_some_and(|placement| !SMALL_CAPITALS.contains(&placement.top));
    for shape in shapes.iter().filter(|shape| is_open_to_doubt(shapes, shape, is_sized)) {
        let cost = cost_of(shape.chance);
        let mut characters = shape.text.chars();
        match (characters.next(), characters.next()) {
            (Some(single), None) if is_shared(single) => {
                let all = [Script::Latin, Script::Greek, Script::Cyrillic];
                for script in all.into_iter().filter(|one| script.is_none_or(|voted| voted == *one)) {
                    add(in_script(single, script).to_string(), cost);
                }
            }
            // The f of italic faces reaches below the baseline, like a florin sign in all faces.
            (Some('ƒ'), None) => {
                add("f".into(), cost);
                add("ƒ".into(), cost);
            }
            (Some(single), None) if small_capital(single).is_some() => {
                add(shape.text.clone(), cost);
                small_capital(single).into_iter().for_each(|capital| add(capital.to_string(), cost));
            }
            _ => add(shape.text.clone(), cost),
        }
    }
    candidates
}

/// The heights in ems of small capitals: lower-case letters are lower and capitals taller.
const SMALL_CAPITALS: std::ops::Range<f32> = 0.48..0.61;

/// Returns the Latin letter whose small capital looks like a Cyrillic lower-case letter.
fn small_capital(letter: char) -> Option<char> {
    const TWINS: [(char, char); 5] = [('в', 'B'), ('к', 'K'), ('м', 'M'), ('н', 'H'), ('т', 'T')];
    TWINS.iter().find(|(cyrillic, _)| *cyrillic == letter).map(|(_, capital)| *capital)
}

/// If a shape is clearly one character, candidates that are this many times less likely are dropped: text other than
/// prose, such as a program, would make them likely.
const MUCH_LIKELIER: u32 = 12;

/// The same for letters beside a bullet, an arrow or a geometric shape: language models know no such signs, and would
/// make letters of them.
const LIKELIER_SIGN: u32 = 4;

fn is_picture(text: &str) -> bool {
    text.chars().all(
        |sign| matches!(sign, '\u{2022}' | '\u{2023}' | '\u{2190}'..='\u{21ff}' | '\u{2500}'..='\u{2bff}'),
    )
}

/// Characters that many fonts draw so similarly that only the text distinguishes them, regardless of the shape.
const DOUBTFUL: [&str; 3] = ["lI1|ıІӀ", "O0oОоΟο", "’‘'′"];

/// Returns `true` if a candidate may be correct beside the most likely one.
fn is_open_to_doubt(shapes: &[ShapeCandidate], shape: &ShapeCandidate, is_sized: bool) -> bool {
    let Some(best) = shapes.first() else { return false };
    let is_case_pair = || !is_sized && best.text.to_lowercase() == shape.text.to_lowercase();
    let is_in = |group: &str| group.contains(best.text.as_str()) && group.contains(shape.text.as_str());
    let is_letter_for_sign = is_picture(&best.text) && shape.text.chars().all(char::is_alphanumeric);
    let much = if is_letter_for_sign { LIKELIER_SIGN } else { MUCH_LIKELIER };
    shape.chance * much >= best.chance || is_case_pair() || DOUBTFUL.iter().any(|group| is_in(group))
}

/// The probability of certainty, in thousandths.
const CERTAIN: u32 = 1000;

/// Converts a probability in thousandths to a cost in steps of the language model: its negative logarithm, rounded.
fn cost_of(chance: u32) -> i32 {
    let bits = log2_fixed((u64::from(CERTAIN) << FIXED_BITS) / u64::from(chance.clamp(1, CERTAIN)));
    let step = u64::from(language::STEP_BITS.unsigned_abs()) << FIXED_BITS;
    i32::try_from((bits * 200 + step) / (step * 2)).unwrap_or(i32::MAX)
}

/// The number of fractional bits of fixed-point numbers.
const FIXED_BITS: u32 = 32;

/// Returns the binary logarithm of a fixed-point number of at least 1, as a fixed-point number. It is computed in
/// integers, so that every machine decides equally.
fn log2_fixed(value: u64) -> u64 {
    let whole = value.max(1 << FIXED_BITS).ilog2() - FIXED_BITS;
    // Between 1 and 2; squaring doubles the logarithm, whose next bit is 1 if the square is 2 or more.
    let mut rest = u128::from(value >> whole);
    let mut log2 = u64::from(whole) << FIXED_BITS;
    for bit in (0..FIXED_BITS).rev() {
        rest = (rest * rest) >> FIXED_BITS;
        if rest >> FIXED_BITS >= 2 {
            rest >>= 1;
            log2 |= 1 << bit;
        }
    }
    log2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_need_more_to_stand_for_a_bullet_than_for_a_letter() {
        let shape = |text: &str, chance| ShapeCandidate::new(text, chance);
        let kept = |shapes: &[ShapeCandidate]| -> Vec<String> {
            candidates_of(shapes, None, None).into_iter().map(|candidate| candidate.text).collect()
        };
        assert_eq!(kept(&[shape("‣", 525), shape("þ", 120)]), ["‣"]);
        assert_eq!(kept(&[shape("‣", 400), shape("þ", 300)]), ["‣", "þ"]);
        assert_eq!(kept(&[shape("þ", 525), shape("ß", 120)]), ["þ", "ß"]);
    }

    #[test]
    fn gr_45_costs_are_rounded_logarithms_without_floats() {
        assert_eq!(log2_fixed(8 << FIXED_BITS), 3 << FIXED_BITS);
        for chance in 1..=CERTAIN {
            let bits = (f64::from(CERTAIN) / f64::from(chance)).log2();
            let cost = (bits * 100.0 / f64::from(language::STEP_BITS)).round();
            assert_eq!(f64::from(cost_of(chance)), cost, "{chance}");
        }
        assert_eq!(cost_of(0), cost_of(1));
    }
}

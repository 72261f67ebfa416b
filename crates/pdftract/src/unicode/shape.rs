//! The two rungs that look at a glyph: its outline is that of a known font, or its picture looks like a character.
//!
//! What a shape may be is found for each glyph alone. Which script it belongs to, where scripts share a shape, is
//! decided by the font: by the letters among its glyphs that no other script has. A shape that stays uncertain is no
//! text; its candidates are kept for rungs that know the surroundings.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::classifier::{self, STRANGER};
use super::features;
use super::fingerprint;
use super::font_script::ScriptCounts;
use super::frequency;
use super::ideograph_width;
use super::ideographs;
use super::ladder::Resolved;
use super::learned::{self, Face};
use super::look_alikes::{Script, in_script, is_shared};
use super::raster::Picture;
use super::script_familiarity::{self, Familiarity};
use crate::file::File;
use crate::font::Font;
use crate::font::char_code::CharCode;
use crate::font::outline::Outline;
use crate::font::program::{FontProgram, ProgramKind};
use crate::unicode::UnicodeSource;

/// Confidence of a known outline, in hundredths (C-27).
pub(super) const FINGERPRINT: u8 = 85;

/// Confidence of a picture at certainty and at the least chance accepted (C-4).
const BEST_SHAPE: u32 = 84;
const LEAST_SHAPE: u32 = 70;

/// Chance in thousandths from which on a picture is taken for a character by itself: of fonts that are in no table, 0.15 %
/// of these are wrong, and 1.5 % from 900 on (`cargo xtask shapes`). Below it the text around decides.
const ACCEPTED: u32 = 980;

/// Chance in thousandths from which on a shape is plainly one character.
pub(crate) const PLAIN: u32 = 900;

/// Confidence of the likeliest of several characters, in hundredths (C-25).
pub(crate) const AMBIGUOUS: u8 = 50;

/// Chance in thousandths from which on the best of several characters is given at all.
const LEAST_CHANCE: u32 = 250;

/// Glyphs with ink of one font that are looked at together. Subsets keep empty places for the glyphs left out.
const MOST_TOGETHER: usize = 400;

/// Glyphs of them, spread evenly, that tell the script of the font.
const SAMPLED: usize = 24;

/// Advances of blank glyphs that are spaces, in thousandths of the em: thinner ones only move the pen.
pub(super) const SPACE: std::ops::RangeInclusive<f32> = 100.0..=1100.0;

/// What a glyph may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShapeCandidate {
    pub(crate) text: String,
    /// Chance in thousandths.
    pub(crate) chance: u32,
}

/// What the shapes of a font say together, found when first needed.
#[derive(Debug, Default)]
pub(crate) struct ShapeFacts {
    gallery: OnceLock<Gallery>,
    dealt: OnceLock<BTreeMap<u32, ShapeCandidate>>,
    /// What glyphs look like at an advance, in its bits: several rungs ask for the same.
    pictured: Mutex<HashMap<(u32, u32), Option<Seen>>>,
    /// The learned face that the font is.
    face: OnceLock<Option<Face>>,
    /// Whether the font says itself that it is of a script that the tables do not know.
    is_of_other_script: OnceLock<bool>,
    /// Whether codes are numbers of glyphs, not CIDs of the collection that the font names.
    pub(super) numbers_glyphs: OnceLock<bool>,
    /// Whether the names of glyphs say something else than their shapes.
    pub(super) names_lie: OnceLock<bool>,
}

/// What the glyphs of a font look like by themselves and together.
#[derive(Debug, Default)]
struct Gallery {
    glyphs: BTreeMap<u32, Seen>,
    scripts: ScriptCounts,
    is_foreign: bool,
    /// Whether there are more glyphs than can be looked at together.
    is_large: bool,
    /// The width that most glyphs share, in a font of ideographs.
    full_width: Option<f32>,
}

impl Gallery {
    /// What was learned is held against the script, so it has no vote here.
    fn of(program: &FontProgram) -> Self {
        let inked: Vec<(u32, Outline)> = inked(program).collect();
        let full_width = ideograph_width::of(inked.iter().map(|(glyph, _)| advance_in(program, *glyph)));
        let seen = |(glyph, outline): (u32, Outline)| {
            let advance = advance_in(program, glyph);
            let picture =
                || pictured(&outline, advance).filter(|_| !ideograph_width::is(full_width, advance));
            Some((glyph, built_in(&outline).or_else(picture)?))
        };
        let is_large = inked.len() >= MOST_TOGETHER;
        let step = inked.len().div_ceil(SAMPLED).max(1);
        let glyphs: BTreeMap<u32, Seen> = inked.into_iter().step_by(step).filter_map(seen).collect();
        let best = glyphs.values().filter_map(|seen| seen.candidates.first());
        let scripts = ScriptCounts::of(best.filter(|best| best.chance >= PLAIN));
        let judged = script_familiarity::judge(glyphs.values().map(|seen| seen.candidates.as_slice()));
        Self { glyphs, scripts, is_foreign: judged == Familiarity::Foreign, is_large, full_width }
    }
}

/// The candidates of a shape and where they come from.
#[derive(Debug, Clone)]
struct Seen {
    candidates: Vec<ShapeCandidate>,
    source: UnicodeSource,
}

/// What the outline of a code says. A shape that may be several characters gives the likeliest, and says so by its
/// confidence.
pub(crate) fn recognise(font: &Font, file: &File, code: CharCode) -> Option<Resolved> {
    if font.is_ideographic() {
        return ideographs::learned(font, file, code);
    }
    if is_blank(font, file, code) {
        let is_space = SPACE.contains(&font.advance(file, code));
        return is_space.then(|| Resolved::new(' ', UnicodeSource::ShapeMatch, FINGERPRINT));
    }
    if is_of_other_script(font, file) {
        return recognise_known(font, file, code);
    }
    let (program, glyph) = shown_glyph(font, file, code)?;
    let outline = program.outline(glyph)?;
    let seen = see_in_font(font, file, glyph, &outline, font.advance(file, code))?;
    let best = seen.candidates.first()?;
    if let (UnicodeSource::Fingerprint, 1) = (seen.source, seen.candidates.len()) {
        return Some(Resolved::new(in_font(font, file, &best.text), seen.source, FINGERPRINT));
    }
    if best.text == STRANGER || gallery(font, file).is_foreign {
        return None;
    }
    if best.chance >= ACCEPTED {
        return Some(Resolved::new(
            in_font(font, file, &best.text),
            seen.source,
            shape_confidence(best.chance),
        ));
    }
    // A font with all letters of the world has a better one somewhere.
    if gallery(font, file).is_large {
        return None;
    }
    let dealt = font.shapes().dealt.get_or_init(|| deal(font, file, program));
    let own = dealt.get(&glyph).filter(|own| own.text != STRANGER && own.chance >= LEAST_CHANCE)?;
    Some(Resolved::new(in_font(font, file, &own.text), UnicodeSource::ShapeMatch, AMBIGUOUS))
}

/// Whether the font says itself that it is of a script whose shapes we do not know.
pub(crate) fn is_of_other_script(font: &Font, file: &File) -> bool {
    *font.shapes().is_of_other_script.get_or_init(|| script_familiarity::states_other_script(font, file))
}

/// Whether the outline of a code is that of a known font, and what it then means.
pub(crate) fn recognise_known(font: &Font, file: &File, code: CharCode) -> Option<Resolved> {
    let (program, glyph) = shown_glyph(font, file, code)?;
    let seen = known(font, file, &program.outline(glyph)?, font.advance(file, code))?;
    let [single] = seen.candidates.as_slice() else { return None };
    Some(Resolved::new(in_font(font, file, &single.text), seen.source, FINGERPRINT))
}

/// Whether a glyph may be what its code would mean in ASCII; a shape that nothing is known of may be anything but
/// one without ink.
pub(crate) fn may_be(font: &Font, file: &File, code: CharCode, text: &str) -> bool {
    if font.is_ideographic() {
        return !ideographs::are_numbers(font, file);
    }
    if is_blank(font, file, code) {
        return text.trim().is_empty();
    }
    let candidates = shape_candidates(font, file, code);
    candidates.is_empty() || candidates.iter().any(|candidate| candidate.text == text)
}

/// Whether a code shows a glyph without ink. Also the first glyph counts: some producers put the space there.
fn is_blank(font: &Font, file: &File, code: CharCode) -> bool {
    let outline = || font.program(file)?.outline(font.program_glyph(file, code)?);
    !font.is_ideographic() && outline().is_some_and(|outline| outline.is_empty())
}

/// The program's glyph for a code, unless it is the one that stands for "none".
fn shown_glyph<'f>(font: &'f Font, file: &File, code: CharCode) -> Option<(&'f FontProgram, u32)> {
    if font.is_ideographic() {
        return None;
    }
    let program = font.program(file)?;
    let glyph = font.program_glyph(file, code)?;
    // The glyphs of Type 1 have no order; none of them is the first.
    (glyph != 0 || program.kind() == ProgramKind::Type1).then_some((program, glyph))
}

/// The first glyphs that show something, with their outlines.
pub(super) fn inked(program: &FontProgram) -> impl Iterator<Item = (u32, Outline)> {
    let drawn = (0..program.glyph_count()).filter_map(|glyph| Some((glyph, program.outline(glyph)?)));
    drawn.filter(|(_, outline)| !outline.is_empty()).take(MOST_TOGETHER)
}

/// Deals characters to the glyphs of a font, no character twice, the surest first.
fn deal(font: &Font, file: &File, program: &FontProgram) -> BTreeMap<u32, ShapeCandidate> {
    let mut offers: Vec<(Reverse<u32>, u32, String)> = Vec::new();
    for (glyph, outline) in inked(program) {
        let seen = see(font, file, glyph, &outline, advance_in(program, glyph));
        let candidates = seen.map(|seen| seen.candidates).unwrap_or_default().into_iter();
        offers.extend(candidates.map(|candidate| (Reverse(candidate.chance), glyph, candidate.text)));
    }
    offers.sort();
    let mut dealt: BTreeMap<u32, ShapeCandidate> = BTreeMap::new();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for (Reverse(chance), glyph, text) in offers {
        if !dealt.contains_key(&glyph) && (text == STRANGER || taken.insert(text.clone())) {
            dealt.insert(glyph, ShapeCandidate { text, chance });
        }
    }
    dealt
}

/// What the outline of a code may be, the likeliest first; of a known outline only what known fonts say.
pub(crate) fn shape_candidates(font: &Font, file: &File, code: CharCode) -> Vec<ShapeCandidate> {
    let seen = shown_glyph(font, file, code).and_then(|(program, glyph)| {
        see_in_font(font, file, glyph, &program.outline(glyph)?, font.advance(file, code))
    });
    let mut candidates = seen.map(|seen| seen.candidates).unwrap_or_default();
    candidates.retain(|candidate| candidate.text != STRANGER);
    candidates.iter_mut().for_each(|candidate| candidate.text = in_font(font, file, &candidate.text));
    candidates
}

/// What a picture may be, the likeliest first. For glyphs that have no outline in a font program.
pub(crate) fn picture_candidates(picture: &Picture) -> Vec<ShapeCandidate> {
    let found = classifier::candidates(&features::of_picture(picture)).into_iter();
    found.map(|found| ShapeCandidate { text: found.label.to_owned(), chance: found.chance }).collect()
}

/// Confidence of a picture in hundredths: along a straight line from the least chance accepted to certainty.
fn shape_confidence(chance: u32) -> u8 {
    let above = chance.saturating_sub(ACCEPTED).min(1000 - ACCEPTED);
    let confidence = LEAST_SHAPE + (BEST_SHAPE - LEAST_SHAPE) * above / (1000 - ACCEPTED);
    u8::try_from(confidence).unwrap_or(0)
}

/// A text in the script of the font, where scripts share its shape.
pub(super) fn in_font(font: &Font, file: &File, text: &str) -> String {
    match single(text).filter(|single| is_shared(*single)) {
        Some(shared) => in_script(shared, gallery(font, file).scripts.main()).to_string(),
        None => text.to_owned(),
    }
}

/// What an outline may be in a font: letters of scripts that the font hardly has are less likely.
fn see_in_font(font: &Font, file: &File, glyph: u32, outline: &Outline, advance: f32) -> Option<Seen> {
    let mut seen = see(font, file, glyph, outline, advance)?;
    if seen.source == UnicodeSource::ShapeMatch {
        gallery(font, file).scripts.weigh(&mut seen.candidates);
    }
    Some(seen)
}

fn gallery<'f>(font: &'f Font, file: &File) -> &'f Gallery {
    font.shapes().gallery.get_or_init(|| font.program(file).map(Gallery::of).unwrap_or_default())
}

/// The script of a font, if its glyphs tell it.
fn voted_script(font: &Font, file: &File) -> Option<Script> {
    gallery(font, file).scripts.voted()
}

/// Advances that differ by less than this, in thousandths of the em, make no difference to a shape.
const SAME_ADVANCE: f32 = 2.0;

/// Glyphs of a font whose looks are kept.
const MOST_PICTURED: usize = 1_000;

fn see(font: &Font, file: &File, glyph: u32, outline: &Outline, advance: f32) -> Option<Seen> {
    known(font, file, outline, advance).or_else(|| {
        let own = font.program(file).map(|program| advance_in(program, glyph));
        let own = own.filter(|own| (own - advance).abs() < SAME_ADVANCE);
        let gallery = gallery(font, file);
        match gallery.glyphs.get(&glyph) {
            Some(seen) if own.is_some() => Some(seen.clone()),
            // Ideographs: the classifier knows none, and what it takes them for is never what they are.
            _ if ideograph_width::is(gallery.full_width, advance) => None,
            _ => pictured_once(font, glyph, outline, own.unwrap_or(advance)),
        }
    })
}

/// What a glyph looks like, kept for the next who asks.
fn pictured_once(font: &Font, glyph: u32, outline: &Outline, advance: f32) -> Option<Seen> {
    let kept = || font.shapes().pictured.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (glyph, advance.to_bits());
    if let Some(seen) = kept().get(&key) {
        return seen.clone();
    }
    let seen = pictured(outline, advance);
    let mut kept = kept();
    if kept.len() < MOST_PICTURED {
        kept.insert(key, seen.clone());
    }
    seen
}

pub(super) fn advance_in(program: &FontProgram, glyph: u32) -> f32 {
    program.advance(glyph).unwrap_or(0.0)
}

fn known(font: &Font, file: &File, outline: &Outline, advance: f32) -> Option<Seen> {
    if let Some(text) =
        learned_text(font, file, outline, advance).filter(|text| is_of_script(font, file, text))
    {
        let candidates = vec![ShapeCandidate { text, chance: 1000 }];
        return Some(Seen { candidates, source: UnicodeSource::Fingerprint });
    }
    built_in(outline)
}

/// What the fonts that pdftract knows by itself say of an outline.
fn built_in(outline: &Outline) -> Option<Seen> {
    let mut labels = fingerprint::lookup(fingerprint::of_outline(outline)?);
    let rarity = |label: &str| label.chars().next().map_or(0, frequency::rarity);
    labels.sort_by_key(|label| rarity(label));
    let chance = 1000 / u32::try_from(labels.len()).ok().filter(|count| *count > 0)?;
    let candidate = |label: &str| ShapeCandidate { text: label.to_owned(), chance };
    let candidates = labels.into_iter().map(candidate).collect();
    Some(Seen { candidates, source: UnicodeSource::Fingerprint })
}

/// Whether a learned letter is one of the script that the font is used for. Slanted Latin and Cyrillic letters that
/// mean different things are drawn alike, and text of one script teaches nothing of the other.
fn is_of_script(font: &Font, file: &File, text: &str) -> bool {
    let letter = single(text).filter(|letter| !is_shared(*letter)).and_then(Script::of);
    letter.is_none_or(|script| voted_script(font, file).is_none_or(|voted| voted == script))
}

/// What the caller's databases say of an outline of the font.
pub(crate) fn learned_text(font: &Font, file: &File, outline: &Outline, advance: f32) -> Option<String> {
    learned::lookup(font, file, outline, advance, || learned_face(font, file))
}

/// The learned face that the font is.
pub(super) fn learned_face(font: &Font, file: &File) -> Option<Face> {
    if font.knowledge().font_databases.is_empty() {
        return None;
    }
    *font.shapes().face.get_or_init(|| learned::face_of(font, file, outlines(font, file).into_iter()))
}

/// The outlines of a font with their advances, of a program or of streams.
fn outlines(font: &Font, file: &File) -> Vec<(Outline, f32)> {
    match (font.type3(), font.program(file)) {
        (Some(type3), _) => {
            let advance = |code: u8| type3.advance(font, file, CharCode { value: u32::from(code), len: 1 });
            let drawn = |code: u8| Some((type3.outline(font, file, code)?, advance(code)));
            (0..=255).filter_map(drawn).collect()
        }
        (None, Some(program)) => {
            inked(program).map(|(glyph, outline)| (outline, advance_in(program, glyph))).collect()
        }
        (None, None) => Vec::new(),
    }
}

/// The outline that a code shows, in thousandths of the em.
pub(crate) fn outline_of(font: &Font, file: &File, code: CharCode) -> Option<Outline> {
    match font.type3() {
        Some(type3) => type3.outline(font, file, u8::try_from(code.value).ok()?),
        None => shown_glyph(font, file, code).and_then(|(program, glyph)| program.outline(glyph)),
    }
}

/// The advance of a code in the same measure.
pub(crate) fn advance_of(font: &Font, file: &File, code: CharCode) -> f32 {
    font.type3().map_or_else(|| font.advance(file, code), |type3| type3.advance(font, file, code))
}

fn pictured(outline: &Outline, advance: f32) -> Option<Seen> {
    let candidates = picture_candidates(&Picture::of_outline(outline, advance)?);
    Some(Seen { candidates, source: UnicodeSource::ShapeMatch })
}

pub(super) fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::outline::{Affine, OutlinePoint, Pen};

    fn drawn(corners: &[(f32, f32)]) -> Outline {
        let mut pen = Pen::default();
        let mut points = corners.iter().map(|(x, y)| OutlinePoint::new(*x, *y));
        pen.move_to(points.next().unwrap());
        points.for_each(|point| pen.line_to(point));
        pen.finish().unwrap()
    }

    fn best(outline: &Outline) -> String {
        picture_candidates(&Picture::of_outline(outline, 600.0).unwrap())[0].text.clone()
    }

    const L: [(f32, f32); 6] =
        [(80.0, 0.0), (520.0, 0.0), (520.0, 85.0), (175.0, 85.0), (175.0, 715.0), (80.0, 715.0)];

    #[test]
    fn t3_31_t3_35_light_bold_and_slanted_letters_are_recognised() {
        assert_eq!(best(&drawn(&L)), "L");
        let bold = L.map(|(x, y)| (if x == 175.0 { 235.0 } else { x }, if y == 85.0 { 140.0 } else { y }));
        assert_eq!(best(&drawn(&bold)), "L");
        let slanted = Affine { c: 0.2, ..Affine::IDENTITY };
        assert_eq!(best(&drawn(&L).transformed(&slanted).unwrap()), "L");
    }

    #[test]
    fn w_10_place_and_size_tell_signs_apart() {
        let dot = |bottom: f32, side: f32| {
            let (left, top) = (100.0, bottom + side);
            best(&drawn(&[(left, bottom), (left + side, bottom), (left + side, top), (left, top)]))
        };
        assert_eq!(dot(0.0, 110.0), ".");
        assert_ne!(dot(330.0, 110.0), ".");
    }

    #[test]
    fn t3_28_c_4_confidence_rises_with_the_chance_and_stays_below_fingerprints() {
        assert_eq!(shape_confidence(ACCEPTED), 70);
        assert_eq!(shape_confidence(1000), 84);
        assert!(shape_confidence(995) > shape_confidence(985));
        assert!(shape_confidence(1000) < FINGERPRINT);
    }
}

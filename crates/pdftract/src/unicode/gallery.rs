//! Examines the shapes of a sample of a font's glyphs, and their common properties.

use std::collections::BTreeMap;

use super::candidate::{PLAIN, ShapeCandidate, ShapeReading};
use super::classifier::{self, Candidate};
use super::features;
use super::fingerprint;
use super::font_script::ScriptCounts;
use super::frequency;
use super::ideograph_width;
use super::picture_cache::PictureCache;
use super::raster::Picture;
use super::script_familiarity::{self, Familiarity};
use super::source::UnicodeSource;
use crate::font::outline::Outline;
use crate::font::program::FontProgram;

/// The maximum number of glyphs with ink of a font that are examined together. Subsets keep empty slots for removed
/// glyphs.
const MAX_TOGETHER: usize = 400;

/// The number of evenly spread glyphs that determine the script of the font.
const SAMPLED: usize = 24;

/// The shapes of a font's glyphs, separately and together.
#[derive(Debug, Default)]
pub(super) struct Gallery {
    /// The glyphs of the sample.
    pub(super) glyphs: BTreeMap<u32, ShapeReading>,
    pub(super) scripts: ScriptCounts,
    pub(super) is_foreign: bool,
    /// `true` if there are more glyphs than can be examined together.
    pub(super) is_large: bool,
    /// The width shared by most glyphs, in a font of ideographs.
    pub(super) full_width: Option<f32>,
}

impl Gallery {
    /// Examines the glyphs of a program. Learned fonts are not used here, since their results are checked against the
    /// script that is found.
    pub(super) fn read(program: &FontProgram, pictures: &PictureCache) -> Self {
        let inked: Vec<(u32, Outline)> = inked(program).collect();
        let full_width =
            ideograph_width::shared_by(inked.iter().map(|(glyph, _)| advance_in(program, *glyph)));
        let seen = |(glyph, outline): (u32, Outline)| {
            let advance = advance_in(program, glyph);
            let is_ideograph = ideograph_width::is_shared(full_width, advance);
            let picture = || pictured(pictures, &outline, advance);
            let looks_like = || if is_ideograph { None } else { picture() };
            Some((glyph, built_in(&outline).or_else(looks_like)?))
        };
        let is_large = inked.len() >= MAX_TOGETHER;
        let step = inked.len().div_ceil(SAMPLED).max(1);
        let glyphs: BTreeMap<u32, ShapeReading> = inked.into_iter().step_by(step).filter_map(seen).collect();
        let best = glyphs.values().filter_map(|seen| seen.candidates.first());
        let scripts = ScriptCounts::count(best.filter(|best| best.chance >= PLAIN));
        let judged = script_familiarity::judge(glyphs.values().map(|seen| seen.candidates.as_slice()));
        Self { glyphs, scripts, is_foreign: judged == Familiarity::Foreign, is_large, full_width }
    }
}

/// Returns the first glyphs with ink, with their outlines.
pub(super) fn inked(program: &FontProgram) -> impl Iterator<Item = (u32, Outline)> {
    let drawn = program.filled_slots().filter_map(|glyph| Some((glyph, program.outline(glyph)?)));
    drawn.filter(|(_, outline)| !outline.is_empty()).take(MAX_TOGETHER)
}

/// Returns the advance of a glyph in its program.
pub(super) fn advance_in(program: &FontProgram, glyph: u32) -> f32 {
    program.advance(glyph).unwrap_or(0.0)
}

/// Returns the labels of an outline in the built-in table.
pub(super) fn built_in(outline: &Outline) -> Option<ShapeReading> {
    let mut labels = fingerprint::labels(outline);
    let rarity = |label: &str| label.chars().next().map_or(0, frequency::rarity);
    labels.sort_by_key(|label| rarity(label));
    let chance = 1000 / u32::try_from(labels.len()).ok().filter(|count| *count > 0)?;
    let candidate = |label: &str| ShapeCandidate::new(label, chance);
    let candidates = labels.into_iter().map(candidate).collect();
    Some(ShapeReading { candidates, source: UnicodeSource::Fingerprint })
}

/// Returns the candidates for the image of an outline.
pub(super) fn pictured(pictures: &PictureCache, outline: &Outline, advance: f32) -> Option<ShapeReading> {
    let candidates = pictures.read(outline, advance)?;
    Some(ShapeReading { candidates, source: UnicodeSource::ShapeMatch })
}

/// Returns the candidates for an image, most likely first.
pub(super) fn picture_candidates(picture: &Picture) -> Vec<ShapeCandidate> {
    let found = classifier::candidates(&features::of_picture(picture)).into_iter();
    let candidate = |Candidate { label, chance, chance_by_shape }| {
        let text = label.to_owned();
        ShapeCandidate { text, chance, chance_by_shape }
    };
    found.map(candidate).collect()
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
    fn w_10_position_and_size_distinguish_signs() {
        let dot = |bottom: f32, side: f32| {
            let (left, top) = (100.0, bottom + side);
            best(&drawn(&[(left, bottom), (left + side, bottom), (left + side, top), (left, top)]))
        };
        assert_eq!(dot(0.0, 110.0), ".");
        assert_ne!(dot(330.0, 110.0), ".");
    }
}

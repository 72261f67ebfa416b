//! What the makers and judges of the shape tables need: the glyphs of a font file with what they are, and the classifier.
//!
//! Used by `cargo xtask`; not part of the API.

use super::classifier;
use super::features;
use super::fingerprint;
use super::look_alikes::representative;
use super::raster::Picture;
use crate::font::glyph_names::{NameContext, unicode_of};
use crate::font::outline::{Affine, Outline};
use crate::font::program::{CmapKind, FontProgram, ProgramKind};

/// How many numbers the classifier sees of a glyph.
pub const FEATURES: usize = features::COUNT;

/// A glyph whose meaning is known.
pub struct Specimen {
    /// What it means: one character that stands for all of its shape, or the letters of a ligature.
    pub label: String,
    /// Hash of its outline, if the outline tells something.
    pub fingerprint: Option<u64>,
    /// What the classifier sees; [`FEATURES`] numbers.
    pub features: Vec<u8>,
}

/// How an outline is bent, to show a classifier faces that no font has.
#[derive(Clone, Copy)]
pub struct Warp {
    /// Sideways shift for each unit of height.
    pub slant: f32,
    /// Widening.
    pub stretch: f32,
    /// Size of the whole.
    pub size: f32,
}

/// The glyphs of a font file that mean one of `characters` or of `ligatures`.
pub fn specimens(data: Vec<u8>, characters: &[char], ligatures: &[&str]) -> Vec<Specimen> {
    bent_specimens(data, characters, ligatures, |_| Warp { slant: 0.0, stretch: 1.0, size: 1.0 })
}

/// The same, each glyph bent as `warp` says for its number.
pub fn bent_specimens(
    data: Vec<u8>,
    characters: &[char],
    ligatures: &[&str],
    warp: impl Fn(u32) -> Warp,
) -> Vec<Specimen> {
    let Some(program) = FontProgram::open(data) else { return Vec::new() };
    let mut found = Vec::new();
    for (label, glyph) in labelled_glyphs(&program, characters, ligatures) {
        let (Some(outline), Some(advance)) = (program.outline(glyph), program.advance(glyph)) else {
            continue;
        };
        found.extend(specimen(label, &outline, advance, warp(glyph)));
    }
    found
}

fn specimen(label: String, outline: &Outline, advance: f32, warp: Warp) -> Option<Specimen> {
    let Warp { slant, stretch, size } = warp;
    let map = Affine { a: stretch * size, c: slant * size, d: size, ..Affine::IDENTITY };
    let bent = outline.transformed(&map)?;
    let picture = Picture::of_outline(&bent, advance * stretch * size)?;
    let features = features::of_picture(&picture);
    Some(Specimen { label, fingerprint: fingerprint::of_outline(outline), features })
}

/// Labels and glyphs: by the `cmap`, or in Type 1 by names; ligatures by names always.
fn labelled_glyphs(program: &FontProgram, characters: &[char], ligatures: &[&str]) -> Vec<(String, u32)> {
    let mut found: Vec<(String, u32)> = Vec::new();
    for &character in characters {
        if let Some(glyph) = program.cmap_glyph(CmapKind::Unicode, u32::from(character)) {
            found.push((representative(character).to_string(), glyph));
        }
    }
    let is_type1 = program.kind() == ProgramKind::Type1;
    for glyph in 1..program.glyph_count() {
        let Some(name) = program.glyph_name(glyph).filter(|name| !name.contains(&b'.')) else { continue };
        let Some(reading) = unicode_of(name, NameContext::General) else { continue };
        match *reading.text.as_slice() {
            [single] if is_type1 && characters.contains(&single) => {
                found.push((representative(single).to_string(), glyph));
            }
            [_, _, ..] => {
                let text: String = reading.text.as_slice().iter().collect();
                if ligatures.contains(&text.as_str()) {
                    found.push((text, glyph));
                }
            }
            _ => {}
        }
    }
    // A font often has one glyph for several characters of one shape.
    found.sort();
    found.dedup();
    found
}

/// Labels with their chances in thousandths, the likeliest first.
pub fn classify(features: &[u8]) -> Vec<(&'static str, u32)> {
    classifier::candidates(features)
        .into_iter()
        .map(|candidate| (candidate.label, candidate.chance))
        .collect()
}

/// The labels that known fonts have for a hash of an outline.
pub fn known(fingerprint: u64) -> Vec<&'static str> {
    fingerprint::lookup(fingerprint)
}

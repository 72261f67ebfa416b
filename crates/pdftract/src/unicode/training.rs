//! Support for training and evaluating the shape tables: the labelled glyphs of a font file, and the classifier.
//!
//! Used by `cargo xtask`; not part of the API.

use super::candidate;
use super::classifier;
use super::features;
use super::fingerprint;
use super::look_alikes::representative;
use super::raster::Picture;
use crate::font::glyph_names::{NameContext, unicode_of};
use crate::font::outline::{Affine, Outline};
use crate::font::program::{CmapKind, FontProgram, ProgramKind};

/// The number of features of a glyph.
pub const FEATURES: usize = features::COUNT;

/// A labelled glyph.
pub struct Specimen {
    /// The label: one character that represents all of its shape, or the letters of a ligature.
    pub label: String,
    /// The hash of its outline, if the outline is characteristic.
    pub fingerprint: Option<u64>,
    outline: Outline,
    advance: f32,
}

/// A distortion of an outline, to train the classifier on faces that no font has.
#[derive(Clone, Copy)]
pub struct Warp {
    /// The horizontal shift per unit of height.
    pub slant: f32,
    /// The horizontal scale.
    pub stretch: f32,
    /// The overall scale.
    pub size: f32,
}

impl Specimen {
    /// Returns the features of the glyph, distorted or not; [`FEATURES`] numbers. `None` for a blank glyph.
    pub fn features(&self, warp: Option<Warp>) -> Option<Vec<u8>> {
        let Warp { slant, stretch, size } = warp.unwrap_or(Warp { slant: 0.0, stretch: 1.0, size: 1.0 });
        let map = Affine { a: stretch * size, c: slant * size, d: size, ..Affine::IDENTITY };
        let bent = self.outline.transformed(&map)?;
        Picture::of_outline(&bent, self.advance * stretch * size)
            .map(|picture| features::of_picture(&picture))
    }
}

/// Returns the glyphs of a font file for one of `characters` or of `ligatures`.
pub fn specimens(data: Vec<u8>, characters: &[char], ligatures: &[&str]) -> Vec<Specimen> {
    let Some(program) = FontProgram::open(data) else { return Vec::new() };
    let specimen = |(label, glyph)| {
        let (outline, advance) = (program.outline(glyph)?, program.advance(glyph)?);
        let fingerprint = fingerprint::of_outline(&outline);
        (!outline.is_empty()).then_some(Specimen { label, fingerprint, outline, advance })
    };
    labelled_glyphs(&program, characters, ligatures).into_iter().filter_map(specimen).collect()
}

/// The label of glyphs that the classifier must not take for any trained character.
pub const OUT_OF_SET: &str = classifier::OUT_OF_SET;

/// Returns up to `most` letters of scripts that the classifier is not trained on, spread over a font file.
pub fn strangers(data: Vec<u8>, most: usize) -> Vec<Specimen> {
    let Some(program) = FontProgram::open(data) else { return Vec::new() };
    let is_strange = |glyph: &u32| program.unicode_of_glyph(*glyph).is_some_and(is_of_other_script);
    let glyphs: Vec<u32> = (1..program.glyph_count()).filter(is_strange).collect();
    let step = (glyphs.len() / most.max(1)).max(1);
    let specimen = |&glyph: &u32| {
        let (outline, advance) = (program.outline(glyph)?, program.advance(glyph)?);
        Some(Specimen { label: OUT_OF_SET.to_owned(), fingerprint: None, outline, advance })
    };
    glyphs.iter().step_by(step).filter_map(specimen).collect()
}

/// Returns `true` for letters of scripts that do not look Latin: not Cherokee, Lisu, Coptic or Osage, for instance.
fn is_of_other_script(character: char) -> bool {
    matches!(
        u32::from(character),
        0x5D0..=0x6FF | 0x900..=0x109F | 0x1200..=0x137F | 0x1780..=0x17B3 | 0x3041..=0x30FF | 0x3400..=0x9FFF
            | 0xAC00..=0xD7A3 | 0xFB50..=0xFDFF | 0xFE70..=0xFEFC
    )
}

/// Returns labels and glyphs: by the `cmap`, or in Type 1 by names; ligatures always by names.
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
                    found.push((as_one_character(text), glyph));
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

/// Returns the code point of a ligature, if it has one.
fn as_one_character(ligature: String) -> String {
    let own = match ligature.as_str() {
        "ff" => "\u{FB00}",
        "fi" => "\u{FB01}",
        "fl" => "\u{FB02}",
        "ffi" => "\u{FB03}",
        "ffl" => "\u{FB04}",
        _ => return ligature,
    };
    own.to_owned()
}

/// Returns labels with their probabilities in thousandths, most likely first.
pub fn classify(features: &[u8]) -> Vec<(&'static str, u32)> {
    classifier::candidates(features)
        .into_iter()
        .map(|candidate| (candidate.label, candidate.chance))
        .collect()
}

/// Returns the reduction of the score of a label for its rarity in text, as a natural logarithm.
pub fn rarity(label: &str) -> f32 {
    classifier::rarity_of(label)
}

/// Returns whether a label is accepted without context, given its probability in thousandths with and without the
/// frequency of characters.
pub fn is_certain(label: &str, chance: u32, chance_by_shape: u32) -> bool {
    candidate::is_certain(label, chance, chance_by_shape)
}

/// Returns the labels of known fonts for the hash of an outline.
pub fn known(fingerprint: u64) -> Vec<&'static str> {
    fingerprint::lookup(fingerprint)
}

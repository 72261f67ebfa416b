//! `xtask tables shapes`: trains the network that recognises glyph shapes, and hashes the outlines of open fonts.

pub mod fonts;
pub mod network;
mod quantise;
pub(crate) mod tables;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::thread;

use fonts::FontFile;
use network::Sample;
use pdftract::shape_support::STRANGER;

/// The least number of families that must contain a character for it to be learned.
const FEWEST_FAMILIES: usize = 6;

/// The number of hidden units of the network.
pub const INNER: usize = 192;

/// The number of fonts per package used for training; further ones differ little from these.
const LEARNED_PER_PACKAGE: usize = 5;

/// One glyph in this many is also learned in a distorted form.
const BENT: usize = 4;

/// The labelled glyphs of one font.
pub struct Studied {
    /// The font.
    pub file: FontFile,
    /// Label and fingerprint of each glyph.
    pub known: Vec<(String, Option<u64>)>,
    /// Labels and features of undistorted glyphs.
    pub plain: Vec<(String, Vec<u8>)>,
    /// Labels and features of distorted glyphs.
    pub bent: Vec<(String, Vec<u8>)>,
}

/// Reads all fonts, on two threads.
pub fn study(sources: &Path) -> Result<Vec<Studied>, String> {
    let characters = fonts::characters();
    let files = fonts::font_files(sources)?;
    let learned = learned(&files);
    let half = files.len() / 2;
    let mut files: Vec<(FontFile, bool)> = files.into_iter().zip(learned).collect();
    let later = files.split_off(half);
    let study_all = |files: Vec<(FontFile, bool)>| -> Result<Vec<Studied>, String> {
        files.into_iter().map(|(file, is_learned)| study_font(file, is_learned, &characters)).collect()
    };
    let (first, second) = thread::scope(|scope| {
        let second = scope.spawn(|| study_all(later));
        (study_all(files), second.join())
    });
    let mut all = first?;
    all.extend(second.map_err(|_| "a thread panicked")??);
    drop_repeated(&mut all);
    Ok(all)
}

/// Selects the fonts to train on: from each package a few that are far apart in the order of names.
fn learned(files: &[FontFile]) -> Vec<bool> {
    let mut learned = Vec::new();
    for package in files.chunk_by(|one, next| one.package.name == next.package.name) {
        let count = package.len();
        let most = LEARNED_PER_PACKAGE.min(count);
        let is_chosen = |at: usize| (at * most) / count != ((at + 1) * most) / count;
        learned.extend(package.iter().enumerate().map(|(at, file)| file.is_strange || is_chosen(at)));
    }
    learned
}

fn study_font(file: FontFile, is_learned: bool, characters: &[char]) -> Result<Studied, String> {
    let specimens = fonts::specimens(&file, characters)?;
    let known = specimens.iter().map(|specimen| (specimen.label.clone(), specimen.fingerprint)).collect();
    let (mut plain, mut bent) = (Vec::new(), Vec::new());
    for (number, specimen) in specimens.iter().enumerate().filter(|_| is_learned) {
        plain.extend(specimen.features(None).map(|features| (specimen.label.clone(), features)));
        if number % BENT == 0 {
            let warp = fonts::warp(u32::try_from(number * 7 + file.path.as_os_str().len()).unwrap_or(0));
            bent.extend(specimen.features(Some(warp)).map(|features| (specimen.label.clone(), features)));
        }
    }
    Ok(Studied { file, known, plain, bent })
}

/// Drops glyphs that an earlier font has in the same shape.
fn drop_repeated(all: &mut [Studied]) {
    let mut seen: HashSet<(String, Vec<u8>)> = HashSet::new();
    for studied in all {
        studied.plain.retain(|sample| seen.insert(sample.clone()));
    }
}

/// Returns the labels that enough families have, English letters first and then by code point.
pub fn labels(all: &[Studied]) -> Vec<String> {
    let mut families: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for studied in all {
        for (label, _) in &studied.known {
            families.entry(label).or_default().insert(studied.file.package.family);
        }
    }
    let is_wanted = |label: &str, families: usize| families >= FEWEST_FAMILIES || label == STRANGER;
    let wanted = families.into_iter().filter(|(label, families)| is_wanted(label, families.len()));
    let mut labels: Vec<String> = wanted.map(|(label, _)| label.to_owned()).collect();
    let rank = |label: &String| {
        let first = label.chars().next().unwrap_or(' ');
        (!first.is_ascii_lowercase(), !first.is_ascii_alphanumeric(), label.clone())
    };
    labels.sort_by_key(rank);
    labels
}

/// Returns the samples of the fonts that `is_used` admits.
pub fn samples(all: &[Studied], labels: &[String], is_used: impl Fn(&FontFile) -> bool) -> Vec<Sample> {
    let numbers: BTreeMap<&str, usize> =
        labels.iter().enumerate().map(|(number, label)| (label.as_str(), number)).collect();
    let used = all.iter().filter(|studied| is_used(&studied.file));
    let glyphs = used.flat_map(|studied| studied.plain.iter().chain(&studied.bent));
    let sample = |(label, features): &(String, Vec<u8>)| {
        Some(Sample { features: features.clone(), label: *numbers.get(label.as_str())? })
    };
    glyphs.filter_map(sample).collect()
}

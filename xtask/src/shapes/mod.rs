//! `xtask shapes` and `xtask tables shapes`: learns shapes from open fonts, and tries what was learned on fonts left out.

pub(crate) mod evaluate;
mod fonts;
mod network;
mod quantise;
pub(crate) mod tables;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use fonts::FontFile;
use network::Sample;

/// Families that must have a character for it to be learned.
const FEWEST_FAMILIES: usize = 5;

/// Inner units of the network.
const INNER: usize = 288;

/// What was read from one font.
struct Studied {
    file: FontFile,
    /// Label, fingerprint and features of each glyph.
    plain: Vec<pdftract::shape_support::Specimen>,
    bent: Vec<pdftract::shape_support::Specimen>,
}

/// Reads all fonts. A glyph that an earlier font has in the same shape is left out of what is learned.
fn study(sources: &Path) -> Result<Vec<Studied>, String> {
    let characters = fonts::characters();
    let mut seen: HashSet<(String, Vec<u8>)> = HashSet::new();
    let mut all = Vec::new();
    for file in fonts::font_files(sources)? {
        let mut plain = fonts::specimens(&file, &characters)?;
        let bent = fonts::bent_specimens(&file, &characters)?;
        let mut fresh: BTreeSet<String> = BTreeSet::new();
        for specimen in &plain {
            if seen.insert((specimen.label.clone(), specimen.features.clone())) {
                fresh.insert(specimen.label.clone());
            }
        }
        let bent: Vec<_> = bent.into_iter().filter(|specimen| fresh.contains(&specimen.label)).collect();
        // Known shapes still count for fingerprints.
        for specimen in &mut plain {
            if !fresh.contains(&specimen.label) {
                specimen.features.clear();
            }
        }
        all.push(Studied { file, plain, bent });
    }
    Ok(all)
}

/// The labels that enough families have, letters of English first and then by code point.
fn labels(all: &[Studied]) -> Vec<String> {
    let mut families: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for studied in all {
        for specimen in &studied.plain {
            families.entry(&specimen.label).or_default().insert(studied.file.package.family);
        }
    }
    let wanted = families.into_iter().filter(|(_, families)| families.len() >= FEWEST_FAMILIES);
    let mut labels: Vec<String> = wanted.map(|(label, _)| label.to_owned()).collect();
    let rank = |label: &String| {
        let first = label.chars().next().unwrap_or(' ');
        (!first.is_ascii_lowercase(), !first.is_ascii_alphanumeric(), label.clone())
    };
    labels.sort_by_key(rank);
    labels
}

/// What is to be learned from fonts that `is_used` admits.
fn samples(all: &[Studied], labels: &[String], is_used: impl Fn(&FontFile) -> bool) -> Vec<Sample> {
    let numbers: BTreeMap<&str, usize> =
        labels.iter().enumerate().map(|(number, label)| (label.as_str(), number)).collect();
    let used = all.iter().filter(|studied| is_used(&studied.file));
    let specimens = used.flat_map(|studied| studied.plain.iter().chain(&studied.bent));
    let with_features = specimens.filter(|specimen| !specimen.features.is_empty());
    let sample = |specimen: &pdftract::shape_support::Specimen| {
        let label = *numbers.get(specimen.label.as_str())?;
        Some(Sample { features: specimen.features.clone(), label })
    };
    with_features.filter_map(sample).collect()
}

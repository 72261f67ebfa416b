//! What the caller's databases say of an outline.
//!
//! An outline with enough corners speaks for itself. A bar or a dot does not: it is believed only when the other
//! glyphs of the font show which learned face it is, and only with the advance it has there.

use std::collections::{BTreeMap, BTreeSet};

use super::fingerprint;
use crate::font::Font;
use crate::font::outline::Outline;

/// A learned face: the database, and the face in it.
pub(crate) type Face = (usize, u32);

/// So many outlines of a font must be those of a learned face for the font to be that face.
const FEWEST_VOUCHERS: usize = 3;
/// Difference of advances, in thousandths of the em, that rounding makes.
const ADVANCE_SLACK: f32 = 2.0;

/// What learned fonts say that an outline means.
pub(crate) fn lookup(
    font: &Font,
    outline: &Outline,
    advance: f32,
    face: impl FnOnce() -> Option<Face>,
) -> Option<String> {
    let databases = &font.knowledge().font_databases;
    if databases.is_empty() {
        return None;
    }
    let (hash, speaks) = fingerprint::of_any_outline(outline)?;
    let hits = databases.iter().enumerate().flat_map(|(index, database)| {
        database.find(hash).map(move |hit| ((index, hit.face), hit.advance, hit.text))
    });
    let hits: Vec<(Face, u16, &str)> = hits.collect();
    if let (true, Some(text)) = (speaks, only(hits.iter().map(|hit| hit.2))) {
        return Some(text);
    }
    if hits.is_empty() {
        return None;
    }
    let face = face()?;
    let fits = |hit: &&(Face, u16, &str)| {
        hit.0 == face && (speaks || (f32::from(hit.1) - advance).abs() <= ADVANCE_SLACK)
    };
    only(hits.iter().filter(fits).map(|hit| hit.2))
}

/// The text, if all are the same.
fn only<'t>(texts: impl Iterator<Item = &'t str>) -> Option<String> {
    let texts: BTreeSet<&str> = texts.collect();
    let first = texts.first().filter(|_| texts.len() == 1)?;
    Some((*first).to_owned())
}

/// The learned face that most of a font's outlines belong to.
pub(crate) fn face_of(font: &Font, outlines: impl Iterator<Item = Outline>) -> Option<Face> {
    let databases = &font.knowledge().font_databases;
    let mut votes: BTreeMap<Face, usize> = BTreeMap::new();
    for (hash, _) in
        outlines.filter_map(|outline| fingerprint::of_any_outline(&outline)).filter(|(_, speaks)| *speaks)
    {
        let faces: BTreeSet<Face> = databases
            .iter()
            .enumerate()
            .flat_map(|(index, database)| database.find(hash).map(move |hit| (index, hit.face)))
            .collect();
        faces.into_iter().for_each(|face| *votes.entry(face).or_default() += 1);
    }
    let best = votes.into_iter().max_by_key(|(face, count)| (*count, std::cmp::Reverse(*face)))?;
    (best.1 >= FEWEST_VOUCHERS).then_some(best.0)
}

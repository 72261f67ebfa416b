//! Looks up outlines in the caller's databases of learned fonts.
//!
//! An outline with enough corners is sufficient, unless fonts have it for several characters: then those of the
//! identified face count, and among them the ones with the same advance. A bar or a dot is not characteristic: it is
//! trusted only if the other glyphs identify the learned face of the font, and only with the same advance.

use std::collections::{BTreeMap, BTreeSet};

use super::fingerprint;
use super::resolved_font::Face;
use crate::diagnostic::{Code, Diagnostic};
use crate::font::outline::Outline;
use crate::knowledge::{FontDatabase, Knowledge};
use crate::session::Session;

/// The number of outlines that must belong to a learned face for the font to be identified as that face.
const FEWEST_VOUCHERS: usize = 3;
/// The difference of advances, in thousandths of an em, caused by rounding.
const ADVANCE_SLACK: f32 = 2.0;

/// Returns the text of an outline in learned fonts.
pub(crate) fn lookup(
    knowledge: &Knowledge,
    session: &Session,
    outline: &Outline,
    advance: f32,
    face: impl FnOnce() -> Option<Face>,
) -> Option<String> {
    if knowledge.font_databases.is_empty() {
        return None;
    }
    let (hash, speaks) = fingerprint::of_any_outline(outline)?;
    let hits = databases(knowledge, session).flat_map(|(index, database)| {
        database.find(hash).map(move |hit| ((index, hit.face), hit.advance, hit.text))
    });
    let hits: Vec<(Face, u16, &str)> = hits.collect();
    if let (true, Some(text)) = (speaks, only(hits.iter().map(|hit| hit.2))) {
        return Some(text);
    }
    if hits.is_empty() {
        return None;
    }
    let has_advance = |hit: &(Face, u16, &str)| is_as_wide(hit.1, advance);
    let face = face();
    let texts = |wanted: &dyn Fn(&(Face, u16, &str)) -> bool| {
        only(hits.iter().filter(|hit| wanted(hit)).map(|hit| hit.2))
    };
    // A full-width sign and its half-width form are drawn alike.
    texts(&|hit| Some(hit.0) == face && has_advance(hit))
        .or_else(|| texts(&|hit| speaks && Some(hit.0) == face))
        .or_else(|| texts(&|hit| speaks && has_advance(hit)))
}

/// Returns the caller's databases with their indices. An unreadable one is reported.
fn databases<'k>(
    knowledge: &'k Knowledge,
    session: &Session,
) -> impl Iterator<Item = (usize, &'k FontDatabase)> {
    knowledge.font_databases.iter().enumerate().filter_map(|(index, fonts)| match fonts.get() {
        Ok(database) => Some((index, database)),
        Err(error) => {
            session.note(Diagnostic::new(Code::FontDatabaseUnusable, error.to_string()));
            None
        }
    })
}

/// Returns the text, if all are equal.
fn only<'t>(texts: impl Iterator<Item = &'t str>) -> Option<String> {
    let texts: BTreeSet<&str> = texts.collect();
    let first = texts.first().filter(|_| texts.len() == 1)?;
    Some((*first).to_owned())
}

/// Returns the learned face of most of a font's outlines; of faces that share them, the one with the same advances.
pub(crate) fn vote_for_face(
    knowledge: &Knowledge,
    session: &Session,
    glyphs: impl Iterator<Item = (Outline, f32)>,
) -> Option<Face> {
    let mut votes: BTreeMap<Face, Votes> = BTreeMap::new();
    for (outline, advance) in glyphs {
        let Some((hash, true)) = fingerprint::of_any_outline(&outline) else { continue };
        let mut own: BTreeMap<Face, bool> = BTreeMap::new();
        for (index, database) in databases(knowledge, session) {
            for hit in database.find(hash) {
                *own.entry((index, hit.face)).or_default() |= is_as_wide(hit.advance, advance);
            }
        }
        for (face, is_as_wide) in own {
            let votes = votes.entry(face).or_default();
            votes.outlines += 1;
            votes.advances += usize::from(is_as_wide);
        }
    }
    let best = votes.into_iter().max_by_key(|(face, votes)| (*votes, std::cmp::Reverse(*face)))?;
    (best.1.outlines >= FEWEST_VOUCHERS).then_some(best.0)
}

/// The number of glyphs of a font in a face, and of those with the same advance.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Votes {
    outlines: usize,
    advances: usize,
}

fn is_as_wide(learned: u16, advance: f32) -> bool {
    (f32::from(learned) - advance).abs() <= ADVANCE_SLACK
}

//! Tagged pages: blocks in the order of the structure tree, each with its structure type.
//!
//! Lines are found by geometry as on other pages. Here they are cut where one element ends and another begins, and
//! collected by element. Tags that omit text, split words or contradict the order on the page are ignored.

mod claims;
mod order;
mod strip;
mod table;
mod unit;
mod write;

use claims::Claims;
use strip::{Cutter, Strip};
use unit::{Gatherer, Unit};
use write::Writer;

use super::model::{PageLayout, WritingMode};
use crate::content::PageGlyphs;
use crate::file::structure::PageStructure;

/// The number of split lines that are always tolerated.
const TORN_ALLOWED: usize = 2;
/// One line in this many may be split.
const LINES_PER_TEAR: usize = 12;
/// An element with more than this share of a page, in per cent, is not one paragraph.
const SWALLOWED_PERCENT: usize = 60;
/// The least number of glyphs of a page that cannot be one paragraph.
const LONG_PAGE: usize = 800;
/// A paragraph in which geometry finds this many blocks of several sizes is not a paragraph.
const SWALLOWED_BLOCKS: usize = 4;
/// Sizes that differ by more than this factor are different.
const SIZE_STEP: f32 = 1.15;

/// Puts the blocks of a page into the order of the structure tree and keeps its structure types, if it can be
/// trusted.
pub(super) fn follow(page: &PageGlyphs, structure: &PageStructure<'_>, layout: &mut PageLayout) {
    let claims = Claims::new(page, structure);
    if !claims.cover(page, layout) || structure.has_rival_claims() {
        return;
    }
    let mut cutter = Cutter::new(page, structure, &claims, layout);
    cutter.cut_all();
    if cutter.torn > TORN_ALLOWED + layout.lines.len() / LINES_PER_TEAR {
        return;
    }
    let strips = std::mem::take(&mut cutter.strips);
    let units = Gatherer::new(structure, layout, &strips).gather();
    if swallows(structure, &strips, &units) {
        return;
    }
    let mirrored = layout.writing_mode == WritingMode::Rtl;
    if let Some(order) = order::in_order(structure, &strips, &units, mirrored) {
        Writer::new(page, structure, &claims, &strips).write(&order, layout);
    }
}

/// Returns `true` if one paragraph contains most of a page that looks like many.
fn swallows(structure: &PageStructure<'_>, strips: &[Strip], units: &[Unit]) -> bool {
    let total: usize = strips.iter().map(|strip| strip.pieces.len()).sum();
    total > LONG_PAGE
        && units.iter().any(|unit| {
            let members = || unit.strips.iter().filter_map(|&index| strips.get(index as usize));
            let share: usize = members().map(|strip| strip.pieces.len()).sum();
            let mut last = None;
            let blocks = members().filter(|strip| last.replace(strip.block) != Some(strip.block));
            let (small, large) =
                members().fold((f32::MAX, 0f32), |(a, b), strip| (a.min(strip.size), b.max(strip.size)));
            share * 100 > total * SWALLOWED_PERCENT
                && blocks.count() >= SWALLOWED_BLOCKS
                && large > small * SIZE_STEP
                && unit.tag(structure).is_some_and(|tag| !tag.is_group())
        })
}

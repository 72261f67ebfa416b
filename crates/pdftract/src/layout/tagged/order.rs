//! The order of a tagged page: that of the structure tree, checked against the positions of the elements.
//!
//! The order may lead from the bottom of a column to the top of the next one. Where it leads backwards in another
//! way, the units in the way of the rest are put where geometry has them, such as text frames and footers that
//! writers list first or last. If too much is in the way, the structure tree is not followed.

use super::strip::Strip;
use super::unit::Unit;
use crate::file::structure::{PageStructure, Tag};
use crate::layout::bounds::{EMPTY_BOX, union};

/// One step in this many from element to element may go backwards.
const STEPS_PER_JUMP: usize = 7;
/// One step in this many may go backwards without an apparent reason.
const STEPS_PER_RIDDLE: usize = 10;
/// The greatest share of the page, in per cent, that may be out of place.
const DISPLACED_PERCENT: usize = 33;
/// The most units; more are a drawing.
const MAX_UNITS: usize = 4_000;

/// The part of the page in which a unit is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Zone {
    /// Above everything.
    Head,
    /// Among the text.
    Text,
    /// At the foot of the page.
    Foot,
}

/// Returns the units in reading order; `None` when the structure tree contradicts the page. Unclaimed units stay
/// behind the unit that they follow by geometry; notes go to the bottom of the page.
pub(super) fn in_order<'u>(
    structure: &PageStructure<'_>,
    strips: &[Strip],
    units: &'u [Unit],
    mirrored: bool,
) -> Option<Vec<(Zone, &'u Unit)>> {
    let mut claimed: Vec<&Unit> = units.iter().filter(|unit| unit.order < u32::MAX).collect();
    claimed.sort_by_key(|unit| unit.order);
    let fixed = claimed.iter().filter(|unit| !floats(structure, unit)).copied().collect();
    let displaced = Sequence { strips, mirrored, kept: Vec::new(), displaced: Vec::new() }.check(fixed)?;
    claimed.retain(|unit| displaced.binary_search(&unit.first()).is_err());
    let (mut body, notes): (Vec<&Unit>, Vec<&Unit>) =
        claimed.into_iter().partition(|unit| unit.tag(structure) != Some(Tag::Note));
    body.extend(notes);
    let is_loose = |unit: &&Unit| unit.order == u32::MAX || displaced.binary_search(&unit.first()).is_ok();
    Some(merge(strips, body, units.iter().filter(is_loose)))
}

/// Merges units without a position in the structure tree into the others.
fn merge<'u>(
    strips: &[Strip],
    body: Vec<&'u Unit>,
    loose: impl Iterator<Item = &'u Unit>,
) -> Vec<(Zone, &'u Unit)> {
    let [_, top, _, bottom] = body.iter().fold(EMPTY_BOX, |bbox, unit| union(bbox, unit.bbox));
    let ranks = ranks_so_far(strips, &body);
    let mut keyed: Vec<((Zone, u32, u32), &Unit)> =
        (1u32..).zip(body).map(|(rank, unit)| ((Zone::Text, rank, 0), unit)).collect();
    for unit in loose {
        let first = unit.first();
        let [_, above, _, below] = unit.bbox;
        let key = if below <= top {
            (Zone::Head, 0, first)
        } else if above >= bottom {
            (Zone::Foot, 0, first)
        } else {
            (Zone::Text, ranks.get(first as usize).copied().unwrap_or(0), first + 1)
        };
        keyed.push((key, unit));
    }
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|((place, _, _), unit)| (place, unit)).collect()
}

/// Returns for each strip the rank, from 1, of the last unit before it by geometry; 0 when there is none.
fn ranks_so_far(strips: &[Strip], body: &[&Unit]) -> Vec<u32> {
    let mut ranks = vec![0; strips.len()];
    for (rank, unit) in (1u32..).zip(body) {
        for &index in &unit.strips {
            ranks.get_mut(index as usize).into_iter().for_each(|slot| *slot = rank);
        }
    }
    let mut last = 0;
    for rank in &mut ranks {
        last = if *rank == 0 { last } else { *rank };
        *rank = last;
    }
    ranks
}

/// Returns `true` for elements that float: their position says little about when they are read.
fn floats(structure: &PageStructure<'_>, unit: &Unit) -> bool {
    matches!(unit.tag(structure), Some(Tag::Figure | Tag::Caption | Tag::Note))
}

/// Follows the structure tree from unit to unit.
struct Sequence<'u> {
    strips: &'u [Strip],
    mirrored: bool,
    kept: Vec<&'u Unit>,
    /// The first strips of the units that are out of place.
    displaced: Vec<u32>,
}

impl<'u> Sequence<'u> {
    /// Returns the first strips, in order, of the units that are out of place; `None` when the sequence is
    /// implausible.
    fn check(mut self, units: Vec<&'u Unit>) -> Option<Vec<u32>> {
        let steps = units.len().saturating_sub(1);
        let jumps = units.windows(2).filter(|pair| matches!(pair, [a, b] if self.jumps(a, b))).count();
        if jumps == 0 {
            return Some(Vec::new());
        }
        if jumps * STEPS_PER_JUMP > steps || units.len() > MAX_UNITS {
            return None;
        }
        let allowed = units.iter().map(|unit| self.weight(unit)).sum::<usize>() * DISPLACED_PERCENT / 100;
        let mut riddles = 0;
        for (index, unit) in units.iter().enumerate() {
            if self.displaced.contains(&unit.first()) {
                continue;
            }
            if self.kept.last().is_some_and(|last| self.jumps(last, unit)) {
                riddles += usize::from(!self.resolve(unit, units.get(index..).unwrap_or_default(), allowed));
            }
            if !self.displaced.contains(&unit.first()) {
                self.kept.push(unit);
            }
        }
        self.displaced.sort_unstable();
        (riddles * STEPS_PER_RIDDLE <= steps).then_some(self.displaced)
    }

    /// Returns the amount of text of a unit, in glyphs.
    fn weight(&self, unit: &Unit) -> usize {
        unit.strips.iter().filter_map(|&index| self.strips.get(index as usize)).map(|s| s.pieces.len()).sum()
    }

    /// Returns `true` if a step leads backwards, other than to the next column.
    fn jumps(&self, from: &Unit, to: &Unit) -> bool {
        to.first() < from.first() && !self.is_next_column(from, to)
    }

    /// Returns `true` if a unit begins beside and above the end of another.
    fn is_next_column(&self, from: &Unit, to: &Unit) -> bool {
        let strip = |index: Option<&u32>| index.and_then(|&index| self.strips.get(index as usize));
        let (Some(end), Some(start)) = (strip(from.strips.last()), strip(to.strips.first())) else {
            return false;
        };
        let ([a0, a1, a2, _], [b0, _, b2, b3]) = (end.bbox, start.bbox);
        let beside = if self.mirrored { b2 <= a0 } else { b0 >= a2 };
        beside && b3 <= a1
    }

    /// Determines what is in the way at a jump to a unit: units that came too early, or units that come too late.
    fn resolve(&mut self, unit: &Unit, rest: &[&'u Unit], allowed: usize) -> bool {
        let Some(last) = self.kept.last() else { return true };
        let early: Vec<&Unit> = self.kept.iter().filter(|u| u.first() > unit.first()).copied().collect();
        let late: Vec<&Unit> = rest.iter().filter(|u| u.first() < last.first()).copied().collect();
        let weigh = |list: &[&Unit]| list.iter().map(|unit| self.weight(unit)).sum::<usize>();
        let (early_weight, late_weight) = (weigh(&early), weigh(&late));
        if early_weight.min(late_weight) > allowed {
            return false;
        }
        if early_weight < late_weight {
            self.kept.retain(|kept| kept.first() < unit.first());
            self.displaced.extend(early.iter().map(|unit| unit.first()));
        } else {
            self.displaced.extend(late.iter().map(|unit| unit.first()));
        }
        true
    }
}

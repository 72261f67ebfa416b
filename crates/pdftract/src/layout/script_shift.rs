//! Superscripts and subscripts: small fragments beside a larger one, on a baseline of their own, join its row.

use super::baseline::Group;
use super::fragment::Fragment;
use super::model::IndexRange;

/// The greatest size of a superscript or subscript relative to its base.
const SCRIPT_SIZE: f32 = 0.86;
/// The greatest shift of a superscript or subscript, as a fraction of the base's size.
const SHIFT: f32 = 0.62;
/// The greatest distance of a superscript or subscript from its base, as a fraction of the base's size.
const DISTANCE: f32 = 0.35;

/// Moves superscripts and subscripts from groups of their own into the groups of their bases.
pub(super) fn attach(fragments: &mut Vec<Fragment>, groups: &mut [Group]) {
    let mut homes: Vec<usize> = Vec::with_capacity(fragments.len());
    let mut is_moved = false;
    for (index, group) in groups.iter().enumerate() {
        let near = index.saturating_sub(REACH)..(index + REACH + 1).min(groups.len());
        let near = groups.get(near).unwrap_or_default().iter();
        let largest = near.fold(0.0, |size, group| if group.largest > size { group.largest } else { size });
        for fragment in group.members.slice(fragments) {
            let is_small = largest * SCRIPT_SIZE > fragment.size;
            let host = if is_small { host(fragments, groups, index, fragment) } else { None };
            is_moved |= host.is_some();
            homes.push(host.unwrap_or(index));
        }
    }
    if is_moved {
        regroup(fragments, groups, &homes);
    }
}

/// Sorts fragments again by the groups that they belong to.
fn regroup(fragments: &mut Vec<Fragment>, groups: &mut [Group], homes: &[usize]) {
    let mut order: Vec<(usize, Fragment)> = homes.iter().copied().zip(fragments.drain(..)).collect();
    order.sort_by_key(|&(home, _)| home);
    let mut start = 0;
    for (index, group) in groups.iter_mut().enumerate() {
        let end = order.partition_point(|&(home, _)| home <= index);
        group.members = IndexRange::between(start, end);
        start = end;
    }
    fragments.extend(order.into_iter().map(|(_, fragment)| fragment));
}

/// Returns the group whose text a fragment is a superscript or subscript of.
fn host(fragments: &[Fragment], groups: &[Group], own: usize, script: &Fragment) -> Option<usize> {
    // Of text above and below, the fragment belongs to what it touches; the line below is tried first, because
    // superscripts are more common.
    let below = groups.iter().enumerate().skip(own + 1).take(REACH);
    let above = groups.iter().enumerate().take(own).rev().take(REACH);
    below.chain(above).find(|(_, group)| is_host(fragments, group, script)).map(|(index, _)| index)
}

/// The number of neighbouring groups that are examined.
const REACH: usize = 3;

fn is_host(fragments: &[Fragment], group: &Group, script: &Fragment) -> bool {
    let shift = (group.v - script.v).abs();
    let is_small = group.largest * SCRIPT_SIZE > script.size && shift < SHIFT * group.largest;
    if !is_small || group.members.len() > MAX_BASES || shift > SHIFT * group.size * 2.0 {
        return false;
    }
    group.members.slice(fragments).iter().any(|base| {
        let gap = (script.u0 - base.u1).max(base.u0 - script.u1);
        base.size * SCRIPT_SIZE > script.size
            && shift < SHIFT * base.size
            && gap < DISTANCE * base.size
            && (gap > -DISTANCE * base.size || may_hold(base, script))
    })
}

/// Fragments of formulas have at most this many glyphs.
const FEW_GLYPHS: u32 = 8;

/// Returns whether a script may be drawn in a gap of its base: browsers draw `a + b` first and the exponents afterwards.
fn may_hold(base: &Fragment, script: &Fragment) -> bool {
    base.inked <= FEW_GLYPHS && !base.steps.is_empty() && script.u0 > base.u0 && script.u1 < base.u1
}

/// The most members of a group that is searched; larger groups are drawings, and searching them would take too long.
const MAX_BASES: usize = 400;

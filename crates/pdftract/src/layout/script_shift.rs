//! Superscripts and subscripts: small fragments beside a larger one on a baseline of their own join its row.

use super::fragment::Fragment;
use super::row::Group;

/// A script is at most this large beside its base.
const SCRIPT_SIZE: f32 = 0.86;
/// A script is raised or lowered by at most this part of the base's size.
const SHIFT: f32 = 0.62;
/// A script begins or ends within this part of the base's size of its base.
const DISTANCE: f32 = 0.35;

/// Moves scripts from groups of their own into the groups of their bases.
pub(super) fn attach(fragments: &[Fragment], groups: &mut Vec<Group>) {
    let mut moves: Vec<(usize, u32, usize)> = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        for &member in &group.members {
            let Some(fragment) = fragments.get(member as usize) else { continue };
            if let Some(host) = host(fragments, groups, index, fragment) {
                moves.push((index, member, host));
            }
        }
    }
    for &(from, member, to) in &moves {
        if let Some(group) = groups.get_mut(from) {
            group.members.retain(|&other| other != member);
        }
        if let Some(group) = groups.get_mut(to) {
            group.members.push(member);
        }
    }
    if !moves.is_empty() {
        groups.retain(|group| !group.members.is_empty());
    }
}

/// The group whose text a fragment is a script of.
fn host(fragments: &[Fragment], groups: &[Group], own: usize, script: &Fragment) -> Option<usize> {
    // Of text above and below, a script belongs to what it touches; that on the line below is tried first, because
    // raised scripts are the common ones.
    let below = groups.iter().enumerate().skip(own + 1).take(REACH);
    let above = groups.iter().enumerate().take(own).rev().take(REACH);
    below.chain(above).find(|(_, group)| is_host(fragments, group, script)).map(|(index, _)| index)
}

/// How many neighbouring groups are looked at.
const REACH: usize = 3;

fn is_host(fragments: &[Fragment], group: &Group, script: &Fragment) -> bool {
    let shift = (group.v - script.v).abs();
    if group.members.len() > MAX_BASES || shift > SHIFT * group.size * 2.0 {
        return false;
    }
    group.members.iter().filter_map(|&member| fragments.get(member as usize)).any(|base| {
        let gap = (script.u0 - base.u1).max(base.u0 - script.u1);
        base.size * SCRIPT_SIZE > script.size
            && shift < SHIFT * base.size
            && gap < DISTANCE * base.size
            && gap > -DISTANCE * base.size
    })
}

/// Groups with more members than this are drawings; searching them would take too long.
const MAX_BASES: usize = 400;

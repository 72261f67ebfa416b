//! Baselines: groups fragments whose baselines are close enough to be one.

use super::fragment::Fragment;
use super::model::IndexRange;

/// The greatest distance between baselines that count as one, as a fraction of the smaller font size. Baselines in
/// scans and drawings waver.
const SAME_BASELINE: f32 = 0.3;

/// Fragments that share a baseline.
#[derive(Debug)]
pub(super) struct Group {
    /// The baseline.
    pub(super) v: f32,
    /// The font size of the fragment that set it.
    pub(super) size: f32,
    /// The largest font size of its fragments.
    pub(super) largest: f32,
    /// Its fragments, as a range of the sorted list.
    pub(super) members: IndexRange,
}

/// Groups fragments, which are sorted by baseline.
pub(super) fn groups(fragments: &[Fragment]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::with_capacity(fragments.len());
    for (index, fragment) in (0u32..).zip(fragments) {
        match groups.last_mut() {
            Some(group) if fragment.v - group.v < SAME_BASELINE * group.size.min(fragment.size) => {
                group.members.end = index + 1;
                group.largest = group.largest.max(fragment.size);
            }
            _ => groups.push(Group {
                v: fragment.v,
                size: fragment.size,
                largest: fragment.size,
                members: IndexRange { start: index, end: index + 1 },
            }),
        }
    }
    groups
}

//! Rows: fragments on one baseline, from left to right, cut into segments at wide gaps.
//!
//! A row may run through several columns; [`order`](super::order) decides which of its segments belong together.

use super::fragment::{Fragment, HALF_X_HEIGHT, SPLIT_GAP};
use super::model::IndexRange;
use super::overprint::Overprints;
use super::ruling::Rulings;
use super::track::{self, overlap};
use super::{baseline, drop_cap, leader, script_shift};
use crate::clock;

/// A part of a row without a wide gap.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    /// Its fragments, as a range of the ordered list of fragments.
    pub(super) fragments: IndexRange,
    /// The left edge of the ink.
    pub(super) u0: f32,
    /// The right edge of the ink.
    pub(super) u1: f32,
    /// The baseline.
    pub(super) v: f32,
    /// The top of the ink, estimated from the font size.
    pub(super) top: f32,
    /// The bottom of the ink, estimated from the font size.
    pub(super) bottom: f32,
    /// The font size of its largest part.
    pub(super) size: f32,
    /// The number of glyphs that are not blank.
    pub(super) inked: u32,
    /// The index of its row, from the top of its frame.
    pub(super) row: u32,
    /// The position of its first glyph in drawing order.
    pub(super) drawn: u32,
    /// The position after its last glyph in drawing order.
    pub(super) drawn_last: u32,
}

/// The height of capitals above the baseline, in font sizes.
pub(super) const ASCENT: f32 = 0.72;
/// The depth of descenders below the baseline, in font sizes.
pub(super) const DESCENT: f32 = 0.22;

/// Fragments and segments of one frame.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The fragments in the order of the segments.
    pub(super) fragments: Vec<Fragment>,
    /// The segments, row by row.
    pub(super) segments: Vec<Segment>,
}

/// Sorts the fragments of one frame into `rows`. Overprinted ones are dropped.
pub(super) fn rows(
    fragments: &mut Vec<Fragment>,
    rulings: &Rulings,
    overprints: &mut Overprints<'_>,
    rows: &mut Rows,
) {
    rows.fragments.clear();
    rows.segments.clear();
    drop_cap::raise(fragments, overprints);
    if clock::is_over() {
        return;
    }
    fragments.sort_by(|a, b| {
        a.v.total_cmp(&b.v).then(a.u0.total_cmp(&b.u0)).then(a.glyphs.start.cmp(&b.glyphs.start))
    });
    if clock::is_over() {
        return;
    }
    let mut groups = baseline::groups(fragments);
    script_shift::attach(fragments, &mut groups);
    let mut number = 0;
    let mut members = Vec::new();
    for group in groups.into_iter().take_while(|_| !clock::is_over_often()) {
        let own = group.members.slice(fragments);
        if own.len() == 1 {
            cut(own, group.v, number, rulings, rows);
            number += 1;
            continue;
        }
        members.clear();
        members.extend_from_slice(own);
        members.sort_by(|a, b| a.u0.total_cmp(&b.u0).then(a.glyphs.start.cmp(&b.glyphs.start)));
        leader::clear(&mut members, overprints);
        stacked_as_drawn(&mut members);
        part_around_scripts(&mut members, overprints);
        if members.is_empty() {
            continue;
        }
        if are_neighbours(&members) {
            cut(&members, group.v, number, rulings, rows);
            number += 1;
            continue;
        }
        let first = rows.segments.len();
        for track in track::tracks(&members, overprints) {
            cut(&track.fragments, group.v, number, rulings, rows);
            number += 1;
        }
        track::end_before_others(rows.segments.get_mut(first..).unwrap_or_default());
    }
}

/// Returns `true` if no fragment overlaps the one before it: hardly any row needs several tracks.
fn are_neighbours(members: &[Fragment]) -> bool {
    members.windows(2).all(|pair| matches!(pair, [last, next] if !overlap(last, next)))
}

/// The greatest distance between the starts of stacked superscripts and subscripts, as a fraction of their size.
const STACKED: f32 = 0.25;

/// Puts stacked superscripts and subscripts into drawing order: `x` with `2` over `i` is written `x_i^2`.
fn stacked_as_drawn(members: &mut [Fragment]) {
    for index in 1..members.len() {
        let (Some(a), Some(b)) = (members.get(index - 1), members.get(index)) else { continue };
        let size = a.size.min(b.size);
        let stacked = b.u0 - a.u0 < STACKED * size && (a.v - b.v).abs() > STACKED * size;
        if stacked && b.glyphs.start < a.glyphs.start {
            members.swap(index - 1, index);
        }
    }
}

/// A script is at most this large beside its base.
const SCRIPT_SIZE: f32 = 0.86;
/// More cuts than this in a row are a drawing.
const MAX_CUTS: usize = 64;

/// Cuts fragments in whose gaps scripts are drawn: browsers draw `a + b` first and the exponents of both afterwards.
fn part_around_scripts(members: &mut Vec<Fragment>, overprints: &Overprints<'_>) {
    let mut cuts = 0;
    let mut index = 1;
    while index < members.len() && cuts < MAX_CUTS {
        let (Some(base), Some(script)) = (members.get(index - 1), members.get(index)) else { break };
        let is_inside = script.u1 < base.u1 - 0.1 * base.size && script.size < base.size * SCRIPT_SIZE;
        if !is_inside || base.inked <= 1 {
            index += 1;
            continue;
        }
        let (mut head, place) = (*base, script.u0);
        let rest = overprints.cut(&mut head, place);
        if let Some(rest) = rest {
            members.get_mut(index - 1).into_iter().for_each(|member| *member = head);
            let behind = members.iter().skip(index).take_while(|member| member.u0 < rest.u0).count();
            members.insert(index + behind, rest);
            cuts += 1;
        }
        index += 1;
    }
}

/// Cuts a track into segments at wide gaps.
fn cut(track: &[Fragment], v: f32, row: u32, rulings: &Rulings, rows: &mut Rows) {
    for fragment in track {
        let start = u32::try_from(rows.fragments.len()).unwrap_or(u32::MAX);
        rows.fragments.push(*fragment);
        match rows.segments.last_mut() {
            Some(segment) if segment.row == row && !is_wide(segment, fragment, rulings) => {
                extend(segment, fragment)
            }
            _ => rows.segments.push(Segment {
                fragments: IndexRange { start, end: start + 1 },
                u0: fragment.u0,
                u1: fragment.u1,
                v,
                top: fragment.v - fragment.size * ASCENT,
                bottom: fragment.v + fragment.size * DESCENT,
                size: fragment.size,
                inked: fragment.inked,
                row,
                drawn: fragment.glyphs.start,
                drawn_last: fragment.glyphs.end,
            }),
        }
    }
}

fn is_wide(segment: &Segment, fragment: &Fragment, rulings: &Rulings) -> bool {
    fragment.u0 - segment.u1 > SPLIT_GAP * segment.size.min(fragment.size).max(0.1)
        || rulings.separates(segment.u1, fragment.u0, fragment.v - fragment.size * HALF_X_HEIGHT)
}

fn extend(segment: &mut Segment, fragment: &Fragment) {
    segment.fragments.end += 1;
    segment.u1 = segment.u1.max(fragment.u1);
    segment.top = segment.top.min(fragment.v - fragment.size * ASCENT);
    segment.bottom = segment.bottom.max(fragment.v + fragment.size * DESCENT);
    if fragment.size > segment.size && fragment.inked * 2 >= segment.inked {
        segment.size = fragment.size;
    }
    segment.inked += fragment.inked;
    segment.drawn = segment.drawn.min(fragment.glyphs.start);
    segment.drawn_last = segment.drawn_last.max(fragment.glyphs.end);
}

//! Tracks: texts that are printed over each other on one baseline. Each is read as a row of its own.
//!
//! Most are lines that are too long for their column and run into the text of the next one, as TeX sets them when it finds
//! no place to break.

use super::fragment::Fragment;
use super::glyph_class::Kind;
use super::overprint::Overprints;
use super::row::Segment;
use crate::clock;

/// Fragments that overlap by more than this fraction of the font size are not neighbours.
const OVERLAP: f32 = 0.45;
/// Fragments that overlap by more than this fraction of the narrower one are not neighbours.
const MOSTLY: f32 = 0.6;
/// Fragments of fewer glyphs than this may be set over others: accents, primes.
const LONG_FRAGMENT: u32 = 3;
/// The most texts over each other; more are a drawing.
const MAX_TRACKS: usize = 8;

/// A text of its own on the baseline of others.
#[derive(Debug, Default)]
pub(super) struct Track {
    pub(super) fragments: Vec<Fragment>,
    /// `true` if its first fragment is well inside the text of another track.
    is_run_into: bool,
}

/// Distributes fragments that overlap over several tracks, so that each text stays together.
pub(super) fn tracks(members: &[Fragment], overprints: &mut Overprints<'_>) -> Vec<Track> {
    let mut tracks: Vec<Track> = Vec::with_capacity(1);
    for &(mut fragment) in members.iter().take_while(|_| !clock::is_over_often()) {
        let mut place = place(&tracks, &mut fragment, overprints);
        if let Place::Free(number) = place {
            let own = tracks.iter().enumerate().skip(number + 1).find(|(_, track)| track.goes_on(&fragment));
            place = Place::Free(own.map_or(number, |(own, _)| own));
        }
        let number = match place {
            Place::Copy => continue,
            Place::Free(number) => number,
            Place::None if tracks.len() == MAX_TRACKS => MAX_TRACKS - 1,
            Place::None => {
                let is_run_into = tracks.iter().any(|track| track.runs_into(&fragment));
                tracks.push(Track { is_run_into, ..Track::default() });
                tracks.len() - 1
            }
        };
        tracks.get_mut(number).into_iter().for_each(|track| track.fragments.push(fragment));
    }
    tracks
}

/// Where a fragment belongs.
enum Place {
    /// It repeats the text of a track.
    Copy,
    /// Behind the text of a track, given by its number.
    Free(usize),
    /// All tracks have text there.
    None,
}

/// Returns the first track that has room for a fragment.
fn place(tracks: &[Track], fragment: &mut Fragment, overprints: &mut Overprints<'_>) -> Place {
    for (number, track) in tracks.iter().enumerate() {
        let Some(last) = track.fragments.last().copied() else { continue };
        if overlap(&last, fragment) && overprints.repeats(&track.fragments, fragment) {
            return Place::Copy;
        }
        if !overlap(&last, fragment) || is_kerned(&last, fragment) {
            return Place::Free(number);
        }
    }
    Place::None
}

impl Track {
    /// Returns whether its last fragment runs well into another.
    fn runs_into(&self, fragment: &Fragment) -> bool {
        let is_into = |last: &Fragment| last.u1.min(fragment.u1) - fragment.u0 > RUN_INTO * fragment.size;
        self.fragments.last().is_some_and(is_into)
    }

    /// Returns whether it is a line that another runs into, and a fragment was drawn right behind its last one as the next
    /// word. The parts of formulas, which may be drawn over each other too, differ in size or height.
    fn goes_on(&self, fragment: &Fragment) -> bool {
        let Some(last) = self.fragments.last().filter(|_| self.is_run_into) else { return false };
        let are_words = last.inked.min(fragment.inked) >= LONG_FRAGMENT
            && !last.kinds.with(fragment.kinds).is(Kind::RIGHT_TO_LEFT);
        let is_one_line = last.size == fragment.size && (last.v - fragment.v).abs() < SAME_HEIGHT * last.size;
        let is_next = (last.glyphs.end..=last.glyphs.end + BLANKS).contains(&fragment.glyphs.start);
        are_words && is_one_line && is_next && !overlap(last, fragment)
    }
}

/// The greatest distance between the baselines of words of one line, in font sizes.
const SAME_HEIGHT: f32 = 0.02;
/// The most blanks between two words that are drawn one after the other.
const BLANKS: u32 = 2;

/// Returns `true` if a fragment overlaps the last one of its track.
pub(super) fn overlap(last: &Fragment, fragment: &Fragment) -> bool {
    let size = last.size.min(fragment.size);
    let common = last.u1.min(fragment.u1) - fragment.u0;
    let short = fragment.inked < LONG_FRAGMENT && last.inked >= LONG_FRAGMENT;
    let accent = [last, fragment].iter().any(|one| one.ends_in_accent && one.inked == 1);
    let narrower = (fragment.u1 - fragment.u0).min(last.u1 - last.u0);
    common > (size * OVERLAP).min(narrower * MOSTLY) && !(short && raised(last, fragment)) && !accent
}

/// The greatest overlap of letters drawn from right to left, as a fraction of the narrower one.
const KERNED: f32 = 0.85;

/// Returns `true` if a fragment was drawn right before the one that it overlaps, which is kerned to its left.
fn is_kerned(last: &Fragment, fragment: &Fragment) -> bool {
    let common = last.u1.min(fragment.u1) - fragment.u0;
    let narrower = (fragment.u1 - fragment.u0).min(last.u1 - last.u0);
    fragment.glyphs.end == last.glyphs.start && common < narrower * KERNED
}

/// Returns `true` if a short fragment is at another height than the one it overlaps.
fn raised(last: &Fragment, fragment: &Fragment) -> bool {
    (last.v - fragment.v).abs() > 0.05 * last.size
}

/// The least distance between columns, in font sizes, that a line which is too long is taken to leave.
const COLUMN_GAP: f32 = 1.5;
/// A line that is too long runs this far into another text, in font sizes; less is the blank side of a wide sign.
const RUN_INTO: f32 = 1.0;
/// A line that is too long has this part of its width in its own column, at least.
const OWN_PART: f32 = 0.5;
/// Texts with fewer glyphs are no lines.
const LINE: u32 = 12;

/// Ends each segment that runs into the text of another track before that text, so that the gutter between their columns
/// is found.
pub(super) fn end_before_others(segments: &mut [Segment]) {
    for index in 0..segments.len() {
        let Some(&long) = segments.get(index) else { continue };
        let is_run_into = |other: &&Segment| {
            other.row != long.row
                && long.u0 < other.u0
                && other.u0 + COLUMN_GAP * long.size < long.u1
                && long.u1 < other.u1
                && long.inked.min(other.inked) >= LINE
        };
        let Some(other) = segments.iter().filter(is_run_into).min_by(|a, b| a.u0.total_cmp(&b.u0)) else {
            continue;
        };
        let end = other.u0 - COLUMN_GAP * long.size;
        if end - long.u0 > OWN_PART * (long.u1 - long.u0) {
            segments.get_mut(index).into_iter().for_each(|segment| segment.u1 = end);
        }
    }
}

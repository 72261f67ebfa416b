//! Recognises glyphs of known fonts by a hash of their outlines, which is the same in every subset of a font.
//!
//! The hash covers the end points of segments, rounded to thousandths of an em, and whether they are straight,
//! because programs that convert fonts preserve just that. Contours may come in any order and begin at any point; the
//! glyph may be shifted horizontally.

use std::hash::Hasher;

use super::shape_labels;
use crate::font::outline::{Outline, OutlinePoint, Segment};
use crate::font::tables::{FINGERPRINT_BUCKETS as BUCKETS, FINGERPRINTS};
use crate::hash::Mixer;

/// The least number of corners of a characteristic outline: a bar or a dot looks the same in many fonts and for many
/// characters.
const FEWEST_CORNERS: usize = 6;

/// The maximum number of contours of a character in the tables. Per mille signs have seven.
const MOST_CONTOURS: usize = 64;

/// A corner of a contour: the end of a segment, and whether it was a curve.
type Corner = (i32, i32, bool);

/// Returns the hash of an outline; `None` if it is too simple.
pub(crate) fn of_outline(outline: &Outline) -> Option<u64> {
    of_any_outline(outline).filter(|(_, speaks)| *speaks).map(|(hash, _)| hash)
}

/// Returns the hash of an outline, and whether it is complex enough to be characteristic.
pub(crate) fn of_any_outline(outline: &Outline) -> Option<(u64, bool)> {
    let contours = Contours::read(outline);
    let corners = contours.each().map(<[Corner]>::len).sum::<usize>();
    let left = contours.corners.iter().map(|corner| corner.0).min()?;
    let mut hashes: Vec<u64> = contours.each().map(|contour| hash_of_contour(contour, left)).collect();
    hashes.sort_unstable();
    let mut mixer = Mixer::default();
    hashes.into_iter().for_each(|hash| mixer.write_u64(hash));
    Some((mixer.finish(), corners >= FEWEST_CORNERS))
}

/// Returns the labels of known fonts for an outline. Pictures of glyphs consist of hundreds of boxes, which
/// are not worth hashing.
pub(crate) fn labels(outline: &Outline) -> Vec<&'static str> {
    let mut contours = outline.segments().iter().filter(|segment| matches!(segment, Segment::Move(_)));
    let is_picture = contours.nth(MOST_CONTOURS).is_some();
    let hash = if is_picture { None } else { of_outline(outline) };
    hash.map(lookup).unwrap_or_default()
}

/// Returns the labels of known fonts for a hash. There is almost always one.
pub(crate) fn lookup(hash: u64) -> Vec<&'static str> {
    // 12 bits select a bucket; 20 are stored in the entry above the 12 bits of its label.
    let key = hash >> 32;
    let bound = |bucket: u64| {
        let at = usize::try_from(bucket).ok()?.checked_mul(4)?;
        usize::try_from(u32::from_le_bytes(*FINGERPRINTS.get(at..)?.first_chunk()?)).ok()
    };
    let bucket = key >> 20;
    let start = bucket.checked_sub(1).and_then(bound).unwrap_or(0);
    let end = bound(bucket).unwrap_or(start);
    let entries = FINGERPRINTS.get(BUCKETS * 4..).unwrap_or_default();
    let entries = entries.get(start * 4..end * 4).unwrap_or_default();
    let entries = entries.chunks_exact(4).filter_map(|entry| Some(u32::from_le_bytes(*entry.first_chunk()?)));
    let hits = entries.filter(|entry| u64::from(entry >> 12) == key & 0xF_FFFF);
    let mut found: Vec<_> =
        hits.filter_map(|entry| shape_labels::get(usize::try_from(entry & 0xFFF).ok()?)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The corners of all contours, concatenated.
struct Contours {
    corners: Vec<Corner>,
    /// The start of each contour.
    starts: Vec<usize>,
}

impl Contours {
    fn read(outline: &Outline) -> Self {
        let mut found = Self { corners: Vec::with_capacity(outline.segments().len()), starts: Vec::new() };
        for segment in outline.segments() {
            let corner = match *segment {
                Segment::Move(to) => {
                    found.starts.push(found.corners.len());
                    found.corners.push(corner(to, false));
                    continue;
                }
                Segment::Line(to) => corner(to, false),
                Segment::Quad(_, to) | Segment::Cubic(_, _, to) => corner(to, true),
                Segment::Close => continue,
            };
            // A line to the current position of the pen draws nothing.
            if found.corners.last().is_some_and(|last| (last.0, last.1) != (corner.0, corner.1)) {
                found.corners.push(corner);
            }
        }
        found
    }

    fn each(&self) -> impl Iterator<Item = &[Corner]> {
        let ends = self.starts.iter().copied().skip(1).chain([self.corners.len()]);
        let contours = self.starts.iter().zip(ends);
        contours.filter_map(|(start, end)| self.corners.get(*start..end)).map(without_first_of_two)
    }
}

/// Drops the first corner if it equals the last: the start of a contour is the end of its last segment, which may be
/// an implicit line.
fn without_first_of_two(contour: &[Corner]) -> &[Corner] {
    match contour {
        [first, rest @ .., last] if (first.0, first.1) == (last.0, last.1) => {
            contour.get(1..).unwrap_or(rest)
        }
        _ => contour,
    }
}

fn corner(point: OutlinePoint, is_curve: bool) -> Corner {
    (rounded(point.x), rounded(point.y), is_curve)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "outlines stay within a hundred ems"
)]
fn rounded(value: f32) -> i32 {
    // Halves are rounded up, so that a shift by whole units does not change the rounding.
    let moved = value + 0.5;
    let toward_zero = moved as i32;
    // Rounded down, without a call of `floor`.
    toward_zero.saturating_sub(i32::from((toward_zero as f32) > moved))
}

/// Returns the hash of a contour that starts at its lowest corner, and of several at the leftmost.
fn hash_of_contour(contour: &[Corner], left: i32) -> u64 {
    let (mut first, mut lowest) = (0, (i32::MAX, i32::MAX));
    for (at, &(x, y, _)) in contour.iter().enumerate() {
        if (y, x) < lowest {
            (first, lowest) = (at, (y, x));
        }
    }
    let (before, after) = contour.split_at(first);
    let mut mixer = Mixer::default();
    for &(x, y, is_curve) in after.iter().chain(before) {
        mixer.write_i32(x - left);
        mixer.write_i32(y);
        mixer.write_u8(u8::from(is_curve));
    }
    mixer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::outline::{Affine, Pen};

    const LETTER: [(f32, f32); 7] =
        [(0.0, 0.0), (80.0, 0.0), (80.0, 300.0), (300.0, 300.0), (300.0, 380.0), (80.0, 380.0), (0.0, 700.0)];

    /// Returns a letter and a dot whose contours begin at any of their corners.
    fn outline(begin: usize, dot_first: bool, closes: bool) -> Outline {
        let mut pen = Pen::default();
        let letter = |pen: &mut Pen| {
            let corner = |at: usize| OutlinePoint::new(LETTER[at % 7].0, LETTER[at % 7].1);
            pen.move_to(corner(begin));
            (1..7 + usize::from(closes)).for_each(|at| pen.line_to(corner(begin + at)));
        };
        let dot = |pen: &mut Pen| {
            pen.move_to(OutlinePoint::new(400.0, 0.0));
            pen.line_to(OutlinePoint::new(450.0, 0.0));
            pen.line_to(OutlinePoint::new(450.0, 50.0));
        };
        if dot_first {
            dot(&mut pen);
            letter(&mut pen);
        } else {
            letter(&mut pen);
            dot(&mut pen);
        }
        pen.finish().unwrap()
    }

    #[test]
    fn w_7_order_start_and_position_of_contours_do_not_matter() {
        let hash = of_outline(&outline(0, false, false)).unwrap();
        assert_eq!(of_outline(&outline(3, true, true)), Some(hash));
        let moved = Affine { e: 25.0, ..Affine::IDENTITY };
        assert_eq!(of_outline(&outline(5, false, true).transformed(&moved).unwrap()), Some(hash));
    }

    #[test]
    fn w_7_size_and_height_matter() {
        let hash = of_outline(&outline(0, false, false));
        let other = |map: Affine| of_outline(&outline(0, false, false).transformed(&map).unwrap());
        assert_ne!(other(Affine { f: 25.0, ..Affine::IDENTITY }), hash);
        assert_ne!(other(Affine::scale(1.1)), hash);
    }

    #[test]
    fn w_7_a_bar_has_no_fingerprint() {
        let mut pen = Pen::default();
        for (x, y) in [(50.0, 0.0), (50.0, 700.0), (0.0, 700.0)] {
            pen.line_to(OutlinePoint::new(x, y));
        }
        assert_eq!(of_outline(&pen.finish().unwrap()), None);
    }
}

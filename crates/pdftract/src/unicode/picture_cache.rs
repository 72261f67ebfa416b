//! Caches the candidates of outlines, so that each outline of a document is drawn and classified once, whichever
//! glyphs and fonts it belongs to.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::candidate::ShapeCandidate;
use super::dot_below;
use super::gallery::picture_candidates;
use super::raster::Picture;
use crate::budget::WorkLeft;
use crate::font::outline::{Outline, OutlinePoint, Segment};
use crate::hash::{BASIS, extended};

/// The maximum number of outlines: those of about twenty text fonts. An entry takes a few hundred bytes.
const MOST_KEPT: usize = 4_000;

/// A hash of the outline, and the bits of its advance.
type Key = (u64, u32);

/// The candidates of a document's outlines; `None` for an outline without ink.
pub(crate) struct PictureCache {
    readings: Mutex<HashMap<Key, Option<Vec<ShapeCandidate>>>>,
    /// What drawing and recognising may take.
    work: WorkLeft,
}

/// Steps that recognising a picture takes, and drawing each segment of its outline.
const STEPS_OF_PICTURE: u64 = 20_000;
const STEPS_OF_SEGMENT: u64 = 32;

impl Default for PictureCache {
    fn default() -> Self {
        Self::within(WorkLeft::new(u64::MAX))
    }
}

impl PictureCache {
    /// Returns an empty cache with a ceiling on the work.
    pub(crate) fn within(work: WorkLeft) -> Self {
        Self { readings: Mutex::default(), work }
    }

    /// Returns the candidates for the image of an outline, most likely first. No lock is held while it is drawn.
    pub(super) fn read(&self, outline: &Outline, advance: f32) -> Option<Vec<ShapeCandidate>> {
        let key = (hash(outline), advance.to_bits());
        if let Some(known) = self.lock().get(&key) {
            return known.clone();
        }
        if self.work.is_spent() {
            return None;
        }
        let reading = self.dotted(outline, advance).or_else(|| self.pictured(outline, advance));
        let mut readings = self.lock();
        if readings.len() < MOST_KEPT {
            readings.insert(key, reading.clone());
        }
        reading
    }

    /// Returns the candidates of a letter with a dot below.
    fn dotted(&self, outline: &Outline, advance: f32) -> Option<Vec<ShapeCandidate>> {
        let letter = dot_below::without_dot(outline)?;
        dot_below::with_dot(&self.pictured(&letter, advance)?)
    }

    fn pictured(&self, outline: &Outline, advance: f32) -> Option<Vec<ShapeCandidate>> {
        self.work.spend(STEPS_OF_PICTURE + STEPS_OF_SEGMENT * outline.segments().len() as u64);
        Picture::of_outline(outline, advance).map(|picture| picture_candidates(&picture))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Option<Vec<ShapeCandidate>>>> {
        self.readings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a hash of all of an outline.
fn hash(outline: &Outline) -> u64 {
    let point = |hash: u64, point: OutlinePoint| {
        extended(extended(hash, point.x.to_bits()), point.y.to_bits()).rotate_left(29)
    };
    outline.segments().iter().fold(BASIS, |hash, segment| match *segment {
        Segment::Move(to) => point(extended(hash, 1), to),
        Segment::Line(to) => point(extended(hash, 2), to),
        Segment::Quad(control, to) => point(point(extended(hash, 3), control), to),
        Segment::Cubic(first, second, to) => point(point(point(extended(hash, 4), first), second), to),
        Segment::Close => extended(hash, 5),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::outline::{Affine, Pen};

    fn bar(width: f32) -> Outline {
        let mut pen = Pen::default();
        pen.move_to(OutlinePoint::new(0.0, 0.0));
        for (x, y) in [(width, 0.0), (width, 700.0), (0.0, 700.0)] {
            pen.line_to(OutlinePoint::new(x, y));
        }
        pen.finish().unwrap()
    }

    #[test]
    fn equal_outlines_share_a_reading_and_others_do_not() {
        let cache = PictureCache::default();
        let first = cache.read(&bar(80.0), 250.0);
        assert_eq!(cache.read(&bar(80.0), 250.0), first);
        assert_eq!(cache.lock().len(), 1);
        // Other advances, outlines and positions have other entries.
        cache.read(&bar(80.0), 300.0);
        cache.read(&bar(81.0), 250.0);
        cache.read(&bar(80.0).transformed(&Affine { f: 1.0, ..Affine::IDENTITY }).unwrap(), 250.0);
        assert_eq!(cache.lock().len(), 4);
        assert_eq!(cache.read(&Outline::default(), 250.0), None);
    }
}

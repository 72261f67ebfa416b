//! Writing frames: each direction of writing has its own axes, so that all passes work on horizontal text.
//!
//! In a frame `u` runs along the line and `v` from line to line, both in points. Rotated text, rotated pages and
//! vertical writing thus need no rules of their own: columns of vertical text are lines whose `v` grows leftwards.

use super::bounds::{EMPTY_BOX, union};
use crate::content::Run;

/// Directions closer than this are one (the sine of about 4 degrees): those of scans and drawings waver.
const SAME_DIRECTION: f32 = 0.07;

/// The axes of one direction of writing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WritingFrame {
    dx: f32,
    dy: f32,
}

impl WritingFrame {
    /// Returns the frame of a direction; slight slants are ignored.
    pub(super) fn new(direction: [f32; 2]) -> Self {
        let [dx, dy] = direction;
        if dy.abs() < SAME_DIRECTION {
            Self { dx: dx.signum(), dy: 0.0 }
        } else if dx.abs() < SAME_DIRECTION {
            Self { dx: 0.0, dy: dy.signum() }
        } else {
            Self { dx, dy }
        }
    }

    /// Returns `true` if a run is written in this direction.
    pub(super) fn holds(&self, run: &Run) -> bool {
        let [dx, dy] = run.direction;
        let (along, across) = (dx * self.dx + dy * self.dy, dx * -self.dy + dy * self.dx);
        along > 0.0 && across.abs() < SAME_DIRECTION
    }

    /// Converts page coordinates to frame coordinates.
    #[inline]
    pub(super) fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (x * self.dx + y * self.dy, y * self.dx - x * self.dy)
    }
}

impl WritingFrame {
    /// The frame of horizontal text.
    pub(super) const PAGE: Self = Self { dx: 1.0, dy: 0.0 };

    /// Returns `true` if its axes are those of the page, in any order.
    pub(super) fn is_square(&self) -> bool {
        self.dx == 0.0 || self.dy == 0.0
    }

    /// Returns the bounding box on the page of a box in frame coordinates: left, top, right, bottom.
    pub(super) fn page_box(&self, [u0, v0, u1, v1]: [f32; 4]) -> [f32; 4] {
        let back = |u: f32, v: f32| (u * self.dx - v * self.dy, u * self.dy + v * self.dx);
        let corners = [back(u0, v0), back(u1, v0), back(u0, v1), back(u1, v1)];
        corners.iter().fold(EMPTY_BOX, |bbox, &(x, y)| union(bbox, [x, y, x, y]))
    }
}

/// The frames of a page in order of appearance; there are few.
#[derive(Debug, Default)]
pub(super) struct WritingFrames {
    list: Vec<WritingFrame>,
}

/// The most frames of a page; more directions are a drawing, and the last frame takes the rest.
const MAX_FRAMES: usize = 64;

impl WritingFrames {
    /// Returns the index of a run's frame.
    pub(super) fn index(&mut self, run: &Run) -> u8 {
        let known = self.list.iter().position(|frame| frame.holds(run));
        let index = known.unwrap_or_else(|| {
            if self.list.len() < MAX_FRAMES {
                self.list.push(WritingFrame::new(run.direction));
            }
            self.list.len().saturating_sub(1)
        });
        u8::try_from(index).unwrap_or(u8::MAX)
    }

    /// Returns the frame with an index.
    #[inline]
    pub(super) fn get(&self, index: u8) -> WritingFrame {
        self.list.get(usize::from(index)).copied().unwrap_or(WritingFrame::PAGE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_runs_down_has_its_next_line_to_the_left() {
        let frame = WritingFrame::new([0.0, 1.0]);
        let (first, next) = (frame.place(100.0, 10.0), frame.place(80.0, 10.0));
        assert!(next.1 > first.1 && (next.0 - first.0).abs() < 1e-6);
    }

    #[test]
    fn slight_slants_are_ignored() {
        assert_eq!(WritingFrame::new([0.999, 0.03]), WritingFrame::new([1.0, 0.0]));
    }
}

//! Glyph outlines: paths of lines and curves, in thousandths of an em, with the baseline at 0 and y upwards.
//!
//! One type serves all kinds of fonts and curves, so that shape recognition is independent of the font format. An
//! outline has at most [`MOST_SEGMENTS`] segments; a longer one is discarded.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Counts steps that drawing an outline took on this thread.
pub(crate) fn count_steps(steps: u64) {
    STEPS.set(STEPS.get().wrapping_add(steps));
}

/// Returns the steps counted on this thread so far, to see how many some work took.
pub(crate) fn steps_counted() -> u64 {
    STEPS.get()
}

/// The maximum number of segments of an outline. The most intricate letters of text faces have a few hundred,
/// ornaments a few thousand.
pub(crate) const MOST_SEGMENTS: usize = 20_000;

/// The largest accepted coordinate, in thousandths of an em: a hundred ems.
const FARTHEST: f32 = 100_000.0;

/// A point in glyph space.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct OutlinePoint {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

impl OutlinePoint {
    pub(crate) fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    pub(crate) fn midpoint(self, other: Self) -> Self {
        Self::new(f32::midpoint(self.x, other.x), f32::midpoint(self.y, other.y))
    }

    /// Returns `true` if the coordinates are finite and plausible for a glyph.
    fn is_in_reach(self) -> bool {
        (self.x.abs() <= FARTHEST) & (self.y.abs() <= FARTHEST)
    }
}

/// A segment of a path; it starts at the end of the previous one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Segment {
    /// Starts a contour.
    Move(OutlinePoint),
    /// A straight line to a point.
    Line(OutlinePoint),
    /// A quadratic curve: its control point and its end.
    Quad(OutlinePoint, OutlinePoint),
    /// A cubic curve: its two control points and its end.
    Cubic(OutlinePoint, OutlinePoint, OutlinePoint),
    /// Ends a contour with a line to its start.
    Close,
}

impl Segment {
    fn map(self, mut change: impl FnMut(OutlinePoint) -> OutlinePoint) -> Self {
        match self {
            Self::Move(to) => Self::Move(change(to)),
            Self::Line(to) => Self::Line(change(to)),
            Self::Quad(control, to) => Self::Quad(change(control), change(to)),
            Self::Cubic(first, second, to) => Self::Cubic(change(first), change(second), change(to)),
            Self::Close => Self::Close,
        }
    }

    /// Returns the points of the segment, control points first.
    pub(crate) fn points(self) -> impl Iterator<Item = OutlinePoint> + Clone {
        let points = match self {
            Self::Move(to) | Self::Line(to) => [Some(to), None, None],
            Self::Quad(control, to) => [Some(control), Some(to), None],
            Self::Cubic(first, second, to) => [Some(first), Some(second), Some(to)],
            Self::Close => [None, None, None],
        };
        points.into_iter().flatten()
    }
}

/// A bounding box: `x0 <= x1` and `y0 <= y1`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) x0: f32,
    pub(crate) y0: f32,
    pub(crate) x1: f32,
    pub(crate) y1: f32,
}

/// An affine transformation of glyph space: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Affine {
    pub(crate) a: f32,
    pub(crate) b: f32,
    pub(crate) c: f32,
    pub(crate) d: f32,
    pub(crate) e: f32,
    pub(crate) f: f32,
}

impl Affine {
    pub(crate) const IDENTITY: Self = Self { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: 0.0, f: 0.0 };

    pub(crate) fn scale(factor: f32) -> Self {
        Self { a: factor, d: factor, ..Self::IDENTITY }
    }

    pub(crate) fn apply(&self, point: OutlinePoint) -> OutlinePoint {
        OutlinePoint::new(
            self.a * point.x + self.c * point.y + self.e,
            self.b * point.x + self.d * point.y + self.f,
        )
    }

    /// Returns the composition: first `self`, then `outer`.
    pub(crate) fn then(&self, outer: &Self) -> Self {
        Self {
            a: outer.a * self.a + outer.c * self.b,
            b: outer.b * self.a + outer.d * self.b,
            c: outer.a * self.c + outer.c * self.d,
            d: outer.b * self.c + outer.d * self.d,
            e: outer.a * self.e + outer.c * self.f + outer.e,
            f: outer.b * self.e + outer.d * self.f + outer.f,
        }
    }
}

/// The outline of a glyph; without segments for a blank glyph.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Outline {
    segments: Vec<Segment>,
}

impl Outline {
    pub(crate) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Returns `true` if the glyph is blank.
    pub(crate) fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Returns the bounding box of all points, including control points; `None` for a blank glyph.
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        let mut bounds: Option<Bounds> = None;
        self.each_point(|point| {
            let start = Bounds { x0: point.x, y0: point.y, x1: point.x, y1: point.y };
            let known = bounds.unwrap_or(start);
            bounds = Some(Bounds {
                x0: known.x0.min(point.x),
                y0: known.y0.min(point.y),
                x1: known.x1.max(point.x),
                y1: known.y1.max(point.y),
            });
        });
        bounds
    }

    /// Calls a function for each point, control points first.
    fn each_point(&self, mut see: impl FnMut(OutlinePoint)) {
        for segment in &self.segments {
            match *segment {
                Segment::Move(to) | Segment::Line(to) => see(to),
                Segment::Quad(control, to) => [control, to].into_iter().for_each(&mut see),
                Segment::Cubic(first, second, to) => [first, second, to].into_iter().for_each(&mut see),
                Segment::Close => {}
            }
        }
    }

    /// Returns the transformed outline; `None` if its coordinates become implausible.
    pub(crate) fn transformed(&self, map: &Affine) -> Option<Self> {
        let mut is_sane = true;
        let mut moved = |point| {
            let moved = map.apply(point);
            is_sane &= moved.is_in_reach();
            moved
        };
        let segments = self.segments.iter().map(|segment| segment.map(&mut moved)).collect();
        is_sane.then_some(Self { segments })
    }

    /// Returns `true` if all points are in reach.
    fn is_sane(&self) -> bool {
        let mut is_sane = true;
        self.each_point(|point| is_sane &= point.is_in_reach());
        is_sane
    }
}

/// Draws an outline segment by segment. Contours are closed before the next begins and at the end.
#[derive(Debug, Default)]
pub(crate) struct Pen {
    segments: Vec<Segment>,
    at: OutlinePoint,
    is_open: bool,
    is_full: bool,
}

impl Pen {
    /// Returns the position of the pen.
    pub(crate) fn position(&self) -> OutlinePoint {
        self.at
    }

    /// Moves the pen without drawing. A contour begins with the first line from there.
    pub(crate) fn move_to(&mut self, to: OutlinePoint) {
        self.close();
        self.at = to;
    }

    pub(crate) fn line_to(&mut self, to: OutlinePoint) {
        self.draw(Segment::Line(to), to);
    }

    pub(crate) fn quad_to(&mut self, control: OutlinePoint, to: OutlinePoint) {
        self.draw(Segment::Quad(control, to), to);
    }

    pub(crate) fn cubic_to(&mut self, first: OutlinePoint, second: OutlinePoint, to: OutlinePoint) {
        self.draw(Segment::Cubic(first, second, to), to);
    }

    /// Ends the contour; the pen does not move.
    pub(crate) fn close(&mut self) {
        if self.is_open {
            self.push(Segment::Close);
            self.is_open = false;
        }
    }

    /// Returns the outline; `None` if it is too long or its coordinates are implausible.
    pub(crate) fn finish(mut self) -> Option<Outline> {
        self.close();
        let outline = Outline { segments: self.segments };
        (!self.is_full && outline.is_sane()).then_some(outline)
    }

    fn draw(&mut self, segment: Segment, to: OutlinePoint) {
        if !self.is_open {
            self.push(Segment::Move(self.at));
            self.is_open = true;
        }
        self.push(segment);
        self.at = to;
    }

    fn push(&mut self, segment: Segment) {
        if self.segments.len() < MOST_SEGMENTS {
            self.segments.push(segment);
        } else {
            self.is_full = true;
        }
    }
}

#[cfg(test)]
impl Outline {
    /// Returns the outline of some polygons, for tests of what looks at shapes.
    pub(crate) fn of_polygons(polygons: &[&[(f32, f32)]]) -> Self {
        let mut pen = Pen::default();
        for polygon in polygons {
            let (first, rest) = polygon.split_first().expect("a polygon has corners");
            pen.move_to(OutlinePoint::new(first.0, first.1));
            rest.iter().for_each(|(x, y)| pen.line_to(OutlinePoint::new(*x, *y)));
            pen.close();
        }
        pen.finish().expect("polygons have ink")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(pen: &mut Pen, side: f32) {
        pen.move_to(OutlinePoint::new(0.0, 0.0));
        for (x, y) in [(side, 0.0), (side, side), (0.0, side)] {
            pen.line_to(OutlinePoint::new(x, y));
        }
    }

    #[test]
    fn gr_29_contours_close_and_have_bounds() {
        let mut pen = Pen::default();
        square(&mut pen, 100.0);
        square(&mut pen, 50.0);
        let outline = pen.finish().unwrap();
        assert_eq!(outline.segments().iter().filter(|segment| **segment == Segment::Close).count(), 2);
        assert_eq!(outline.bounds(), Some(Bounds { x0: 0.0, y0: 0.0, x1: 100.0, y1: 100.0 }));
        let half = outline.transformed(&Affine { e: 10.0, ..Affine::scale(0.5) }).unwrap();
        assert_eq!(half.bounds(), Some(Bounds { x0: 10.0, y0: 0.0, x1: 60.0, y1: 50.0 }));
        assert_eq!(outline.transformed(&Affine::scale(1e6)), None);
    }

    #[test]
    fn gr_29_an_endless_outline_is_discarded() {
        let mut pen = Pen::default();
        for _ in 0..MOST_SEGMENTS {
            pen.line_to(OutlinePoint::new(1.0, 1.0));
        }
        assert_eq!(pen.finish(), None);
        let mut pen = Pen::default();
        pen.line_to(OutlinePoint::new(f32::NAN, 0.0));
        assert_eq!(pen.finish(), None);
    }

    #[test]
    fn affine_maps_are_applied_one_after_the_other() {
        let shift = Affine { e: 3.0, f: -1.0, ..Affine::IDENTITY };
        let turn = Affine { a: 0.0, b: 1.0, c: -1.0, d: 0.0, e: 0.0, f: 0.0 };
        let point = OutlinePoint::new(2.0, 5.0);
        assert_eq!(shift.then(&turn).apply(point), turn.apply(shift.apply(point)));
    }
}

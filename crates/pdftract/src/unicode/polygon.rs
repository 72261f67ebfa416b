//! The contours of an outline as closed polygons in integer coordinates.

use crate::font::outline::{Outline, OutlinePoint, Segment};

/// The number of source units per thousandth of an em.
const SOURCE_UNITS: f32 = 16.0;

/// The number of line segments per curve.
const QUAD_PIECES: i64 = 6;
const CUBIC_PIECES: i64 = 10;

/// A point in source units.
pub(super) type Place = (i64, i64);

/// Closed polygons, whose last corner is joined to the first.
pub(super) struct Polygons<P> {
    corners: Vec<P>,
    /// The number of corners up to the end of each polygon.
    ends: Vec<usize>,
}

impl Polygons<Place> {
    /// Returns the polygons of an outline, whose contours are all closed.
    pub(super) fn of_outline(outline: &Outline) -> Self {
        // Some segments are curves, which become several lines each.
        let mut found = Self { corners: Vec::with_capacity(outline.segments().len() * 6), ends: Vec::new() };
        let mut at = (0, 0);
        for segment in outline.segments() {
            match *segment {
                Segment::Move(to) => {
                    found.end_polygon();
                    at = source(to);
                    found.corners.push(at);
                }
                Segment::Line(to) => {
                    at = source(to);
                    found.corners.push(at);
                }
                Segment::Quad(control, to) => {
                    let to = source(to);
                    found.add_quad([at, source(control), to]);
                    at = to;
                }
                Segment::Cubic(first, second, to) => {
                    let to = source(to);
                    found.add_cubic([at, source(first), source(second), to]);
                    at = to;
                }
                Segment::Close => {}
            }
        }
        found.end_polygon();
        found
    }

    fn end_polygon(&mut self) {
        if self.corners.len() > self.ends.last().copied().unwrap_or(0) {
            self.ends.push(self.corners.len());
        }
    }

    fn add_quad(&mut self, [a, b, c]: [Place; 3]) {
        let (mut x, mut y) = (Blend::quad([a.0, b.0, c.0]), Blend::quad([a.1, b.1, c.1]));
        let scale = QUAD_PIECES * QUAD_PIECES;
        self.corners
            .extend((0..QUAD_PIECES).map(|_| (x.next().div_euclid(scale), y.next().div_euclid(scale))));
    }

    fn add_cubic(&mut self, [a, b, c, d]: [Place; 4]) {
        let (mut x, mut y) = (Blend::cubic([a.0, b.0, c.0, d.0]), Blend::cubic([a.1, b.1, c.1, d.1]));
        let scale = CUBIC_PIECES * CUBIC_PIECES * CUBIC_PIECES;
        self.corners
            .extend((0..CUBIC_PIECES).map(|_| (x.next().div_euclid(scale), y.next().div_euclid(scale))));
    }
}

impl<P: Copy> Polygons<P> {
    pub(super) fn corners(&self) -> &[P] {
        &self.corners
    }

    /// Returns the polygons with other corners.
    pub(super) fn map<Q>(self, change: impl Fn(P) -> Q) -> Polygons<Q> {
        Polygons { corners: self.corners.into_iter().map(change).collect(), ends: self.ends }
    }

    /// Calls a function for each line of the polygons, until it returns `None`.
    pub(super) fn each_line(&self, mut see: impl FnMut(P, P) -> Option<()>) -> Option<()> {
        let mut start = 0;
        for end in &self.ends {
            let corners = self.corners.get(start..*end).unwrap_or_default();
            start = *end;
            let mut from = *corners.last()?;
            for to in corners {
                see(from, *to)?;
                from = *to;
            }
        }
        Some(())
    }
}

/// A coordinate along a curve, times the power of the number of its pieces that makes it whole. It proceeds from piece
/// to piece by its differences, which is exact and takes no products.
struct Blend {
    sum: i64,
    differences: [i64; 3],
}

impl Blend {
    fn quad([a, b, c]: [i64; 3]) -> Self {
        let bend = a - 2 * b + c;
        let first = 2 * QUAD_PIECES * (b - a) + bend;
        Self { sum: QUAD_PIECES * QUAD_PIECES * a, differences: [first, 2 * bend, 0] }
    }

    fn cubic([a, b, c, d]: [i64; 4]) -> Self {
        let square = CUBIC_PIECES * CUBIC_PIECES;
        let (bend, twist) = (3 * CUBIC_PIECES * (a - 2 * b + c), d - 3 * c + 3 * b - a);
        let first = 3 * square * (b - a) + bend + twist;
        Self { sum: square * CUBIC_PIECES * a, differences: [first, 2 * bend + 6 * twist, 6 * twist] }
    }

    /// Returns the coordinate at the end of the next piece. Coordinates have 22 bits, so nothing wraps.
    #[inline(always)]
    fn next(&mut self) -> i64 {
        let [first, second, third] = self.differences;
        self.sum = self.sum.wrapping_add(first);
        self.differences = [first.wrapping_add(second), second.wrapping_add(third), third];
        self.sum
    }
}

/// Rounds a point to source units.
#[inline]
fn source(point: OutlinePoint) -> Place {
    (rounded(point.x * SOURCE_UNITS), rounded(point.y * SOURCE_UNITS))
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "outlines stay within a hundred ems")]
pub(super) fn rounded(value: f32) -> i64 {
    // Halves are rounded away from zero. The sum is exact, and faster than a call of `round`.
    (f64::from(value) + 0.5_f64.copysign(f64::from(value))) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::outline::Pen;

    fn point(x: f32, y: f32) -> OutlinePoint {
        OutlinePoint::new(x, y)
    }

    #[test]
    fn curves_pass_through_the_points_of_their_formulas() {
        let quad = [-3_171, 822, 90_001];
        let cubic = [12_345, -70_000, 1_600_000, -1_599_999];
        let (mut by_quad, mut by_cubic) = (Blend::quad(quad), Blend::cubic(cubic));
        for step in 1..=QUAD_PIECES {
            let ([a, b, c], rest) = (quad, QUAD_PIECES - step);
            assert_eq!(by_quad.next(), rest * rest * a + 2 * rest * step * b + step * step * c);
        }
        for step in 1..=CUBIC_PIECES {
            let ([a, b, c, d], rest) = (cubic, CUBIC_PIECES - step);
            let ends = rest * rest * rest * a + step * step * step * d;
            assert_eq!(by_cubic.next(), ends + 3 * rest * step * (rest * b + step * c));
        }
    }

    #[test]
    fn contours_are_closed() {
        let mut pen = Pen::default();
        pen.move_to(point(0.0, 0.0));
        pen.line_to(point(1.0, 0.0));
        pen.line_to(point(1.0, 1.0));
        pen.move_to(point(5.0, 5.0));
        pen.quad_to(point(6.0, 5.0), point(6.0, 6.0));
        let polygons = Polygons::of_outline(&pen.finish().unwrap());
        let mut lines: Vec<(Place, Place)> = Vec::new();
        polygons.each_line(|from, to| {
            lines.push((from, to));
            Some(())
        });
        assert_eq!(lines[..3], [((16, 16), (0, 0)), ((0, 0), (16, 0)), ((16, 0), (16, 16))]);
        assert_eq!(lines.len(), 3 + 1 + 6);
        assert_eq!((lines[3].0, lines[9].1), ((96, 96), (96, 96)));
        assert!(Polygons::of_outline(&Outline::default()).corners().is_empty());
    }
}

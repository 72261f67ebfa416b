//! Points, rectangles and matrices, in points.

use serde::Serialize;

/// A rectangle with `x0 <= x1` and `y0 <= y1`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x0: f64,
    /// The smaller y.
    pub y0: f64,
    /// Right edge.
    pub x1: f64,
    /// The larger y.
    pub y1: f64,
}

impl Rect {
    /// Returns `true` if the centre of another rectangle is inside this one.
    pub(crate) fn contains_centre(&self, other: &Self) -> bool {
        let (x, y) = ((other.x0 + other.x1) / 2.0, (other.y0 + other.y1) / 2.0);
        (self.x0..=self.x1).contains(&x) && (self.y0..=self.y1).contains(&y)
    }

    /// Creates a rectangle from two opposite corners, given in any order.
    pub fn from_corners(ax: f64, ay: f64, bx: f64, by: f64) -> Self {
        Self { x0: ax.min(bx), y0: ay.min(by), x1: ax.max(bx), y1: ay.max(by) }
    }

    /// Returns the horizontal extent.
    pub fn width(&self) -> f64 {
        self.x1 - self.x0
    }

    /// Returns the vertical extent.
    pub fn height(&self) -> f64 {
        self.y1 - self.y0
    }

    /// Returns `true` if the rectangle has an area and all its edges are finite.
    pub fn is_usable(&self) -> bool {
        let finite = [self.x0, self.y0, self.x1, self.y1].iter().all(|v| v.is_finite());
        finite && self.width() > 0.0 && self.height() > 0.0
    }

    /// Returns the intersection of two rectangles, if it has an area.
    pub fn intersect(&self, other: &Self) -> Option<Self> {
        let common = Self {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        };
        common.is_usable().then_some(common)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Rect {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Rect".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <[f64; 4]>::json_schema(generator)
    }
}

impl Serialize for Rect {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.x0, self.y0, self.x1, self.y1].serialize(serializer)
    }
}

/// A point.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Horizontal coordinate.
    pub x: f64,
    /// Vertical coordinate.
    pub y: f64,
}

/// An affine transformation `[a b c d e f]` in PDF notation: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Matrix {
    /// The coefficient of x in x'.
    pub a: f64,
    /// The coefficient of x in y'.
    pub b: f64,
    /// The coefficient of y in x'.
    pub c: f64,
    /// The coefficient of y in y'.
    pub d: f64,
    /// The translation of x'.
    pub e: f64,
    /// The translation of y'.
    pub f: f64,
}

impl Matrix {
    /// The identity transformation.
    pub const IDENTITY: Self = Self { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: 0.0, f: 0.0 };

    /// Creates a matrix from six numbers.
    pub fn new([a, b, c, d, e, f]: [f64; 6]) -> Self {
        Self { a, b, c, d, e, f }
    }

    /// Creates a translation.
    pub fn translation(x: f64, y: f64) -> Self {
        Self { e: x, f: y, ..Self::IDENTITY }
    }

    /// Returns the composition: first this transformation, then the other.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self {
            a: self.a * next.a + self.b * next.c,
            b: self.a * next.b + self.b * next.d,
            c: self.c * next.a + self.d * next.c,
            d: self.c * next.b + self.d * next.d,
            e: self.e * next.a + self.f * next.c + next.e,
            f: self.e * next.b + self.f * next.d + next.f,
        }
    }

    /// Transforms a point.
    pub fn apply(&self, x: f64, y: f64) -> Point {
        Point { x: self.a * x + self.c * y + self.e, y: self.b * x + self.d * y + self.f }
    }

    /// Returns the bounding box of a transformed rectangle.
    pub fn apply_to_rect(&self, rect: &Rect) -> Rect {
        let (p, q) = (self.apply(rect.x0, rect.y0), self.apply(rect.x1, rect.y1));
        if self.is_upright() {
            return Rect::from_corners(p.x, p.y, q.x, q.y);
        }
        let (r, s) = (self.apply(rect.x0, rect.y1), self.apply(rect.x1, rect.y0));
        Rect {
            x0: p.x.min(q.x).min(r.x).min(s.x),
            y0: p.y.min(q.y).min(r.y).min(s.y),
            x1: p.x.max(q.x).max(r.x).max(s.x),
            y1: p.y.max(q.y).max(r.y).max(s.y),
        }
    }

    /// Returns `true` if axis-aligned rectangles stay axis-aligned, without a rotation by a right angle.
    pub fn is_upright(&self) -> bool {
        self.b == 0.0 && self.c == 0.0
    }

    /// Returns `true` if axis-aligned rectangles stay axis-aligned, possibly rotated by a right angle.
    pub fn keeps_rectangles(&self) -> bool {
        self.is_upright() || (self.a == 0.0 && self.d == 0.0)
    }

    /// Returns `true` if all entries are finite.
    pub fn is_finite(&self) -> bool {
        [self.a, self.b, self.c, self.d, self.e, self.f].iter().all(|v| v.is_finite())
    }

    /// Returns the inverse transformation, if there is one.
    pub fn inverse(&self) -> Option<Self> {
        let determinant = self.a * self.d - self.b * self.c;
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        let scale = 1.0 / determinant;
        let inverse = Self {
            a: self.d * scale,
            b: -self.b * scale,
            c: -self.c * scale,
            d: self.a * scale,
            e: (self.c * self.f - self.d * self.e) * scale,
            f: (self.b * self.e - self.a * self.f) * scale,
        };
        inverse.is_finite().then_some(inverse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_follow_each_other_and_back() {
        let turn = Matrix::new([0.0, 1.0, -1.0, 0.0, 10.0, 0.0]);
        let both = Matrix::translation(1.0, 2.0).then(&turn);
        assert_eq!(both.apply(0.0, 0.0), Point { x: 8.0, y: 1.0 });
        let back = both.inverse().unwrap();
        assert_eq!(back.apply(8.0, 1.0), Point { x: 0.0, y: 0.0 });
        assert_eq!(
            turn.apply_to_rect(&Rect::from_corners(0.0, 0.0, 2.0, 1.0)),
            Rect::from_corners(9.0, 0.0, 10.0, 2.0)
        );
        assert!(Matrix::new([1.0, 1.0, 1.0, 1.0, 0.0, 0.0]).inverse().is_none());
    }

    #[test]
    fn corners_in_any_order_and_intersection() {
        let a = Rect::from_corners(10.0, 20.0, 0.0, 5.0);
        assert_eq!(a, Rect { x0: 0.0, y0: 5.0, x1: 10.0, y1: 20.0 });
        let b = Rect::from_corners(5.0, 0.0, 50.0, 10.0);
        assert_eq!(a.intersect(&b), Some(Rect { x0: 5.0, y0: 5.0, x1: 10.0, y1: 10.0 }));
        assert_eq!(a.intersect(&Rect::from_corners(11.0, 0.0, 12.0, 9.0)), None);
        assert!(!Rect::from_corners(0.0, 0.0, f64::NAN, 1.0).is_usable());
    }
}

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
    /// The rectangle between two opposite corners, given in any order.
    pub fn from_corners(ax: f64, ay: f64, bx: f64, by: f64) -> Self {
        Self { x0: ax.min(bx), y0: ay.min(by), x1: ax.max(bx), y1: ay.max(by) }
    }

    /// Horizontal extent.
    pub fn width(&self) -> f64 {
        self.x1 - self.x0
    }

    /// Vertical extent.
    pub fn height(&self) -> f64 {
        self.y1 - self.y0
    }

    /// Whether the rectangle has an area and all its edges are numbers.
    pub fn is_usable(&self) -> bool {
        let finite = [self.x0, self.y0, self.x1, self.y1].iter().all(|v| v.is_finite());
        finite && self.width() > 0.0 && self.height() > 0.0
    }

    /// The common part of two rectangles, if it has an area.
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

impl Serialize for Rect {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.x0, self.y0, self.x1, self.y1].serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

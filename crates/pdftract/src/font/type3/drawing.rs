//! Collects the ink of a glyph as one outline in glyph space: fills unchanged, strokes as bands, pixels as boxes.

use super::bitmap::Bitmap;
use crate::font::outline::{Outline, OutlinePoint, Pen};
use crate::geometry::Matrix;

/// A step of the current path, in glyph space.
#[derive(Debug, Clone, Copy)]
enum Step {
    Move([f64; 2]),
    Line([f64; 2]),
    Curve([f64; 2], [f64; 2], [f64; 2]),
    Close,
}

/// The maximum number of steps of a path. The most intricate glyphs have a few thousand.
const MAX_STEPS: usize = 50_000;

/// The number of line segments used to stroke a curve.
const CURVE_PIECES: u32 = 8;

/// The ink so far and the current path.
#[derive(Default)]
pub(crate) struct Drawing {
    pen: Pen,
    steps: Vec<Step>,
    start: [f64; 2],
    at: [f64; 2],
    has_ink: bool,
}

impl Drawing {
    pub(crate) fn has_ink(&self) -> bool {
        self.has_ink
    }

    /// Records that there is ink without a known shape.
    pub(crate) fn note_ink(&mut self) {
        self.has_ink = true;
    }

    /// Returns the outline of all ink.
    pub(crate) fn finish(self) -> Option<Outline> {
        self.pen.finish()
    }

    pub(crate) fn move_to(&mut self, to: [f64; 2]) {
        (self.start, self.at) = (to, to);
        self.push(Step::Move(to));
    }

    pub(crate) fn line_to(&mut self, to: [f64; 2]) {
        self.at = to;
        self.push(Step::Line(to));
    }

    pub(crate) fn curve_to(&mut self, first: [f64; 2], second: [f64; 2], to: [f64; 2]) {
        self.at = to;
        self.push(Step::Curve(first, second, to));
    }

    pub(crate) fn close(&mut self) {
        self.at = self.start;
        self.push(Step::Close);
    }

    /// Returns the current point.
    pub(crate) fn at(&self) -> [f64; 2] {
        self.at
    }

    fn push(&mut self, step: Step) {
        if self.steps.len() < MAX_STEPS {
            self.steps.push(step);
        }
    }

    /// Clears the path.
    pub(crate) fn end_path(&mut self) {
        self.steps.clear();
    }

    /// Fills the path; it is kept for a stroke.
    pub(crate) fn fill(&mut self) {
        for step in &self.steps {
            match *step {
                Step::Move(to) => self.pen.move_to(point(to)),
                Step::Line(to) => self.pen.line_to(point(to)),
                Step::Curve(first, second, to) => self.pen.cubic_to(point(first), point(second), point(to)),
                Step::Close => self.pen.close(),
            }
        }
        self.pen.close();
        self.has_ink |= self.steps.len() > 1;
    }

    /// Strokes the path with bands of a width in glyph space.
    pub(crate) fn stroke(&mut self, width: f64) {
        let (mut start, mut at) = ([0.0; 2], [0.0; 2]);
        for step in std::mem::take(&mut self.steps) {
            match step {
                Step::Move(to) => (start, at) = (to, to),
                Step::Line(to) => {
                    self.band(at, to, width);
                    at = to;
                }
                Step::Curve(first, second, to) => {
                    self.band_curve([at, first, second, to], width);
                    at = to;
                }
                Step::Close => {
                    self.band(at, start, width);
                    at = start;
                }
            }
        }
    }

    fn band_curve(&mut self, [a, b, c, d]: [[f64; 2]; 4], width: f64) {
        let mut from = a;
        for piece in 1..=CURVE_PIECES {
            let t = f64::from(piece) / f64::from(CURVE_PIECES);
            let s = 1.0 - t;
            let along = |a: f64, b: f64, c: f64, d: f64| {
                s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
            };
            let to = [along(a[0], b[0], c[0], d[0]), along(a[1], b[1], c[1], d[1])];
            self.band(from, to, width);
            from = to;
        }
    }

    /// Adds a straight segment of a stroke, extended by half its width at both ends so that segments join.
    fn band(&mut self, [x0, y0]: [f64; 2], [x1, y1]: [f64; 2], width: f64) {
        let (dx, dy) = (x1 - x0, y1 - y0);
        let length = dx.hypot(dy);
        if !length.is_finite() || length <= 0.0 {
            return;
        }
        let half = width / 2.0 / length;
        let (ux, uy) = (dx * half, dy * half);
        let corners = [
            [x0 - ux + uy, y0 - uy - ux],
            [x1 + ux + uy, y1 + uy - ux],
            [x1 + ux - uy, y1 + uy + ux],
            [x0 - ux - uy, y0 - uy + ux],
        ];
        self.polygon(corners);
    }

    fn polygon(&mut self, [first, rest @ ..]: [[f64; 2]; 4]) {
        self.pen.move_to(point(first));
        for corner in rest {
            self.pen.line_to(point(corner));
        }
        self.pen.close();
        self.has_ink = true;
    }

    /// Paints a bitmap on the unit square of a matrix.
    pub(crate) fn paint(&mut self, bitmap: &Bitmap, to_glyph_space: &Matrix) {
        for [x0, y0, x1, y1] in bitmap.boxes() {
            let corner = |x: f64, y: f64| {
                let point = to_glyph_space.apply(x, y);
                [point.x, point.y]
            };
            self.polygon([corner(x0, y0), corner(x1, y0), corner(x1, y1), corner(x0, y1)]);
        }
    }
}

#[allow(clippy::cast_possible_truncation)]
fn point([x, y]: [f64; 2]) -> OutlinePoint {
    OutlinePoint::new(x as f32, y as f32)
}

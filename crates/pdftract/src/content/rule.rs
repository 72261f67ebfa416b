//! Rules: horizontal and vertical lines of a page, which frame tables and underline text. Other paths are not kept.

use super::state::State;
use crate::geometry::{Matrix, Rect};

/// The maximum thickness of a filled rectangle that counts as a line, in points.
const MAX_THICKNESS: f64 = 3.0;
/// The minimum length of a line, in points.
const MIN_LENGTH: f64 = 4.0;
/// The maximum deviation of a straight line over its length, in points.
const LEAN: f64 = 0.5;
/// The maximum number of rules in which tables are searched; a map may draw millions.
const MAX_RULES: usize = 8_000;
/// The maximum number of shapes of a path, which may contain the rules of a whole table.
const MAX_SHAPES: usize = 1_024;

/// The minimum width and height of a filled rectangle that is a background of text, in points. Financial reports fill
/// each cell of a row, and those between the columns are narrow; without them, the row would be parted there.
const MIN_GROUND: (f64, f64) = (MAX_THICKNESS, 6.0);
/// Higher ones are the background of a page or a box rather than of a row.
const MAX_GROUND_HEIGHT: f64 = 150.0;

/// The straight parts of the current path, in its coordinates.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    list: Vec<Shape>,
    start: (f64, f64),
    pen: (f64, f64),
}

#[derive(Debug, Clone, Copy)]
enum Shape {
    Line((f64, f64), (f64, f64)),
    Rectangle(Rect),
}

impl Shapes {
    #[inline]
    pub(crate) fn move_to(&mut self, x: f64, y: f64) {
        self.start = (x, y);
        self.pen = (x, y);
    }

    /// Keeps axis-aligned lines.
    #[inline]
    pub(crate) fn line_to(&mut self, x: f64, y: f64) {
        let from = self.pen;
        self.pen = (x, y);
        let straight = (from.0 - x).abs() < LEAN || (from.1 - y).abs() < LEAN;
        if straight && self.list.len() < MAX_SHAPES {
            self.list.push(Shape::Line(from, (x, y)));
        }
    }

    #[inline]
    pub(crate) fn jump_to(&mut self, x: f64, y: f64) {
        self.pen = (x, y);
    }

    pub(crate) fn close(&mut self) {
        let (x, y) = self.start;
        self.line_to(x, y);
    }

    pub(crate) fn rectangle(&mut self, rect: Rect) {
        if self.list.len() < MAX_SHAPES {
            self.list.push(Shape::Rectangle(rect));
        }
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds the rules that stroking the path draws on the page.
    pub(crate) fn stroke(&self, state: &State, rules: &mut Vec<Rect>) {
        for shape in &self.list {
            if rules.len() >= MAX_RULES {
                break;
            }
            match *shape {
                Shape::Line(from, to) => add_line(&state.ctm, from, to, rules),
                Shape::Rectangle(rect) => add_rectangle(&state.ctm.apply_to_rect(&rect), true, rules),
            }
        }
    }

    /// Adds the rules that filling the path draws on the page, and the backgrounds of text.
    pub(crate) fn fill(&self, state: &State, rules: &mut Vec<Rect>, grounds: &mut Vec<Rect>) {
        let mut rest = self.list.as_slice();
        while let Some((shape, behind)) = rest.split_first() {
            if rules.len() >= MAX_RULES || grounds.len() >= MAX_RULES {
                break;
            }
            let outline =
                rest.split_at_checked(4).and_then(|(lines, behind)| Some((outline(lines)?, behind)));
            let (rect, next) = match (*shape, outline) {
                (Shape::Rectangle(rect), _) => (rect, behind),
                (Shape::Line(..), Some(outline)) => outline,
                (Shape::Line(..), None) => {
                    rest = behind;
                    if let Some((border, next)) = mitred_border(shape, behind) {
                        add_rectangle(&state.ctm.apply_to_rect(&border), false, rules);
                        rest = next;
                    }
                    continue;
                }
            };
            rest = next;
            let rect = state.ctm.apply_to_rect(&rect);
            add_rectangle(&rect, false, rules);
            if rect.width() >= MIN_GROUND.0 && (MIN_GROUND.1..MAX_GROUND_HEIGHT).contains(&rect.height()) {
                grounds.push(rect);
            }
        }
    }
}

/// Returns the rectangle enclosed by four lines: LibreOffice and Cairo fill rows in this way.
fn outline(lines: &[Shape]) -> Option<Rect> {
    let mut corners = Vec::with_capacity(4);
    let mut pen = None;
    for line in lines {
        let Shape::Line(from, to) = *line else { return None };
        if pen.is_some_and(|pen| pen != from) {
            return None;
        }
        corners.push(from);
        pen = Some(to);
    }
    let [a, b, c, d] = corners.as_slice() else { return None };
    let is_closed = pen == Some(*a);
    let is_turned = (a.0 - b.0).abs() < LEAN && (b.1 - c.1).abs() < LEAN && (c.0 - d.0).abs() < LEAN;
    let is_level = (a.1 - b.1).abs() < LEAN && (b.0 - c.0).abs() < LEAN && (c.1 - d.1).abs() < LEAN;
    (is_closed && (is_turned || is_level)).then(|| Rect::from_corners(a.0, a.1, c.0, c.1))
}

/// A border is at least this many times as long as it is thick.
const SLENDER: f64 = 3.0;

/// Returns the border of a cell whose ends are cut at an angle, so that four borders meet in mitred corners, and the
/// shapes behind it: two parallel lines in opposite directions. The slanted ends are not kept as shapes.
fn mitred_border<'s>(first: &Shape, rest: &'s [Shape]) -> Option<(Rect, &'s [Shape])> {
    let (second, behind) = rest.split_first()?;
    let (Shape::Line(a, b), Shape::Line(c, d)) = (*first, *second) else { return None };
    let is_level = (a.1 - b.1).abs() < LEAN && (c.1 - d.1).abs() < LEAN;
    let is_upright = (a.0 - b.0).abs() < LEAN && (c.0 - d.0).abs() < LEAN;
    let along = |point: (f64, f64)| if is_level { point.0 } else { point.1 };
    let across = |point: (f64, f64)| if is_level { point.1 } else { point.0 };
    let thickness = (across(a) - across(c)).abs();
    let length = (along(a) - along(b)).abs().max((along(c) - along(d)).abs());
    let ends = (along(b) - along(c)).abs().max((along(a) - along(d)).abs());
    let is_border = (is_level || is_upright)
        && thickness > 0.0
        && length >= SLENDER * thickness
        && ends <= 1.5 * thickness;
    is_border.then(|| {
        let (x0, x1) = [a, b, c, d].iter().fold((f64::MAX, f64::MIN), |(l, r), p| (l.min(p.0), r.max(p.0)));
        let (y0, y1) = [a, b, c, d].iter().fold((f64::MAX, f64::MIN), |(l, r), p| (l.min(p.1), r.max(p.1)));
        (Rect::from_corners(x0, y0, x1, y1), behind)
    })
}

fn add_line(ctm: &Matrix, from: (f64, f64), to: (f64, f64), rules: &mut Vec<Rect>) {
    let (a, b) = (ctm.apply(from.0, from.1), ctm.apply(to.0, to.1));
    add(Rect::from_corners(a.x, a.y, b.x, b.y), LEAN, rules);
}

/// Adds a rectangle: a thin one is one line; a larger one has four edges if it is stroked.
fn add_rectangle(rect: &Rect, stroked: bool, rules: &mut Vec<Rect>) {
    if rect.width() <= MAX_THICKNESS || rect.height() <= MAX_THICKNESS {
        add(*rect, MAX_THICKNESS, rules);
    } else if stroked {
        let Rect { x0, y0, x1, y1 } = *rect;
        for (ax, ay, bx, by) in [(x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)] {
            add(Rect::from_corners(ax, ay, bx, by), LEAN, rules);
        }
    }
}

fn add(rule: Rect, thickness: f64, rules: &mut Vec<Rect>) {
    let (width, height) = (rule.width(), rule.height());
    if width.min(height) <= thickness
        && width.max(height) >= MIN_LENGTH
        && rule.x0.is_finite()
        && rule.y0.is_finite()
    {
        rules.push(rule);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rules that filling a polygon draws.
    fn filled(corners: &[(f64, f64)]) -> Vec<Rect> {
        let mut shapes = Shapes::default();
        for (index, &(x, y)) in corners.iter().enumerate() {
            if index == 0 { shapes.move_to(x, y) } else { shapes.line_to(x, y) }
        }
        shapes.close();
        let state = State::new(Matrix::IDENTITY, Rect::default());
        let (mut rules, mut grounds) = (Vec::new(), Vec::new());
        shapes.fill(&state, &mut rules, &mut grounds);
        assert!(grounds.is_empty());
        rules
    }

    #[test]
    fn borders_with_mitred_corners_are_rules() {
        let rules = filled(&[(42.0, 622.5), (723.0, 622.5), (722.0, 621.5), (43.0, 621.5)]);
        assert_eq!(rules.len(), 1);
        assert_eq!((rules[0].x0, rules[0].x1), (42.0, 723.0));
        let upright = filled(&[(42.0, 622.5), (43.0, 621.5), (43.0, 578.5), (42.0, 577.5)]);
        assert_eq!(upright.len(), 1);
        assert!(upright[0].height() > upright[0].width());
    }

    #[test]
    fn other_polygons_are_not() {
        // A trapezoid as high as a row, and a parallelogram of two distant lines.
        assert_eq!(filled(&[(0.0, 0.0), (60.0, 0.0), (50.0, 20.0), (10.0, 20.0)]), []);
        assert_eq!(filled(&[(0.0, 0.0), (60.0, 0.0), (90.0, 2.0), (30.0, 2.0)]), []);
    }
}

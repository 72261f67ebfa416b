//! Rules: level and upright lines of a page, which frame tables and underline text. Other paths are not kept.

use super::state::State;
use crate::geometry::{Matrix, Rect};

/// A filled rectangle at most this thick, in points, is a line.
const MAX_THICKNESS: f64 = 3.0;
/// Shorter lines, in points, frame nothing.
const MIN_LENGTH: f64 = 4.0;
/// A line may lean by this many points over its length and still count as straight.
const LEAN: f64 = 0.5;
/// A map draws millions of lines; tables are looked for among so many.
const MAX_RULES: usize = 8_000;
/// One path may hold the rules of a whole table.
const MAX_SHAPES: usize = 1_024;

/// Straight parts of the path under construction, in its own coordinates.
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

    /// Keeps lines that run along an axis.
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

    /// Adds the rules that stroking or filling the path draws on the page.
    pub(crate) fn draw(&self, state: &State, stroked: bool, rules: &mut Vec<Rect>) {
        for shape in &self.list {
            if rules.len() >= MAX_RULES {
                break;
            }
            match *shape {
                Shape::Line(from, to) if stroked => add_line(&state.ctm, from, to, rules),
                Shape::Line(..) => {}
                Shape::Rectangle(rect) => add_rectangle(&state.ctm.apply_to_rect(&rect), stroked, rules),
            }
        }
    }
}

fn add_line(ctm: &Matrix, from: (f64, f64), to: (f64, f64), rules: &mut Vec<Rect>) {
    let (a, b) = (ctm.apply(from.0, from.1), ctm.apply(to.0, to.1));
    add(Rect::from_corners(a.x, a.y, b.x, b.y), LEAN, rules);
}

/// A thin rectangle is one line; a larger one has four edges when it is stroked.
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

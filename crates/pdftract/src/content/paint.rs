//! Paths and what they paint: the clip box, and opaque areas that may lie behind or over text.

use super::rule::Shapes;
use super::state::{Color, State};
use crate::geometry::{Matrix, Point, Rect};

/// The path under construction, as far as it matters: its box, and whether it is one upright rectangle.
#[derive(Debug, Default)]
pub(crate) struct Path {
    bounds: Option<Rect>,
    segments: u32,
    rectangles: u32,
    clips: bool,
    shapes: Shapes,
}

impl Path {
    #[inline]
    pub(crate) fn move_to(&mut self, x: f64, y: f64) {
        self.shapes.move_to(x, y);
        self.segments += 1;
        self.extend(x, y);
    }

    #[inline]
    pub(crate) fn line_to(&mut self, x: f64, y: f64) {
        self.shapes.line_to(x, y);
        self.segments += 1;
        self.extend(x, y);
    }

    /// A point of a curve.
    #[inline]
    pub(crate) fn point(&mut self, x: f64, y: f64) {
        self.shapes.jump_to(x, y);
        self.segments += 1;
        self.extend(x, y);
    }

    /// Draws a line back to where the path began.
    pub(crate) fn close(&mut self) {
        self.shapes.close();
    }

    /// Adds the rules that painting the path draws, and the grounds of text that it fills.
    pub(crate) fn add_rules(
        &self,
        state: &State,
        stroked: bool,
        rules: &mut Vec<Rect>,
        grounds: &mut Vec<Rect>,
    ) {
        if stroked {
            self.shapes.stroke(state, rules);
        } else {
            self.shapes.fill(state, rules, grounds);
        }
    }

    #[inline]
    fn extend(&mut self, x: f64, y: f64) {
        match &mut self.bounds {
            None => self.bounds = Some(Rect { x0: x, y0: y, x1: x, y1: y }),
            Some(bounds) => {
                bounds.x0 = bounds.x0.min(x);
                bounds.y0 = bounds.y0.min(y);
                bounds.x1 = bounds.x1.max(x);
                bounds.y1 = bounds.y1.max(y);
            }
        }
    }

    pub(crate) fn rectangle(&mut self, [x, y, width, height]: [f64; 4]) {
        self.rectangles += 1;
        self.extend(x, y);
        self.extend(x + width, y + height);
        self.shapes.rectangle(Rect::from_corners(x, y, x + width, y + height));
    }

    /// The next painting operator also clips.
    pub(crate) fn clip(&mut self) {
        self.clips = true;
    }

    /// Forgets the path but keeps its memory for the next.
    pub(crate) fn clear(&mut self) {
        (self.bounds, self.segments, self.rectangles, self.clips) = (None, 0, 0, false);
        self.shapes.clear();
    }

    fn is_one_rectangle(&self) -> bool {
        self.rectangles == 1 && self.segments == 0
    }

    /// Whether the path could be the outline of a letter that is filled.
    pub(crate) fn is_like_a_letter(&self, ctm: &Matrix) -> bool {
        let Some(bounds) = self.bounds.filter(|_| self.segments >= LETTER_SEGMENTS && !self.clips) else {
            return false;
        };
        let area = ctm.apply_to_rect(&bounds);
        LETTER_HEIGHT.contains(&area.height()) && area.width() < 4.0 * area.height()
    }

    /// Returns the box of a path that is as small as a bullet.
    pub(crate) fn small_shape(&self, ctm: &Matrix) -> Option<Rect> {
        let area = ctm.apply_to_rect(&self.bounds.filter(|_| !self.clips)?);
        (BULLET.contains(&area.height()) && BULLET.contains(&area.width())).then_some(area)
    }

    /// Ends the path: narrows the clip if asked, and returns the area that a fill covers.
    pub(crate) fn finish(&mut self, state: &mut State) -> Option<Filled> {
        let solid = self.is_one_rectangle() && state.ctm.keeps_rectangles();
        let (bounds, clips) = (self.bounds, self.clips);
        self.clear();
        let Some(bounds) = bounds else {
            if clips {
                state.clip = EMPTY;
            }
            return None;
        };
        let area = state.ctm.apply_to_rect(&bounds);
        let visible = intersection(&area, &state.clip);
        if clips {
            state.clip = visible;
        }
        visible.is_usable().then_some(Filled { area: visible, is_whole: solid })
    }
}

/// The area of a path that is filled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Filled {
    /// The box of the path.
    pub(crate) area: Rect,
    /// Whether the path covers all of it.
    pub(crate) is_whole: bool,
}

/// The outline of a letter has at least so many points: a capital L has six corners.
const LETTER_SEGMENTS: u32 = 6;
/// How high letters are, in points.
const LETTER_HEIGHT: std::ops::RangeInclusive<f64> = 2.5..=40.0;

/// How high and wide bullets are, in points.
const BULLET: std::ops::RangeInclusive<f64> = 1.0..=9.0;

const EMPTY: Rect = Rect { x0: 0.0, y0: 0.0, x1: 0.0, y1: 0.0 };

/// The common part, which may be empty.
pub(crate) fn intersection(a: &Rect, b: &Rect) -> Rect {
    let common = Rect { x0: a.x0.max(b.x0), y0: a.y0.max(b.y0), x1: a.x1.min(b.x1), y1: a.y1.min(b.y1) };
    if common.x0 <= common.x1 && common.y0 <= common.y1 { common } else { EMPTY }
}

/// The box of a picture: the unit square under the current matrix.
pub(crate) fn picture_box(ctm: &Matrix) -> Rect {
    ctm.apply_to_rect(&Rect { x0: 0.0, y0: 0.0, x1: 1.0, y1: 1.0 })
}

/// An area painted so that nothing below shows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    pub(crate) area: Rect,
    /// `None` when the colour is not one: a picture, a shading, a pattern.
    pub(crate) color: Color,
    /// How many glyphs were drawn before it.
    pub(crate) glyphs_before: usize,
    /// Whether it surely hides what lies below. What only may do so, as shapes that are no rectangles, is kept to doubt the
    /// background.
    pub(crate) hides: bool,
}

/// What was painted on a page.
#[derive(Debug, Default)]
pub(crate) struct Paints {
    list: Vec<Paint>,
    is_cut: bool,
}

/// A page of a map may paint millions of areas; hidden text is looked for among so many.
const MAX_PAINTS: usize = 20_000;
/// Smaller areas hide no glyph.
const MIN_SIDE: f64 = 2.0;

impl Paints {
    pub(crate) fn add(&mut self, paint: Paint) {
        let large = paint.area.width() >= MIN_SIDE && paint.area.height() >= MIN_SIDE;
        if large && self.list.len() < MAX_PAINTS {
            self.list.push(paint);
        } else {
            self.is_cut |= large;
        }
    }

    /// Returns whether there were more areas than are kept, so that no background is sure.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }

    pub(crate) fn list(&self) -> &[Paint] {
        &self.list
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }
}

/// Whether a point lies in a rectangle.
pub(crate) fn contains(rect: &Rect, point: Point) -> bool {
    (rect.x0..=rect.x1).contains(&point.x) && (rect.y0..=rect.y1).contains(&point.y)
}

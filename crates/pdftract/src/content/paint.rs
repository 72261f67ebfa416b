//! Paths and painted areas: the clip box, and opaque areas that may be behind or over text.

use super::rule::Shapes;
use super::state::{Color, State};
use crate::geometry::{Matrix, Point, Rect};

/// The current path, reduced to its bounding box and whether it is one upright rectangle.
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

    /// Adds a point of a curve.
    #[inline]
    pub(crate) fn point(&mut self, x: f64, y: f64) {
        self.shapes.jump_to(x, y);
        self.segments += 1;
        self.extend(x, y);
    }

    /// Draws a line back to the start of the path.
    pub(crate) fn close(&mut self) {
        self.shapes.close();
    }

    /// Adds the rules that painting the path draws, and the backgrounds of text that it fills.
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

    /// Makes the next painting operator clip as well.
    pub(crate) fn clip(&mut self) {
        self.clips = true;
    }

    /// Clears the path but keeps its memory for the next.
    pub(crate) fn clear(&mut self) {
        (self.bounds, self.segments, self.rectangles, self.clips) = (None, 0, 0, false);
        self.shapes.clear();
    }

    fn is_one_rectangle(&self) -> bool {
        self.rectangles == 1 && self.segments == 0
    }

    /// Returns `true` if the path could be the filled outline of a letter.
    pub(crate) fn is_like_a_letter(&self, ctm: &Matrix) -> bool {
        let Some(bounds) = self.bounds.filter(|_| self.segments >= LETTER_SEGMENTS && !self.clips) else {
            return false;
        };
        let area = ctm.apply_to_rect(&bounds);
        LETTER_HEIGHT.contains(&area.height()) && area.width() < 4.0 * area.height()
    }

    /// Returns the bounding box of a path that is as small as a bullet.
    pub(crate) fn small_shape(&self, ctm: &Matrix) -> Option<Rect> {
        let area = ctm.apply_to_rect(&self.bounds.filter(|_| !self.clips)?);
        (BULLET.contains(&area.height()) && BULLET.contains(&area.width())).then_some(area)
    }

    /// Ends the path: applies a pending clip, and returns the area that a fill covers.
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

/// The area of a filled path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Filled {
    /// The bounding box of the path.
    pub(crate) area: Rect,
    /// `true` if the path covers all of it.
    pub(crate) is_whole: bool,
}

/// The least number of points of the outline of a letter: a capital L has six corners.
const LETTER_SEGMENTS: u32 = 6;
/// The height of letters, in points.
const LETTER_HEIGHT: std::ops::RangeInclusive<f64> = 2.5..=40.0;

/// The height and width of bullets, in points.
const BULLET: std::ops::RangeInclusive<f64> = 1.0..=9.0;

const EMPTY: Rect = Rect { x0: 0.0, y0: 0.0, x1: 0.0, y1: 0.0 };

/// Returns the intersection, which may be empty.
pub(crate) fn intersection(a: &Rect, b: &Rect) -> Rect {
    let common = Rect { x0: a.x0.max(b.x0), y0: a.y0.max(b.y0), x1: a.x1.min(b.x1), y1: a.y1.min(b.y1) };
    if common.x0 <= common.x1 && common.y0 <= common.y1 { common } else { EMPTY }
}

/// Returns the bounding box of an image: the unit square under the current matrix.
pub(crate) fn picture_box(ctm: &Matrix) -> Rect {
    ctm.apply_to_rect(&Rect { x0: 0.0, y0: 0.0, x1: 1.0, y1: 1.0 })
}

/// An opaquely painted area.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    pub(crate) area: Rect,
    /// `None` if there is no single colour: an image, a shading, a pattern.
    pub(crate) color: Color,
    /// The number of glyphs drawn before it.
    pub(crate) glyphs_before: usize,
    /// `true` if it certainly hides what is below. Areas that only may, such as shapes other than rectangles, are
    /// kept because they make the background uncertain.
    pub(crate) hides: bool,
    /// `true` if glyphs drawn before it may be in the area.
    pub(crate) is_over_text: bool,
}

/// The painted areas of a page.
#[derive(Debug, Default)]
pub(crate) struct Paints {
    list: Vec<Paint>,
    is_cut: bool,
}

/// The maximum number of areas in which hidden text is searched; a map may paint millions.
const MAX_PAINTS: usize = 20_000;
/// Smaller areas do not hide glyphs.
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

    /// Returns `true` if there were more areas than are kept, so that no background is certain.
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

/// Returns `true` if a point is in a rectangle.
pub(crate) fn contains(rect: &Rect, point: Point) -> bool {
    (rect.x0..=rect.x1).contains(&point.x) && (rect.y0..=rect.y1).contains(&point.y)
}

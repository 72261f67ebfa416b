//! Turns an outline into one normalised picture of 32 by 32 pixels and a few measures beside it.
//!
//! The ink is cropped, scaled alike in both directions until its longer side takes 80 % of the frame, and its box is
//! centred; ink is white. What the frame forgets (how large the glyph is, where it stands, how wide it is) is kept as
//! [`Measures`]. After the coordinates are rounded once, everything is done in integers, so that a glyph gives the same
//! picture on every machine.

use super::components::{self, Touch};
use crate::font::outline::{Outline, OutlinePoint, Segment};

/// Pixels along a side of the frame.
pub(crate) const SIDE: usize = 32;

/// Units of the frame's coordinates in a pixel.
const PIXEL: i64 = 256;

/// Lines sampled in a pixel from top to bottom; along a line coverage is exact.
const LINES_PER_PIXEL: usize = 8;
const LINE_COUNT: i64 = 8;

/// Lines in the frame.
const LINES: usize = SIDE * LINES_PER_PIXEL;

/// Units between two lines.
const LINE_STEP: i64 = PIXEL / LINE_COUNT;

/// Length of the frame's side in units.
const FRAME_UNITS: i64 = 32 * PIXEL;

/// What the longer side of the ink takes: 80 % of the frame.
const INK_UNITS: i64 = FRAME_UNITS * 4 / 5;

/// Units of source coordinates in a thousandth of the em.
const SOURCE_UNITS: f32 = 16.0;

/// Straight pieces that a curve is drawn with.
const QUAD_PIECES: i64 = 6;
const CUBIC_PIECES: i64 = 10;

/// Places where lines of the frame may cross outlines. Intricate glyphs have some ten thousand.
const MOST_CROSSINGS: usize = 500_000;

/// Coverage from which on a pixel counts as ink when parts and holes are counted: thin strokes must not break.
const INK_FROM: u8 = 72;

/// What a glyph measures, in thousandths of the em.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Measures {
    pub(crate) width: i32,
    /// Lower edge of the ink above the baseline; negative below it.
    pub(crate) bottom: i32,
    /// Upper edge of the ink above the baseline.
    pub(crate) top: i32,
    /// From the origin to the ink.
    pub(crate) left: i32,
    pub(crate) advance: i32,
    /// Connected pieces of ink.
    pub(crate) parts: u8,
    /// Areas without ink that ink surrounds.
    pub(crate) holes: u8,
}

impl Measures {
    pub(crate) fn height(&self) -> i32 {
        self.top.saturating_sub(self.bottom)
    }
}

/// The picture of a glyph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// Rows from the top; 0 is empty, 255 is ink.
    pub(crate) frame: [u8; SIDE * SIDE],
    pub(crate) measures: Measures,
}

impl Picture {
    /// Returns the picture of an outline; `None` for one without ink. The advance is in thousandths of the em.
    pub(crate) fn of_outline(outline: &Outline, advance: f32) -> Option<Self> {
        let mut polygon = flatten(outline);
        let ink = Ink::around(polygon.iter().flat_map(|(from, to)| [*from, *to]))?;
        ink.put_into_frame(&mut polygon);
        let frame = Crossings::read(&polygon)?.cover();
        let mut measures = ink.measures(advance);
        let inked = inked_rows(&frame);
        measures.parts = components::count(&inked, Touch::Corner);
        // What surrounds the glyph is one area more.
        measures.holes = components::count(&inked.map(|row| !row), Touch::Side).saturating_sub(1);
        Some(Self { frame, measures })
    }
}

/// Returns the pixels of each row that count as ink, the first in the lowest bit.
fn inked_rows(frame: &[u8; SIDE * SIDE]) -> [u32; SIDE] {
    let mut rows = [0; SIDE];
    for (row, pixels) in rows.iter_mut().zip(frame.chunks_exact(SIDE)) {
        *row = pixels.iter().rev().fold(0, |row, pixel| row << 1 | u32::from(*pixel >= INK_FROM));
    }
    rows
}

type Place = (i64, i64);

/// Rounds a point to source units.
fn source(point: OutlinePoint) -> Place {
    (rounded(point.x * SOURCE_UNITS), rounded(point.y * SOURCE_UNITS))
}

#[expect(clippy::cast_possible_truncation, reason = "outlines stay within a hundred ems")]
fn rounded(value: f32) -> i64 {
    value.round() as i64
}

/// Returns the straight lines of an outline, in source units.
fn flatten(outline: &Outline) -> Vec<(Place, Place)> {
    // Some segments are curves, drawn with several lines each.
    let mut lines = Vec::with_capacity(outline.segments().len() * 6);
    let (mut start, mut at) = ((0, 0), (0, 0));
    let draw = |lines: &mut Vec<(Place, Place)>, at: &mut Place, to: Place| {
        lines.push((*at, to));
        *at = to;
    };
    for segment in outline.segments() {
        match *segment {
            Segment::Move(to) => (start, at) = (source(to), source(to)),
            Segment::Line(to) => draw(&mut lines, &mut at, source(to)),
            Segment::Quad(control, to) => {
                let points = [at, source(control), source(to)];
                (1..=QUAD_PIECES).for_each(|step| draw(&mut lines, &mut at, on_quad(points, step)));
            }
            Segment::Cubic(first, second, to) => {
                let points = [at, source(first), source(second), source(to)];
                (1..=CUBIC_PIECES).for_each(|step| draw(&mut lines, &mut at, on_cubic(points, step)));
            }
            Segment::Close => draw(&mut lines, &mut at, start),
        }
    }
    lines
}

fn on_quad([a, b, c]: [Place; 3], step: i64) -> Place {
    let rest = QUAD_PIECES - step;
    let blend = |a: i64, b: i64, c: i64| {
        (rest * rest * a + 2 * rest * step * b + step * step * c).div_euclid(QUAD_PIECES * QUAD_PIECES)
    };
    (blend(a.0, b.0, c.0), blend(a.1, b.1, c.1))
}

fn on_cubic([a, b, c, d]: [Place; 4], step: i64) -> Place {
    let rest = CUBIC_PIECES - step;
    let blend = |a: i64, b: i64, c: i64, d: i64| {
        let sum = rest * rest * rest * a
            + 3 * rest * rest * step * b
            + 3 * rest * step * step * c
            + step * step * step * d;
        sum.div_euclid(CUBIC_PIECES * CUBIC_PIECES * CUBIC_PIECES)
    };
    (blend(a.0, b.0, c.0, d.0), blend(a.1, b.1, c.1, d.1))
}

/// The box around the ink, in source units.
struct Ink {
    x0: i64,
    y0: i64,
    x1: i64,
    y1: i64,
}

impl Ink {
    fn around(mut points: impl Iterator<Item = Place>) -> Option<Self> {
        let (x, y) = points.next()?;
        let start = Self { x0: x, y0: y, x1: x, y1: y };
        let ink = points.fold(start, |ink, (x, y)| Self {
            x0: ink.x0.min(x),
            y0: ink.y0.min(y),
            x1: ink.x1.max(x),
            y1: ink.y1.max(y),
        });
        (ink.x1 > ink.x0 && ink.y1 > ink.y0).then_some(ink)
    }

    /// Moves lines into the frame. Most begin where the one before ends.
    fn put_into_frame(&self, lines: &mut [(Place, Place)]) {
        let mut last: Option<(Place, Place)> = None;
        for (from, to) in lines {
            let start =
                last.filter(|(end, _)| end == from).map_or_else(|| self.to_frame(*from), |(_, moved)| moved);
            let end = self.to_frame(*to);
            last = Some((*to, end));
            (*from, *to) = (start, end);
        }
    }

    /// A point in the frame, whose y grows downwards. The box's centre goes to the frame's centre.
    fn to_frame(&self, (x, y): Place) -> Place {
        let size = (self.x1 - self.x0).max(self.y1 - self.y0).max(1);
        // Twice the distance from the centre, so that the centre needs no fraction.
        let scaled = |twice: i64| (twice * INK_UNITS).div_euclid(2 * size);
        let middle = FRAME_UNITS / 2;
        (middle + scaled(2 * x - self.x0 - self.x1), middle - scaled(2 * y - self.y0 - self.y1))
    }

    fn measures(&self, advance: f32) -> Measures {
        let thousandths = |units: i64| i32::try_from(units.div_euclid(16)).unwrap_or(i32::MAX);
        Measures {
            width: thousandths(self.x1 - self.x0),
            bottom: thousandths(self.y0),
            top: thousandths(self.y1),
            left: thousandths(self.x0),
            advance: i32::try_from(rounded(advance.clamp(-100_000.0, 100_000.0))).unwrap_or(0),
            parts: 0,
            holes: 0,
        }
    }
}

/// Where the lines of the frame cross the outline: place and direction, line by line.
struct Crossings {
    /// Behind the last crossing of each line.
    ends: [usize; LINES],
    crossings: Vec<(i64, i32)>,
}

impl Crossings {
    /// `None` when there are too many crossings, or points outside the frame.
    fn read(polygon: &[(Place, Place)]) -> Option<Self> {
        let mut ends = [0; LINES];
        let mut count: usize = 0;
        for (from, to) in polygon {
            let touched = ends.get_mut(lines_between(from.1, to.1)?)?;
            touched.iter_mut().for_each(|end| *end += 1);
            count += touched.len();
            if count > MOST_CROSSINGS {
                return None;
            }
        }
        let mut before = 0;
        for end in &mut ends {
            (*end, before) = (before, before + *end);
        }
        let mut found = Self { ends, crossings: vec![(0, 0); count] };
        polygon.iter().for_each(|(from, to)| found.note(*from, *to));
        Some(found)
    }

    /// Notes where a straight line crosses the lines of the frame.
    fn note(&mut self, from: Place, to: Place) {
        let (upper, lower, direction) = if from.1 <= to.1 { (from, to, 1) } else { (to, from, -1) };
        let Some(lines) = lines_between(upper.1, lower.1) else { return };
        let y = i64::try_from(lines.start).unwrap_or(0) * LINE_STEP + LINE_STEP / 2;
        let (width, height) = (lower.0 - upper.0, (lower.1 - upper.1).max(1));
        // From line to line the place moves by the same fraction: whole units, and a rest that is carried on.
        let (mut x, mut rest) = whole_and_rest((y - upper.1) * width, height);
        let (step, step_rest) = whole_and_rest(LINE_STEP * width, height);
        for end in self.ends.get_mut(lines).unwrap_or_default() {
            if let Some(place) = self.crossings.get_mut(*end) {
                *place = (upper.0 + x, direction);
            }
            *end += 1;
            (x, rest) = (x + step, rest + step_rest);
            if rest >= height {
                (x, rest) = (x + 1, rest - height);
            }
        }
    }

    /// Returns how much of each pixel is covered.
    fn cover(mut self) -> [u8; SIDE * SIDE] {
        let mut frame = [0; SIDE * SIDE];
        let mut start = 0;
        for (row, ends) in frame.chunks_exact_mut(SIDE).zip(self.ends.chunks(LINES_PER_PIXEL)) {
            let mut covered = [0_i64; SIDE];
            for &end in ends {
                add_line(self.crossings.get_mut(start..end).unwrap_or_default(), &mut covered);
                start = end;
            }
            for (pixel, covered) in row.iter_mut().zip(covered) {
                let whole = PIXEL * LINE_COUNT;
                *pixel = u8::try_from(covered * 255 / whole).unwrap_or(u8::MAX);
            }
        }
        frame
    }
}

/// Returns how often a number goes into another, and what is left, which is never negative.
fn whole_and_rest(number: i64, divisor: i64) -> (i64, i64) {
    (number.div_euclid(divisor), number.rem_euclid(divisor))
}

/// Returns the lines of the frame between two heights.
fn lines_between(one: i64, other: i64) -> Option<std::ops::Range<usize>> {
    let line_at_or_below = |y: i64| usize::try_from((y + LINE_STEP / 2 - 1).div_euclid(LINE_STEP)).ok();
    Some(line_at_or_below(one.min(other))?..line_at_or_below(one.max(other))?)
}

/// Adds the inked stretches of a line to its pixels, by the non-zero rule.
fn add_line(crossings: &mut [(i64, i32)], covered: &mut [i64; SIDE]) {
    crossings.sort_unstable();
    let (mut winding, mut start) = (0, 0);
    for &mut (x, direction) in crossings {
        if winding == 0 {
            start = x;
        }
        winding += direction;
        if winding == 0 && x > start {
            add_stretch(start, x, covered);
        }
    }
}

fn add_stretch(from: i64, to: i64, covered: &mut [i64; SIDE]) {
    let first = from.div_euclid(PIXEL).max(0);
    let pixels = covered.iter_mut().skip(usize::try_from(first).unwrap_or(SIDE));
    let mut left = first * PIXEL;
    for pixel in pixels {
        if left >= to {
            return;
        }
        *pixel += to.min(left + PIXEL) - from.max(left);
        left += PIXEL;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::outline::{Affine, Pen};
    use crate::font::type3::bitmap::{Bitmap, SampleForm};
    use crate::font::type3::drawing::Drawing;
    use crate::geometry::Matrix;

    fn polygon(pen: &mut Pen, points: &[(f32, f32)]) {
        let mut points = points.iter().map(|(x, y)| OutlinePoint::new(*x, *y));
        pen.move_to(points.next().unwrap());
        points.for_each(|point| pen.line_to(point));
    }

    /// An upright ring, drawn with its hole the other way round.
    fn ring() -> Outline {
        let mut pen = Pen::default();
        polygon(&mut pen, &[(0.0, 0.0), (500.0, 0.0), (500.0, 700.0), (0.0, 700.0)]);
        polygon(&mut pen, &[(100.0, 100.0), (100.0, 600.0), (400.0, 600.0), (400.0, 100.0)]);
        pen.finish().unwrap()
    }

    fn differences(one: &Picture, other: &Picture) -> u32 {
        one.frame.iter().zip(&other.frame).map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
    }

    #[test]
    fn gr_28_t3_26_c_2_the_ink_is_cropped_scaled_and_centred() {
        let picture = Picture::of_outline(&ring(), 600.0).unwrap();
        let inked: Vec<usize> = (0..SIDE * SIDE).filter(|at| picture.frame[*at] > 0).collect();
        let rows = (inked.first().unwrap() / SIDE, inked.last().unwrap() / SIDE);
        assert_eq!(rows, (3, 28), "80 % of 32 rows, centred");
        let columns: Vec<usize> = inked.iter().map(|at| at % SIDE).collect();
        assert_eq!((*columns.iter().min().unwrap(), *columns.iter().max().unwrap()), (6, 25));
        assert_eq!((picture.measures.parts, picture.measures.holes), (1, 1));
        assert_eq!((picture.measures.bottom, picture.measures.top, picture.measures.advance), (0, 700, 600));
    }

    #[test]
    fn gr_31_size_and_place_do_not_change_the_frame() {
        let picture = Picture::of_outline(&ring(), 600.0).unwrap();
        let moved = Affine { e: 333.0, f: -77.0, ..Affine::scale(2.5) };
        let other = Picture::of_outline(&ring().transformed(&moved).unwrap(), 600.0).unwrap();
        assert!(differences(&picture, &other) < 255, "{}", differences(&picture, &other));
    }

    #[test]
    fn an_empty_or_too_intricate_outline_has_no_picture() {
        assert_eq!(Picture::of_outline(&Outline::default(), 0.0), None);
        let mut pen = Pen::default();
        for step in 0..3_000_u16 {
            let x = f32::from(step);
            polygon(&mut pen, &[(x, 0.0), (x + 0.5, 8000.0), (x, 8000.0)]);
        }
        let intricate = pen.finish();
        assert!(intricate.is_some(), "the outline itself is short enough");
        assert_eq!(intricate.and_then(|outline| Picture::of_outline(&outline, 0.0)), None);
    }

    #[test]
    fn gr_45_w_11_the_picture_of_an_outline_is_the_same_on_every_machine() {
        let picture = Picture::of_outline(&ring(), 600.0).unwrap();
        let row = |row: usize| &picture.frame[row * SIDE..][..SIDE];
        // The ring takes 25.6 rows and 18.3 columns of the frame: its edges cover parts of pixels.
        // Its left edge covers a seventh of a column, its top six of eight lines, its inner edge half a column.
        assert_eq!(row(3)[6..9], [27, 191, 191]);
        assert_eq!(row(16)[6..12], [36, 255, 255, 255, 130, 0]);
    }

    const SIZE: Matrix = Matrix { a: 500.0, b: 0.0, c: 0.0, d: 700.0, e: 0.0, f: 0.0 };

    /// A frame 500 wide and 700 high with a border of 100, drawn as a path.
    fn drawn_ring() -> Drawing {
        let mut drawing = Drawing::default();
        let corners: [&[[f64; 2]]; 2] = [
            &[[0.0, 0.0], [500.0, 0.0], [500.0, 700.0], [0.0, 700.0]],
            &[[100.0, 100.0], [100.0, 600.0], [400.0, 600.0], [400.0, 100.0]],
        ];
        for corners in corners {
            drawing.move_to(corners[0]);
            corners.iter().skip(1).for_each(|corner| drawing.line_to(*corner));
            drawing.close();
        }
        drawing.fill();
        drawing
    }

    #[test]
    fn t3_25_a_bitmap_gives_the_picture_of_its_outline() {
        let form = SampleForm { width: 50, height: 70, bits: 8, components: 1, high_is_ink: true };
        let hole = |at: usize| (10..60).contains(&(at / 50)) && (10..40).contains(&(at % 50));
        let samples: Vec<u8> = (0..50 * 70).map(|at| if hole(at) { 0 } else { 255 }).collect();
        let mut painted = Drawing::default();
        painted.paint(&Bitmap::read(form, &samples).unwrap(), &SIZE);
        let picture = |drawing: Drawing| Picture::of_outline(&drawing.finish().unwrap(), 600.0).unwrap();
        assert_eq!(picture(painted), picture(drawn_ring()));
    }
}

//! Renders an outline as a normalised image of 32 by 32 pixels, with a few measures.
//!
//! The ink is cropped, scaled uniformly until its longer side takes 80 % of the frame, and centred; ink is white.
//! Properties that the frame does not preserve (size, position, width) are kept as [`Measures`]. After the
//! coordinates are rounded once, all arithmetic is in integers, so that a glyph has the same image on every machine.

use super::components;
use super::polygon::{Place, Polygons, rounded};
use crate::font::outline::Outline;

/// The number of pixels along a side of the frame.
pub(crate) const SIDE: usize = 32;

/// The number of coordinate units per pixel.
const PIXEL: i32 = 256;

/// The number of scan lines per pixel; along a line, coverage is exact.
const LINES_PER_PIXEL: usize = 8;
const LINE_COUNT: i32 = 8;

/// The number of scan lines in the frame.
const LINES: usize = SIDE * LINES_PER_PIXEL;

/// The number of units between two scan lines.
const LINE_STEP: i32 = PIXEL / LINE_COUNT;

/// The length of the frame's side in units.
const SIDE_UNITS: i32 = 32 * PIXEL;

/// The length of the longer side of the ink: 80 % of the frame.
const INK_UNITS: i64 = 32 * 256 * 4 / 5;

/// The maximum number of crossings of scan lines and outlines. Intricate glyphs have about ten thousand.
const MOST_CROSSINGS: usize = 500_000;

/// The number of crossings of a line up to which no memory is allocated for it.
const USUAL_CROSSINGS: usize = 32;

/// The coverage from which a pixel counts as ink for parts and holes: thin strokes must not break.
const INK_FROM: u8 = 72;

/// The measures of a glyph, in thousandths of an em.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Measures {
    pub(crate) width: i32,
    /// The lower edge of the ink above the baseline; negative below it.
    pub(crate) bottom: i32,
    /// The upper edge of the ink above the baseline.
    pub(crate) top: i32,
    /// The distance from the origin to the ink.
    pub(crate) left: i32,
    pub(crate) advance: i32,
    /// The number of connected components of ink.
    pub(crate) parts: u8,
    /// The number of holes.
    pub(crate) holes: u8,
}

impl Measures {
    pub(crate) fn height(&self) -> i32 {
        self.top.saturating_sub(self.bottom)
    }
}

/// The image of a glyph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// Rows from the top; 0 is empty, 255 is ink.
    pub(crate) frame: [u8; SIDE * SIDE],
    pub(crate) measures: Measures,
}

impl Picture {
    /// Returns the image of an outline; `None` for one without ink. The advance is in thousandths of an em.
    pub(crate) fn of_outline(outline: &Outline, advance: f32) -> Option<Self> {
        let polygons = Polygons::of_outline(outline);
        let ink = Ink::around(polygons.corners())?;
        let frame = Crossings::read(&polygons.map(|place| ink.to_frame(place)))?.cover();
        let mut measures = ink.measures(advance);
        (measures.parts, measures.holes) = components::parts_and_holes(&inked_rows(&frame));
        Some(Self { frame, measures })
    }
}

/// Returns the ink pixels of each row, the first in the lowest bit.
fn inked_rows(frame: &[u8; SIDE * SIDE]) -> [u32; SIDE] {
    let mut rows = [0; SIDE];
    let (eights, _) = frame.as_chunks();
    for (row, eights) in rows.iter_mut().zip(eights.chunks_exact(SIDE / 8)) {
        *row = eights.iter().rev().fold(0, |row, eight| row << 8 | inked(*eight));
    }
    rows
}

/// Returns the ink pixels among eight, the first in the lowest bit.
fn inked(pixels: [u8; 8]) -> u32 {
    let all = |byte: u8| u64::from_le_bytes([byte; 8]);
    let pixels = u64::from_le_bytes(pixels);
    // The sum of the lower seven bits reaches the highest from `INK_FROM` on, but not the next byte.
    let inked = ((pixels & all(0x7F)).wrapping_add(all(0x80 - INK_FROM)) | pixels) & all(0x80);
    // Moves the highest bits of the bytes side by side into the highest byte.
    let [.., row] = (inked >> 7).wrapping_mul(0x0102_0408_1020_4080).to_le_bytes();
    u32::from(row)
}

/// A point in the frame. Ink stays within the frame, so coordinates have 14 bits.
type FramePoint = (i32, i32);

/// The bounding box of the ink, in source units.
struct Ink {
    x0: i64,
    y0: i64,
    x1: i64,
    y1: i64,
}

impl Ink {
    fn around(corners: &[Place]) -> Option<Self> {
        let (x, y) = *corners.first()?;
        let start = Self { x0: x, y0: y, x1: x, y1: y };
        let ink = corners.iter().fold(start, |ink, (x, y)| Self {
            x0: ink.x0.min(*x),
            y0: ink.y0.min(*y),
            x1: ink.x1.max(*x),
            y1: ink.y1.max(*y),
        });
        (ink.x1 > ink.x0 && ink.y1 > ink.y0).then_some(ink)
    }

    /// Transforms a point to the frame, in which y grows downwards. The centre of the box maps to the centre of the
    /// frame.
    fn to_frame(&self, (x, y): Place) -> FramePoint {
        let size = (self.x1 - self.x0).max(self.y1 - self.y0).max(1);
        // Twice the distance from the centre, so that the centre needs no fraction.
        let scaled = |twice: i64| rounded_down(twice.wrapping_mul(INK_UNITS), 2 * size);
        let middle = SIDE_UNITS / 2;
        let across = x.wrapping_mul(2).wrapping_sub(self.x0 + self.x1);
        let along = y.wrapping_mul(2).wrapping_sub(self.y0 + self.y1);
        (middle.wrapping_add(scaled(across)), middle.wrapping_sub(scaled(along)))
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

/// Returns a quotient rounded down. Both numbers have at most 37 bits and the quotient has 14, so that its fraction is
/// either 0 or far from the next whole number, compared with the precision of the division.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn rounded_down(number: i64, divisor: i64) -> i32 {
    let quotient = number as f64 / divisor as f64;
    let toward_zero = quotient as i32;
    toward_zero - i32::from(f64::from(toward_zero) > quotient)
}

/// The crossings of the scan lines with the outline, line by line. A crossing is twice its position, plus one if the
/// outline goes down there: sorted by position, and at one position those that go up first.
struct Crossings {
    /// The end of the crossings of each line.
    ends: [usize; LINES],
    crossings: Vec<i32>,
}

impl Crossings {
    /// Returns `None` if there are too many crossings, or points outside the frame.
    fn read(polygons: &Polygons<FramePoint>) -> Option<Self> {
        // Where lines begin and end to be crossed; the sums are the numbers of crossings.
        let mut changes = [0_isize; LINES + 1];
        let mut count: usize = 0;
        polygons.each_line(|from, to| {
            // Half of the lines around the pixels of a bitmap are horizontal.
            if from.1 == to.1 {
                return Some(());
            }
            let touched = lines_between(from.1, to.1)?;
            count += touched.len();
            *changes.get_mut(touched.start)? += 1;
            *changes.get_mut(touched.end)? -= 1;
            (count <= MOST_CROSSINGS).then_some(())
        })?;
        let (mut before, mut open) = (0, 0_isize);
        let ends = std::array::from_fn(|line| {
            let start = before;
            open += changes.get(line).copied().unwrap_or(0);
            before += open.unsigned_abs();
            start
        });
        let mut found = Self { ends, crossings: vec![0; count] };
        polygons.each_line(|from, to| {
            if from.1 != to.1 {
                found.note(from, to);
            }
            Some(())
        })?;
        Some(found)
    }

    /// Records the crossings of a straight line with the scan lines.
    fn note(&mut self, from: FramePoint, to: FramePoint) {
        let (upper, lower, goes_down) = if from.1 <= to.1 { (from, to, 1) } else { (to, from, 0) };
        let Some(lines) = lines_between(upper.1, lower.1).filter(|lines| !lines.is_empty()) else { return };
        let y = i32::try_from(lines.start).unwrap_or(0) * LINE_STEP + LINE_STEP / 2;
        let (width, height) = (lower.0 - upper.0, lower.1 - upper.1);
        let ends = self.ends.get_mut(lines).unwrap_or_default();
        if width == 0 {
            ends.iter_mut().for_each(|end| put(&mut self.crossings, end, upper.0 * 2 + goes_down));
            return;
        }
        // From line to line the position moves by the same fraction: whole units, and a remainder that is carried.
        let (x, mut rest) = whole_and_rest((y - upper.1) * width, height);
        let (step, step_rest) = whole_and_rest(LINE_STEP * width, height);
        let mut crossing = (upper.0 + x) * 2 + goes_down;
        for end in ends {
            put(&mut self.crossings, end, crossing);
            // All numbers are those of the frame, so nothing wraps.
            rest = rest.wrapping_add(step_rest);
            let carries = rest >= height;
            rest = if carries { rest.wrapping_sub(height) } else { rest };
            crossing = crossing.wrapping_add(step.wrapping_add(i32::from(carries)).wrapping_mul(2));
        }
    }

    /// Returns the coverage of each pixel.
    fn cover(&self) -> [u8; SIDE * SIDE] {
        let mut frame = [0; SIDE * SIDE];
        let mut start = 0;
        let (mut last, mut sorted): (&[i32], Vec<i32>) = (&[], Vec::with_capacity(USUAL_CROSSINGS));
        let mut edges: Vec<(i32, i32)> = Vec::with_capacity(USUAL_CROSSINGS);
        for (row, ends) in frame.chunks_exact_mut(SIDE).zip(self.ends.chunks(LINES_PER_PIXEL)) {
            if ends.last() == Some(&start) {
                continue;
            }
            let mut coverage = Coverage::default();
            let mut times = 0;
            for &end in ends {
                let crossings = self.crossings.get(start..end).unwrap_or_default();
                start = end;
                // Vertical strokes and the pixels of bitmaps cross many lines at the same positions.
                // Others differ in the first ones, so a loop is faster than a call that compares memory.
                if crossings.iter().eq(last) {
                    times += 1;
                    continue;
                }
                coverage.add_stretches(&edges, times);
                times = 1;
                last = crossings;
                sorted.clear();
                sorted.extend_from_slice(crossings);
                read_stretches(&mut sorted, &mut edges);
            }
            coverage.add_stretches(&edges, times);
            coverage.write(row);
        }
        frame
    }
}

/// The coverage of a row of pixels, as the steps from each pixel to the next: a stretch takes four of them, however long it
/// is. The last two are beyond the row.
struct Coverage {
    steps: [i32; SIDE + 2],
}

impl Default for Coverage {
    fn default() -> Self {
        Self { steps: [0; SIDE + 2] }
    }
}

impl Coverage {
    /// Adds the stretches of some equal lines.
    fn add_stretches(&mut self, stretches: &[(i32, i32)], lines: i32) {
        for (from, to) in stretches {
            self.add_edge(*from, lines);
            self.add_edge(*to, lines.wrapping_neg());
        }
    }

    /// Adds what is behind an edge in some lines, or takes it away. Sums are at most those of a whole row, so nothing wraps.
    #[inline(always)]
    fn add_edge(&mut self, x: i32, lines: i32) {
        let x = x.clamp(0, SIDE_UNITS).cast_unsigned();
        let (pixel, part) = ((x / PIXEL.cast_unsigned()) as usize, (x % PIXEL.cast_unsigned()).cast_signed());
        if let Some([here, next, ..]) = self.steps.get_mut(pixel..) {
            *here = here.wrapping_add(lines.wrapping_mul(PIXEL - part));
            *next = next.wrapping_add(lines.wrapping_mul(part));
        }
    }

    fn write(&self, row: &mut [u8]) {
        let mut covered = 0_i32;
        for (pixel, step) in row.iter_mut().zip(&self.steps) {
            covered = covered.wrapping_add(*step);
            *pixel = shade(covered);
        }
    }
}

/// Converts coverage to a range of 0 to 255.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "no more than the whole pixel is covered")]
fn shade(covered: i32) -> u8 {
    (covered.cast_unsigned().wrapping_mul(255) / (PIXEL * LINE_COUNT).cast_unsigned()) as u8
}

/// Appends a crossing to those of its line.
#[inline(always)]
fn put(crossings: &mut [i32], end: &mut usize, crossing: i32) {
    if let Some(place) = crossings.get_mut(*end) {
        *place = crossing;
    }
    *end += 1;
}

/// Returns quotient and remainder of a Euclidean division.
fn whole_and_rest(number: i32, divisor: i32) -> (i32, i32) {
    (number.div_euclid(divisor), number.rem_euclid(divisor))
}

/// Returns the scan lines between two heights.
fn lines_between(one: i32, other: i32) -> Option<std::ops::Range<usize>> {
    let line_at_or_below = |y: i32| usize::try_from((y + LINE_STEP / 2 - 1).div_euclid(LINE_STEP)).ok();
    Some(line_at_or_below(one.min(other))?..line_at_or_below(one.max(other))?)
}

/// Finds the inked stretches of a line by the non-zero rule.
fn read_stretches(crossings: &mut [i32], found: &mut Vec<(i32, i32)>) {
    crossings.sort_unstable();
    found.clear();
    let (mut winding, mut start) = (0_i32, 0);
    for crossing in crossings {
        let (x, direction) = (*crossing >> 1, if *crossing & 1 == 1 { 1 } else { -1 });
        if winding == 0 {
            start = x;
        }
        winding = winding.wrapping_add(direction);
        if winding == 0 && x > start {
            found.push((start, x));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::outline::{Affine, OutlinePoint, Pen};
    use crate::font::type3::bitmap::{Bitmap, SampleForm};
    use crate::font::type3::drawing::Drawing;
    use crate::geometry::Matrix;

    fn polygon(pen: &mut Pen, points: &[(f32, f32)]) {
        let mut points = points.iter().map(|(x, y)| OutlinePoint::new(*x, *y));
        pen.move_to(points.next().unwrap());
        points.for_each(|point| pen.line_to(point));
    }

    /// Returns an upright ring, whose hole is drawn in the opposite direction.
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
    fn pixels_are_ink_from_their_least_coverage_on() {
        for shade in 0..=u8::MAX {
            for at in 0..8 {
                let mut pixels = [0, 255, 71, 72, 127, 128, 0, 255];
                pixels[at] = shade;
                let expected: u32 =
                    pixels.iter().enumerate().map(|(at, pixel)| u32::from(*pixel >= INK_FROM) << at).sum();
                assert_eq!(inked(pixels), expected, "{pixels:?}");
            }
        }
    }

    #[test]
    fn gr_31_size_and_position_do_not_change_the_frame() {
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

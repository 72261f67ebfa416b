//! Analyses outlines of Arabic letters: the dots and other marks beside the body, and the body without them.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::font::outline::{Bounds, Outline, OutlinePoint, Segment};

/// The largest side of a dot or mark, in thousandths of an em.
const LARGEST_MARK: f32 = 330.0;

/// The ratio of width to height from which one contour is two dots.
const TWO_DOTS: f32 = 1.5;

/// The least share of its convex hull that a dot fills. Two dots that touch fill three quarters, a hamza at most two
/// thirds.
const LEAST_SOLID: f32 = 0.72;

/// The share of its convex hull that a single dot fills.
const ONE_DOT: f32 = 0.9;

/// The distance from the baseline up to which a lone dot is a full stop.
const NEAR_BASELINE: f32 = 90.0;

/// The marks of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Marks {
    pub(super) dots_above: u8,
    pub(super) dots_below: u8,
    /// `true` if there is a mark other than a dot, such as a hamza.
    pub(super) others: bool,
}

impl Marks {
    /// Returns the number of dots. Pictures may have hundreds of small parts.
    pub(super) fn dots(self) -> u8 {
        self.dots_above.saturating_add(self.dots_below)
    }
}

/// The parts of a glyph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LetterShape {
    /// A lone dot on the baseline.
    FullStop,
    /// A body, known by its outline, with marks.
    Letter { body: u64, marks: Marks },
}

/// Returns the parts of a glyph; `None` for blanks.
pub(super) fn analyse(outline: &Outline) -> Option<LetterShape> {
    let contours = contours(outline);
    let body = contours.iter().max_by(|one, other| one.area.abs().total_cmp(&other.area.abs()))?;
    if contours.len() == 1 && body.is_dot() && body.bounds.y0.abs() <= NEAR_BASELINE {
        return Some(LetterShape::FullStop);
    }
    let middle = f32::midpoint(body.bounds.y0, body.bounds.y1);
    let mut marks = Marks::default();
    // Holes of the body run the other way round.
    let is_mark = |part: &&Contour| {
        !std::ptr::eq(*part, body) && part.is_small() && (part.area > 0.0) == (body.area > 0.0)
    };
    for part in contours.iter().filter(is_mark) {
        let dots = match part {
            _ if !part.is_dot() => {
                marks.others = true;
                continue;
            }
            _ if part.width() >= part.height() * TWO_DOTS || !part.fills_hull(ONE_DOT) => 2,
            _ => 1,
        };
        let is_above = f32::midpoint(part.bounds.y0, part.bounds.y1) > middle;
        let count = if is_above { &mut marks.dots_above } else { &mut marks.dots_below };
        *count = count.saturating_add(dots);
    }
    Some(LetterShape::Letter { body: body.hash(), marks })
}

/// A closed line of an outline.
struct Contour {
    /// Its points, control points included.
    points: Vec<OutlinePoint>,
    bounds: Bounds,
    /// The area inside, negative if the line runs clockwise.
    area: f32,
}

impl Contour {
    fn new(points: Vec<OutlinePoint>) -> Option<Self> {
        let first = points.first()?;
        let start = Bounds { x0: first.x, y0: first.y, x1: first.x, y1: first.y };
        let bounds = points.iter().fold(start, |bounds, point| Bounds {
            x0: bounds.x0.min(point.x),
            y0: bounds.y0.min(point.y),
            x1: bounds.x1.max(point.x),
            y1: bounds.y1.max(point.y),
        });
        let area = area(&points);
        Some(Self { points, bounds, area })
    }

    fn width(&self) -> f32 {
        self.bounds.x1 - self.bounds.x0
    }

    fn height(&self) -> f32 {
        self.bounds.y1 - self.bounds.y0
    }

    fn is_small(&self) -> bool {
        self.width() <= LARGEST_MARK && self.height() <= LARGEST_MARK
    }

    /// Returns `true` if the contour is a dot, or dots that touch: small and nearly without dents.
    fn is_dot(&self) -> bool {
        self.is_small() && self.fills_hull(LEAST_SOLID)
    }

    /// Returns `true` if the contour fills a share of its convex hull.
    fn fills_hull(&self, share: f32) -> bool {
        self.area.abs() >= area(&hull(&self.points)).abs() * share
    }

    /// Returns a number that contours of the same form share, wherever they are.
    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for point in &self.points {
            let from_corner = |value: f32, corner: f32| ((value - corner) / 2.0).round().to_bits();
            (from_corner(point.x, self.bounds.x0), from_corner(point.y, self.bounds.y0)).hash(&mut hasher);
        }
        hasher.finish()
    }
}

fn area(points: &[OutlinePoint]) -> f32 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(one, next)| one.x * next.y - next.x * one.y).sum::<f32>() / 2.0
}

/// Returns the convex hull of some points.
fn hull(points: &[OutlinePoint]) -> Vec<OutlinePoint> {
    let mut sorted = points.to_vec();
    sorted.sort_unstable_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
    let mut hull = half_hull(sorted.iter());
    hull.pop();
    hull.append(&mut half_hull(sorted.iter().rev()));
    hull
}

fn half_hull<'p>(points: impl Iterator<Item = &'p OutlinePoint>) -> Vec<OutlinePoint> {
    let mut hull: Vec<OutlinePoint> = Vec::new();
    for point in points {
        while let [.., one, two] = hull.as_slice()
            && (two.x - one.x) * (point.y - one.y) <= (two.y - one.y) * (point.x - one.x)
        {
            hull.pop();
        }
        hull.push(*point);
    }
    hull
}

fn contours(outline: &Outline) -> Vec<Contour> {
    let mut contours = Vec::new();
    let mut points = Vec::new();
    for segment in outline.segments() {
        match segment {
            Segment::Close => contours.extend(Contour::new(std::mem::take(&mut points))),
            _ => points.extend(segment.points()),
        }
    }
    contours.extend(Contour::new(points));
    contours
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[(f32, f32)] = &[(0.0, 0.0), (500.0, 0.0), (500.0, 300.0), (400.0, 60.0), (0.0, 60.0)];

    fn dot(x: f32, y: f32) -> Vec<(f32, f32)> {
        vec![(x, y - 50.0), (x + 50.0, y), (x, y + 50.0), (x - 50.0, y)]
    }

    #[test]
    fn dots_are_counted_above_and_below() {
        let (above, below) = (dot(200.0, 400.0), dot(250.0, -150.0));
        let plain = analyse(&Outline::of_polygons(&[BODY])).unwrap();
        let Some(LetterShape::Letter { body, marks }) =
            analyse(&Outline::of_polygons(&[&above, BODY, &below]))
        else {
            panic!("a letter")
        };
        assert_eq!(marks, Marks { dots_above: 1, dots_below: 1, others: false });
        assert_eq!(plain, LetterShape::Letter { body, marks: Marks::default() }, "the same body");
        let hole: Vec<(f32, f32)> = dot(450.0, 60.0).into_iter().rev().collect();
        assert_eq!(analyse(&Outline::of_polygons(&[BODY, &hole])).unwrap(), plain, "holes are no marks");
    }

    #[test]
    fn wide_dots_are_two_and_bent_marks_are_none() {
        let touching = [
            (100.0, 450.0),
            (150.0, 400.0),
            (190.0, 435.0),
            (230.0, 400.0),
            (280.0, 450.0),
            (230.0, 500.0),
            (190.0, 465.0),
            (150.0, 500.0),
        ];
        let wide = [(100.0, 400.0), (220.0, 400.0), (220.0, 450.0), (100.0, 450.0)];
        let hamza = [(100.0, 400.0), (220.0, 400.0), (120.0, 430.0), (200.0, 500.0), (100.0, 480.0)];
        let marks = |part: &[(f32, f32)]| match analyse(&Outline::of_polygons(&[BODY, part])) {
            Some(LetterShape::Letter { marks, .. }) => marks,
            other => panic!("{other:?}"),
        };
        assert_eq!(marks(&wide), Marks { dots_above: 2, ..Marks::default() });
        assert_eq!(marks(&touching), Marks { dots_above: 2, ..Marks::default() });
        assert_eq!(marks(&hamza), Marks { others: true, ..Marks::default() });
    }

    #[test]
    fn a_lone_dot_on_the_baseline_is_a_full_stop() {
        assert_eq!(analyse(&Outline::of_polygons(&[&dot(60.0, 50.0)])), Some(LetterShape::FullStop));
        assert_ne!(analyse(&Outline::of_polygons(&[&dot(60.0, 400.0)])), Some(LetterShape::FullStop));
        assert_eq!(analyse(&Outline::of_polygons(&[])), None);
    }
}

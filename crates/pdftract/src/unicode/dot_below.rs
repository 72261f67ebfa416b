//! Recognises letters with a dot below, which the shape classifier was not trained on: those of Vietnamese (`ạ`, `ệ`) and
//! of transliterations (`ṭ`, `ḥ`). The dot is taken off, the letter is recognised, and both are composed.

use unicode_normalization::UnicodeNormalization;

use super::candidate::{ShapeCandidate, single};
use crate::font::outline::{Bounds, Outline, OutlinePoint, Pen, Segment};

/// The sides of a dot, in thousandths of an em, and the ratio of its sides: a comma is longer.
const SIDES: std::ops::RangeInclusive<f32> = 40.0..=240.0;
const RATIOS: std::ops::RangeInclusive<f32> = 0.7..=1.4;
/// The least share of its box that a dot fills, measured with its control points.
const SOLID: f32 = 0.6;
/// The least distance of the dot from the baseline and from the letter.
const GAP: f32 = 15.0;
/// The depth to which a round letter reaches below the baseline.
const OVERSHOOT: f32 = 40.0;
/// The probability, in thousandths, that the letter must have without its dot: letters of other scripts, which may have
/// dots too, look like none.
const CLEAR: u32 = 500;

const DOT_BELOW: char = '\u{323}';

/// Returns the outline without its dot below; `None` if it has none.
pub(super) fn without_dot(outline: &Outline) -> Option<Outline> {
    // Most glyphs do not reach as far down as the lower edge of a dot.
    if !points(outline.segments()).any(|point| point.y <= -GAP - SIDES.start()) {
        return None;
    }
    let contours = contours(outline.segments());
    let below = |contour: &&[Segment]| {
        points(contour).next().is_some() && points(contour).all(|point| point.y <= -GAP)
    };
    let mut lower = contours.iter().copied().filter(below);
    let (dot, None) = (lower.next()?, lower.next()) else { return None };
    let dot_bounds = bounds(dot).filter(|_| is_dot(dot))?;
    let letter = contours.iter().filter(|contour| !std::ptr::eq(**contour, dot));
    let letter = drawn(letter.flat_map(|contour| contour.iter().copied()))?;
    let body = letter.bounds()?;
    let middle = f32::midpoint(dot_bounds.x0, dot_bounds.x1);
    let is_beneath = (body.x0..=body.x1).contains(&middle) && body.y0 >= dot_bounds.y1 + GAP;
    (is_beneath && body.y0 >= -OVERSHOOT).then_some(letter)
}

/// Returns the candidates of a letter with its dot; `None` if it is not clear which letter it is.
pub(super) fn with_dot(candidates: &[ShapeCandidate]) -> Option<Vec<ShapeCandidate>> {
    let dotted = |candidate: &ShapeCandidate| {
        let letter = single(&candidate.text).filter(|letter| letter.is_alphabetic())?;
        let text: String = [letter, DOT_BELOW].into_iter().nfc().collect();
        single(&text).map(|_| ShapeCandidate { text, ..candidate.clone() })
    };
    let found: Vec<ShapeCandidate> = candidates.iter().filter_map(dotted).collect();
    found.first().is_some_and(|best| best.chance >= CLEAR).then_some(found)
}

/// Returns the segments of each contour.
fn contours(segments: &[Segment]) -> Vec<&[Segment]> {
    let mut contours: Vec<&[Segment]> = Vec::new();
    let mut rest = segments;
    while !rest.is_empty() {
        let next = rest.iter().skip(1).position(|segment| matches!(segment, Segment::Move(_)));
        let (contour, after) = rest.split_at(next.map_or(rest.len(), |next| next + 1));
        contours.push(contour);
        rest = after;
    }
    contours
}

fn points(contour: &[Segment]) -> impl Iterator<Item = OutlinePoint> + Clone {
    contour.iter().flat_map(|segment| segment.points())
}

fn bounds(contour: &[Segment]) -> Option<Bounds> {
    let first = points(contour).next()?;
    let start = Bounds { x0: first.x, y0: first.y, x1: first.x, y1: first.y };
    Some(points(contour).fold(start, |bounds, point| Bounds {
        x0: bounds.x0.min(point.x),
        y0: bounds.y0.min(point.y),
        x1: bounds.x1.max(point.x),
        y1: bounds.y1.max(point.y),
    }))
}

fn is_dot(contour: &[Segment]) -> bool {
    let Some(bounds) = bounds(contour) else { return false };
    let (width, height) = (bounds.x1 - bounds.x0, bounds.y1 - bounds.y0);
    let is_sized = SIDES.contains(&width) && SIDES.contains(&height);
    is_sized && RATIOS.contains(&(height / width)) && area(contour).abs() >= SOLID * width * height
}

fn area(contour: &[Segment]) -> f32 {
    let next = points(contour).cycle().skip(1);
    points(contour).zip(next).map(|(one, next)| one.x * next.y - next.x * one.y).sum::<f32>() / 2.0
}

fn drawn(segments: impl Iterator<Item = Segment>) -> Option<Outline> {
    let mut pen = Pen::default();
    for segment in segments {
        match segment {
            Segment::Move(to) => pen.move_to(to),
            Segment::Line(to) => pen.line_to(to),
            Segment::Quad(control, to) => pen.quad_to(control, to),
            Segment::Cubic(first, second, to) => pen.cubic_to(first, second, to),
            Segment::Close => pen.close(),
        }
    }
    pen.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::picture_cache::PictureCache;

    const L: [(f32, f32); 6] =
        [(80.0, 0.0), (520.0, 0.0), (520.0, 85.0), (175.0, 85.0), (175.0, 715.0), (80.0, 715.0)];

    /// Returns a box with its lower left corner at a point.
    fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Vec<(f32, f32)> {
        vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    }

    fn best(outline: &Outline) -> String {
        PictureCache::default().read(outline, 600.0).unwrap()[0].text.clone()
    }

    #[test]
    fn a_letter_with_a_dot_below_is_both() {
        let dot = rectangle(250.0, -200.0, 100.0, 100.0);
        assert_eq!(best(&Outline::of_polygons(&[&L])), "L");
        assert_eq!(best(&Outline::of_polygons(&[&L, &dot])), "Ḷ");
        assert_eq!(best(&Outline::of_polygons(&[&dot, &L])), "Ḷ");
    }

    #[test]
    fn other_parts_are_no_dots() {
        let is_dotted = |part: &[(f32, f32)]| without_dot(&Outline::of_polygons(&[&L, part])).is_some();
        assert!(is_dotted(&rectangle(250.0, -200.0, 100.0, 100.0)));
        assert!(!is_dotted(&rectangle(250.0, -250.0, 100.0, 220.0)), "a comma");
        assert!(!is_dotted(&rectangle(50.0, -150.0, 400.0, 50.0)), "a line");
        assert!(!is_dotted(&rectangle(700.0, -200.0, 100.0, 100.0)), "beside the letter");
        assert!(!is_dotted(&rectangle(250.0, 300.0, 100.0, 100.0)), "above the baseline");
        assert!(
            without_dot(&Outline::of_polygons(&[&rectangle(0.0, -200.0, 100.0, 100.0)])).is_none(),
            "a dot alone"
        );
    }

    #[test]
    fn composed_letters_exist_and_are_clear() {
        let with = |text: &str, chance| {
            let found = with_dot(&[ShapeCandidate::new(text, chance)])?;
            Some(found[0].text.clone())
        };
        assert_eq!(with("a", 900).as_deref(), Some("ạ"));
        assert_eq!(with("ê", 900).as_deref(), Some("ệ"));
        assert_eq!(with("ê", 300), None, "unclear");
        assert_eq!(with("ж", 900), None, "no such letter");
        assert_eq!(with("=", 900), None);
    }
}

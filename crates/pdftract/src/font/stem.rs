//! Weight and slant of a font, measured on the outlines of its letters, for fonts whose name states neither.

use super::outline::{Outline, OutlinePoint, Segment};
use super::program::{CmapKind, FontProgram};

/// Letters whose leftmost part is an upright stem at the measured heights, most common first.
const LETTERS: &[u8] = b"inlhrmpbudkIHLEDBPRFMN";
/// The letters that are measured; more give the same result.
const ENOUGH: usize = 5;
/// Stems of at least this width, in thousandths of an em, are bold: Helvetica has 84, Verdana 98, Helvetica-Bold 118,
/// Times-Bold 139.
const BOLD_STEM: f32 = 114.0;
/// Wider strokes are not stems.
const MAX_STEM: f32 = 320.0;
/// The heights at which stems are measured, in thousandths of an em: above serifs and below the x-height.
const HEIGHTS: [f32; 2] = [150.0, 320.0];
/// The horizontal shift per unit of height from which letters lean: 6 degrees.
const LEANS: f32 = 0.1;
/// More is not a slant.
const MAX_SLOPE: f32 = 0.6;

/// The measured style of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MeasuredStyle {
    pub(super) is_bold: bool,
    pub(super) leans: bool,
}

/// Measures the stems of a font; `None` if it has too few of the letters.
pub(super) fn measure(program: &FontProgram) -> Option<MeasuredStyle> {
    let outlines = LETTERS.iter().filter_map(|&letter| program.outline(glyph(program, letter)?));
    let stems: Vec<(f32, f32)> = outlines.filter_map(|outline| stem(&outline)).take(ENOUGH).collect();
    let middle = |mut values: Vec<f32>| {
        values.sort_by(f32::total_cmp);
        values.get(values.len() / 2).copied()
    };
    let width = middle(stems.iter().map(|(width, _)| *width).collect()).filter(|_| stems.len() >= 2)?;
    let slope = middle(stems.iter().map(|(_, slope)| *slope).collect())?;
    Some(MeasuredStyle {
        is_bold: (BOLD_STEM..MAX_STEM).contains(&width),
        leans: (LEANS..MAX_SLOPE).contains(&slope),
    })
}

fn glyph(program: &FontProgram, letter: u8) -> Option<u32> {
    let by_cmap = || program.cmap_glyph(CmapKind::Unicode, u32::from(letter));
    program.glyph_by_name(&[letter]).or_else(by_cmap).filter(|glyph| *glyph != 0)
}

/// Returns the width of the leftmost stroke of a letter and its slope.
fn stem(outline: &Outline) -> Option<(f32, f32)> {
    let [low, high] = HEIGHTS;
    let (a, b) = (leftmost(outline, low)?, leftmost(outline, high)?);
    let widths = [a.1 - a.0, b.1 - b.0];
    let width = widths[0].min(widths[1]);
    let slope = (b.0 - a.0) / (high - low);
    (width > 10.0 && widths[0].max(widths[1]) < 1.5 * width).then_some((width, slope))
}

/// Returns the leftmost inked interval of an outline at a height.
fn leftmost(outline: &Outline, height: f32) -> Option<(f32, f32)> {
    let mut crossings = Vec::new();
    let (mut start, mut at) = (OutlinePoint::default(), OutlinePoint::default());
    for segment in outline.segments() {
        match *segment {
            Segment::Move(to) => (start, at) = (to, to),
            Segment::Line(to) => {
                cross(at, to, height, &mut crossings);
                at = to;
            }
            Segment::Quad(control, to) => {
                curve(height, &mut crossings, |t| {
                    let (near, far) = (mix(at, control, t), mix(control, to, t));
                    mix(near, far, t)
                });
                at = to;
            }
            Segment::Cubic(first, second, to) => {
                curve(height, &mut crossings, |t| {
                    let (a, b, c) = (mix(at, first, t), mix(first, second, t), mix(second, to, t));
                    mix(mix(a, b, t), mix(b, c, t), t)
                });
                at = to;
            }
            Segment::Close => {
                cross(at, start, height, &mut crossings);
                at = start;
            }
        }
    }
    crossings.sort_by(f32::total_cmp);
    match crossings.as_slice() {
        [first, second, ..] => Some((*first, *second)),
        _ => None,
    }
}

/// The number of lines that stand for a curve.
const STEPS: u8 = 8;

fn curve(height: f32, crossings: &mut Vec<f32>, point: impl Fn(f32) -> OutlinePoint) {
    let mut last = point(0.0);
    for step in 1..=STEPS {
        let next = point(f32::from(step) / f32::from(STEPS));
        cross(last, next, height, crossings);
        last = next;
    }
}

fn mix(a: OutlinePoint, b: OutlinePoint, t: f32) -> OutlinePoint {
    OutlinePoint::new(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
}

fn cross(a: OutlinePoint, b: OutlinePoint, height: f32, crossings: &mut Vec<f32>) {
    if (a.y <= height) != (b.y <= height) {
        crossings.push(a.x + (b.x - a.x) * (height - a.y) / (b.y - a.y));
    }
}

#[cfg(test)]
mod tests {
    use super::super::outline::Pen;
    use super::*;

    fn letter(width: f32, lean: f32) -> Outline {
        let mut pen = Pen::default();
        let at = |x: f32, y: f32| OutlinePoint::new(x + lean * y, y);
        pen.move_to(at(80.0, 0.0));
        pen.line_to(at(80.0 + width, 0.0));
        pen.line_to(at(80.0 + width, 700.0));
        pen.line_to(at(80.0, 700.0));
        pen.close();
        pen.finish().unwrap()
    }

    #[test]
    fn stems_are_measured() {
        let (width, slope) = stem(&letter(90.0, 0.0)).unwrap();
        assert!((width - 90.0).abs() < 1.0 && slope.abs() < 0.01);
        let (width, slope) = stem(&letter(140.0, 0.2)).unwrap();
        assert!((width - 140.0).abs() < 1.0 && (slope - 0.2).abs() < 0.01);
    }
}

//! Bullets that are drawn as shapes or small images before a line instead of as text.

use crate::content::PageGlyphs;
use crate::geometry::Rect;
use crate::layout::LayoutLine;

/// The greatest width and height of a bullet, in font sizes of its line.
const LARGEST: f32 = 0.8;
/// The least width and height of a bullet, in font sizes of its line.
const SMALLEST: f32 = 0.15;
/// The greatest distance between a bullet and its text, in font sizes.
const FURTHEST: f32 = 3.0;
/// The greatest ratio of the sides of a bullet.
const LONGEST: f64 = 1.8;

/// The small shapes of a page, from top to bottom.
#[derive(Debug)]
pub(super) struct Bullets {
    shapes: Vec<[f32; 4]>,
}

impl Bullets {
    pub(super) fn new(page: &PageGlyphs) -> Self {
        let is_compact = |rect: &&Rect| {
            let (width, height) = (rect.width(), rect.height());
            width.max(height) <= LONGEST * width.min(height)
        };
        let rects = page.small_shapes.iter().chain(&page.images).filter(is_compact);
        let mut shapes: Vec<[f32; 4]> = rects.map(corners).collect();
        shapes.sort_by(|[_, a, ..], [_, b, ..]| a.total_cmp(b));
        Self { shapes }
    }

    /// Returns `true` if a shape precedes a line at the height of its lower-case letters.
    pub(super) fn is_before(&self, line: &LayoutLine) -> bool {
        let [left, top, _, bottom] = line.bbox;
        let from = self.shapes.partition_point(|[_, shape_top, ..]| *shape_top < top);
        let near = self.shapes.get(from..).unwrap_or_default().iter();
        near.take_while(|[_, shape_top, ..]| *shape_top < bottom).any(|&[x0, y0, x1, y1]| {
            let (width, height) = (x1 - x0, y1 - y0);
            let fits = |length: f32| (SMALLEST * line.size..LARGEST * line.size).contains(&length);
            y1 <= bottom
                && fits(width)
                && fits(height)
                && x1 <= left + 0.5
                && left - x1 < FURTHEST * line.size
        })
    }
}

#[allow(clippy::cast_possible_truncation)]
fn corners(rect: &Rect) -> [f32; 4] {
    [rect.x0 as f32, rect.y0 as f32, rect.x1 as f32, rect.y1 as f32]
}

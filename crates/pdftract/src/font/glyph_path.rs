//! Glyph outlines as SVG paths, for display.

use std::fmt::Write as _;

use super::Font;
use super::access::Access;
use super::char_code::CharCode;
use super::outline::{OutlinePoint, Segment};
use crate::file::File;

/// Longer paths are drawings rather than characters.
const MOST_BYTES: usize = 100_000;

/// A glyph outline as an SVG path, in thousandths of an em with y downwards.
#[derive(Debug, Clone, PartialEq)]
pub struct GlyphPath {
    /// The path.
    pub data: String,
    /// The bounding box: left, top, right, bottom.
    pub bbox: [f32; 4],
}

impl GlyphPath {
    /// Returns the part of glyph space to show (left, top, width, height): the glyph and the lines of its font, so that its
    /// height is seen.
    pub fn view(&self) -> [f32; 4] {
        const MARGIN: f32 = 40.0;
        let [left, top, right, bottom] = self.bbox;
        let (top, bottom) = (top.min(-750.0) - MARGIN, bottom.max(250.0) + MARGIN);
        let (left, right) = (left.min(0.0) - MARGIN, right.max(200.0) + MARGIN);
        [left, top, right - left, bottom - top]
    }
}

impl Font {
    /// Returns the outline of a code of `code_bytes` bytes; `None` if it is empty or cannot be read.
    pub fn glyph_path(&self, file: &File, code: u32, code_bytes: u8) -> Option<GlyphPath> {
        let access = Access::new(file, file.session());
        let outline = self.outline(access, CharCode { value: code, len: code_bytes })?;
        let bounds = outline.bounds()?;
        let mut data = String::new();
        for segment in outline.segments() {
            let letter = match segment {
                Segment::Move(_) => 'M',
                Segment::Line(_) => 'L',
                Segment::Quad(..) => 'Q',
                Segment::Cubic(..) => 'C',
                Segment::Close => 'Z',
            };
            data.push(letter);
            segment.points().for_each(|point| push_point(point, &mut data));
            if data.len() > MOST_BYTES {
                return None;
            }
        }
        Some(GlyphPath { data, bbox: [bounds.x0, -bounds.y1, bounds.x1, -bounds.y0] })
    }
}

fn push_point(point: OutlinePoint, data: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(data, "{} {} ", point.x.round() + 0.0, -point.y.round() + 0.0);
}

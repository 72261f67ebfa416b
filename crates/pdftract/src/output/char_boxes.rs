//! Bounding boxes of the characters of a block, from the glyphs of its spans.

use super::model::{Block, Line, Span};

/// Consecutive characters of a block's text that share a box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CharBox {
    /// The index of the first character in the block's text.
    pub(crate) start: u32,
    /// The index after the last character.
    pub(crate) end: u32,
    /// The index of the line in the block.
    pub(crate) line: usize,
    /// The box, in points.
    pub(crate) bbox: [f32; 4],
}

/// Returns the boxes of all drawn characters, in the order of lines and spans.
///
/// The box of a span without glyphs ([`Detail::Spans`](crate::Detail::Spans)) is divided evenly among its characters.
pub(crate) fn char_boxes(block: &Block) -> impl Iterator<Item = CharBox> + '_ {
    block.lines.iter().enumerate().flat_map(|(index, line)| line_boxes(line, index))
}

/// Returns the boxes of the characters of one line.
pub(crate) fn line_boxes(line: &Line, index: usize) -> impl Iterator<Item = CharBox> + '_ {
    line.spans.iter().flat_map(move |span| span_boxes(span, index))
}

fn span_boxes(span: &Span, line: usize) -> Vec<CharBox> {
    match &span.glyphs {
        None => divided(span, line),
        Some(glyphs) => {
            let mut boxes = Vec::with_capacity(glyphs.len());
            // Spaces between glyphs have no glyph, and a dropped hyphen has no text.
            let (mut rest, mut at) = (span.text.as_str(), span.start);
            for glyph in glyphs {
                let trimmed = rest.trim_start();
                at += count(rest.strip_suffix(trimmed).unwrap_or_default());
                rest = trimmed;
                let Some(behind) = rest.strip_prefix(glyph.text.as_str()) else { continue };
                let end = at + count(&glyph.text);
                boxes.push(CharBox { start: at, end, line, bbox: glyph.bbox });
                (rest, at) = (behind, end);
            }
            boxes
        }
    }
}

/// Divides the box of a span along its longer side.
fn divided(span: &Span, line: usize) -> Vec<CharBox> {
    let [x0, y0, x1, y1] = span.bbox;
    let length = count(&span.text).max(1);
    let is_upright = x1 - x0 < y1 - y0 && length > 1;
    let is_reversed = span.direction == crate::layout::WritingMode::Rtl;
    let visible = span.text.chars().zip(0..).filter(|(character, _)| !character.is_whitespace());
    visible
        .map(|(_, index)| {
            let slot = if is_reversed { length - 1 - index } else { index };
            let (from, to) = (part(slot, length), part(slot + 1, length));
            let bbox = if is_upright {
                [x0, y0 + (y1 - y0) * from, x1, y0 + (y1 - y0) * to]
            } else {
                [x0 + (x1 - x0) * from, y0, x0 + (x1 - x0) * to, y1]
            };
            CharBox { start: span.start + index, end: span.start + index + 1, line, bbox }
        })
        .collect()
}

#[allow(clippy::cast_precision_loss)]
fn part(index: u32, length: u32) -> f32 {
    index as f32 / length as f32
}

fn count(text: &str) -> u32 {
    super::number::small(text.chars().count())
}

/// Returns the union of two boxes.
pub(crate) fn around(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let ([ax0, ay0, ax1, ay1], [bx0, by0, bx1, by1]) = (a, b);
    [ax0.min(bx0), ay0.min(by0), ax1.max(bx1), ay1.max(by1)]
}

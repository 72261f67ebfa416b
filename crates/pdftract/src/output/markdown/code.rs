//! Code blocks: fenced, with the indentation that the places of their lines show.

use super::super::model::{Block, Line};
use super::super::number::small;

/// A program indented further than this is a mistake of the measuring.
const MAX_INDENT: usize = 120;

pub(super) fn render(block: &Block) -> String {
    let width = character_width(&block.lines);
    let left = block.lines.iter().map(|line| line.bbox[0]).fold(f32::MAX, f32::min);
    let mut body = String::new();
    for (line, text) in block.lines.iter().zip(block.text.split('\n')) {
        body.push_str(&" ".repeat(indent(line.bbox[0] - left, width)));
        body.push_str(text);
        body.push('\n');
    }
    let fence = "`".repeat(longest_run_of_backticks(&body).max(2) + 1);
    format!("{fence}\n{body}{fence}")
}

/// The usual width of a character, in points.
#[allow(clippy::cast_precision_loss)]
fn character_width(lines: &[Line]) -> f32 {
    let spans = lines.iter().flat_map(|line| &line.spans);
    let (width, characters) = spans.fold((0.0, 0), |(width, characters), span| {
        (width + span.bbox[2] - span.bbox[0], characters + small(span.text.chars().count()))
    });
    if characters == 0 { 0.0 } else { width / characters as f32 }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn indent(shift: f32, width: f32) -> usize {
    if width <= 0.0 { 0 } else { ((shift / width).round().max(0.0) as usize).min(MAX_INDENT) }
}

fn longest_run_of_backticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

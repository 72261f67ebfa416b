//! Code blocks: fenced, with indentation derived from the positions of their lines.

use super::super::model::{Block, Line};
use super::super::number::small;

/// Greater indentation is a measuring error.
const MAX_INDENT: usize = 120;
/// More consecutive blank lines are collapsed.
const MAX_BLANK_LINES: usize = 2;

pub(super) fn render(block: &Block) -> String {
    let width = character_width(&block.lines);
    let left = block.lines.iter().map(|line| line.bbox[0]).fold(f32::MAX, f32::min);
    let pitch = line_pitch(&block.lines);
    let mut body = String::new();
    let mut bottom: Option<f32> = None;
    for (line, text) in block.lines.iter().zip(block.text.split('\n')) {
        let step = bottom.replace(line.bbox[3]).map_or(pitch, |bottom| line.bbox[3] - bottom);
        body.push_str(&"\n".repeat(blank_lines(step, pitch)));
        body.push_str(&" ".repeat(indent(line.bbox[0] - left, width)));
        body.push_str(text);
        body.push('\n');
    }
    let fence = "`".repeat(longest_run_of_backticks(&body).max(2) + 1);
    format!("{fence}\n{body}{fence}")
}

/// Returns the line pitch in points: the smallest distance between lines, since blank lines only enlarge it.
fn line_pitch(lines: &[Line]) -> f32 {
    let steps = lines.windows(2).filter_map(|pair| match pair {
        [a, b] => Some(b.bbox[3] - a.bbox[3]).filter(|step| *step > 1.0),
        _ => None,
    });
    steps.fold(f32::MAX, f32::min)
}

/// Returns the number of blank lines that fit between two lines.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn blank_lines(step: f32, pitch: f32) -> usize {
    if pitch == f32::MAX { 0 } else { ((step / pitch).round().max(1.0) as usize - 1).min(MAX_BLANK_LINES) }
}

/// Returns the typical width of a character, in points.
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

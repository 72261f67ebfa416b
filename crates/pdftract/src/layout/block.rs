//! Blocks: lines of a region that belong to one paragraph.

use super::line::{EMPTY_BOX, LineMaker, count, union};
use super::order::Region;
use super::row::Segment;
use super::{Block, PageLayout, Part, Role};

/// A step to the next baseline that is larger than the last one by this factor begins a paragraph.
const PITCH_STEP: f32 = 1.25;
/// Baselines further apart than this many sizes are never one paragraph.
const MAX_PITCH: f32 = 2.2;
/// Sizes that differ by more than this factor are different paragraphs.
const SIZE_STEP: f32 = 1.15;
/// A first line is indented by at least this many sizes.
const INDENT: f32 = 0.8;

/// A line as paragraphs see it, in the coordinates of its frame.
#[derive(Debug, Clone, Copy)]
struct Stripe {
    u0: f32,
    v: f32,
    size: f32,
}

/// Writes the lines of a region and groups them.
pub(super) fn push_region(
    segments: &[Segment],
    region: &Region,
    lines: &mut LineMaker<'_>,
    layout: &mut PageLayout,
) {
    let mut stripes: Vec<Stripe> = Vec::new();
    let first_line = layout.lines.len();
    let mut row: Vec<&Segment> = Vec::new();
    let members = region.segments.iter().filter_map(|&index| segments.get(index as usize));
    for segment in members {
        if row.last().is_some_and(|last| last.row != segment.row) {
            finish_row(&mut row, lines, layout, &mut stripes);
        }
        row.push(segment);
    }
    finish_row(&mut row, lines, layout, &mut stripes);
    group(first_line, &stripes, layout);
}

fn finish_row(
    row: &mut Vec<&Segment>,
    lines: &mut LineMaker<'_>,
    layout: &mut PageLayout,
    stripes: &mut Vec<Stripe>,
) {
    let Some(first) = row.first() else { return };
    let stripe = Stripe { u0: first.u0, v: first.v, size: row.iter().map(|s| s.size).fold(0.1, f32::max) };
    let before = layout.lines.len();
    lines.push(row, layout);
    if layout.lines.len() > before {
        stripes.push(stripe);
    }
    row.clear();
}

/// Makes blocks of the lines from `first_line` on.
fn group(first_line: usize, stripes: &[Stripe], layout: &mut PageLayout) {
    let mut start = 0;
    for index in 1..=stripes.len() {
        if index == stripes.len() || begins(stripes, start, index) {
            let part = Part { start: count(first_line + start), end: count(first_line + index) };
            let bbox = part.of(&layout.lines).iter().fold(EMPTY_BOX, |bbox, line| union(bbox, line.bbox));
            layout.blocks.push(Block {
                role: Role::Paragraph,
                level: 0,
                lines: part,
                bbox,
                table: None,
                marker: 0,
            });
            start = index;
        }
    }
}

/// Whether a line begins a paragraph.
fn begins(stripes: &[Stripe], start: usize, index: usize) -> bool {
    let (Some(last), Some(line)) = (stripes.get(index - 1), stripes.get(index)) else { return false };
    let pitch = line.v - last.v;
    let size = last.size.max(line.size);
    if pitch > MAX_PITCH * size || size > SIZE_STEP * last.size.min(line.size) {
        return true;
    }
    let usual =
        (index - start >= 2).then(|| stripes.get(index - 2).map(|before| last.v - before.v)).flatten();
    let further = usual.is_some_and(|usual| usual > 0.0 && pitch > usual * PITCH_STEP);
    let left =
        stripes.get(start..index).unwrap_or_default().iter().skip(1).map(|s| s.u0).fold(f32::MAX, f32::min);
    further || (left < f32::MAX && line.u0 > left + INDENT * size)
}

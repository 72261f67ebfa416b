//! Columns: consecutive lines of a page, and the edges between which they are set.

use super::line_facts::LineFacts;
use super::model::StructuredBlock;
use super::role::Role;
use crate::layout::IndexRange;

/// Consecutive lines of one column without anything else between them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    pub(super) lines: IndexRange,
    pub(super) left: f32,
    pub(super) right: f32,
    /// The usual line spacing inside paragraphs, in font sizes.
    pub(super) pitch: f32,
}

/// Columns with fewer lines take the edges of the column that they are part of.
const FEW_LINES: usize = 4;
/// The greatest difference of edges within a column, in font sizes.
const SAME_EDGE: f32 = 4.0;
/// The range of line spacing in a paragraph, in font sizes.
const PITCHES: std::ops::Range<f32> = 0.8..2.4;
/// A line is full if the next word would not fit into its rest, within this many font sizes.
const SLACK: f32 = 0.35;

/// Returns the columns of a page in reading order, as far as they are paragraphs.
pub(super) fn columns(blocks: &[StructuredBlock], facts: &[LineFacts], usual_pitch: f32) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    let mut open: Option<IndexRange> = None;
    for block in blocks {
        let is_text = block.role == Role::Paragraph && block.table.is_none();
        if !is_text {
            columns.extend(open.take().map(|lines| column(lines, facts, usual_pitch)));
            continue;
        }
        for index in block.lines.start..block.lines.end {
            let above =
                open.filter(|lines| lines.end == index).map(|lines| lines.slice(facts)).unwrap_or_default();
            let follows = facts.get(index as usize).is_some_and(|line| is_below(above, line));
            if !follows {
                columns.extend(open.take().map(|lines| column(lines, facts, usual_pitch)));
            }
            open.get_or_insert(IndexRange { start: index, end: index }).end = index + 1;
        }
    }
    columns.extend(open.map(|lines| column(lines, facts, usual_pitch)));
    widen(&mut columns, facts);
    columns
}

/// Lines of a program that are not under each other are at most this many sizes apart.
const PROGRAM_STEP: f32 = 2.0;
/// Lines of a program are indented against each other by at most this many sizes.
const PROGRAM_INDENT: f32 = 12.0;

/// The number of preceding lines that determine the width of a column.
const WINDOW: usize = 6;

/// Returns `true` if a line is below others, within the width of the last few.
fn is_below(above: &[LineFacts], line: &LineFacts) -> bool {
    let Some(last) = above.last() else { return false };
    let is_lower = line.baseline > last.baseline + 0.3 * line.size.min(last.size);
    let near = above.iter().rev().take(WINDOW);
    let (left, right) = near.fold((f32::MAX, f32::MIN), |(l, r), line| (l.min(line.left), r.max(line.right)));
    // Lines of a program need not be under each other: a bracket may close what is indented further.
    let is_program = last.look.fixed_pitch
        && line.look.fixed_pitch
        && line.baseline - last.baseline < PROGRAM_STEP * line.size
        && (line.left - last.left).abs() < PROGRAM_INDENT * line.size;
    let is_under = (line.left < right && line.right > left) || is_program;
    last.is_level && line.is_level && is_lower && is_under
}

fn column(lines: IndexRange, facts: &[LineFacts], usual_pitch: f32) -> Column {
    let members = lines.slice(facts);
    let left = members.iter().map(|line| line.left).fold(f32::MAX, f32::min);
    let right = right_edge(members);
    let pitch = inner_pitch(members, right).unwrap_or(usual_pitch);
    Column { lines, left, right, pitch }
}

/// Lines of justified text end at the same place, up to this many points.
const FLUSH: f32 = 0.7;
/// Columns with fewer flush lines are ragged.
const MIN_FLUSH: usize = 4;

/// Returns the right edge of lines: where most lines of justified text end, beyond which formulas may run, or else the end of
/// the longest line.
fn right_edge(lines: &[LineFacts]) -> f32 {
    let mut ends: Vec<f32> = lines.iter().map(|line| line.right).collect();
    ends.sort_by(f32::total_cmp);
    let last = ends.last().copied().unwrap_or(f32::MIN);
    let flush = ends.chunk_by(|a, b| b - a < FLUSH).max_by_key(|same| same.len()).unwrap_or_default();
    let is_justified = flush.len() >= MIN_FLUSH && flush.len() * 2 > lines.len();
    flush.last().copied().filter(|_| is_justified).unwrap_or(last)
}

/// Returns the usual line spacing, in font sizes, between lines of which the first is full and does not end a
/// sentence: those are certainly in one paragraph. `None` if there are too few.
pub(super) fn inner_pitch(lines: &[LineFacts], right: f32) -> Option<f32> {
    let mut pitches: Vec<f32> = lines
        .windows(2)
        .filter_map(|pair| match pair {
            [a, b] if is_inner(a, b, right) => Some((b.baseline - a.baseline) / a.size.max(0.1)),
            _ => None,
        })
        .filter(|pitch| PITCHES.contains(pitch))
        .collect();
    pitches.sort_by(f32::total_cmp);
    (pitches.len() >= 2).then(|| pitches.get(pitches.len() / 2).copied()).flatten()
}

fn is_inner(a: &LineFacts, b: &LineFacts, right: f32) -> bool {
    let is_same_size = (a.size - b.size).abs() < 0.05 * a.size;
    is_same_size && is_full(a, b, right) && !a.ends_sentence() && !b.is_marked()
}

/// Returns `true` if the first word of the next line does not fit on a line.
pub(super) fn is_full(line: &LineFacts, next: &LineFacts, right: f32) -> bool {
    right - line.right < next.first_word + SLACK * line.size
}

/// Gives short columns the edges of a longer one around them, since a few lines do not determine the width of their
/// column.
fn widen(columns: &mut [Column], facts: &[LineFacts]) {
    let long: Vec<Column> =
        columns.iter().filter(|column| column.lines.len() >= FEW_LINES).copied().collect();
    for column in columns.iter_mut().filter(|column| column.lines.len() < FEW_LINES) {
        let size = column.lines.slice(facts).first().map_or(10.0, |line| line.size);
        let slack = SAME_EDGE * size;
        let around =
            long.iter().filter(|long| long.left <= column.left + 1.0 && long.right >= column.right - 1.0);
        let nearest = around.min_by(|a, b| (a.right - a.left).total_cmp(&(b.right - b.left)));
        if let Some(around) = nearest {
            (column.left, column.right) = (around.left.min(column.left), around.right.max(column.right));
        } else if let Some(wide) = long.iter().find(|long| (long.left - column.left).abs() < slack) {
            column.left = column.left.min(wide.left);
            column.right = column.right.max(wide.right);
        }
    }
}

/// Returns the edges of the column of a block: those of the column with its first line, else those of the block.
pub(super) fn edges(columns: &[Column], block: &StructuredBlock, facts: &[LineFacts]) -> (f32, f32) {
    let own = |lines: &[LineFacts]| {
        let left = lines.iter().map(|line| line.left).fold(f32::MAX, f32::min);
        (left, lines.iter().map(|line| line.right).fold(f32::MIN, f32::max))
    };
    // Columns are in the order of their lines.
    let behind = columns.partition_point(|column| column.lines.start <= block.lines.start);
    let column = behind.checked_sub(1).and_then(|index| columns.get(index));
    let column = column.filter(|column| block.lines.start < column.lines.end);
    column.map_or_else(|| own(block.lines.slice(facts)), |column| (column.left, column.right))
}

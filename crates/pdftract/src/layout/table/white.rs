//! Tables without rules: rows of a region whose gaps are aligned.

use std::cell::LazyCell;

use super::choice::is_music;
use super::draft::{Area, Draft};
use super::evidence::{Found, TITLE_SIZE, is_table};
use super::line_evidence::{LineEvidence, has_ruby};
use super::model::{Table, push_stand_in};
use super::word::{TextLine, TextSource};
use crate::layout::model::to_index;
use crate::layout::order::Region;
use crate::layout::row::Rows;
use crate::layout::ruling::{Ruling, Rulings};

/// The greatest distance between rows of one table, in font sizes.
const MAX_PITCH: f32 = 2.6;
/// The least number of rows with several cells.
const MIN_ROWS: usize = 3;
/// The most consecutive rows with one text between rows with several.
const MAX_SINGLE: usize = 3;
/// A single text over this fraction of the width of the first row is a line of prose.
const WIDE: f32 = 0.8;
/// The most segments of a region with tables; no sheet has so many cells, and larger regions are drawings.
const MAX_SEGMENTS: usize = 12_000;
/// The most glyphs of such a region. The words of its rows are held together, twice as large as the glyphs they are read from.
const MAX_INKED: u32 = 400_000;
/// The most times that a candidate that is not a table is cut in two.
const MAX_CUTS: u32 = 3;

/// Finds the tables of a region and replaces their text by segments that represent them.
pub(in crate::layout) fn find(
    region: &mut Region,
    rulings: &Rulings,
    rows: &mut Rows,
    source: TextSource<'_>,
    tables: &mut Vec<Table>,
) {
    if region.segments.len() > MAX_SEGMENTS || inked(region, rows) > MAX_INKED {
        return;
    }
    let row_of = |index: &u32| rows.segments.get(*index as usize).map(|segment| segment.row);
    let lines = || region.segments.chunk_by(|a, b| row_of(a) == row_of(b));
    if lines().filter(|line| line.len() >= 2).nth(MIN_ROWS - 1).is_none() {
        return;
    }
    let lines: Vec<&[u32]> = lines().collect();
    let mut clusters = clusters(&lines, rows);
    clusters.iter_mut().for_each(|cluster| *cluster = with_ends(*cluster, &lines, rows));
    if clusters.is_empty() {
        return;
    }
    let mut kept: Vec<u32> = Vec::with_capacity(region.segments.len());
    let mut at = 0;
    for (from, to) in clusters {
        let cluster = lines.get(from..to).unwrap_or_default();
        let texts: Vec<TextLine> =
            cluster.iter().map(|line| TextLine::or_blank(line, rows, source)).collect();
        for (start, end, draft) in drafts(&texts, rulings) {
            kept.extend(lines.get(at..from + start).unwrap_or_default().iter().copied().flatten());
            let table = draft.finish(rows);
            kept.extend(push_stand_in(&table, &mut rows.segments, to_index(tables.len())));
            tables.push(table);
            at = from + end;
        }
    }
    kept.extend(lines.get(at..).unwrap_or_default().iter().copied().flatten());
    region.segments = kept;
}

/// Returns the number of glyphs of a region that are not blank.
fn inked(region: &Region, rows: &Rows) -> u32 {
    let segments = region.segments.iter().filter_map(|&index| rows.segments.get(index as usize));
    segments.fold(0, |inked, segment| inked.saturating_add(segment.inked))
}

/// Returns ranges of rows that may be tables: most of their rows have several segments.
fn clusters(lines: &[&[u32]], rows: &Rows) -> Vec<(usize, usize)> {
    let is_table = |line: &[u32]| {
        let segment = line.first().and_then(|&index| rows.segments.get(index as usize));
        segment.is_some_and(|segment| super::model::stood_for(segment).is_some())
    };
    let place = |line: &[u32]| {
        let segment = line.first().and_then(|&index| rows.segments.get(index as usize));
        segment.map_or((0.0, 1.0), |segment| (segment.v, segment.size))
    };
    let extent = |line: &[u32]| {
        let members = line.iter().filter_map(|&index| rows.segments.get(index as usize));
        members.fold((f32::MAX, f32::MIN), |(u0, u1), s| (u0.min(s.u0), u1.max(s.u1)))
    };
    let is_across = |line: &[u32], start: usize| {
        let (u0, u1) = extent(lines.get(start).copied().unwrap_or_default());
        let (left, right) = extent(line);
        line.len() == 1 && right - left > WIDE * (u1 - u0)
    };
    let mut list: Vec<(usize, usize)> = Vec::new();
    let mut open: Option<(usize, usize, usize)> = None;
    for (index, line) in lines.iter().enumerate() {
        let is_far = index > 0
            && lines.get(index - 1).is_some_and(|above| {
                let ((v0, a), (v1, b)) = (place(above), place(line));
                let is_title =
                    (line.len() == 1 && b > TITLE_SIZE * a) || (above.len() == 1 && a > TITLE_SIZE * b);
                v1 - v0 > MAX_PITCH * f32::max(a, b) || is_title
            });
        if is_far || is_table(line) {
            list.extend(open.take().filter(|(_, _, several)| *several >= MIN_ROWS).map(|(a, b, _)| (a, b)));
        }
        if is_table(line) {
            continue;
        }
        match &mut open {
            Some((_, end, several)) if line.len() >= 2 => {
                *end = index + 1;
                *several += 1;
            }
            Some((start, end, several)) if index - *end >= MAX_SINGLE || is_across(line, *start) => {
                let enough = *several >= MIN_ROWS;
                list.extend(open.take().filter(|_| enough).map(|(a, b, _)| (a, b)));
            }
            Some(_) => {}
            None if line.len() >= 2 => open = Some((index, index + 1, 1)),
            None => {}
        }
    }
    list.extend(open.filter(|(_, _, several)| *several >= MIN_ROWS).map(|(a, b, _)| (a, b)));
    list
}

/// Adds close rows at both ends that may be lines of the first or the last cells.
fn with_ends((mut from, mut to): (usize, usize), lines: &[&[u32]], rows: &Rows) -> (usize, usize) {
    let segment = |index: usize| {
        let first = lines.get(index)?.first()?;
        rows.segments.get(*first as usize).filter(|segment| super::model::stood_for(segment).is_none())
    };
    let is_close = |above: usize, below: usize| match (segment(above), segment(below)) {
        (Some(above), Some(below)) => below.v - above.v < CLOSE * below.size.min(above.size),
        _ => false,
    };
    for _ in 0..MAX_END_LINES {
        from -= usize::from(from > 0 && is_close(from - 1, from));
        to += usize::from(is_close(to - 1, to));
    }
    (from, to)
}

/// The greatest distance between lines of one cell, in font sizes.
const CLOSE: f32 = 1.4;
/// The most lines of the first and the last row that may have a single text.
const MAX_END_LINES: usize = 2;

/// Returns the tables among some lines, from top to bottom, each with the range of its lines.
fn drafts<'l>(lines: &'l [TextLine], rulings: &Rulings) -> Vec<(usize, usize, Draft<'l>)> {
    // Read once, whatever is cut in two.
    let evidence: Vec<LineEvidence> = lines.iter().map(LineEvidence::of_line).collect();
    let together =
        |list: &[LineEvidence]| list.iter().copied().fold(LineEvidence::default(), LineEvidence::with);
    let mut stack = vec![(0, lines.len(), 0)];
    let mut found = Vec::new();
    while let Some((from, to, cuts)) = stack.pop() {
        let part = lines.get(from..to).unwrap_or_default();
        // No part of list items is a table.
        if part.len() < MIN_ROWS
            || part.iter().any(|line| line.words.is_empty())
            || evidence.get(from..to).unwrap_or_default().iter().all(LineEvidence::is_item_or_single)
        {
            continue;
        }
        let widest = from + largest_step(part);
        let Trimmed { start, end, partings } = trimmed(part);
        let (from, to) = (from + start, from + end);
        let part = lines.get(from..to).unwrap_or_default();
        let is_music = is_music(rulings, part);
        let is_refuted =
            || together(evidence.get(from..to).unwrap_or_default()).refutes(Found::ByWhite) || has_ruby(part);
        let draft = if !is_music && is_refuted() { None } else { Draft::new(area(part, partings, rulings)) };
        match draft {
            Some(_) if is_music => {}
            Some(draft) if is_table(&draft, Found::ByWhite) => found.push((from, to, draft)),
            _ if cuts < MAX_CUTS => {
                let at = widest.clamp(from, to);
                stack.push((at, to, cuts + 1));
                stack.push((from, at, cuts + 1));
            }
            _ => {}
        }
    }
    found
}

/// Returns the area of some lines without rules around them.
fn area<'l>(lines: &'l [TextLine], partings: Option<Vec<f32>>, rulings: &Rulings) -> Area<'l> {
    Area {
        level: level_within(lines, &rulings.bounds),
        rules: level_within(lines, &rulings.level),
        lines: lines.into(),
        partings,
        ..Area::default()
    }
}

/// Returns the line with the most white space above it.
fn largest_step(lines: &[TextLine]) -> usize {
    let step = |index: usize| match (index.checked_sub(1).and_then(|i| lines.get(i)), lines.get(index)) {
        (Some(above), Some(line)) => line.v - above.v,
        _ => 0.0,
    };
    (1..lines.len()).max_by(|a, b| step(*a).total_cmp(&step(*b)).then(b.cmp(a))).unwrap_or(1)
}

/// Lines without those at both ends that run over most columns.
struct Trimmed {
    start: usize,
    end: usize,
    /// The column boundaries of the lines, if none was removed.
    partings: Option<Vec<f32>>,
}

/// Leaves out lines at both ends that run over most columns, such as captions.
fn trimmed(lines: &[TextLine]) -> Trimmed {
    let partings = super::column::partings(lines, super::column::SHARE);
    let is_across = |line: &TextLine| {
        let pieces = super::piece::pieces(line, &partings);
        let crossed: usize = pieces.iter().map(|piece| piece.columns.1 - piece.columns.0).sum();
        (line.runs.len() < 2 && crossed > 0) || (partings.len() >= 2 && crossed * 3 >= partings.len() * 2)
    };
    let step = |index: usize| Some(lines.get(index + 1)?.v - lines.get(index)?.v);
    let usual = LazyCell::new(|| {
        let mut steps: Vec<f32> = (0..lines.len()).filter_map(step).collect();
        steps.sort_by(f32::total_cmp);
        steps.get(steps.len() / 2).copied().unwrap_or(0.0)
    });
    // `step` is the distance to the next line inside.
    let is_outside = |line: &TextLine, step: Option<f32>| {
        is_across(line) || (line.runs.len() < 2 && step.is_none_or(|step| step > TIGHT * *usual))
    };
    let start = lines.iter().zip(0..).take_while(|(line, n)| is_outside(line, step(*n))).count();
    let above = |n: usize| (lines.len() - 1 - n).checked_sub(1).and_then(step);
    let outside = lines.iter().rev().zip(0..).take_while(|(line, n)| is_outside(line, above(*n))).count();
    let end = lines.len() - outside.min(lines.len() - start);
    let end = super::extent::last_row_end(lines, end, &partings).max(start);
    Trimmed { start, end, partings: (end - start == lines.len()).then_some(partings) }
}

/// The greatest ratio of the line pitch within a cell to that between rows.
const TIGHT: f32 = 0.85;

/// Returns the horizontal rules between lines of text.
fn level_within(lines: &[TextLine], rulings: &[Ruling]) -> Vec<Ruling> {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return Vec::new() };
    let start = rulings.partition_point(|rule| rule.at < first.v);
    let within = rulings.iter().skip(start).take_while(|rule| rule.at < last.v);
    if within.clone().next().is_none() {
        return Vec::new();
    }
    let left = lines.iter().flat_map(|line| &line.words).map(|word| word.u0).fold(f32::MAX, f32::min);
    let right = lines.iter().flat_map(|line| &line.words).map(|word| word.u1).fold(f32::MIN, f32::max);
    within.filter(|rule| rule.to > left && rule.from < right).copied().collect()
}

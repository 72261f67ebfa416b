//! Tables without rules: rows of a region whose gaps are aligned.

use super::choice::is_music;
use super::draft::{Area, Draft};
use super::evidence::{Found, TITLE_SIZE, is_table};
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
    if region.segments.len() > MAX_SEGMENTS {
        return;
    }
    let row_of = |index: &u32| rows.segments.get(*index as usize).map(|segment| segment.row);
    let lines: Vec<&[u32]> = region.segments.chunk_by(|a, b| row_of(a) == row_of(b)).collect();
    let mut clusters = clusters(&lines, rows);
    clusters.iter_mut().for_each(|cluster| *cluster = with_ends(*cluster, &lines, rows));
    if clusters.is_empty() {
        return;
    }
    let lines: Vec<Vec<u32>> = lines.into_iter().map(<[u32]>::to_vec).collect();
    let mut kept: Vec<u32> = Vec::with_capacity(region.segments.len());
    let mut at = 0;
    for (from, to) in clusters {
        for (from, to, draft) in drafts(&lines, from, to, rulings, rows, source) {
            kept.extend(lines.get(at..from).unwrap_or_default().iter().flatten());
            let table = draft.finish(rows);
            kept.extend(push_stand_in(&table, &mut rows.segments, to_index(tables.len())));
            tables.push(table);
            at = to;
        }
    }
    kept.extend(lines.get(at..).unwrap_or_default().iter().flatten());
    region.segments = kept;
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

/// Returns the tables among some rows, from top to bottom, each with the range of its rows.
fn drafts(
    lines: &[Vec<u32>],
    from: usize,
    to: usize,
    rulings: &Rulings,
    rows: &Rows,
    source: TextSource<'_>,
) -> Vec<(usize, usize, Draft)> {
    let cluster = lines.get(from..to).unwrap_or_default();
    // Read once, whatever is cut in two.
    let all: Vec<Option<TextLine>> = cluster.iter().map(|line| TextLine::new(line, rows, source)).collect();
    let start = from;
    let mut stack = vec![(from, to, 0)];
    let mut found = Vec::new();
    while let Some((from, to, cuts)) = stack.pop() {
        if from + MIN_ROWS > to {
            continue;
        }
        let part = all.get(from - start..to - start).unwrap_or_default();
        let Some(texts) = part.iter().cloned().collect::<Option<Vec<TextLine>>>() else { continue };
        let widest = largest_step(&texts);
        let (skip, texts) = trimmed(texts);
        let (from, to) = (from + skip, from + skip + texts.len());
        let area = Area {
            level: level_within(&texts, &rulings.bounds),
            rules: level_within(&texts, &rulings.level),
            lines: texts,
            ..Area::default()
        };
        match Draft::new(area) {
            Some(draft) if is_music(rulings, draft.lines()) => {}
            Some(draft) if is_table(&draft, Found::ByWhite) => found.push((from, to, draft)),
            _ if cuts < MAX_CUTS => {
                let at = (from + widest.saturating_sub(skip)).clamp(from, to);
                stack.push((at, to, cuts + 1));
                stack.push((from, at, cuts + 1));
            }
            _ => {}
        }
    }
    found
}

/// Returns the line with the most white space above it.
fn largest_step(lines: &[TextLine]) -> usize {
    let step = |index: usize| match (index.checked_sub(1).and_then(|i| lines.get(i)), lines.get(index)) {
        (Some(above), Some(line)) => line.v - above.v,
        _ => 0.0,
    };
    (1..lines.len()).max_by(|a, b| step(*a).total_cmp(&step(*b)).then(b.cmp(a))).unwrap_or(1)
}

/// Removes lines at both ends that run over most columns, such as captions; returns the number removed at the start.
fn trimmed(mut lines: Vec<TextLine>) -> (usize, Vec<TextLine>) {
    let refs: Vec<&TextLine> = lines.iter().collect();
    let partings = super::column::partings(&refs, super::column::SHARE);
    let is_across = |line: &TextLine| {
        let pieces = super::piece::pieces(0, line, &partings);
        let crossed: usize = pieces.iter().map(|piece| piece.columns.1 - piece.columns.0).sum();
        (line.runs.len() < 2 && crossed > 0) || (partings.len() >= 2 && crossed * 3 >= partings.len() * 2)
    };
    let mut steps: Vec<f32> =
        lines.windows(2).filter_map(|pair| Some(pair.last()?.v - pair.first()?.v)).collect();
    let (first_step, last_step) = (steps.clone(), steps.iter().rev().copied().collect::<Vec<f32>>());
    steps.sort_by(f32::total_cmp);
    let usual = steps.get(steps.len() / 2).copied().unwrap_or(0.0);
    let is_outside = |line: &TextLine, step: Option<&f32>| {
        is_across(line) || (line.runs.len() < 2 && step.is_none_or(|step| *step > TIGHT * usual))
    };
    let skip = lines.iter().zip(0..).take_while(|(line, n)| is_outside(line, first_step.get(*n))).count();
    let end = lines.iter().rev().zip(0..).take_while(|(line, n)| is_outside(line, last_step.get(*n))).count();
    let end = lines.len() - end.min(lines.len() - skip.min(lines.len()));
    lines.truncate(super::extent::last_row_end(&lines, end, &partings));
    lines.drain(..skip.min(lines.len()));
    (skip, lines)
}

/// The greatest ratio of the line pitch within a cell to that between rows.
const TIGHT: f32 = 0.85;

/// Returns the horizontal rules between lines of text.
fn level_within(lines: &[TextLine], rulings: &[Ruling]) -> Vec<Ruling> {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return Vec::new() };
    let left = lines.iter().flat_map(|line| &line.words).map(|word| word.u0).fold(f32::MAX, f32::min);
    let right = lines.iter().flat_map(|line| &line.words).map(|word| word.u1).fold(f32::MIN, f32::max);
    let start = rulings.partition_point(|rule| rule.at < first.v);
    let within = rulings.iter().skip(start).take_while(|rule| rule.at < last.v);
    within.filter(|rule| rule.to > left && rule.from < right).copied().collect()
}

//! Tables between horizontal rules: rules above, below and under the header, or stripes behind rows, without vertical
//! rules.
//!
//! Rules of equal length above each other bound a candidate. A header may be above the first of them, and rows may
//! continue below the last.

use std::ops::Range;

use super::draft::{Area, Draft};
use super::evidence::{Found, TITLE_SIZE, is_table};
use super::extent::last_row_end;
use super::line_evidence::LineEvidence;
use super::piece::pieces;
use super::run_scan::{most_runs, see_run_starts};
use super::word::{TextLine, TextSource};
use crate::layout::model::{IndexRange, to_index};
use crate::layout::row::{Rows, Segment};
use crate::layout::ruling::{Ruling, Rulings};

/// The greatest difference between the ends of rules of equal length, in points.
const SAME_END: f32 = 4.0;
/// The least length of a rule, in points; shorter ones underline words.
const MIN_LENGTH: f32 = 60.0;
/// The greatest distance of text outside the ends of the rules, in points.
const MARGIN: f32 = 4.0;
/// The greatest line pitch within a table, in font sizes, unless rules are between the lines.
const MAX_PITCH: f32 = 2.4;
/// The greatest distance of a header above the rule under it, in font sizes.
const HEAD_ABOVE: f32 = 1.9;
/// Cells keep their text at least this far, in points, from the ends of the level lines.
const CELL_PADDING: f32 = 2.0;
/// Heads above the first level line have at most so many lines.
const MAX_HEAD_LINES: usize = 4;
/// A single text over this fraction of the width is a line of prose.
const WIDE: f32 = 0.7;
/// The greatest distance between the starts of texts that are in one column, in points.
const SAME_START: f32 = 1.0;
/// The least number of rows whose texts begin at the same place where they make a column.
const MIN_ALIGNED: usize = 3;
/// The most rules of equal length; more are graph paper.
const MAX_RULES: usize = 400;
/// The most horizontal rules of a page; pages with more are drawings.
const MAX_LEVEL: usize = 1_500;

/// Returns whether a candidate would be given up for a table that is known already, given some lines of text between its
/// level lines and the number of its texts. More lines or fewer texts do not make it better.
pub(super) type IsSettled<'s> = &'s dyn Fn(&[TextLine], usize) -> bool;

/// Returns the tables between level lines of a frame. Without `is_settled`, no table is known yet.
pub(super) fn drafts(
    rulings: &Rulings,
    rows: &Rows,
    source: TextSource<'_>,
    is_settled: Option<IsSettled<'_>>,
) -> Vec<Draft<'static>> {
    if rulings.bounds.len() > MAX_LEVEL {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut field = Field::default();
    for group in groups(&rulings.bounds) {
        field.fill(&group, rows);
        field.mark_parted(&group, rows, source);
        for chain in field.chains(&group) {
            found.extend(field.draft(chain, rulings, (rows, source), is_settled));
        }
    }
    found
}

/// Returns groups of horizontal rules of equal length, from top to bottom.
fn groups(level: &[Ruling]) -> Vec<Vec<Ruling>> {
    let mut list: Vec<Vec<Ruling>> = Vec::new();
    for rule in level.iter().filter(|rule| rule.to - rule.from >= MIN_LENGTH) {
        let is_same = |first: &Ruling| {
            (first.from - rule.from).abs() < SAME_END && (first.to - rule.to).abs() < SAME_END
        };
        match list.iter_mut().find(|group| group.first().is_some_and(is_same)) {
            Some(group) => group.push(*rule),
            None => list.push(vec![*rule]),
        }
    }
    list.retain(|group| group.len() <= MAX_RULES);
    list
}

/// The rows of text within the ends of horizontal rules.
#[derive(Default)]
struct Field {
    from: f32,
    to: f32,
    rows: Vec<FieldRow>,
    /// The segments of all rows, one row after the other.
    segments: Vec<u32>,
}

/// The segments of one row within a field.
struct FieldRow {
    v: f32,
    size: f32,
    /// Its segments, as a range of those of the field.
    segments: IndexRange,
    /// The width of its widest segment.
    widest: f32,
    /// The left edge of its first segment.
    left: f32,
    /// The centre of its first segment.
    centre: f32,
    /// `true` if a segment of the row begins within the field and ends outside.
    sticks_out: bool,
    /// `true` if it is a single segment with a gap where other rows part their columns.
    is_parted: bool,
}

impl FieldRow {
    /// Returns the height of the middle of its letters.
    fn middle(&self) -> f32 {
        self.v - 0.3 * self.size
    }
}

impl Field {
    /// Replaces its rows by those between the ends of other rules.
    fn fill(&mut self, group: &[Ruling], rows: &Rows) {
        let (from, to) = group.first().map_or((0.0, 0.0), |rule| (rule.from - MARGIN, rule.to + MARGIN));
        (self.from, self.to) = (from, to);
        self.rows.clear();
        self.segments.clear();
        let mut last_row = None;
        for (index, segment) in (0u32..).zip(&rows.segments) {
            if segment.u1 < from || segment.u0 > to {
                continue;
            }
            if last_row != Some(segment.row) {
                last_row = Some(segment.row);
                let &Segment { v, size, u0, u1, .. } = segment;
                let centre = f32::midpoint(u0, u1);
                let start = to_index(self.segments.len());
                self.rows.push(FieldRow {
                    v,
                    size,
                    left: u0,
                    centre,
                    segments: IndexRange { start, end: start },
                    widest: 0.0,
                    sticks_out: false,
                    is_parted: false,
                });
            }
            if let Some(row) = self.rows.last_mut() {
                self.segments.push(index);
                row.segments.end += 1;
                row.widest = row.widest.max(segment.u1 - segment.u0);
                row.size = row.size.max(segment.size);
                row.sticks_out |= segment.u0 < from || segment.u1 > to;
            }
        }
    }

    /// Finds rows whose cells are so close to each other that they are one segment.
    fn mark_parted(&mut self, group: &[Ruling], rows: &Rows, source: TextSource<'_>) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
        let (start, end) = self.between(first.at, last.at);
        let inner = self.rows.get(start..end).unwrap_or_default();
        let mut starts: Vec<f32> = Vec::new();
        for row in inner.iter().filter(|row| !row.sticks_out) {
            let later = row.segments.slice(&self.segments).iter().skip(1);
            starts.extend(later.filter_map(|&index| rows.segments.get(index as usize)).map(|one| one.u0));
        }
        starts.sort_by(f32::total_cmp);
        let columns: Vec<f32> = starts
            .chunk_by(|a, b| b - a < SAME_START)
            .filter(|same| same.len() >= MIN_ALIGNED)
            .filter_map(|same| same.first().copied())
            .collect();
        if columns.is_empty() {
            return;
        }
        let is_column = |u: f32| columns.iter().any(|column| (u - column).abs() < SAME_START);
        let is_wide = |row: &FieldRow| self.is_prose(row) && !row.sticks_out;
        let is_parted = |row: &FieldRow| {
            let segments = row.segments.slice(&self.segments);
            let mut meets_column = false;
            let is_known = see_run_starts(segments, rows, source, |u| meets_column |= is_column(u));
            let line = || TextLine::new(segments, rows, source);
            (meets_column || !is_known)
                && line().is_some_and(|line| line.runs.iter().skip(1).any(|run| is_column(run.u0)))
        };
        let parted: Vec<bool> = inner.iter().map(|row| is_wide(row) && is_parted(row)).collect();
        for (row, is_parted) in self.rows.iter_mut().skip(start).zip(parted) {
            row.is_parted = is_parted;
        }
    }

    /// Returns `true` if a row is a line of running text rather than cells.
    fn is_prose(&self, row: &FieldRow) -> bool {
        let is_wide = row.segments.len() < 2 && row.widest > WIDE * (self.to - self.from);
        row.sticks_out || (is_wide && !row.is_parted)
    }

    /// Returns the rows between two heights, as a range.
    fn between(&self, top: f32, bottom: f32) -> (usize, usize) {
        let start = self.rows.partition_point(|row| row.middle() < top);
        let end = self.rows.partition_point(|row| row.middle() < bottom);
        (start, end.max(start))
    }

    /// Divides horizontal rules into those of one table each: running text between two of them separates tables.
    fn chains<'g>(&self, group: &'g [Ruling]) -> Vec<&'g [Ruling]> {
        let mut list = Vec::new();
        let mut start = 0;
        for index in 1..=group.len() {
            let goes_on = match (group.get(index - 1), group.get(index)) {
                (Some(above), Some(below)) => self.is_band(above.at, below.at),
                _ => false,
            };
            if !goes_on {
                list.extend(group.get(start..index));
                start = index;
            }
        }
        list
    }

    /// Returns `true` if the rows between two horizontal rules may be rows of one table.
    fn is_band(&self, top: f32, bottom: f32) -> bool {
        let (start, end) = self.between(top, bottom);
        let rows = self.rows.get(start..end).unwrap_or_default();
        let size = rows.first().map_or(10.0, |row| row.size);
        let several = rows.iter().filter(|row| row.segments.len() >= 2).count();
        let prose = rows.iter().filter(|row| self.is_prose(row)).count();
        // The title of an invoice between the rule of the letterhead and its table is not a row.
        let largest = rows.iter().map(|row| row.size).fold(0.0, f32::max);
        let smallest = rows.iter().map(|row| row.size).fold(f32::MAX, f32::min);
        if rows.len() > 2 && largest > TITLE_SIZE * smallest {
            return false;
        }
        match rows.len() {
            0 => bottom - top < 3.0 * size,
            // A line of text and the page number below it are not rows above a rule at the foot of the page.
            1 | 2 => prose == 0 && (several > 0 || self.is_close(rows)),
            count => {
                // Labels of several lines beside a single line of numbers.
                let is_labelled = several * 3 >= count && prose == 0;
                (several * 2 >= count || is_labelled) && prose * 5 <= count && self.is_dense(rows)
            }
        }
    }

    /// Returns `true` if rows follow each other like lines of text.
    fn is_close(&self, rows: &[FieldRow]) -> bool {
        rows.windows(2).all(|pair| match pair {
            [a, b] => b.v - a.v < MAX_PITCH * a.size.max(b.size),
            _ => true,
        })
    }

    /// Returns `true` if no wide gap separates rows.
    fn is_dense(&self, rows: &[FieldRow]) -> bool {
        rows.windows(2).all(|pair| match pair {
            [a, b] => b.v - a.v < 2.0 * MAX_PITCH * a.size.max(b.size),
            _ => true,
        })
    }

    /// Returns the table that some horizontal rules bound.
    fn draft(
        &self,
        chain: &[Ruling],
        rulings: &Rulings,
        text: (&Rows, TextSource<'_>),
        is_settled: Option<IsSettled<'_>>,
    ) -> Option<Draft<'static>> {
        let (first, last) = (chain.first()?, chain.last()?);
        let (inner_start, inner_end) = self.between(first.at, last.at);
        let start = self.head_above(inner_start, first.at, chain.len() == 1, text).unwrap_or(inner_start);
        let limit = self.rows_below(inner_end, last.at);
        if limit < start + 2 {
            return None;
        }
        let mut lines = self.lines(start..limit, inner_start..inner_end, text, is_settled)?;
        self.trim_head(&mut lines, inner_start - start, chain.len() == 1);
        let is_rule = rulings.level.iter().any(|rule| (rule.at - last.at).abs() < 2.0 && rule.to > last.from);
        // Sums have a rule above and another below them, which is shorter than a stripe.
        let is_sum = |row: &FieldRow| {
            let below = row.v - 0.3 * row.size..row.v + row.size;
            let is_inside = |rule: &Ruling| rule.from > self.from && rule.to < self.to;
            rulings.level.iter().any(|rule| below.contains(&rule.at) && is_inside(rule))
        };
        let is_rule = is_rule && !self.rows.get(inner_end).is_some_and(is_sum);
        let partings = self.trim_tail(&mut lines, first.at, last.at, is_rule);
        let bottom = lines.last()?.v;
        if bottom - 0.3 * lines.last()?.size < first.at {
            // Nothing but text above a rule, such as a running head of two columns.
            return None;
        }
        if LineEvidence::of_lines(&lines).refutes(Found::ByRules) {
            return None;
        }
        let top = lines.first()?.top - lines.first()?.size;
        let is_within = |rule: &&Ruling| {
            rule.at > top
                && rule.at < bottom.max(last.at) + 1.0
                && rule.from > self.from - MARGIN
                && rule.to < self.to + MARGIN
        };
        let level = rulings.bounds.iter().filter(is_within).copied().collect();
        let rules = rulings.level.iter().filter(is_within).copied().collect();
        let sides = Some((self.from + MARGIN, self.to - MARGIN));
        let draft =
            Draft::new(Area { lines: lines.into(), level, rules, uprights: Vec::new(), sides, partings })?;
        is_table(&draft, Found::ByRules).then_some(draft)
    }

    /// Returns the lines of the rows of a candidate; `None` if none of them has several texts, or if the candidate is
    /// settled. The rows in `inner` stay whatever is trimmed.
    fn lines(
        &self,
        all: Range<usize>,
        inner: Range<usize>,
        text: (&Rows, TextSource<'_>),
        is_settled: Option<IsSettled<'_>>,
    ) -> Option<Vec<TextLine>> {
        let rows = self.rows.get(all.clone())?;
        // Most candidates that are given up are so without reading their words.
        if rows.iter().all(|row| row.segments.len() == 1)
            && rows.iter().all(|row| self.most_runs(row, text) == Some(1))
        {
            return None;
        }
        let first = is_settled.and_then(|_| self.line(self.rows.get(inner.clone())?.first()?, text));
        if let Some((is_settled, line)) = is_settled.zip(first.as_ref().map(std::slice::from_ref))
            && is_settled(line, 0)
            && let Some(texts) = rows.iter().map(|row| self.most_runs(row, text)).sum()
            && is_settled(line, texts)
        {
            return None;
        }
        let lines: Vec<TextLine> = rows.iter().map(|row| self.line(row, text)).collect::<Option<_>>()?;
        // Columns need gaps between texts.
        if lines.iter().all(|line| line.runs.len() < 2) {
            return None;
        }
        // No text has more cells than runs.
        let texts = lines.iter().map(|line| line.runs.len()).sum();
        let inner = lines.get(inner.start - all.start..inner.end - all.start).unwrap_or_default();
        (!is_settled.is_some_and(|is_settled| is_settled(inner, texts))).then_some(lines)
    }

    /// Returns the line of a row; `None` if it has no words.
    fn line(&self, row: &FieldRow, (rows, source): (&Rows, TextSource<'_>)) -> Option<TextLine> {
        TextLine::new(row.segments.slice(&self.segments), rows, source)
    }

    /// Returns a number of runs that a row does not exceed; `None` if its words must be read to tell.
    fn most_runs(&self, row: &FieldRow, (rows, source): (&Rows, TextSource<'_>)) -> Option<usize> {
        most_runs(row.segments.slice(&self.segments), rows, source)
    }

    /// Returns `true` if a row is centred between the ends of the horizontal rules.
    fn is_centred(&self, row: &FieldRow) -> bool {
        (row.centre - f32::midpoint(self.from, self.to)).abs() < row.size
    }

    /// Returns whether a row begins where the first row below the level line does, indented from that line.
    fn is_over_column(&self, row: &FieldRow, below: Option<&FieldRow>) -> bool {
        row.left - (self.from + MARGIN) > CELL_PADDING
            && below.is_some_and(|below| (below.left - row.left).abs() < 0.3 * row.size)
    }

    /// Returns the first row of a head that is above the first level line.
    fn head_above(
        &self,
        start: usize,
        rule: f32,
        is_open: bool,
        text: (&Rows, TextSource<'_>),
    ) -> Option<usize> {
        let has_runs = |row: &FieldRow| {
            self.most_runs(row, text) != Some(1)
                && self.line(row, text).is_some_and(|line| line.runs.len() >= 2)
        };
        let mut first = None;
        let mut below = rule;
        for index in (0..start).rev().take(MAX_HEAD_LINES) {
            let row = self.rows.get(index)?;
            if row.sticks_out || below - row.v >= HEAD_ABOVE * row.size {
                break;
            }
            // Heads that are close to each other may be one segment.
            let is_several = row.segments.len() >= 2 || (is_open && has_runs(row));
            let is_over = self.is_over_column(row, self.rows.get(start));
            // Captions begin at the left; heads of several columns do not.
            let is_head = match first.and_then(|first: usize| self.rows.get(first)) {
                Some(nearest) => is_over || row.left > nearest.left + row.size,
                None => is_open && (self.is_centred(row) || is_over),
            };
            if !is_several && (self.is_prose(row) || !is_head) {
                break;
            }
            below = row.v - 0.3 * row.size;
            first = Some(index);
        }
        first
    }

    /// Returns the end of the rows that may belong to a table whose last horizontal rule is above them.
    fn rows_below(&self, end: usize, rule: f32) -> usize {
        let mut limit = end;
        let mut above = rule;
        while let Some(row) = self.rows.get(limit) {
            let last = limit.checked_sub(1).filter(|&last| last >= end).and_then(|last| self.rows.get(last));
            let is_title =
                row.segments.len() == 1 && last.is_some_and(|last| row.size > TITLE_SIZE * last.size);
            if row.v - above > MAX_PITCH * row.size || self.is_prose(row) || is_title {
                break;
            }
            above = row.v;
            limit += 1;
        }
        limit
    }

    /// Removes lines above the first rule that are not headers: they do not fit the columns below.
    fn trim_head(&self, lines: &mut Vec<TextLine>, above: usize, is_open: bool) {
        if above == 0 {
            return;
        }
        let partings_from = |first: usize| {
            super::column::partings(lines.get(first..).unwrap_or_default(), super::column::SHARE)
        };
        let partings = partings_from(above);
        let fits_in = |line: &TextLine, partings: &[f32]| {
            let list = pieces(line, partings);
            let crossing = list.iter().filter(|piece| piece.columns.1 > piece.columns.0).count();
            list.len() >= 2 && crossing * 2 <= list.len()
        };
        // Heads may be wider than all that is below them; then they part the columns elsewhere.
        let fits = |line: &TextLine| {
            fits_in(line, &partings) || {
                let wider = partings_from(above.saturating_sub(1));
                wider.len() >= partings.len() && fits_in(line, &wider)
            }
        };
        // A caption covers the first column and others, or all of them.
        let is_caption = |line: &TextLine| {
            let first = pieces(line, &partings).first().map_or((0, 0), |piece| piece.columns);
            first.0 == 0 && first.1 > 0
        };
        let nearest = above.checked_sub(1).and_then(|index| lines.get(index));
        let is_head = nearest.is_some_and(|line| fits(line) || (is_open && line.runs.len() == 1));
        let heads =
            lines.iter().take(above.saturating_sub(1)).rev().take_while(|line| !is_caption(line)).count() + 1;
        lines.drain(..if is_head { above.saturating_sub(heads) } else { above });
    }

    /// Removes the lines below the last rule from the first one that does not fit the columns. Returns the column
    /// boundaries of the lines if they were found and none was removed.
    fn trim_tail(&self, lines: &mut Vec<TextLine>, first: f32, last: f32, is_rule: bool) -> Option<Vec<f32>> {
        let inner = lines.iter().filter(|line| line.v - 0.3 * line.size < last).count();
        let is_open = last - first < 1.0;
        if inner >= lines.len() {
            return None;
        }
        let partings = super::column::partings(lines, super::column::SHARE);
        let mut keep = inner;
        for (index, line) in lines.iter().enumerate().skip(inner) {
            let list = pieces(line, &partings);
            let fits = list.iter().all(|piece| piece.columns.0 == piece.columns.1);
            if !fits {
                break;
            }
            if list.len() >= 2 {
                keep = index + 1;
            } else if list.first().is_some_and(|piece| piece.columns.0 == 0) && index > keep + 1 {
                break;
            }
        }
        keep = last_row_end(lines, keep, &partings);
        // A table that ends with a rule does not continue below it, unless its rules separate single rows.
        let closed = is_rule && !is_open && inner >= 3 && keep - inner <= 1;
        let end = if closed { inner } else { keep };
        let is_whole = end >= lines.len();
        lines.truncate(end);
        is_whole.then_some(partings)
    }
}

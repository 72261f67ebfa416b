//! Reading order: cuts the rows of a frame into regions that are read one after the other.
//!
//! The rows are searched from top to bottom for bands with a gutter through them. A band is cut into columns when
//! both sides of its gutter read as text of their own; tables, forms and numbered lists look alike but are read row
//! by row. Columns are cut again until there is nothing left to cut. Only geometry decides, so that the drawing order
//! does not matter, except where two narrow columns could also be a table: then what was drawn together stays
//! together.

use std::cell::Cell;

use super::gutter::{Gutter, InkSpan, RowInk, Strips, has_room};
use super::gutter_sides::{MIN_ROWS, Sides, are_cells, changes};
use super::row::Segment;
use super::ruling::SplitRule;
use crate::clock;

/// Segments that are read row by row.
#[derive(Debug, Default)]
pub(super) struct Region {
    /// The indices of its segments, row by row, each row from left to right.
    pub(super) segments: Vec<u32>,
}

/// The most segments of a region that is cut; larger ones are drawings.
const MAX_SEGMENTS: usize = 6_000;
/// Rows that may be looked at, again for each gutter: this many for each segment of a frame.
const STEPS_PER_SEGMENT: usize = 256;
/// Rows that may be looked at in all frames of a page besides.
const FEWEST_STEPS: usize = 200_000;
/// Rows that may be looked at on any page. The densest page of text has some thousand segments.
const MOST_STEPS: usize = 4_000_000;
/// If only margins are left after this many rows, there are no columns.
const LOOK_AHEAD: usize = 3;
/// A vertical gap of this many font sizes ends a band.
const BAND_GAP: f32 = 3.5;

/// The rows that may still be looked at for gutters. Text has some dozens of rows; a drawing must not cost their square. All frames
/// of a page share the steps that do not depend on their size, since a page may have hundreds of frames.
#[derive(Debug)]
pub(super) struct Steps {
    left: Cell<usize>,
    /// Steps that frames may still add.
    reserve: Cell<usize>,
}

impl Default for Steps {
    fn default() -> Self {
        Self { left: Cell::new(FEWEST_STEPS), reserve: Cell::new(MOST_STEPS) }
    }
}

impl Steps {
    fn add_segments(&self, segments: usize) {
        let added = (STEPS_PER_SEGMENT * segments).min(self.reserve.get());
        self.reserve.set(self.reserve.get() - added);
        self.left.set(self.left.get() + added);
    }

    fn spend(&self, rows: usize) {
        self.left.set(self.left.get().saturating_sub(rows));
    }

    fn are_spent(&self) -> bool {
        self.left.get() == 0
    }
}

/// Sorts segments, given by index, into regions in reading order.
pub(super) fn regions(
    segments: &[Segment],
    mut all: Vec<u32>,
    right_to_left: bool,
    hints: Hints<'_>,
) -> Vec<Region> {
    let key = |&index: &u32| segments.get(index as usize).map_or((0, 0.0), |s| (s.row, s.u0));
    all.sort_by(|a, b| {
        let (a, b) = (key(a), key(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    hints.steps.add_segments(all.len());
    let mut stack = vec![Region { segments: all }];
    let mut done = Vec::new();
    let (mut buffers, mut strips) = (CutterBuffers::default(), Strips::default());
    while let Some(region) = stack.pop() {
        let cutter = Cutter::new(segments, &region, right_to_left, hints, buffers);
        let parts = cutter.cut(&mut strips);
        buffers = cutter.buffers;
        match parts {
            Some(parts) if stack.len() < MAX_SEGMENTS => stack.extend(parts.into_iter().rev()),
            _ => done.push(region),
        }
    }
    done
}

/// One row within a region.
#[derive(Debug, Clone, Copy)]
struct RowSpan {
    start: usize,
    end: usize,
    u0: f32,
    u1: f32,
    top: f32,
    bottom: f32,
    size: f32,
    /// The width of the widest segment, in font sizes.
    widest: f32,
    /// The row before which its band ends: the next one below a vertical gap.
    band_end: usize,
}

/// What a [`Cutter`] reads repeatedly, in vectors that serve one region after the other.
#[derive(Default)]
struct CutterBuffers {
    /// The segments of the region in its order, reduced to the fields that are read repeatedly.
    ink_spans: Vec<InkSpan>,
    rows: Vec<RowSpan>,
}

struct Cutter<'s> {
    segments: &'s [Segment],
    region: &'s Region,
    buffers: CutterBuffers,
    right_to_left: bool,
    hints: Hints<'s>,
}

/// The data that all regions of a frame share.
#[derive(Clone, Copy)]
pub(super) struct Hints<'s> {
    /// Rules that end on both sides of a gutter.
    pub(super) splits: &'s [SplitRule],
    /// Rows that may still be looked at for gutters.
    pub(super) steps: &'s Steps,
    /// Returns the number that a segment begins with.
    pub(super) number_of: &'s dyn Fn(&Segment) -> Option<u32>,
    /// Returns whether a segment is a label: it ends with a colon.
    pub(super) is_label: &'s dyn Fn(&Segment) -> bool,
}

impl<'s> Cutter<'s> {
    fn new(
        segments: &'s [Segment],
        region: &'s Region,
        right_to_left: bool,
        hints: Hints<'s>,
        buffers: CutterBuffers,
    ) -> Self {
        let CutterBuffers { mut ink_spans, mut rows } = buffers;
        ink_spans.clear();
        rows.clear();
        rows.reserve(region.segments.len());
        ink_spans.reserve(region.segments.len());
        let mut last_row = None;
        let members = region.segments.iter().filter_map(|&index| segments.get(index as usize));
        for (position, segment) in members.enumerate() {
            let span = InkSpan::new(segment);
            match rows.last_mut() {
                Some(row) if last_row == Some(segment.row) => row.add(position, segment, &span),
                _ => rows.push(RowSpan::new(position, segment, &span)),
            }
            last_row = Some(segment.row);
            ink_spans.push(span);
        }
        find_bands(&mut rows);
        Self { segments, region, buffers: CutterBuffers { ink_spans, rows }, right_to_left, hints }
    }

    fn rows(&self) -> &[RowSpan] {
        &self.buffers.rows
    }

    fn ink_spans(&self, row: &RowSpan) -> &[InkSpan] {
        self.buffers.ink_spans.get(row.start..row.end).unwrap_or_default()
    }

    /// Returns the parts of the region in reading order; `None` when it is not cut.
    fn cut(&self, strips: &mut Strips) -> Option<Vec<Region>> {
        if self.rows().len() < 2 || self.region.segments.len() > MAX_SEGMENTS {
            return None;
        }
        let mut parts = Vec::new();
        let (mut row, mut flow) = (0, 0);
        while row < self.rows().len() {
            if self.hints.steps.are_spent() || clock::is_over_often() {
                return None;
            }
            let Some(gutter) = self.gutter(row, strips) else {
                row += 1;
                continue;
            };
            self.push(flow, row, |_| true, &mut parts);
            let middle = gutter.middle();
            let side = |left: bool| move |s: &Segment| (f32::midpoint(s.u0, s.u1) < middle) == left;
            self.push(row, gutter.end, side(!self.right_to_left), &mut parts);
            self.push(row, gutter.end, side(self.right_to_left), &mut parts);
            (row, flow) = (gutter.end, gutter.end);
        }
        if parts.is_empty() {
            return None;
        }
        self.push(flow, self.rows().len(), |_| true, &mut parts);
        (parts.len() > 1).then_some(parts)
    }

    /// Adds the segments of some rows that satisfy `keep`.
    fn push(&self, from: usize, to: usize, keep: impl Fn(&Segment) -> bool, parts: &mut Vec<Region>) {
        let segments: Vec<u32> =
            self.indices(from, to).filter(|&(_, segment)| keep(segment)).map(|(index, _)| index).collect();
        if !segments.is_empty() {
            parts.push(Region { segments });
        }
    }

    fn indices(&self, from: usize, to: usize) -> impl Iterator<Item = (u32, &'s Segment)> + '_ {
        let rows = self.rows().get(from..to).unwrap_or_default();
        let (start, end) = (rows.first().map_or(0, |r| r.start), rows.last().map_or(0, |r| r.end));
        let list = self.region.segments.get(start..end).unwrap_or_default();
        list.iter().filter_map(|&index| Some((index, self.segments.get(index as usize)?)))
    }

    /// Returns the gutter that runs through the most rows from a given one on and separates columns.
    fn gutter(&self, from: usize, strips: &mut Strips) -> Option<Gutter> {
        self.find_gutters(from, strips);
        let found = &mut strips.gutters;
        found.sort_by(|a, b| b.end.cmp(&a.end).then((b.u1 - b.u0).total_cmp(&(a.u1 - a.u0))));
        let has_splits = !self.hints.splits.is_empty();
        let is_split = |gutter: &Gutter| has_splits && self.splits_in(from, gutter).next().is_some();
        let found = found
            .iter()
            .find(|gutter| {
                let rows = self.beside(from, gutter);
                self.hints.steps.spend(rows.len());
                if are_cells(rows.flatten(), gutter) && !is_split(gutter) {
                    return false;
                }
                let sides = Sides::new(self.beside(from, gutter), gutter);
                let changes = || changes(self.beside(from, gutter).flatten(), gutter);
                sides.are_columns(gutter, changes, || self.has_labels(from, gutter))
                    || (is_split(gutter) && sides.have_rows())
            })
            .copied()?;
        Some(Gutter { end: self.end_of_cards(from, &found), ..found })
    }

    /// Returns the rows that a gutter runs through.
    fn beside(&self, from: usize, gutter: &Gutter) -> impl ExactSizeIterator<Item = &[InkSpan]> {
        let rows = self.rows().get(from..gutter.end).unwrap_or_default();
        rows.iter().map(|row| self.ink_spans(row))
    }

    /// Returns the rules that a gutter interrupts.
    fn splits_in(&self, from: usize, gutter: &Gutter) -> impl Iterator<Item = &'s SplitRule> + '_ {
        let rows = self.rows().get(from..gutter.end).unwrap_or_default();
        let (top, bottom) =
            (rows.first().map_or(0.0, |row| row.top), rows.last().map_or(0.0, |row| row.bottom));
        // Lines that do not fill their column make the gutter wider than the gap between the rules.
        let (u0, u1) = (gutter.u0, gutter.u1);
        let is_in =
            move |split: &&SplitRule| split.u0 < u1 && u0 < split.u1 && top < split.v && split.v < bottom;
        self.hints.splits.iter().filter(is_in)
    }

    /// Returns the row before which a row of cards ends: the widest gap between the titles of two cards.
    fn end_of_cards(&self, from: usize, gutter: &Gutter) -> usize {
        let mut splits = self.splits_in(from, gutter).map(|split| split.v);
        let (Some(first), Some(second)) = (splits.next(), splits.next()) else { return gutter.end };
        let gap = |row: usize| {
            let (above, row) = (self.rows().get(row.checked_sub(1)?)?, self.rows().get(row)?);
            let is_between = above.bottom > first && row.top < second;
            is_between.then_some(row.top - above.bottom)
        };
        let rows = from + 1..gutter.end;
        let widest = rows.filter_map(|row| Some((gap(row)?, row))).max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, row)) = widest else { return gutter.end };
        // Columns of cards are drawn one after the other, and so are rows of them.
        let middle = gutter.middle();
        let drawn = |from: usize, to: usize, left: bool| {
            let rows = self.rows().get(from..to).unwrap_or_default();
            let spans = rows.iter().flat_map(|row| self.ink_spans(row));
            spans.filter(|span| span.is_left_of(middle) == left).map(|span| span.drawn).min()
        };
        let (first, second) = (!self.right_to_left, self.right_to_left);
        let number = |row: usize, left: bool| {
            let mut segments = self.indices(row, row + 1).map(|(_, segment)| segment);
            let own = segments.find(|segment| (f32::midpoint(segment.u0, segment.u1) < middle) == left);
            own.and_then(|segment| (self.hints.number_of)(segment))
        };
        if let Some(next) = number(from, first).map(|number| number + 1) {
            let is_next = |row: usize, left: bool| number(row, left) == Some(next);
            match (is_next(from, second), is_next(row, first)) {
                (true, false) => return row,
                (false, true) => return gutter.end,
                _ => {}
            }
        }
        let (beside, below) = (drawn(from, row, second), drawn(row, gutter.end, first));
        if beside.zip(below).is_some_and(|(beside, below)| below < beside) { gutter.end } else { row }
    }

    /// Returns whether most rows beside a gutter have a label on its left, whose value is on its right: they are read row
    /// by row, whatever was drawn first.
    fn has_labels(&self, from: usize, gutter: &Gutter) -> bool {
        if self.right_to_left {
            return false;
        }
        let middle = gutter.middle();
        let (mut rows, mut labels) = (0, 0);
        for row in from..gutter.end {
            let left = self.indices(row, row + 1).filter(|(_, s)| f32::midpoint(s.u0, s.u1) < middle).last();
            if let Some((_, segment)) = left {
                rows += 1;
                labels += usize::from((self.hints.is_label)(segment));
            }
        }
        labels >= MIN_ROWS && labels * 3 >= rows * 2
    }

    /// Returns the rows from a given one to the end of its band, and how many rows are looked at to find that end.
    fn band(&self, from: usize) -> (&[RowSpan], usize) {
        let rows = self.rows();
        let end = rows.get(from).map_or(from, |row| row.band_end);
        (rows.get(from..end).unwrap_or_default(), rows.len().min(end + 1).saturating_sub(from))
    }

    /// Returns how many rows the search for gutters looks at from a row on, if it finds nothing but margins: the row has
    /// one text, and those below are over or beside it without a gap. Most rows of a page are like that.
    fn rows_between_margins(&self, from: usize) -> Option<usize> {
        let (rows, looked_at) = self.band(from);
        let (first, below) = rows.split_first()?;
        if first.end - first.start != 1 {
            return None;
        }
        let (mut u0, mut u1) = (first.u0, first.u1);
        for (number, row) in (1..).zip(below) {
            let is_inside = row.u0 >= u0 && row.u1 <= u1;
            let is_single = row.end - row.start == 1;
            let is_beside = has_room(row.u1, u0, row.size) || has_room(u1, row.u0, row.size);
            if !is_inside && (!is_single || is_beside) {
                return None;
            }
            if number > LOOK_AHEAD {
                return Some(number + 1);
            }
            (u0, u1) = (u0.min(row.u0), u1.max(row.u1));
        }
        Some(looked_at)
    }

    /// Finds all strips without ink that begin at a row, each as far down as it extends.
    fn find_gutters(&self, from: usize, strips: &mut Strips) {
        strips.begin();
        let looked_at = self.rows_between_margins(from).unwrap_or_else(|| self.find_strips(from, strips));
        self.hints.steps.spend(looked_at);
    }

    /// Finds strips like [`find_gutters`](Self::find_gutters), row by row; returns how many rows are looked at.
    fn find_strips(&self, from: usize, strips: &mut Strips) -> usize {
        let (rows, looked_at) = self.band(from);
        for (number, row) in (from..).zip(rows) {
            let &RowSpan { u0, u1, widest, size, .. } = row;
            let ink = RowInk { spans: self.ink_spans(row), u0, u1, widest, size };
            strips.narrow(number, &ink);
            if strips.live.is_empty() || (number > from + LOOK_AHEAD && strips.are_margins()) {
                return number + 1 - from;
            }
        }
        strips.end_all(from + rows.len());
        looked_at
    }
}

/// Finds the end of the band of each row.
fn find_bands(rows: &mut [RowSpan]) {
    let mut end = rows.len();
    let mut below: Option<(f32, f32)> = None;
    for (number, row) in rows.iter_mut().enumerate().rev() {
        if below.is_some_and(|(top, size)| top - row.bottom > BAND_GAP * size.max(row.size)) {
            end = number + 1;
        }
        row.band_end = end;
        below = Some((row.top, row.size));
    }
}

impl RowSpan {
    fn new(position: usize, segment: &Segment, span: &InkSpan) -> Self {
        let (top, bottom) = (segment.top, segment.bottom);
        Self {
            start: position,
            end: position + 1,
            u0: segment.u0,
            u1: segment.u1,
            top,
            bottom,
            size: segment.size,
            widest: span.width.max(0.0),
            band_end: 0,
        }
    }

    fn add(&mut self, position: usize, segment: &Segment, span: &InkSpan) {
        self.end = position + 1;
        self.u0 = self.u0.min(segment.u0);
        self.u1 = self.u1.max(segment.u1);
        self.top = self.top.min(segment.top);
        self.bottom = self.bottom.max(segment.bottom);
        self.size = self.size.max(segment.size);
        self.widest = self.widest.max(span.width);
    }
}

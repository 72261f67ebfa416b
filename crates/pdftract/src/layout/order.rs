//! Reading order: cuts the rows of a frame into regions that are read one after the other.
//!
//! The rows are searched from top to bottom for bands with a gutter through them. A band is cut into columns when
//! both sides of its gutter read as text of their own; tables, forms and numbered lists look alike but are read row
//! by row. Columns are cut again until there is nothing left to cut. Only geometry decides, so that the drawing order
//! does not matter, except where two narrow columns could also be a table: then what was drawn together stays
//! together.

use std::cell::Cell;

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
/// The least width of a gutter, in font sizes of the text beside it.
const MIN_GUTTER: f32 = 0.8;
/// A vertical gap of this many font sizes ends a band.
const BAND_GAP: f32 = 3.5;
/// Two sides are not a table if a smaller fraction of their rows shares a baseline.
const ALIGNED: f32 = 0.4;

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
    while let Some(region) = stack.pop() {
        match Cutter::new(segments, &region, right_to_left, hints).cut() {
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
}

/// A strip without ink, and the rows that it runs through.
#[derive(Debug, Clone, Copy)]
struct Gutter {
    u0: f32,
    u1: f32,
    end: usize,
}

struct Cutter<'s> {
    segments: &'s [Segment],
    region: &'s Region,
    /// The segments of the region in its order, reduced to the fields that are read repeatedly.
    ink_spans: Vec<InkSpan>,
    rows: Vec<RowSpan>,
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

/// The facts of a segment that matter for cutting.
#[derive(Debug, Clone, Copy)]
struct InkSpan {
    u0: f32,
    u1: f32,
    middle: f32,
    /// Its position in drawing order.
    drawn: u32,
    /// Its width in font sizes.
    width: f32,
    /// Its font size.
    size: f32,
}

impl InkSpan {
    fn new(segment: &Segment) -> Self {
        let &Segment { u0, u1, drawn, size, .. } = segment;
        Self { u0, u1, middle: f32::midpoint(u0, u1), drawn, width: (u1 - u0) / size.max(0.1), size }
    }

    fn is_left_of(&self, place: f32) -> bool {
        self.middle < place
    }
}

impl<'s> Cutter<'s> {
    fn new(segments: &'s [Segment], region: &'s Region, right_to_left: bool, hints: Hints<'s>) -> Self {
        let mut rows: Vec<RowSpan> = Vec::with_capacity(region.segments.len());
        let mut ink_spans = Vec::with_capacity(region.segments.len());
        let mut last_row = None;
        let members = region.segments.iter().filter_map(|&index| segments.get(index as usize));
        for (position, segment) in members.enumerate() {
            match rows.last_mut() {
                Some(row) if last_row == Some(segment.row) => row.add(position, segment),
                _ => rows.push(RowSpan::new(position, segment)),
            }
            last_row = Some(segment.row);
            ink_spans.push(InkSpan::new(segment));
        }
        Self { segments, region, ink_spans, rows, right_to_left, hints }
    }

    fn ink_spans(&self, row: &RowSpan) -> &[InkSpan] {
        self.ink_spans.get(row.start..row.end).unwrap_or_default()
    }

    /// Returns the parts of the region in reading order; `None` when it is not cut.
    fn cut(&self) -> Option<Vec<Region>> {
        if self.rows.len() < 2 || self.region.segments.len() > MAX_SEGMENTS {
            return None;
        }
        let mut parts = Vec::new();
        let mut strips = Strips::default();
        let (mut row, mut flow) = (0, 0);
        while row < self.rows.len() {
            if self.hints.steps.are_spent() || clock::is_over_often() {
                return None;
            }
            let Some(gutter) = self.gutter(row, &mut strips) else {
                row += 1;
                continue;
            };
            self.push(flow, row, |_| true, &mut parts);
            let middle = f32::midpoint(gutter.u0, gutter.u1);
            let side = |left: bool| move |s: &Segment| (f32::midpoint(s.u0, s.u1) < middle) == left;
            self.push(row, gutter.end, side(!self.right_to_left), &mut parts);
            self.push(row, gutter.end, side(self.right_to_left), &mut parts);
            (row, flow) = (gutter.end, gutter.end);
        }
        if parts.is_empty() {
            return None;
        }
        self.push(flow, self.rows.len(), |_| true, &mut parts);
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
        let rows = self.rows.get(from..to).unwrap_or_default();
        let (start, end) = (rows.first().map_or(0, |r| r.start), rows.last().map_or(0, |r| r.end));
        let list = self.region.segments.get(start..end).unwrap_or_default();
        list.iter().filter_map(|&index| Some((index, self.segments.get(index as usize)?)))
    }

    /// Returns the gutter that runs through the most rows from a given one on and separates columns.
    fn gutter(&self, from: usize, strips: &mut Strips) -> Option<Gutter> {
        self.find_gutters(from, strips);
        let found = &mut strips.gutters;
        found.sort_by(|a, b| b.end.cmp(&a.end).then((b.u1 - b.u0).total_cmp(&(a.u1 - a.u0))));
        let is_split = |gutter: &Gutter| self.splits_in(from, gutter).next().is_some();
        let found = found
            .iter()
            .find(|gutter| {
                let sides = Sides::new(self, from, gutter);
                sides.are_columns(self, from, gutter) || (is_split(gutter) && sides.have_rows())
            })
            .copied()?;
        Some(Gutter { end: self.end_of_cards(from, &found), ..found })
    }

    /// Returns the rules that a gutter interrupts.
    fn splits_in(&self, from: usize, gutter: &Gutter) -> impl Iterator<Item = &'s SplitRule> + '_ {
        let rows = self.rows.get(from..gutter.end).unwrap_or_default();
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
            let (above, row) = (self.rows.get(row.checked_sub(1)?)?, self.rows.get(row)?);
            let is_between = above.bottom > first && row.top < second;
            is_between.then_some(row.top - above.bottom)
        };
        let rows = from + 1..gutter.end;
        let widest = rows.filter_map(|row| Some((gap(row)?, row))).max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, row)) = widest else { return gutter.end };
        // Columns of cards are drawn one after the other, and so are rows of them.
        let middle = f32::midpoint(gutter.u0, gutter.u1);
        let drawn = |from: usize, to: usize, left: bool| {
            let rows = self.rows.get(from..to).unwrap_or_default();
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
        let middle = f32::midpoint(gutter.u0, gutter.u1);
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

    /// Finds all strips without ink that begin at a row, each as far down as it extends.
    fn find_gutters(&self, from: usize, strips: &mut Strips) {
        strips.begin();
        let mut last: Option<&RowSpan> = None;
        for (number, row) in self.rows.iter().enumerate().skip(from) {
            self.hints.steps.spend(1);
            if last.is_some_and(|last| row.top - last.bottom > BAND_GAP * row.size.max(last.size)) {
                strips.end_all(number);
                return;
            }
            strips.narrow(number, row.size, self.ink_spans(row));
            if strips.live.is_empty() || (number > from + LOOK_AHEAD && strips.are_margins()) {
                return;
            }
            last = Some(row);
        }
        strips.end_all(self.rows.len());
    }
}

/// The strips without ink during a scan over rows.
#[derive(Debug, Default)]
struct Strips {
    /// The open strips, from left to right.
    live: Vec<(f32, f32)>,
    /// The remainder of the open strips after the current row.
    next: Vec<(f32, f32)>,
    /// The closed strips that are not margins.
    gutters: Vec<Gutter>,
}

impl Strips {
    fn begin(&mut self) {
        self.gutters.clear();
        self.live.clear();
        self.live.push((f32::MIN, f32::MAX));
    }

    /// Narrows the strips to what a row leaves free. Its ink spans come from left to right.
    fn narrow(&mut self, number: usize, size: f32, mut row: &[InkSpan]) {
        self.next.clear();
        for &(u0, u1) in &self.live {
            let before = self.next.len();
            let passed = row.iter().take_while(|span| span.u1 <= u0).count();
            row = row.get(passed..).unwrap_or_default();
            let mut left = u0;
            for span in row.iter().take_while(|span| span.u0 < u1) {
                keep(left, span.u0, size, &mut self.next);
                left = left.max(span.u1);
            }
            keep(left, u1, size, &mut self.next);
            self.next.truncate(MAX_STRIPS);
            if self.next.len() == before && is_inner(u0, u1) {
                self.gutters.push(Gutter { u0, u1, end: number });
            }
        }
        std::mem::swap(&mut self.live, &mut self.next);
    }

    /// Closes all strips before a row.
    fn end_all(&mut self, end: usize) {
        let inner = self.live.iter().filter(|&&(u0, u1)| is_inner(u0, u1));
        self.gutters.extend(inner.map(|&(u0, u1)| Gutter { u0, u1, end }));
    }

    /// Returns `true` if only the two margins were found.
    fn are_margins(&self) -> bool {
        self.live.len() == 2
            && self.gutters.is_empty()
            && self.live.iter().all(|&(u0, u1)| u0 == f32::MIN || u1 == f32::MAX)
    }
}

/// Returns `true` if a strip is not a margin.
fn is_inner(u0: f32, u1: f32) -> bool {
    u0 > f32::MIN && u1 < f32::MAX
}

/// If only margins are left after this many rows, there are no columns.
const LOOK_AHEAD: usize = 3;
/// The most strips; more are a drawing.
const MAX_STRIPS: usize = 64;

/// Keeps a strip if it is wide enough.
fn keep(u0: f32, u1: f32, size: f32, free: &mut Vec<(f32, f32)>) {
    if u1 - u0 > MIN_GUTTER * size {
        free.push((u0, u1));
    }
}

impl RowSpan {
    fn new(position: usize, segment: &Segment) -> Self {
        let (top, bottom) = (segment.top, segment.bottom);
        Self {
            start: position,
            end: position + 1,
            u0: segment.u0,
            u1: segment.u1,
            top,
            bottom,
            size: segment.size,
        }
    }

    fn add(&mut self, position: usize, segment: &Segment) {
        self.end = position + 1;
        self.u0 = self.u0.min(segment.u0);
        self.u1 = self.u1.max(segment.u1);
        self.top = self.top.min(segment.top);
        self.bottom = self.bottom.max(segment.bottom);
        self.size = self.size.max(segment.size);
    }
}

/// The text on the two sides of a gutter.
#[derive(Debug, Default)]
struct Sides {
    left: Side,
    right: Side,
    /// The number of rows with text on both sides.
    common: u32,
}

/// The text on one side of a gutter.
#[derive(Debug, Default)]
struct Side {
    rows: u32,
    /// The numbers of its first and its last row.
    first_row: usize,
    last_row: usize,
    /// The sum of the widths of its rows, in font sizes.
    width: f32,
    /// The width of the widest row, in font sizes.
    widest: f32,
    /// The width of the widest row, in points.
    extent: f32,
    /// The width of the narrowest row, in font sizes.
    narrowest: f32,
    /// The first and the last position in drawing order.
    drawn: Option<(u32, u32)>,
    /// The smallest and the largest font size of its rows.
    sizes: Option<(f32, f32)>,
}

impl Sides {
    fn new(cutter: &Cutter<'_>, from: usize, gutter: &Gutter) -> Self {
        let mut sides = Self::default();
        let rows = cutter.rows.get(from..gutter.end).unwrap_or_default();
        if rows.len() < MIN_ROWS {
            return sides;
        }
        cutter.hints.steps.spend(rows.len());
        let middle = f32::midpoint(gutter.u0, gutter.u1);
        for (number, row) in rows.iter().enumerate() {
            // Only the text next to the gutter is examined: there may be further columns beyond it.
            let (mut left, mut right) = (None, None);
            for span in cutter.ink_spans(row) {
                if span.is_left_of(middle) {
                    sides.left.see(span);
                    left = Some(span);
                } else {
                    sides.right.see(span);
                    right = right.or(Some(span));
                }
            }
            sides.common += u32::from(left.is_some() && right.is_some());
            sides.left.add(left, number);
            sides.right.add(right, number);
        }
        sides
    }

    /// Returns `true` if the sides are columns, each read to its end, rather than cells of rows.
    fn are_columns(&self, cutter: &Cutter<'_>, from: usize, gutter: &Gutter) -> bool {
        let fewer = self.left.rows.min(self.right.rows);
        if (fewer as usize) < MIN_ROWS || self.are_stacked() {
            return false;
        }
        if self.left.is_prose(SOLID) && self.right.is_prose(SOLID) {
            return true;
        }
        if self.left.is_note_beside(&self.right, gutter) || self.right.is_note_beside(&self.left, gutter) {
            return true;
        }
        if self.common as f32 > ALIGNED * fewer as f32 {
            let blocks = fewer >= MIN_WITNESS_ROWS
                && !self.left.is_narrow()
                && !self.right.is_narrow()
                && self.are_drawn_apart();
            let are_loose = || self.left.is_prose(LOOSE) && self.right.is_prose(LOOSE);
            // Drawing that alternates between the sides in most rows indicates a table.
            let are_columns = blocks || (are_loose() && changes(cutter, from, gutter) <= self.common);
            return are_columns && !cutter.has_labels(from, gutter);
        }
        self.left.is_prose(LOOSE) || self.right.is_prose(LOOSE) || self.are_drawn_apart()
    }

    /// Returns `true` if one side ends above the other: the rest of a long line of a program is indented further than
    /// the lines below it, but is not beside them.
    fn are_stacked(&self) -> bool {
        self.left.last_row < self.right.first_row || self.right.last_row < self.left.first_row
    }

    /// Returns `true` if both sides have text.
    fn have_rows(&self) -> bool {
        self.left.rows > 0 && self.right.rows > 0
    }

    /// Returns `true` if one side was finished before the other was begun.
    fn are_drawn_apart(&self) -> bool {
        let (Some(left), Some(right)) = (self.left.drawn, self.right.drawn) else { return false };
        left.1 < right.0 || right.1 < left.0
    }
}

/// Returns how often drawing changes from one side of a gutter to the other.
fn changes(cutter: &Cutter<'_>, from: usize, gutter: &Gutter) -> u32 {
    let middle = f32::midpoint(gutter.u0, gutter.u1);
    let rows = cutter.rows.get(from..gutter.end).unwrap_or_default();
    let ink_spans = rows.iter().flat_map(|row| cutter.ink_spans(row));
    let mut drawn: Vec<(u32, bool)> = ink_spans.map(|span| (span.drawn, span.is_left_of(middle))).collect();
    drawn.sort_unstable();
    drawn.windows(2).map(|pair| u32::from(pair.first().map(|p| p.1) != pair.last().map(|p| p.1))).sum()
}

/// The least number of rows of columns.
const MIN_ROWS: usize = 2;
/// The least number of rows from which the drawing order is evidence; with fewer it may be chance.
const MIN_WITNESS_ROWS: u32 = 3;

/// Thresholds for prose: the mean length of the lines in font sizes, and the fraction of their column that they fill.
#[derive(Debug, Clone, Copy)]
struct Prose {
    width: f32,
    fill: f32,
}

/// Justified or nearly so: certainly columns.
const SOLID: Prose = Prose { width: 9.5, fill: 0.78 };
/// Short or ragged lines: columns, unless there is evidence of a table.
const LOOSE: Prose = Prose { width: 8.0, fill: 0.5 };

/// Notes in the margin differ in size from the text by this factor; labels of items have its size.
const NOTE_STEP: f32 = 1.08;
/// A text has at least this many rows for each row of a note.
const NOTE_ROWS: u32 = 3;
/// Notes are at most this wide, relative to the text.
const NOTE_WIDTH: f32 = 0.4;
/// The least mean length of the rows of a note, in font sizes: bullets and numbers of items are shorter.
const NOTE_LETTERS: f32 = 1.5;
/// The least distance between a note and its text, in font sizes.
const NOTE_GUTTER: f32 = 1.0;

/// Columns narrower than this many font sizes hold numbers, bullets or labels.
const NARROW: f32 = 4.0;

impl Side {
    /// Extends the range of drawing order by a span.
    fn see(&mut self, span: &InkSpan) {
        let (first, last) = self.drawn.unwrap_or((span.drawn, span.drawn));
        self.drawn = Some((first.min(span.drawn), last.max(span.drawn)));
    }

    fn add(&mut self, row: Option<&InkSpan>, number: usize) {
        if let Some(&InkSpan { width, size, .. }) = row {
            self.first_row = if self.rows == 0 { number } else { self.first_row };
            self.last_row = number;
            let (small, large) = self.sizes.unwrap_or((size, size));
            self.sizes = Some((small.min(size), large.max(size)));
            self.narrowest = if self.rows == 0 { width } else { self.narrowest.min(width) };
            self.rows += 1;
            self.width += width;
            self.widest = self.widest.max(width);
            self.extent = self.extent.max(width * size);
        }
    }

    /// Returns `true` if the rows are prose. The last line of a paragraph may be short, so the shortest row is not
    /// counted.
    fn is_prose(&self, prose: Prose) -> bool {
        let (width, rows) = if self.rows > 2 {
            (self.width - self.narrowest, self.rows - 1)
        } else {
            (self.width, self.rows)
        };
        let mean = width / rows.max(1) as f32;
        mean >= prose.width && mean >= self.widest * prose.fill
    }

    /// Returns `true` if it holds notes in the margin of a text: few rows in another size, at a distance.
    fn is_note_beside(&self, text: &Self, gutter: &Gutter) -> bool {
        let (Some((small, large)), Some((text_small, text_large))) = (self.sizes, text.sizes) else {
            return false;
        };
        let is_other_size = small > NOTE_STEP * text_large || large * NOTE_STEP < text_small;
        is_other_size
            && self.width > NOTE_LETTERS * self.rows as f32
            && self.rows * NOTE_ROWS <= text.rows
            && text.is_prose(SOLID)
            && self.extent < text.extent * NOTE_WIDTH
            && gutter.u1 - gutter.u0 > NOTE_GUTTER * text_large
    }

    fn is_narrow(&self) -> bool {
        self.width / (self.rows.max(1) as f32) < NARROW
    }
}

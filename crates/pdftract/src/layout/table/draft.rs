//! Builds a table from the lines of an area: columns first, then rows, then headers and cells.

use std::borrow::Cow;

use super::column;
use super::extent::ColumnExtents;
use super::head::{DraftCell, Head, overlap};
use super::model::{Cell, Table};
use super::piece::{Piece, Texts};
use super::row_group::Grouping;
use super::word::{TextLine, Word, segments_of};
use crate::layout::model::{IndexRange, to_index};
use crate::layout::row::Rows;
use crate::layout::ruling::{Ruling, TOLERANCE};

/// A part of a page that may be a table.
#[derive(Debug, Default)]
pub(super) struct Area<'l> {
    /// Its lines of text from top to bottom.
    pub(super) lines: Cow<'l, [TextLine]>,
    /// Horizontal rules and edges of stripes within it, from top to bottom.
    pub(super) level: Vec<Ruling>,
    /// The rules among `level`.
    pub(super) rules: Vec<Ruling>,
    /// The column boundaries that vertical rules draw.
    pub(super) uprights: Vec<f32>,
    /// Its left and right edge, if rules draw them.
    pub(super) sides: Option<(f32, f32)>,
    /// The column boundaries that its text shows, if they are known already.
    pub(super) partings: Option<Vec<f32>>,
}

/// A table whose text is still in lines.
#[derive(Debug)]
pub(super) struct Draft<'l> {
    area: Area<'l>,
    pub(super) partings: Vec<f32>,
    pub(super) cells: Vec<DraftCell>,
    pub(super) rows: usize,
    pub(super) head_rows: usize,
}

/// A horizontal rule over this fraction of a table separates rows; shorter ones are below some headers.
const FULL: f32 = 0.85;
/// Between vertical rules, further columns need gaps in this fraction of the lines.
const SHARE_IN_GRID: f32 = 0.6;
/// Lines closer than this part of their size are beside each other.
const TIGHT: f32 = 0.72;
/// Leaders are this high over the baseline, in font sizes.
const LEADER_PLACE: std::ops::Range<f32> = -0.12..0.45;
/// The place of an underline below the baseline, in sizes. Rules between rows are further below.
const UNDERLINE_PLACE: std::ops::Range<f32> = 0.02..0.26;
/// An underline begins and ends with its words within this part of the size.
const UNDERLINE_END: f32 = 0.1;
/// The most lines of a header.
const MAX_HEAD_LINES: usize = 7;

impl<'l> Draft<'l> {
    /// Returns the table of an area; `None` when it has one column.
    pub(super) fn new(area: Area<'l>) -> Option<Self> {
        let (mut draft, texts) = Self::in_columns(area)?;
        let rules = draft.rules();
        let extents = ColumnExtents::new(texts.of_lines(0..texts.len()), draft.columns());
        let head = draft.head_lines(&texts, &rules, &extents);
        draft.push_head(&texts, head, &rules);
        draft.push_body(&texts, head, &rules, &extents);
        draft.close_body_spans();
        Some(draft)
    }

    /// Returns the table of a grid of which nothing but the first rows, its head, has all cells drawn.
    pub(super) fn below_head(area: Area<'l>, grid: &Table, head_rows: u32) -> Option<Self> {
        let partings = area.uprights.clone();
        let (mut draft, texts) = Self::with_partings(area, partings)?;
        let rules = draft.rules();
        let extents = ColumnExtents::new(texts.of_lines(0..texts.len()), draft.columns());
        let bottom = grid.vs.get(head_rows as usize).copied()?;
        let head = draft.area.lines.partition_point(|line| line.v - 0.3 * line.size < bottom);
        for cell in grid.cells.iter().filter(|cell| cell.row < head_rows) {
            let cell = draft.grid_cell(grid, cell, head);
            draft.cells.push(cell);
        }
        draft.rows = head_rows as usize;
        draft.head_rows = draft.rows;
        draft.push_body(&texts, head, &rules, &extents);
        draft.close_body_spans();
        Some(draft)
    }

    /// Returns the cell of a grid with the words of the first lines that are in it.
    fn grid_cell(&self, grid: &Table, cell: &Cell, lines: usize) -> DraftCell {
        let [u0, v0, u1, v1] = grid.cell_bounds(cell);
        let mut own = Vec::new();
        for (number, line) in self.area.lines.iter().enumerate().take(lines) {
            let is_inside = |word: &&Word| (u0..u1).contains(&f32::midpoint(word.u0, word.u1));
            if (v0..v1).contains(&(line.v - 0.3 * line.size))
                && let Some(first) = line.words.iter().position(|word| is_inside(&word))
            {
                let count = line.words.iter().skip(first).take_while(is_inside).count();
                own.extend(Piece::new(number, line, (first, first + count), &self.partings));
            }
        }
        let column = |edge: f32| self.partings.partition_point(|&parting| parting < edge);
        let columns = (column(u0 + TOLERANCE), column(u1 - TOLERANCE));
        let (row, row_span) = (cell.row as usize, cell.row_span as usize);
        DraftCell { row, row_span, columns, pieces: own }
    }

    /// Returns a draft without cells, and the texts of its lines in columns; `None` when it has one column.
    fn in_columns(mut area: Area<'l>) -> Option<(Self, Texts)> {
        if area.uprights.is_empty() {
            let known = area.partings.take();
            let partings = known.unwrap_or_else(|| column::partings(&area.lines, column::SHARE));
            return Self::with_partings(area, partings);
        }
        let mut partings = column::partings(&area.lines, SHARE_IN_GRID);
        merge(&mut partings, &area.uprights, column::usual_size(&area.lines));
        Self::with_partings(area, partings)
    }

    fn with_partings(area: Area<'l>, partings: Vec<f32>) -> Option<(Self, Texts)> {
        if partings.is_empty() {
            return None;
        }
        let texts = Texts::new(&area.lines, &partings);
        Some((Self { area, partings, cells: Vec::new(), rows: 0, head_rows: 0 }, texts))
    }

    pub(super) fn columns(&self) -> usize {
        self.partings.len() + 1
    }

    pub(super) fn lines(&self) -> &[TextLine] {
        &self.area.lines
    }

    pub(super) fn is_ruled(&self) -> bool {
        !self.area.level.is_empty()
    }

    fn sides(&self) -> (f32, f32) {
        let words = || self.area.lines.iter().flat_map(|line| &line.words);
        let text = (
            words().map(|word| word.u0).fold(f32::MAX, f32::min),
            words().map(|word| word.u1).fold(f32::MIN, f32::max),
        );
        self.area.sides.map_or(text, |(left, right)| (left.min(text.0), right.max(text.1)))
    }

    /// Assigns the horizontal rules of the area to the lines that they separate.
    fn rules(&self) -> Rules {
        let (left, right) = self.sides();
        let count = self.area.lines.len();
        let mut rules = Rules { full: vec![false; count], part: vec![None; count], partial: Vec::new() };
        let is_full = |rule: &Ruling| rule.to.min(right) - rule.from.max(left) >= FULL * (right - left);
        let line_below =
            |rule: &Ruling| self.area.lines.partition_point(|line| line.v - 0.3 * line.size < rule.at);
        for rule in self.area.level.iter().filter(|rule| is_full(rule)) {
            rules.full.get_mut(line_below(rule)).into_iter().for_each(|slot| *slot = true);
        }
        for rule in &self.area.rules {
            let above = line_below(rule);
            if !is_full(rule) && !self.is_leader(rule) && !self.is_underline(rule) {
                rules.partial.push(*rule);
                rules.part.get_mut(above).into_iter().for_each(|slot| {
                    let other = slot.unwrap_or(*rule);
                    *slot =
                        Some(Ruling { from: rule.from.min(other.from), to: rule.to.max(other.to), ..*rule });
                });
            }
        }
        rules
    }

    /// Returns whether a rule leads from one text of a line to the next, at the foot of its letters.
    fn is_leader(&self, rule: &Ruling) -> bool {
        let is_beside = |line: &TextLine| {
            let place = (line.v - rule.at) / line.size.max(0.1);
            LEADER_PLACE.contains(&place)
                && line
                    .words
                    .iter()
                    .all(|word| word.u1 <= rule.from + TOLERANCE || word.u0 >= rule.to - TOLERANCE)
                && line.words.iter().any(|word| word.u1 <= rule.from + TOLERANCE)
                && line.words.iter().any(|word| word.u0 >= rule.to - TOLERANCE)
        };
        self.area.lines.iter().any(is_beside)
    }

    /// Returns whether a rule underlines words of a line: it is close below them, and begins and ends with them.
    fn is_underline(&self, rule: &Ruling) -> bool {
        let is_above = |line: &TextLine| {
            let near = TOLERANCE + UNDERLINE_END * line.size;
            let is_near = |a: f32, b: f32| (a - b).abs() <= near;
            UNDERLINE_PLACE.contains(&((rule.at - line.v) / line.size.max(0.1)))
                && line.words.iter().any(|word| is_near(word.u0, rule.from))
                && line.words.iter().any(|word| is_near(word.u1, rule.to))
        };
        self.area.lines.iter().any(is_above)
    }

    /// Returns the number of header lines at the top.
    fn head_lines(&self, texts: &Texts, rules: &Rules, extents: &ColumnExtents) -> usize {
        let count = self.area.lines.len();
        let by_rule = (1..count).find(|&index| rules.full.get(index) == Some(&true));
        if let Some(head) = by_rule.filter(|&head| head <= MAX_HEAD_LINES) {
            return self.lines_before_numbers(texts, head);
        }
        let has_numbers = |line: &[Piece]| line.iter().any(|piece| piece.is_numeric);
        let is_label = |line: &[Piece]| matches!(line, [piece] if piece.columns.0 == 0);
        let head = texts
            .iter()
            .enumerate()
            .take_while(|(n, line)| *n == 0 || !(has_numbers(line) || is_label(line) && !self.is_tight(*n)))
            .count();
        let several = texts.iter().skip(head).filter(|line| line.len() > 1);
        let is_numeric = several.clone().filter(|line| has_numbers(line)).count() * 2 > several.count();
        let head = if is_numeric && head <= 4 && head * 2 <= count {
            head
        } else {
            self.first_row_lines(texts, rules, extents)
        };
        // Rules below some of the headers are within the header.
        let last_partial =
            (1..count.min(MAX_HEAD_LINES)).rfind(|&n| rules.part.get(n).is_some_and(Option::is_some));
        match last_partial {
            Some(n) if is_numeric && n >= head && n < count => n + 1,
            _ => head.min(count),
        }
    }

    /// Returns whether a line is so close to the one above that it is beside it rather than below it.
    fn is_tight(&self, index: usize) -> bool {
        let above = index.checked_sub(1).and_then(|index| self.area.lines.get(index));
        let pair = above.zip(self.area.lines.get(index));
        pair.is_some_and(|(above, line)| line.v - above.v < TIGHT * line.size)
    }

    /// Returns the number of lines of the first row: heads may have several.
    fn first_row_lines(&self, texts: &Texts, rules: &Rules, extents: &ColumnExtents) -> usize {
        let part_ruled = rules.is_part();
        let grouping = self.grouping(texts, rules, &part_ruled, extents);
        let end = grouping.starts(0, texts.len()).get(1).copied().unwrap_or(1);
        let has_numbers = |line: &[Piece]| line.iter().any(|piece| piece.is_numeric);
        let words = texts.iter().take(end.min(MAX_HEAD_LINES)).take_while(|line| !has_numbers(line)).count();
        words.max(1)
    }

    fn grouping<'t>(
        &'t self,
        texts: &'t Texts,
        rules: &'t Rules,
        part_ruled: &'t [bool],
        extents: &'t ColumnExtents,
    ) -> Grouping<'t> {
        Grouping { lines: &self.area.lines, pieces: texts, ruled: &rules.full, part_ruled, extents }
    }

    /// Returns the number of header lines before the first data row: a data row has numbers where other rows have
    /// them.
    fn lines_before_numbers(&self, texts: &Texts, head: usize) -> usize {
        let is_numeric = |column: usize| {
            let below = texts.of_lines(head..texts.len()).iter();
            let own = below.filter(|piece| piece.columns == (column, column));
            own.clone().filter(|piece| piece.is_numeric).count() * 2 > own.count()
        };
        let is_row = |line: &[Piece]| {
            let others = line.iter().filter(|piece| piece.columns.0 > 0 && is_numeric(piece.columns.0));
            let numbers = others.clone().filter(|piece| piece.is_numeric).count();
            numbers > 0 && numbers * 2 > others.count()
        };
        texts.iter().take(head).skip(1).position(is_row).map_or(head, |row| row + 1)
    }

    fn push_head(&mut self, texts: &Texts, head: usize, rules: &Rules) {
        let mut pieces: Vec<Piece> = texts.of_lines(0..head).to_vec();
        // A single head over a rule is the head of all columns.
        if let [piece] = pieces.as_mut_slice()
            && rules.full.get(head) == Some(&true)
        {
            piece.columns = (0, self.columns() - 1);
        }
        let lines: Vec<(f32, f32)> = self.area.lines.iter().map(|line| (line.v, line.size)).collect();
        let last = lines.get(head.saturating_sub(1)).map_or(0.0, |line| line.0 + line.1);
        let rules: Vec<Ruling> = rules.partial.iter().filter(|rule| rule.at < last).copied().collect();
        let sides = self.sides();
        let head = Head { pieces, lines: &lines, partings: &self.partings, sides, rules: &rules };
        let (cells, rows) = head.cells();
        self.cells = cells;
        self.rows = rows;
        self.head_rows = rows;
    }

    fn push_body(&mut self, texts: &Texts, head: usize, rules: &Rules, extents: &ColumnExtents) {
        let part_ruled = rules.is_part();
        let starts = self.grouping(texts, rules, &part_ruled, extents).starts(head, texts.len());
        for (number, &start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).copied().unwrap_or(texts.len());
            let row = self.rows;
            push_row(texts.of_lines(start..end), row, &mut self.cells);
            let rule = rules.part.get(start).copied().flatten().filter(|_| number > 0);
            self.rows += 1;
            if let Some(rule) = rule {
                self.span_rows(row, &rule);
            }
        }
    }

    /// Extends cells in columns that a horizontal rule does not separate into the next row.
    fn span_rows(&mut self, row: usize, rule: &Ruling) {
        let (left, right) = self.sides();
        for column in 0..self.columns() {
            let at = |index: usize| self.partings.get(index).copied();
            let u0 = column.checked_sub(1).and_then(at).unwrap_or(left);
            let middle = f32::midpoint(u0, at(column).unwrap_or(right));
            if (rule.from..=rule.to).contains(&middle) {
                continue;
            }
            let find = |cells: &[DraftCell], row: usize| {
                cells
                    .iter()
                    .position(|cell| cell.columns == (column, column) && cell.row + cell.row_span == row + 1)
            };
            let (above, below) = (find(&self.cells, row - 1), find(&self.cells, row));
            match (above, below) {
                (Some(above), None) => {
                    self.cells.get_mut(above).into_iter().for_each(|cell| cell.row_span += 1)
                }
                (None, Some(below)) => self.cells.get_mut(below).into_iter().for_each(|cell| {
                    cell.row -= 1;
                    cell.row_span += 1;
                }),
                (Some(above), Some(below)) => {
                    let rest = self.cells.remove(below);
                    if let Some(cell) = self.cells.get_mut(above) {
                        cell.row_span += 1;
                        cell.pieces.extend(rest.pieces);
                    }
                }
                (None, None) => {}
            }
        }
    }

    /// Extends a text that is centred beside two rows over both.
    fn close_body_spans(&mut self) {
        let baseline = |cell: &DraftCell| {
            cell.pieces.first().and_then(|piece| self.area.lines.get(piece.line)).map(|line| line.v)
        };
        // The row, the columns and the baseline of each cell.
        let places = self.cells.iter().map(|cell| (cell.row, cell.columns, baseline(cell)));
        let mut places: Vec<(usize, (usize, usize), Option<f32>)> = places.collect();
        places.sort_by_key(|place| place.0);
        let in_row = |row: usize| {
            let own = places.iter().skip(places.partition_point(|place| place.0 < row));
            own.take_while(move |place| place.0 == row)
        };
        let is_centred = |cell: &DraftCell| {
            let (row, columns) = (cell.row, cell.columns);
            if row < self.head_rows || cell.row_span > 1 || cell.pieces.len() != 1 {
                return false;
            }
            let others = |row: usize| {
                let others = in_row(row).filter(|place| place.1 != columns);
                others.filter_map(|place| place.2).fold(f32::MIN, f32::max)
            };
            let (Some(own), above) = (baseline(cell), others(row)) else { return false };
            if own < above || above == f32::MIN {
                return false;
            }
            let below = others(row + 1);
            below > above
                && (own - f32::midpoint(above, below)).abs() < 0.25 * (below - above)
                && !in_row(row + 1).any(|place| overlap(place.1, columns))
        };
        let centred: Vec<bool> = self.cells.iter().map(is_centred).collect();
        for (cell, _) in self.cells.iter_mut().zip(centred).filter(|(_, is_centred)| *is_centred) {
            cell.row_span = 2;
        }
    }

    /// Returns the finished table; segments are cut where a column boundary runs through them.
    pub(super) fn finish(mut self, rows: &mut Rows) -> Table {
        let (left, right) = self.sides();
        let mut table = Table {
            us: std::iter::once(left).chain(self.partings.iter().copied()).chain([right]).collect(),
            vs: self.row_edges(),
            head_rows: to_index(self.head_rows),
            ruled: self.is_ruled(),
            ..Table::default()
        };
        self.add_empty();
        self.cells.sort_by_key(|cell| (cell.row, cell.columns.0));
        for cell in &self.cells {
            let start = table.members.len();
            for piece in &cell.pieces {
                if let Some(line) = self.area.lines.get(piece.line) {
                    table.members.extend(segments_of(line, piece.words.0, piece.words.1, rows));
                }
            }
            table.cells.push(Cell {
                row: to_index(cell.row),
                column: to_index(cell.columns.0),
                row_span: to_index(cell.row_span),
                column_span: to_index(cell.columns.1 - cell.columns.0 + 1),
                segments: IndexRange::between(start, table.members.len()),
            });
        }
        table.used = self.area.lines.iter().flat_map(|line| &line.segments).copied().collect();
        table
    }

    /// Adds the cells without text.
    fn add_empty(&mut self) {
        let columns = self.columns();
        let mut taken = vec![false; self.rows * columns];
        for cell in &self.cells {
            for row in cell.row..(cell.row + cell.row_span).min(self.rows) {
                for column in cell.columns.0..=cell.columns.1 {
                    taken.get_mut(row * columns + column).into_iter().for_each(|slot| *slot = true);
                }
            }
        }
        for (place, _) in taken.iter().enumerate().filter(|(_, taken)| !**taken) {
            let (row, column) = (place / columns, place % columns);
            self.cells.push(DraftCell { row, row_span: 1, columns: (column, column), pieces: Vec::new() });
        }
    }

    /// Returns the edges of rows, halfway between their texts.
    fn row_edges(&self) -> Vec<f32> {
        let line = |piece: &Piece| self.area.lines.get(piece.line);
        let mut extents = vec![(f32::MAX, f32::MIN); self.rows];
        for cell in &self.cells {
            for line in cell.pieces.iter().filter_map(line) {
                let last = cell.row + cell.row_span.saturating_sub(1);
                extents.get_mut(cell.row).into_iter().for_each(|e| e.0 = e.0.min(line.top));
                extents.get_mut(last).into_iter().for_each(|e| e.1 = e.1.max(line.bottom));
            }
        }
        let top = self.area.lines.first().map_or(0.0, |line| line.top);
        let bottom = self.area.lines.iter().map(|line| line.bottom).fold(top, f32::max);
        let rules = || self.area.level.iter().map(|rule| rule.at);
        let mut edges = vec![rules().fold(top, f32::min)];
        for pair in extents.windows(2) {
            let [above, below] = pair else { continue };
            let last = edges.last().copied().unwrap_or(top);
            let edge =
                if below.0 < f32::MAX && above.1 > f32::MIN { f32::midpoint(above.1, below.0) } else { last };
            edges.push(edge.clamp(last, bottom.max(last)));
        }
        edges.push(rules().fold(bottom, f32::max).max(edges.last().copied().unwrap_or(bottom)));
        edges
    }
}

/// The horizontal rules between lines of text.
struct Rules {
    /// For each line, `true` if a horizontal rule over all columns is above it.
    full: Vec<bool>,
    /// For each line, the horizontal rule over some columns above it.
    part: Vec<Option<Ruling>>,
    /// The horizontal rules over some columns.
    partial: Vec<Ruling>,
}

impl Rules {
    /// Returns for each line whether a level line over some columns is above it.
    fn is_part(&self) -> Vec<bool> {
        self.part.iter().map(Option::is_some).collect()
    }
}

/// Adds the column boundaries that vertical rules draw; a boundary found beside one is the same.
fn merge(partings: &mut Vec<f32>, uprights: &[f32], size: f32) {
    partings.retain(|parting| !uprights.iter().any(|upright| (upright - parting).abs() < size));
    partings.extend_from_slice(uprights);
    partings.sort_by(f32::total_cmp);
}

/// Adds the cells of one row: texts of its lines that share columns are one cell.
fn push_row(texts: &[Piece], row: usize, cells: &mut Vec<DraftCell>) {
    let mut sorted = Cow::Borrowed(texts);
    if !texts.is_sorted_by_key(|piece| piece.columns) {
        sorted.to_mut().sort_by_key(|piece| piece.columns);
    }
    let first = cells.len();
    for piece in sorted.iter().copied() {
        let last = if cells.len() > first { cells.last_mut() } else { None };
        match last {
            Some(cell) if overlap(cell.columns, piece.columns) => {
                cell.columns.1 = cell.columns.1.max(piece.columns.1);
                cell.pieces.push(piece);
            }
            _ => cells.push(DraftCell { row, row_span: 1, columns: piece.columns, pieces: vec![piece] }),
        }
    }
    let own = cells.get_mut(first..).unwrap_or_default();
    own.iter_mut().for_each(|cell| cell.pieces.sort_by_key(|piece| (piece.line, piece.words.0)));
}

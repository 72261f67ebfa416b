//! Table headers: lines above the first row become cells that may span columns and rows.

use super::piece::{self, Piece};
use crate::layout::ruling::Ruling;

/// A cell of a table under construction.
#[derive(Debug, Clone)]
pub(super) struct DraftCell {
    pub(super) row: usize,
    pub(super) row_span: usize,
    /// The first and the last column.
    pub(super) columns: (usize, usize),
    pub(super) pieces: Vec<Piece>,
}

/// The parts of a table header.
pub(super) struct Head<'t> {
    /// The texts, line by line.
    pub(super) pieces: Vec<Piece>,
    /// The baseline and the size of each line.
    pub(super) lines: &'t [(f32, f32)],
    pub(super) partings: &'t [f32],
    /// The left and the right edge of the table.
    pub(super) sides: (f32, f32),
    /// The horizontal rules below some of the columns.
    pub(super) rules: &'t [Ruling],
}

/// The greatest distance of a text from the rule below it, in font sizes.
const RULE_BELOW: f32 = 1.4;
/// The greatest offset of a text from the centre of the columns that it spans, in font sizes.
const OFF_CENTRE: f32 = 0.9;
/// The greatest offset of a text over all free columns from their centre, as a fraction of their width.
const WHOLE_OFF_CENTRE: f32 = 0.15;
/// The distance of a text from the middle of all free columns counts by this part.
const WHOLE_WEIGHT: f32 = 0.05;
/// A text between two lines is at least this part of their distance away from both.
const BETWEEN: f32 = 0.25;
/// The greatest difference between the edges of flush texts, in font sizes.
const FLUSH: f32 = 0.3;
/// Lines this many font sizes apart are not in one cell.
const APART: f32 = 1.45;
/// Lines further apart than this many font sizes are different headers.
const MAX_PITCH: f32 = 1.9;

impl Head<'_> {
    /// Returns the cells and the number of rows that they take.
    pub(super) fn cells(mut self) -> (Vec<DraftCell>, usize) {
        let is_known = self.widen_by_rules();
        self.widen_by_position(&is_known);
        let mut cells: Vec<DraftCell> = Vec::new();
        for piece in &self.pieces {
            let above = cells.iter().rposition(|cell| overlap(cell.columns, piece.columns));
            if let Some(cell) = above.and_then(|index| cells.get_mut(index))
                && cell.columns == piece.columns
                && self.goes_on(cell.pieces.last(), piece)
            {
                cell.pieces.push(*piece);
                continue;
            }
            let is_over = |cell: &&DraftCell| overlap(cell.columns, piece.columns);
            let row = cells.iter().filter(is_over).map(|cell| cell.row + 1).max().unwrap_or(0);
            cells.push(DraftCell { row, row_span: 1, columns: piece.columns, pieces: vec![*piece] });
        }
        let rows = cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        let places: Vec<(usize, (usize, usize))> =
            cells.iter().map(|cell| (cell.row, cell.columns)).collect();
        for cell in &mut cells {
            let below =
                places.iter().filter(|(row, columns)| *row > cell.row && overlap(*columns, cell.columns));
            let end = below.map(|(row, _)| *row).min().unwrap_or(rows);
            cell.row_span = end - cell.row;
        }
        (cells, rows)
    }

    fn line(&self, piece: &Piece) -> (f32, f32) {
        self.lines.get(piece.line).copied().unwrap_or((0.0, 1.0))
    }

    /// Returns `true` if a text is the next line of a header.
    fn goes_on(&self, last: Option<&Piece>, piece: &Piece) -> bool {
        let Some(last) = last else { return false };
        let ((v0, _), (v1, size)) = (self.line(last), self.line(piece));
        let middle = f32::midpoint(piece.u0, piece.u1);
        let is_between =
            |rule: &Ruling| (v0..v1).contains(&rule.at) && rule.from <= middle && middle <= rule.to;
        v1 - v0 < MAX_PITCH * size && !self.rules.iter().any(is_between)
    }

    /// A rule below a text tells which columns it is over. Returns for each text whether one does.
    fn widen_by_rules(&mut self) -> Vec<bool> {
        let mut is_known = vec![false; self.pieces.len()];
        for (index, known) in is_known.iter_mut().enumerate() {
            let Some(&piece) = self.pieces.get(index) else { continue };
            let (v, size) = self.line(&piece);
            let is_under = |rule: &&Ruling| {
                let common = rule.to.min(piece.u1) - rule.from.max(piece.u0);
                (v - 0.1 * size..v + RULE_BELOW * size).contains(&rule.at)
                    && common > 0.6 * (piece.u1 - piece.u0)
            };
            // A further line of the same head may be between the text and the rule.
            let Some(rule) = self.rules.iter().find(is_under) else { continue };
            let is_shared = |other: &&Piece| {
                other.line == piece.line && other.u0 != piece.u0 && other.u1 > rule.from && other.u0 < rule.to
            };
            let columns = piece::columns(rule.from, rule.to, size, self.partings);
            if columns.1 > columns.0
                && !self.pieces.iter().any(|other| is_shared(&other))
                && let Some(piece) = self.pieces.get_mut(index)
            {
                piece.columns = (columns.0.min(piece.columns.0), columns.1.max(piece.columns.1));
                *known = true;
            }
        }
        is_known
    }

    /// Returns the left edge of a column.
    fn edge(&self, column: usize) -> f32 {
        match column {
            0 => self.sides.0,
            _ => self.partings.get(column - 1).copied().unwrap_or(self.sides.1),
        }
    }

    /// Returns the text below another in a column.
    fn below(&self, piece: &Piece, column: usize) -> Option<&Piece> {
        self.pieces.iter().find(|p| p.line > piece.line && p.columns.0 <= column && column <= p.columns.1)
    }

    /// Returns whether a text is halfway between the lines of two others: it spans the rows of both.
    fn is_between(&self, piece: &Piece, above: &Piece, below: &Piece) -> bool {
        let ((v, _), (v0, _), (v1, _)) = (self.line(piece), self.line(above), self.line(below));
        let slack = BETWEEN * (v1 - v0);
        v0 + slack < v && v < v1 - slack
    }

    /// A text that is centred over several heads below it, or begins over the first of them, is over their columns.
    fn widen_by_position(&mut self, is_known: &[bool]) {
        let widened: Vec<(usize, usize)> =
            self.pieces
                .iter()
                .enumerate()
                .map(|(index, piece)| {
                    if is_known.get(index) == Some(&true) { piece.columns } else { self.columns_over(piece) }
                })
                .collect();
        for (piece, columns) in self.pieces.iter_mut().zip(widened) {
            piece.columns = columns;
        }
    }

    /// Returns the columns that a text is over, by its position over the texts below.
    fn columns_over(&self, piece: &Piece) -> (usize, usize) {
        let Some(leaf) = self.below(piece, piece.columns.0) else { return piece.columns };
        let size = self.line(piece).1;
        let near = |a: f32, b: f32| (a - b).abs() < FLUSH * size;
        let is_single = piece.columns.0 == piece.columns.1;
        let centre = f32::midpoint(piece.u0, piece.u1);
        let own = if is_single { (f32::midpoint(leaf.u0, leaf.u1) - centre).abs() } else { f32::MAX };
        // Another head that is centred beside both lines shows that they are two rows.
        let has_two_rows = self.pieces.iter().any(|other| self.is_between(other, piece, leaf));
        let is_apart = has_two_rows || self.line(leaf).0 - self.line(piece).0 > APART * size;
        let is_flush = near(piece.u0, leaf.u0);
        // The first line of a head of several lines is right over its next line.
        if is_single && !is_apart && (is_flush || near(piece.u1, leaf.u1) || own < FLUSH * size) {
            return piece.columns;
        }
        let own = if has_two_rows { f32::MAX } else { own };
        let (from, to) = self.free_columns(piece, leaf);
        let best = self.best_centred(piece, own.min(OFF_CENTRE * size), (from, to));
        // A head that begins over the first of several columns is over all up to the next head.
        let end = (piece.columns.0..to)
            .take_while(|&column| self.below(piece, column).is_some_and(|p| p.line == leaf.line))
            .last();
        if best == piece.columns && (is_apart || !is_single) && is_flush && piece.columns.0 > 0 {
            return (best.0, end.unwrap_or(best.1).max(best.1));
        }
        best
    }

    /// Returns the columns beside a text that no other head takes: first, and behind the last.
    fn free_columns(&self, piece: &Piece, leaf: &Piece) -> (usize, usize) {
        let beside = self.pieces.iter().filter(|p| p.line == piece.line || self.is_between(p, piece, leaf));
        let from = beside.clone().filter(|p| p.u1 < piece.u0).map(|p| p.columns.1 + 1).max();
        let to = beside.filter(|p| p.u0 > piece.u1).map(|p| p.columns.0).min();
        (from.unwrap_or(0), to.unwrap_or(self.partings.len() + 1))
    }

    /// Returns the columns in whose middle a text is, or its own when no others are nearer than `nearest`.
    fn best_centred(&self, piece: &Piece, nearest: f32, (from, to): (usize, usize)) -> (usize, usize) {
        let size = self.line(piece).1;
        let centre = f32::midpoint(piece.u0, piece.u1);
        let mut best = (nearest, piece.columns);
        for a in from..=piece.columns.0 {
            for b in piece.columns.1..to {
                let (Some(left), Some(right)) = (self.below(piece, a), self.below(piece, b)) else {
                    continue;
                };
                let is_full = (a..=b).all(|column| self.below(piece, column).is_some());
                let by_text = (f32::midpoint(left.u0, right.u1) - centre).abs();
                let by_box = (f32::midpoint(self.edge(a), self.edge(b + 1)) - centre).abs();
                let off = by_text.min(by_box);
                // A text over all free columns is over all of them, even if it is not quite in their middle.
                let is_whole = a.max(1) == from.max(1) && b + 1 == to;
                let room = (WHOLE_OFF_CENTRE * (self.edge(b + 1) - self.edge(a))).max(OFF_CENTRE * size);
                let off = if is_whole && off < room { off * WHOLE_WEIGHT } else { off };
                if b > a && is_full && off < best.0 {
                    best = (off, (a, b));
                }
            }
        }
        best.1
    }
}

pub(super) fn overlap(a: (usize, usize), b: (usize, usize)) -> bool {
    a.0 <= b.1 && b.0 <= a.1
}

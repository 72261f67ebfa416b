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
/// The greatest difference between the edges of flush texts, in font sizes.
const FLUSH: f32 = 0.3;
/// Lines this many font sizes apart are not in one cell.
const APART: f32 = 1.45;
/// Lines further apart than this many font sizes are different headers.
const MAX_PITCH: f32 = 1.9;

impl Head<'_> {
    /// Returns the cells and the number of rows that they take.
    pub(super) fn cells(mut self) -> (Vec<DraftCell>, usize) {
        self.widen_by_rules();
        self.widen_by_centre();
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

    /// Extends texts over the columns that the rule below them covers.
    fn widen_by_rules(&mut self) {
        for index in 0..self.pieces.len() {
            let Some(&piece) = self.pieces.get(index) else { continue };
            let (v, size) = self.line(&piece);
            let is_under = |rule: &&Ruling| {
                let common = rule.to.min(piece.u1) - rule.from.max(piece.u0);
                (v - 0.1 * size..v + RULE_BELOW * size).contains(&rule.at)
                    && common > 0.6 * (piece.u1 - piece.u0)
            };
            // A further line of the same header may be between them.
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
            }
        }
    }

    /// Extends a text that is centred over several headers below it over their columns.
    fn widen_by_centre(&mut self) {
        let all = self.pieces.clone();
        let last_column = self.partings.len();
        let (sides, partings) = (self.sides, self.partings);
        let edge = |index: usize| match index {
            0 => sides.0,
            _ => partings.get(index - 1).copied().unwrap_or(sides.1),
        };
        for piece in &mut self.pieces {
            let same = |other: &&Piece| other.line == piece.line;
            let from = all.iter().filter(same).filter(|p| p.u1 < piece.u0).map(|p| p.columns.1 + 1).max();
            let to = all.iter().filter(same).filter(|p| p.u0 > piece.u1).map(|p| p.columns.0).min();
            let (from, to) = (from.unwrap_or(0), to.unwrap_or(last_column + 1));
            let size = self.lines.get(piece.line).map_or(1.0, |line| line.1);
            let below = |column: usize| {
                all.iter().find(|p| p.line > piece.line && p.columns.0 <= column && column <= p.columns.1)
            };
            let centre = f32::midpoint(piece.u0, piece.u1);
            let Some(leaf) = below(piece.columns.0) else { continue };
            let is_single = piece.columns.0 == piece.columns.1;
            let own = if is_single { (f32::midpoint(leaf.u0, leaf.u1) - centre).abs() } else { f32::MAX };
            let (v0, v1) = (self.lines.get(piece.line), self.lines.get(leaf.line));
            let is_apart = v0.zip(v1).is_some_and(|(v0, v1)| v1.0 - v0.0 > APART * size);
            let near = |a: f32, b: f32| (a - b).abs() < FLUSH * size;
            let is_flush = near(piece.u0, leaf.u0);
            // The first line of a header of several lines is right above its next line.
            if is_single && !is_apart && (is_flush || near(piece.u1, leaf.u1) || own < FLUSH * size) {
                continue;
            }
            let mut best = (own.min(OFF_CENTRE * size), piece.columns);
            for a in from..=piece.columns.0 {
                for b in piece.columns.1..to {
                    let (Some(left), Some(right)) = (below(a), below(b)) else { continue };
                    let is_full = (a..=b).all(|column| below(column).is_some());
                    let by_text = (f32::midpoint(left.u0, right.u1) - centre).abs();
                    let by_box = (f32::midpoint(edge(a), edge(b + 1)) - centre).abs();
                    let off = by_text.min(by_box);
                    // A text over all free columns covers all of them, even if it is not exactly centred.
                    let is_whole = a.max(1) == from.max(1) && b + 1 == to;
                    let room = (WHOLE_OFF_CENTRE * (edge(b + 1) - edge(a))).max(OFF_CENTRE * size);
                    let off = if is_whole && off < room { 0.0 } else { off };
                    if b > a && is_full && off < best.0 {
                        best = (off, (a, b));
                    }
                }
            }
            // A header that begins over the first of several columns, separate from them, covers all up to the next.
            let end = (piece.columns.0..to)
                .take_while(|&column| below(column).is_some_and(|p| p.line == leaf.line))
                .last();
            if is_single && best.1 == piece.columns && is_apart && is_flush && piece.columns.0 > 0 {
                best.1.1 = end.unwrap_or(best.1.1).max(best.1.1);
            }
            piece.columns = best.1;
        }
    }
}

pub(super) fn overlap(a: (usize, usize), b: (usize, usize)) -> bool {
    a.0 <= b.1 && b.0 <= a.1
}

//! Chooses between overlapping candidates: the one whose cells separate the text into more parts wins.

use super::draft::{Area, Draft};
use super::evidence::{Found, is_table};
use super::grid;
use super::level;
use super::line_evidence::LineEvidence;
use super::model::{Cell, Table};
use super::word::{TextLine, TextSource};
use crate::layout::row::Rows;
use crate::layout::ruling::{Ruling, Rulings};

/// A candidate that subdivides a grid must fill more cells than the grid by this factor.
const FINER: f32 = 1.25;
/// Cells of a grid that share at least this many lines may hold rows that no line parts.
const COARSE_LINES: usize = 3;

/// Returns the tables that rules enclose or separate.
pub(in crate::layout) fn ruled(
    rulings: &Rulings,
    rows: &mut Rows,
    source: TextSource<'_>,
    right_to_left: bool,
) -> Vec<Table> {
    if rulings.bounds.is_empty() {
        return Vec::new();
    }
    let mut tables = Vec::new();
    let grids = classified_grids(rulings, rows);
    // Most tables with level lines are grids, and nothing between these lines is finer than the grid.
    let known = || grids.iter().filter(|(_, kind)| *kind == GridKind::Table).map(|(table, _)| table);
    let is_settled = |inner: &[TextLine], texts: usize| {
        let is_finer = |table: &Table| (texts as f32) < needed_beside(table);
        known().any(|table| is_finer(table) && holds_some(table, inner))
    };
    let is_settled = known().next().map(|_| &is_settled as level::IsSettled<'_>);
    let mut drafts = level::drafts(rulings, rows, source, is_settled);
    drafts.retain(|draft| !is_music(rulings, draft.lines()));
    for (table, kind) in grids {
        if kind == GridKind::Drawing {
            drafts.retain(|draft| !overlaps(&table, draft));
            continue;
        }
        let is_grid = kind == GridKind::Table;
        let finer = refine(&table, rulings, rows, source);
        let needed = if is_grid { needed_beside(&table) } else { 0.0 };
        let finer = finer.filter(|draft| filled(draft) as f32 >= needed && !is_music(rulings, draft.lines()));
        // A head whose cells are all drawn is better than one found between level lines.
        if finer.is_some() && closed_rows(&table, rows) > 0 {
            drafts.retain(|draft| !overlaps(&table, draft));
        }
        drafts.extend(finer);
        if is_grid {
            // Candidates between its horizontal rules must be finer as well.
            drafts.retain(|draft| !overlaps(&table, draft) || filled(draft) as f32 >= needed);
            tables.push(table);
        }
    }
    drafts.sort_by_key(|draft| std::cmp::Reverse(filled(draft)));
    for draft in drafts {
        let covered: Vec<usize> = (0..tables.len())
            .filter(|&n| tables.get(n).is_some_and(|table| overlaps(table, &draft)))
            .collect();
        let before: usize = covered.iter().filter_map(|&n| tables.get(n)).map(Table::filled).sum();
        let is_taken = covered.iter().filter_map(|&n| tables.get(n)).any(|table| !table.used.is_empty());
        if is_taken || (!covered.is_empty() && (filled(&draft) as f32) < FINER * before as f32) {
            continue;
        }
        for n in covered.into_iter().rev() {
            tables.swap_remove(n);
        }
        tables.push(draft.finish(rows));
    }
    tables.sort_by(|a, b| {
        a.bounds()[1].total_cmp(&b.bounds()[1]).then(a.bounds()[0].total_cmp(&b.bounds()[0]))
    });
    if right_to_left {
        tables.iter_mut().for_each(Table::mirror);
    }
    tables
}

/// The kinds of grids that lines draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GridKind {
    /// A table as it is.
    Table,
    /// Boxes of a chart or a diagram, which nothing inside makes a table.
    Drawing,
    /// Too coarse for a table; the text inside may be one.
    Frame,
}

/// Returns the grids of a page with their kinds.
fn classified_grids(rulings: &Rulings, rows: &Rows) -> Vec<(Table, GridKind)> {
    let grids = grid::grids(rulings, &rows.segments).into_iter();
    let classified = grids.map(|table| {
        let [_, top, _, bottom] = table.bounds();
        let kind = if grid::is_drawing(&table) || rulings.is_music(top, bottom) {
            GridKind::Drawing
        } else if grid::is_table(&table, &rows.segments) {
            GridKind::Table
        } else {
            GridKind::Frame
        };
        (table, kind)
    });
    classified.collect()
}

/// Returns whether lines of text are part of music.
pub(super) fn is_music(rulings: &Rulings, lines: &[TextLine]) -> bool {
    let ends = lines.first().zip(lines.last());
    ends.is_some_and(|(first, last)| rulings.is_music(first.top, last.bottom))
}

/// Returns the number of cells with text.
fn filled(draft: &Draft<'_>) -> usize {
    draft.cells.iter().filter(|cell| !cell.pieces.is_empty()).count()
}

/// Returns how many cells with text a candidate needs to be finer than a grid.
fn needed_beside(table: &Table) -> f32 {
    FINER * table.filled() as f32
}

/// Returns `true` if a table and a draft share some of their text.
fn overlaps(table: &Table, draft: &Draft<'_>) -> bool {
    holds_some(table, draft.lines())
}

/// Returns whether a table holds some words of lines.
fn holds_some(table: &Table, lines: &[TextLine]) -> bool {
    lines.iter().any(|line| {
        line.words.iter().any(|word| table.holds(f32::midpoint(word.u0, word.u1), line.v - 0.3 * line.size))
    })
}

/// Subdivides a grid by its text into rows and columns without rules between them. `None` when its cells are fine
/// enough.
fn refine(table: &Table, rulings: &Rulings, rows: &Rows, source: TextSource<'_>) -> Option<Draft<'static>> {
    let is_spanned = |cell: &Cell| cell.column_span > 1 && cell.segments.len() > 1;
    if !(0..table.rows()).any(|row| is_open_row(table, row, rows, COARSE_LINES))
        && !table.cells.iter().any(is_spanned)
    {
        return None;
    }
    let [u0, v0, u1, v1] = table.bounds();
    let mut members: Vec<u32> = table.segments().collect();
    members.sort_unstable();
    let row_of = |index: &u32| rows.segments.get(*index as usize).map(|segment| segment.row);
    let lines = members.chunk_by(|a, b| row_of(a) == row_of(b)).map(|line| TextLine::new(line, rows, source));
    let is_within =
        |rule: &&Ruling| (v0 - 1.0..=v1 + 1.0).contains(&rule.at) && rule.to > u0 && rule.from < u1;
    let lines = lines.collect::<Option<Vec<TextLine>>>()?;
    if LineEvidence::of_lines(&lines).refutes(Found::ByRules) {
        return None;
    }
    let area = Area {
        lines: lines.into(),
        level: rulings.bounds.iter().filter(is_within).copied().collect(),
        rules: rulings.level.iter().filter(is_within).copied().collect(),
        uprights: table.us.get(1..table.us.len().checked_sub(1)?)?.to_vec(),
        sides: Some((u0, u1)),
        partings: None,
    };
    let closed = closed_rows(table, rows);
    let draft = if closed > 0 { Draft::below_head(area, table, closed)? } else { Draft::new(area)? };
    (is_table(&draft, Found::ByRules) && !splits_cells(&draft, table)).then_some(draft)
}

/// Returns whether most rows that a candidate adds to a grid have a single text: they are lines of one cell.
fn splits_cells(draft: &Draft<'_>, table: &Table) -> bool {
    let texts =
        |row: usize| draft.cells.iter().filter(|cell| cell.row == row && !cell.pieces.is_empty()).count();
    let added = draft.rows.saturating_sub(table.rows() as usize);
    (0..draft.rows).filter(|&row| texts(row) < 2).count() * 2 > added.max(1) + 1
}

/// A row of a grid with at least this many lines that several of its cells share holds several rows of text.
const OPEN_LINES: usize = 4;

/// Returns whether a row of a grid holds several rows of text: some lines are shared by its cells.
fn is_open_row(table: &Table, row: u32, rows: &Rows, least: usize) -> bool {
    let segments = rows.segments.as_slice();
    let cells = table.cells_in_row(row);
    if cells.iter().any(|cell| cell.column_span > 1 && table.has_neighbours(cell, segments)) {
        return true;
    }
    let lines = || cells.iter().flat_map(|cell| table.lines_in(cell, segments));
    // Two cells share a line.
    if lines().nth(2 * least - 1).is_none() {
        return false;
    }
    let mut lines: Vec<u32> = lines().collect();
    lines.sort_unstable();
    lines.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).count() >= least
}

/// Returns how many rows at the top of a grid have all their cells drawn, if the rows below them do not.
fn closed_rows(table: &Table, rows: &Rows) -> u32 {
    let is_open = |row: u32| is_open_row(table, row, rows, OPEN_LINES);
    let Some(first) = (0..table.rows()).find(|&row| is_open(row)) else { return 0 };
    let is_crossed = table.cells.iter().any(|cell| cell.row < first && cell.row + cell.row_span > first);
    // Two texts beside each other in one cell are heads of columns that no line parts.
    let has_neighbours = |cell: &Cell| table.has_neighbours(cell, &rows.segments);
    let is_crossed = is_crossed || table.cells.iter().any(|cell| cell.row < first && has_neighbours(cell));
    if is_crossed || first > MAX_CLOSED { 0 } else { first }
}

/// Heads have at most so many rows.
const MAX_CLOSED: u32 = 5;

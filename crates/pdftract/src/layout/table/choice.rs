//! Chooses between overlapping candidates: the one whose cells separate the text into more parts wins.

use super::draft::{Area, Draft};
use super::evidence::{Found, is_table};
use super::grid;
use super::level;
use super::model::Table;
use super::word::{TextLine, TextSource};
use crate::layout::row::Rows;
use crate::layout::ruling::{Ruling, Rulings};

/// A candidate that subdivides a grid must fill more cells than the grid by this factor.
const FINER: f32 = 1.25;
/// Cells of a grid with at least this many lines may contain rows without rules between them.
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
    let mut drafts = level::drafts(rulings, rows, source);
    for table in grid::grids(rulings, &rows.segments) {
        let finer = refine(&table, rulings, rows, source);
        let is_grid = grid::is_table(&table, &rows.segments);
        let needed = if is_grid { FINER * table.filled() as f32 } else { 0.0 };
        drafts.extend(finer.filter(|draft| filled(draft) as f32 >= needed));
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

/// Returns the number of cells with text.
fn filled(draft: &Draft) -> usize {
    draft.cells.iter().filter(|cell| !cell.pieces.is_empty()).count()
}

/// Returns `true` if a table and a draft share some of their text.
fn overlaps(table: &Table, draft: &Draft) -> bool {
    draft.lines().iter().any(|line| {
        line.words.iter().any(|word| table.holds(f32::midpoint(word.u0, word.u1), line.v - 0.3 * line.size))
    })
}

/// Subdivides a grid by its text into rows and columns without rules between them. `None` when its cells are fine
/// enough.
fn refine(table: &Table, rulings: &Rulings, rows: &Rows, source: TextSource<'_>) -> Option<Draft> {
    let is_coarse = |cell: &super::model::Cell| {
        grid::lines_in(cell, &rows.segments) >= COARSE_LINES
            || (cell.column_span > 1 && cell.segments.len() > 1)
    };
    if !table.cells.iter().any(is_coarse) {
        return None;
    }
    let [u0, v0, u1, v1] = table.bounds();
    let mut members: Vec<u32> = table.cells.iter().flat_map(|cell| &cell.segments).copied().collect();
    members.sort_unstable();
    let row_of = |index: &u32| rows.segments.get(*index as usize).map(|segment| segment.row);
    let lines = members.chunk_by(|a, b| row_of(a) == row_of(b)).map(|line| TextLine::new(line, rows, source));
    let is_within =
        |rule: &&Ruling| (v0 - 1.0..=v1 + 1.0).contains(&rule.at) && rule.to > u0 && rule.from < u1;
    let area = Area {
        lines: lines.collect::<Option<_>>()?,
        level: rulings.bounds.iter().filter(is_within).copied().collect(),
        rules: rulings.level.iter().filter(is_within).copied().collect(),
        uprights: table.us.get(1..table.us.len().checked_sub(1)?)?.to_vec(),
        sides: Some((u0, u1)),
    };
    let draft = Draft::new(area)?;
    is_table(&draft, Found::ByRules).then_some(draft)
}

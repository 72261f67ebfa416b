//! Decides, from the evidence for and against, whether lines with columns are a table.

use super::draft::Draft;
use super::head::DraftCell;
use super::word::TextLine;

/// The most lines of a cell; one with more frames a column of prose.
pub(super) const MAX_LINES_IN_CELL: usize = 14;
/// Text larger than other rows by this factor is a title.
pub(super) const TITLE_SIZE: f32 = 1.6;
/// The least width of the first of two columns, in font sizes; a narrower one holds list markers.
pub(super) const MARKER_WIDTH: f32 = 2.5;
/// The least mean length of lines of prose, in font sizes.
const PROSE_WIDTH: f32 = 9.5;
/// The least fraction of their column that lines of prose fill on average.
const PROSE_FILL: f32 = 0.75;

/// The evidence that produced a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// Horizontal rules or stripes bound it.
    ByRules,
    /// Only white space separates its columns.
    ByWhite,
}

/// Returns `true` if a draft is a table, given that its lines [alone](super::line_evidence) do not refute it.
pub(super) fn is_table(draft: &Draft<'_>, found: Found) -> bool {
    let body = || draft.cells.iter().filter(|cell| cell.row >= draft.head_rows);
    let (min_rows, share) = match found {
        Found::ByRules => (2, (1, 2)),
        Found::ByWhite => (3, (2, 3)),
    };
    let several = rows_with_several(draft);
    if draft.rows < min_rows || several < min_rows || several * share.1 < draft.rows * share.0 {
        return false;
    }
    let spanning =
        body().filter(|cell| cell.columns.1 > cell.columns.0 && cell.columns != (0, draft.columns() - 1));
    let too_many = if found == Found::ByRules { 4 } else { 6 };
    spanning.count() * too_many <= body().count().max(1)
        && !is_numbered(draft)
        && !has_equation_numbers(draft)
        && !(found == Found::ByWhite && (is_sparse(draft) || is_case_caption(draft)))
        && !is_prose(draft)
        && !draft.cells.iter().any(|cell| lines_in(cell) > MAX_LINES_IN_CELL)
}

fn rows_with_several(draft: &Draft<'_>) -> usize {
    let mut counts = vec![0usize; draft.rows];
    for cell in &draft.cells {
        for row in cell.row..cell.row + cell.row_span {
            counts.get_mut(row).into_iter().for_each(|count| *count += 1);
        }
    }
    counts.iter().filter(|count| **count >= 2).count()
}

fn lines_in(cell: &DraftCell) -> usize {
    let mut lines: Vec<usize> = cell.pieces.iter().map(|piece| piece.line).collect();
    lines.dedup();
    lines.len()
}

/// Returns whether lines of text are numbered: the first of two columns holds nothing but narrow numbers.
fn is_numbered(draft: &Draft<'_>) -> bool {
    let first = || draft.cells.iter().filter(|cell| cell.columns == (0, 0)).flat_map(|cell| &cell.pieces);
    let size = draft.lines().first().map_or(1.0, |line| line.size);
    draft.columns() == 2
        && first().next().is_some()
        && first().all(|piece| piece.is_numeric && piece.u1 - piece.u0 < MARKER_WIDTH * size)
}

/// Returns whether lines are the caption of a case in court: a column of colons or brackets is beside the parties.
fn is_case_caption(draft: &Draft<'_>) -> bool {
    let is_divided = |line: &&TextLine| line.words.iter().skip(1).any(|word| word.spelling().is_divider());
    let divided = draft.lines().iter().filter(is_divided).count();
    draft.columns() <= 3 && divided >= 3 && divided * 3 >= draft.lines().len() * 2
}

/// Returns whether the last column numbers equations: `(15)`, `(16)` and so on, and nothing else.
fn has_equation_numbers(draft: &Draft<'_>) -> bool {
    let last = draft.columns() - 1;
    let mut own: Vec<_> = draft.cells.iter().filter(|cell| cell.columns == (last, last)).collect();
    own.sort_by_key(|cell| cell.row);
    let words = own.into_iter().flat_map(|cell| &cell.pieces).map(|piece| {
        let line = draft.lines().get(piece.line);
        match line.map(|line| line.words(piece.words.0, piece.words.1)) {
            Some([word]) => word.spelling().equation_number(),
            _ => None,
        }
    });
    let Some(numbers) = words.collect::<Option<Vec<u32>>>() else { return false };
    numbers.len() >= 2 && numbers.windows(2).all(|pair| matches!(pair, [a, b] if *b == a.saturating_add(1)))
}

/// A table without lines and with at least this many columns has text in more than a third of its cells.
const SPARSE_COLUMNS: usize = 5;

/// Returns whether most places are empty: labels around a chart are in few rows of many columns.
fn is_sparse(draft: &Draft<'_>) -> bool {
    let area = |cell: &DraftCell| cell.row_span * (cell.columns.1 - cell.columns.0 + 1);
    let filled: usize = draft.cells.iter().filter(|cell| !cell.pieces.is_empty()).map(area).sum();
    draft.columns() >= SPARSE_COLUMNS && filled * 3 < draft.rows * draft.columns()
}

/// Returns `true` if two columns or more hold running text: columns of a page that are read one after the other.
fn is_prose(draft: &Draft<'_>) -> bool {
    if draft.rows > draft.head_rows && lines_per_row(draft) > 1.3 && draft.is_ruled() {
        return false;
    }
    let mut prose = 0;
    for column in 0..draft.columns() {
        let own = draft.cells.iter().filter(|cell| cell.columns == (column, column));
        let pieces: Vec<f32> = own.flat_map(|cell| &cell.pieces).map(|piece| piece.u1 - piece.u0).collect();
        let size = draft.lines().first().map_or(1.0, |line| line.size);
        let widest = pieces.iter().copied().fold(0.1, f32::max);
        let mean = pieces.iter().sum::<f32>() / pieces.len().max(1) as f32;
        prose += usize::from(pieces.len() >= 4 && mean > PROSE_WIDTH * size && mean > PROSE_FILL * widest);
    }
    prose >= 2 && prose + 1 >= draft.columns()
}

fn lines_per_row(draft: &Draft<'_>) -> f32 {
    draft.lines().len() as f32 / draft.rows.max(1) as f32
}

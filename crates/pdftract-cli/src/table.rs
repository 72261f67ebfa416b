//! Tables with aligned columns, without control characters.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::printable::printable;

/// A cell wider than this is cut.
const CELL_COLUMNS: usize = 60;

/// The alignment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// Returns lines of cells below the titles of their columns, indented by two spaces.
pub(crate) fn table<const CELLS: usize>(titles: [(&str, Side); CELLS], rows: Vec<[String; CELLS]>) -> String {
    let head = titles.map(|(title, _)| title.to_owned());
    let last = CELLS - 1;
    // No column follows the last one, so that its width is not limited.
    let cut =
        |(index, cell): (usize, String)| if index < last { cut(&cell) } else { printable(&cell).into() };
    let rows: Vec<Vec<String>> =
        std::iter::once(head).chain(rows).map(|row| row.into_iter().enumerate().map(cut).collect()).collect();
    let mut widths = [0; CELLS];
    for row in &rows {
        widths.iter_mut().zip(row).for_each(|(width, cell)| *width = cell.width().max(*width));
    }
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for ((cell, width), (_, side)) in row.iter().zip(widths).zip(titles) {
            let blank = " ".repeat(width - cell.width());
            let [before, after] = if side == Side::Right { [blank.as_str(), ""] } else { ["", &blank] };
            line.extend(["  ", before, cell, after]);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Returns the cell without control characters, cut with a `…` when it is too wide.
fn cut(cell: &str) -> String {
    let safe = printable(cell);
    if safe.width() <= CELL_COLUMNS {
        return safe.into_owned();
    }
    let mut columns = 0;
    let fits = |c: &char| {
        columns += c.width().unwrap_or(0);
        // One column is for the mark.
        columns < CELL_COLUMNS
    };
    safe.chars().take_while(fits).collect::<String>() + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows =
            vec![["日本".into(), "5".into(), "x\u{1B}".into()], ["a".into(), "12".into(), String::new()]];
        let text = table([("name", Side::Left), ("n", Side::Right), ("rest", Side::Left)], rows);
        assert_eq!(text, "  name   n  rest\n  日本   5  x\\u{1b}\n  a     12\n");
    }

    #[test]
    fn wide_cells_are_cut_but_not_the_last() {
        let wide = "日".repeat(100);
        let text = table([("a", Side::Left), ("b", Side::Left)], vec![[wide.clone(), wide.clone()]]);
        let line = text.lines().nth(1).unwrap_or_default();
        assert_eq!(line, format!("  {}…  {wide}", "日".repeat(29)));
    }
}

//! A sheet of labelled, aligned lines for people, in which nothing from a file can steer the terminal.

use unicode_width::UnicodeWidthStr;

use crate::printable::printable;

/// Width of the column of labels: the longest is `Attachments`.
const LABEL_COLUMNS: usize = 13;
/// A cell wider than this does not push the next column further to the right.
const CELL_COLUMNS: usize = 60;
/// The largest number of lines of a list without `--verbose`.
const LIST_LINES: usize = 20;
/// The largest number of characters of a value without `--verbose`.
const VALUE_CHARS: usize = 300;

/// The sheet while it is being written.
pub(crate) struct Sheet {
    text: String,
    verbose: bool,
}

impl Sheet {
    /// A sheet with a heading.
    pub(crate) fn new(heading: &str, verbose: bool) -> Self {
        Self { text: format!("{}\n", printable(heading)), verbose }
    }

    /// True if lists and values are shown completely.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// One labelled line.
    pub(crate) fn line(&mut self, label: &str, value: &str) {
        let line = format!("{label:<LABEL_COLUMNS$}{}", self.value(value));
        self.push(&line);
    }

    /// The same, if there is a value.
    pub(crate) fn line_if(&mut self, label: &str, value: Option<&str>) {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            self.line(label, value);
        }
    }

    /// Adds lines of aligned cells below the last labelled line. A long list is cut, with the number of missing lines.
    pub(crate) fn list<const CELLS: usize>(&mut self, rows: &[[String; CELLS]]) {
        // The note takes a line as well, so it must stand for more than one.
        let fits = self.verbose || rows.len() <= LIST_LINES + 1;
        let shown = if fits { rows } else { rows.get(..LIST_LINES).unwrap_or(rows) };
        let cells: Vec<[String; CELLS]> =
            shown.iter().map(|row| row.each_ref().map(|cell| self.value(cell))).collect();
        let widths = column_widths(&cells);
        for row in &cells {
            let mut line = " ".repeat(LABEL_COLUMNS);
            for (cell, width) in row.iter().zip(widths) {
                let missing = width.saturating_sub(cell.width());
                line.push_str(cell);
                line.extend(std::iter::repeat_n(' ', missing + 2));
            }
            self.push(&line);
        }
        if shown.len() < rows.len() {
            let more = rows.len() - shown.len();
            self.push(&format!("{:LABEL_COLUMNS$}… {more} more, see --json", ""));
        }
    }

    /// The text.
    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn push(&mut self, line: &str) {
        self.text.push_str("  ");
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// A value on one line, without controls, cut when it is long. The indentation of a tree stays.
    fn value(&self, value: &str) -> String {
        let one_line = value.trim_end().replace('\n', " ⏎ ").replace('\t', " ");
        let safe = printable(&one_line);
        let max = if self.verbose { usize::MAX } else { VALUE_CHARS };
        match safe.char_indices().nth(max) {
            Some((end, _)) => format!("{}…", safe.split_at(end).0),
            None => safe.into_owned(),
        }
    }
}

fn column_widths<const CELLS: usize>(rows: &[[String; CELLS]]) -> [usize; CELLS] {
    let mut widths = [0; CELLS];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            let columns = cell.width();
            if columns <= CELL_COLUMNS {
                *width = columns.max(*width);
            }
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_long_lists_are_cut_with_a_note() {
        let mut sheet = Sheet::new("a.pdf", false);
        sheet.line("Layers", "2");
        sheet.list(&[["on".into(), "Maße".into()], ["日本".into(), "b\nc".into()]]);
        let expected = "a.pdf\n  Layers       2\n               on    Maße\n               日本  b ⏎ c\n";
        assert_eq!(sheet.finish(), expected);

        let rows: Vec<[String; 1]> = (0..50).map(|n| [n.to_string()]).collect();
        let mut sheet = Sheet::new("a.pdf", false);
        sheet.list(&rows);
        assert!(sheet.finish().ends_with("19\n               … 30 more, see --json\n"));
        let mut sheet = Sheet::new("a.pdf", true);
        sheet.list(&rows);
        assert!(sheet.finish().ends_with("49\n"));
    }
}

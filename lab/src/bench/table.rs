//! Tables of figures, aligned for a terminal and valid as Markdown.

use serde::Serialize;

/// A table: the first column is text, all others are figures.
#[derive(Debug, Default, Serialize)]
pub(super) struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The results of one measurement.
#[derive(Debug, Default, Serialize)]
pub(super) struct Section {
    /// The key of the section in the benchmark page.
    pub(super) key: &'static str,
    pub(super) title: &'static str,
    pub(super) tables: Vec<Table>,
    pub(super) notes: Vec<String>,
}

impl Section {
    /// Creates a section with one table and notes.
    pub(super) fn new(key: &'static str, title: &'static str, table: Table, notes: Vec<String>) -> Self {
        Self { key, title, tables: vec![table], notes }
    }

    /// Creates a section that could not be measured.
    pub(super) fn skipped(key: &'static str, title: &'static str, reason: &str) -> Self {
        Self { key, title, tables: Vec::new(), notes: vec![format!("Skipped: {reason}.")] }
    }

    /// Formats tables and notes, with blank lines between them.
    pub(super) fn markdown(&self) -> String {
        let tables = self.tables.iter().map(Table::markdown);
        let notes = self.notes.iter().map(|note| format!("{note}\n"));
        tables.chain(notes).collect::<Vec<_>>().join("\n")
    }
}

impl Table {
    /// Creates an empty table.
    pub(super) fn new(columns: &[&str]) -> Self {
        Self { columns: columns.iter().map(|&column| column.to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    fn markdown(&self) -> String {
        let width = |column: usize| {
            let cells = std::iter::once(&self.columns).chain(&self.rows).filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(4)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |cells: &[String]| {
            let cell = |(column, width): (usize, &usize)| {
                let text = cells.get(column).map_or("", String::as_str);
                if column == 0 { format!(" {text:<width$} |") } else { format!(" {text:>width$} |") }
            };
            format!("|{}\n", widths.iter().enumerate().map(cell).collect::<String>())
        };
        let rule = |(column, width): (usize, &usize)| {
            if column == 0 {
                format!("{}|", "-".repeat(width + 2))
            } else {
                format!("{}:|", "-".repeat(width + 1))
            }
        };
        let rule = format!("|{}\n", widths.iter().enumerate().map(rule).collect::<String>());
        line(&self.columns) + &rule + &self.rows.iter().map(|row| line(row)).collect::<String>()
    }
}

/// Formats milliseconds, without decimals if there are many.
pub(super) fn milliseconds(value: f64) -> String {
    if value >= 100.0 { grouped(value) } else { format!("{value:.2}") }
}

/// Formats an integer with digit grouping.
pub(super) fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a ratio, or a dash if there is no divisor.
pub(super) fn ratio(value: f64, by: Option<f64>) -> String {
    match by {
        Some(by) if by > 0.0 => format!("{:.2}", value / by),
        _ => "–".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_aligned_markdown() {
        let mut table = Table::new(&["class", "ms"]);
        table.row(vec!["ordinary".into(), "1,204".into()]);
        assert_eq!(table.markdown(), "| class    |    ms |\n|----------|------:|\n| ordinary | 1,204 |\n");
    }

    #[test]
    fn figures_are_easy_to_read() {
        assert_eq!((grouped(1_234_567.0), grouped(12.4)), ("1,234,567".into(), "12".into()));
        assert_eq!((milliseconds(2.7649), milliseconds(2_500.4)), ("2.76".into(), "2,500".into()));
        assert_eq!((ratio(1.0, Some(4.0)), ratio(1.0, None)), ("0.25".into(), "–".into()));
    }
}

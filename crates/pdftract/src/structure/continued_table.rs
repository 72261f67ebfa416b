//! Tables that continue in the next column or on the next page: decides whether two parts are one table.

/// The greatest difference of column edges, relative to the width: without rules, text determines column edges only
/// roughly.
const EDGE_DRIFT: f32 = 0.08;
/// The greatest relative difference of the widths of parts.
const WIDTH_DRIFT: f32 = 0.12;

/// The facts about a part of a table.
#[derive(Debug, Clone, Default)]
pub(crate) struct TablePart {
    /// The left edges of its columns and the right edge of the last, relative to its left edge.
    pub(crate) edges: Vec<f32>,
    /// The texts of its first rows, which may be a repeated header.
    pub(crate) head: Vec<Vec<String>>,
    /// `true` if its first row has words where later rows have numbers.
    pub(crate) has_head: bool,
    /// The element of the structure tree that states the table.
    pub(crate) element: Option<u32>,
}

/// The relation of a part to the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Continuation {
    /// The number of rows at the start that repeat the header of the table.
    pub(crate) repeated_rows: u32,
}

/// Returns how a part continues a table, given its first rows `head` and its last part `before`.
pub(crate) fn continuation(
    head: &[Vec<String>],
    before: &TablePart,
    part: &TablePart,
) -> Option<Continuation> {
    // Parts of one element are one table, however far the widths of their texts differ.
    let is_one_element = part.element.is_some() && part.element == before.element;
    if before.edges.len() != part.edges.len() || part.edges.len() < 3 {
        return None;
    }
    let repeated = head.iter().zip(&part.head).take_while(|(a, b)| a == b && has_text(a, 1)).count();
    // A row of a single text alone, such as a year, may be the same by chance.
    let repeated = if head.iter().take(repeated).any(|row| has_text(row, 2)) { repeated } else { 0 };
    let is_alike = !part.has_head && are_alike(&before.edges, &part.edges);
    (repeated > 0 || is_alike || is_one_element)
        .then(|| Continuation { repeated_rows: u32::try_from(repeated).unwrap_or(0) })
}

fn has_text(row: &[String], least: usize) -> bool {
    row.iter().filter(|text| !text.is_empty()).count() >= least
}

/// Returns `true` if two parts have columns of similar widths.
fn are_alike(a: &[f32], b: &[f32]) -> bool {
    let (Some(width), Some(other)) = (a.last(), b.last()) else { return false };
    let is_close = |(a, b): (&f32, &f32)| (a - b).abs() < EDGE_DRIFT * width;
    (width - other).abs() < WIDTH_DRIFT * width && a.iter().zip(b).all(is_close)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(edges: &[f32], head: &[&str]) -> TablePart {
        let row = head.iter().map(|text| (*text).to_owned()).collect();
        TablePart { edges: edges.to_vec(), head: vec![row], has_head: false, element: None }
    }

    #[test]
    fn a_repeated_header_joins_parts_of_other_widths() {
        let (a, b) =
            (part(&[0.0, 100.0, 200.0], &["Name", "Value"]), part(&[0.0, 60.0, 150.0], &["Name", "Value"]));
        assert_eq!(continuation(&a.head, &a, &b), Some(Continuation { repeated_rows: 1 }));
    }

    #[test]
    fn a_repeated_head_of_several_rows_is_dropped_as_a_whole() {
        let rows = |rows: &[&[&str]]| -> Vec<Vec<String>> {
            rows.iter().map(|row| row.iter().map(|text| (*text).to_owned()).collect()).collect()
        };
        let a = TablePart {
            edges: vec![0.0, 100.0, 200.0],
            head: rows(&[&["Results"], &["Name", "Value"], &["", "in metres"], &["a", "1"]]),
            has_head: false,
            element: None,
        };
        let mut b = a.clone();
        b.head[3] = vec!["b".to_owned(), "2".to_owned()];
        assert_eq!(continuation(&a.head, &a, &b), Some(Continuation { repeated_rows: 3 }));
        b.head = rows(&[&["Results"], &["b", "2"]]);
        assert_eq!(continuation(&a.head, &a, &b), Some(Continuation { repeated_rows: 0 }));
    }

    #[test]
    fn equal_columns_join_parts_without_a_header() {
        let (a, b) = (part(&[0.0, 100.0, 200.0], &["Name", "Value"]), part(&[0.0, 98.0, 201.0], &["x", "1"]));
        assert_eq!(continuation(&a.head, &a, &b), Some(Continuation { repeated_rows: 0 }));
    }

    #[test]
    fn parts_of_one_element_are_one_table_whatever_their_widths() {
        let a = TablePart { element: Some(7), ..part(&[0.0, 100.0, 200.0], &["Name", "Value"]) };
        let b = TablePart { element: Some(7), ..part(&[0.0, 60.0, 150.0], &["x", "1"]) };
        assert_eq!(continuation(&a.head, &a, &b), Some(Continuation { repeated_rows: 0 }));
        let other = TablePart { element: Some(8), ..b };
        assert_eq!(continuation(&a.head, &a, &other), None);
    }

    #[test]
    fn a_part_with_another_header_is_another_table() {
        let a = part(&[0.0, 100.0, 200.0], &["Name", "Value"]);
        let b = TablePart { has_head: true, ..part(&[0.0, 100.0, 200.0], &["City", "Value"]) };
        assert_eq!(continuation(&a.head, &a, &b), None);
    }

    #[test]
    fn other_columns_are_another_table() {
        let a = part(&[0.0, 100.0, 200.0], &["Name", "Value"]);
        assert_eq!(continuation(&a.head, &a, &part(&[0.0, 60.0, 120.0], &["x", "1"])), None);
        assert_eq!(
            continuation(&a.head, &a, &part(&[0.0, 100.0, 150.0, 200.0], &["Name", "Value", "x"])),
            None
        );
    }
}

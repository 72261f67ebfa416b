//! Tells the labels of all pages in a few ranges, such as pages `1–4` are `i–iv`.

use pdftract::file::summary::PageFacts;

use super::page_size::range;

/// Pages whose labels count on from each other.
struct LabelRange<'a> {
    first: (usize, &'a str),
    last: (usize, &'a str),
}

/// Rows of pages and labels; none when every label is just the number of its page.
pub(crate) fn label_rows(pages: &[PageFacts]) -> Vec<[String; 2]> {
    let labels: Vec<(usize, &str)> =
        pages.iter().filter_map(|page| Some((page.page_number, page.page_label.as_deref()?))).collect();
    if labels.iter().all(|(number, label)| number.to_string() == *label) {
        return Vec::new();
    }
    let mut ranges: Vec<LabelRange<'_>> = Vec::new();
    for label in labels {
        match ranges.last_mut() {
            Some(range) if range.last.0 + 1 == label.0 && follows(range.last.1, label.1) => {
                range.last = label;
            }
            _ => ranges.push(LabelRange { first: label, last: label }),
        }
    }
    ranges.iter().map(row).collect()
}

fn row(labels: &LabelRange<'_>) -> [String; 2] {
    let pages = range(&labels.first.0.to_string(), &labels.last.0.to_string());
    let text = range(labels.first.1, labels.last.1);
    [pages, if text.is_empty() { "(no label)".to_owned() } else { text }]
}

/// Returns whether a label follows another: the same again, or the next number, numeral or letter.
fn follows(before: &str, after: &str) -> bool {
    before == after || next_number(before, after) || next_roman(before, after) || next_letter(before, after)
}

fn next_number(before: &str, after: &str) -> bool {
    let split = |label: &str| {
        let prefix = label.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = label.strip_prefix(prefix).and_then(|digits| digits.parse::<u64>().ok());
        number.map(|number| (prefix.to_owned(), number))
    };
    match (split(before), split(after)) {
        (Some((a, m)), Some((b, n))) => a == b && m.checked_add(1) == Some(n),
        _ => false,
    }
}

fn next_roman(before: &str, after: &str) -> bool {
    let same_case = before.chars().chain(after.chars()).all(|c| c.is_ascii_uppercase())
        || before.chars().chain(after.chars()).all(|c| c.is_ascii_lowercase());
    match (from_roman(before), from_roman(after)) {
        (Some(m), Some(n)) => same_case && m + 1 == n,
        _ => false,
    }
}

/// The value of a numeral; wrong ones such as `iix` get a value as well, which does no harm here.
fn from_roman(label: &str) -> Option<u32> {
    // The longest below 4,000 is mmmdccclxxxviii.
    if label.is_empty() || label.len() > 15 {
        return None;
    }
    let digit = |c: char| match c.to_ascii_lowercase() {
        'i' => Some(1u32),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        'c' => Some(100),
        'd' => Some(500),
        'm' => Some(1000),
        _ => None,
    };
    let mut total = 0u32;
    let mut largest = 0u32;
    for c in label.chars().rev() {
        let value = digit(c)?;
        total = if value < largest { total.saturating_sub(value) } else { total + value };
        largest = largest.max(value);
    }
    Some(total)
}

fn next_letter(before: &str, after: &str) -> bool {
    match (before.as_bytes(), after.as_bytes()) {
        ([a], [b]) => a.is_ascii_alphabetic() && b.is_ascii_alphabetic() && a + 1 == *b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn successors() {
        for (a, b) in [("iii", "iv"), ("IX", "X"), ("1", "2"), ("A-9", "A-10"), ("b", "c"), ("", "")] {
            assert!(follows(a, b), "{a} {b}");
        }
        for (a, b) in [("iv", "1"), ("A-9", "B-10"), ("iii", "V"), ("cover", "i"), ("9", "11"), ("Z", "a")] {
            assert!(!follows(a, b), "{a} {b}");
        }
    }
}

//! The lines of a page, and those that match.

use std::ops::Range;

use pdftract::search::TextSearch;

use super::trust::Trust;

/// The text of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PageText {
    /// The index of the page, counted from 0.
    pub(super) index: usize,
    /// Its label, if the file defines one.
    pub(super) label: Option<String>,
    /// Its text, with a line feed after each line.
    pub(super) text: String,
    /// The trust in its text.
    pub(super) trust: Trust,
}

impl PageText {
    /// Returns the label if it differs from the number of the page.
    pub(super) fn other_label(&self) -> Option<&str> {
        self.label.as_deref().filter(|label| *label != (self.index + 1).to_string())
    }
}

/// Matches on the same lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit {
    /// The first and the last line, counted from 0.
    pub(super) lines: (usize, usize),
    /// The matches, as ranges of the text of the page.
    pub(super) ranges: Vec<Range<usize>>,
}

/// The lines of a page.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1).filter(|&start| start < text.len());
        let starts = if text.is_empty() { Vec::new() } else { std::iter::once(0).chain(ends).collect() };
        Self { text, starts }
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns the range of a line in the text, without its line end.
    pub(super) fn range(&self, line: usize) -> Range<usize> {
        let start = self.starts.get(line).copied().unwrap_or(self.text.len());
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let has_end = end > start && self.text.as_bytes().get(end - 1) == Some(&b'\n');
        start..(end - usize::from(has_end))
    }

    /// Returns the line of an offset.
    fn line_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Returns the matching lines, in order.
    pub(super) fn hits(&self, search: &TextSearch) -> Vec<Hit> {
        let mut hits: Vec<Hit> = Vec::new();
        for range in search.ranges(self.text) {
            let last = range.end.checked_sub(1).filter(|&last| last >= range.start).unwrap_or(range.start);
            let lines = (self.line_at(range.start), self.line_at(last));
            match hits.last_mut().filter(|hit| hit.lines.1 >= lines.0) {
                Some(hit) => {
                    hit.lines.1 = hit.lines.1.max(lines.1);
                    hit.ranges.push(range);
                }
                None => hits.push(Hit { lines, ranges: vec![range] }),
            }
        }
        hits
    }
}

#[cfg(test)]
mod tests {
    use pdftract::search::TextSearchOptions;

    use super::*;

    fn hits(pattern: &str, text: &str) -> Vec<(usize, usize, usize)> {
        let search = TextSearch::new(&[pattern], TextSearchOptions::default()).unwrap();
        let hits = Lines::new(text).hits(&search);
        hits.iter().map(|hit| (hit.lines.0, hit.lines.1, hit.ranges.len())).collect()
    }

    #[test]
    fn matches_on_the_same_lines_are_one_hit() {
        assert_eq!(hits("b", "a b b\nc\nb\n"), [(0, 0, 2), (2, 2, 1)]);
        assert_eq!(hits("b c|d", "a b\nc d\ne\n"), [(0, 1, 2)]);
        // An empty pattern matches before and after each letter.
        assert_eq!(hits("", "a\n\nb\n"), [(0, 0, 2), (1, 1, 1), (2, 2, 2)]);
        assert_eq!(hits("a", ""), []);
    }

    #[test]
    fn lines_end_before_their_line_end() {
        let lines = Lines::new("ab\n\nc");
        assert_eq!([lines.range(0), lines.range(1), lines.range(2)], [0..2, 3..3, 4..5]);
        assert_eq!((lines.len(), Lines::new("a\n").len()), (3, 1));
    }
}

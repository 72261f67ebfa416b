//! Plain text of a page: blocks in reading order, a line break after each line, a blank line between blocks.

use crate::char_class::{SOFT_HYPHEN, has_double_space, has_non_breaking_space, is_non_breaking_space};
use crate::layout::{IndexRange, LayoutCell, LayoutTable};
use crate::options::{ExtractOptions, LineForm, Spaces};
use crate::structure::{Role, StructuredBlock, StructuredPage};
use crate::text::{LineEnd, TextPage};

/// The plain text of a page, in which some hyphens at line ends are not resolved yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PlainPage {
    text: String,
    /// Hyphens that may divide a word, in ascending order.
    pending: Vec<PendingEnd>,
    /// `true` if the page ends in a hyphen and its last word may continue on the next page.
    is_open: bool,
}

/// A hyphen at the end of a line that may divide a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PendingEnd {
    /// The offset after the hyphen, in bytes.
    at: usize,
    /// The index of the line in the layout.
    line: u32,
}

impl PlainPage {
    /// Returns `true` if the last word may continue on the next page.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Returns the text. Unresolved hyphens are kept.
    pub(crate) fn into_text(self) -> String {
        if self.text.contains(SOFT_HYPHEN) { self.text.replace(SOFT_HYPHEN, "-") } else { self.text }
    }

    /// Returns the text in parts that end after hyphens which may divide a word.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &str> {
        let ends = self.pending.iter().map(|end| end.at).chain([self.text.len()]);
        ends.scan(0, |start, end| self.text.get(std::mem::replace(start, end)..end))
    }

    /// Joins hyphenated words according to `is_divided`, which receives the texts before and after a line end.
    /// Returns the lines that were joined with the next.
    pub(crate) fn settle(&mut self, mut is_divided: impl FnMut(&str, &str) -> bool) -> Vec<u32> {
        let pending = std::mem::take(&mut self.pending);
        let mut joined = Vec::new();
        if pending.is_empty() {
            return joined;
        }
        let text = std::mem::take(&mut self.text);
        self.text.reserve(text.len());
        let mut done = 0;
        for (index, end) in pending.iter().enumerate() {
            self.text.push_str(text.get(done..end.at).unwrap_or_default());
            done = end.at;
            let after = text.get(end.at..).unwrap_or_default();
            let next = after.trim_start_matches(['\n', ' ']);
            if is_divided(&self.text, next) {
                joined.push(end.line);
                let separator = after.get(..after.len() - next.len()).unwrap_or_default();
                // A part of a word that itself ends in a hyphen is examined again.
                let limit = pending.get(index + 1).map_or(text.len(), |end| end.at);
                let next = text.get(end.at + separator.len()..limit).unwrap_or_default();
                self.text.pop();
                done = limit - push_rest(&mut self.text, separator, next).len();
            }
        }
        self.text.push_str(text.get(done..).unwrap_or_default());
        joined
    }

    /// Moves the rest of a word from the beginning of the next page to the end of this one.
    pub(crate) fn take_rest_from(&mut self, next: &mut Self) {
        let end = self.text.trim_end_matches('\n').len();
        let line_ends = self.text.split_off(end);
        self.text.pop();
        let rest = push_rest(&mut self.text, "", &next.text).trim_start_matches([' ', '\n']);
        let moved = next.text.len() - rest.len();
        next.text.drain(..moved);
        self.text.push_str(&line_ends);
    }

    /// Returns the text without trailing line breaks.
    pub(crate) fn trimmed(&self) -> &str {
        self.text.trim_end_matches('\n')
    }

    /// Returns the text.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }
}

/// Appends the rest of a word, and the line separator in place of the space after it; returns the text that follows.
fn push_rest<'t>(out: &mut String, separator: &str, next: &'t str) -> &'t str {
    let (word, behind) = next.split_at(next.find([' ', '\n', '\t']).unwrap_or(next.len()));
    out.push_str(word);
    match behind.strip_prefix(' ').filter(|_| separator.contains('\n')) {
        Some(behind) => {
            out.push_str(separator);
            behind
        }
        None => behind,
    }
}

/// Returns the plain text of a page.
pub(crate) fn page_text(text: &TextPage, layout: &StructuredPage, options: &ExtractOptions) -> PlainPage {
    let mut writer = Writer { text, layout, options, out: PlainPage::default() };
    writer.out.text.reserve(layout.pieces.len() + layout.pieces.len() / 4);
    let mut last = None;
    for (index, block) in (0u32..).zip(&layout.blocks) {
        if (options.shows_running_heads() || !block.role.is_furniture())
            && writer.push_block(index, block, last)
        {
            last = Some(index);
        }
    }
    writer.out.is_open = last.is_some_and(|last| text.continuation(last).is_some());
    writer.out
}

struct Writer<'p> {
    text: &'p TextPage,
    layout: &'p StructuredPage,
    options: &'p ExtractOptions,
    out: PlainPage,
}

impl Writer<'_> {
    /// Appends a block after the last written one; returns `true` if it has text.
    fn push_block(&mut self, index: u32, block: &StructuredBlock, last: Option<u32>) -> bool {
        let (end, pending) = (self.out.text.len(), self.out.pending.len());
        if end > 0 {
            self.out.text.push('\n');
        }
        let start = self.out.text.len();
        self.push_lines(block);
        if self.out.text.get(start..).is_none_or(|text| text.trim_matches('\n').is_empty()) {
            // Cleaning has removed all of its text.
            self.out.text.truncate(end);
            self.out.pending.truncate(pending);
            return false;
        }
        let continuation = last.and_then(|last| self.text.continuation(last));
        if let Some(found) = continuation.filter(|found| found.next == Some(index)) {
            self.join(found.end, u32::MAX, start, "\n\n");
        }
        true
    }

    /// Appends the text of a block, with a line break after each line or row.
    fn push_lines(&mut self, block: &StructuredBlock) {
        if let Some(table) = self.layout.whole_table(block) {
            self.push_table(table);
            return;
        }
        if self.options.lines == LineForm::Reflow && block.role != Role::Code {
            self.push_running(block.lines);
            self.out.text.push('\n');
            return;
        }
        let mut last: Option<u32> = None;
        for line in self.text.lines_with_text(block.lines) {
            let start = self.out.text.len();
            self.push_line(line);
            self.out.text.push('\n');
            if let Some(before) = last.replace(line) {
                self.join(self.text.line(before).end, before, start, "\n");
            }
        }
    }

    fn push_line(&mut self, line: u32) {
        push_plain(self.text.line_text(line), self.options.policy.spaces, &mut self.out.text);
    }

    /// Joins the text written after `start` with the previous line, if a word continues there.
    fn join(&mut self, end: LineEnd, line: u32, start: usize, separator: &str) {
        let at = start.saturating_sub(separator.len());
        let out = &mut self.out.text;
        match end {
            LineEnd::Break => {}
            LineEnd::Pending => self.out.pending.push(PendingEnd { at, line }),
            LineEnd::Drop(hyphen) => out.replace_range(at - usize::from(hyphen)..at, ""),
            LineEnd::Join(hyphen) => join_word(out, at - usize::from(hyphen), start, separator),
        }
    }

    /// Appends a line for each row, with a tab between cells and a space between the lines of a cell.
    fn push_table(&mut self, table: &LayoutTable) {
        let mut before = None;
        let mut row = self.out.text.len();
        for cell in &table.cells {
            match cell_separator(before, cell) {
                Some(CELL_SEPARATOR) => self.out.text.push(CELL_SEPARATOR),
                Some(_) => row = self.end_row(row),
                None => {}
            }
            before = Some(cell);
            self.push_running(cell.lines);
        }
        self.end_row(row);
    }

    /// Ends a row and returns the start of the next. A row without text is dropped.
    fn end_row(&mut self, start: usize) -> usize {
        let out = &mut self.out.text;
        if out.get(start..).is_some_and(|row| row.trim_matches(CELL_SEPARATOR).is_empty()) {
            out.truncate(start);
        } else {
            out.push('\n');
        }
        out.len()
    }

    /// Appends lines as one line.
    fn push_running(&mut self, lines: IndexRange) {
        let mut last: Option<u32> = None;
        for index in self.text.lines_with_text(lines) {
            if let Some(before) = last.replace(index) {
                self.end_running_line(before);
            }
            self.push_line(index);
        }
    }

    /// Ends a line of running text before the next.
    fn end_running_line(&mut self, index: u32) {
        let line = self.text.line(index);
        let out = &mut self.out.text;
        match line.end {
            LineEnd::Break => {}
            LineEnd::Pending => self.out.pending.push(PendingEnd { at: out.len(), line: index }),
            LineEnd::Drop(hyphen) | LineEnd::Join(hyphen) => {
                out.truncate(out.len().saturating_sub(usize::from(hyphen)));
            }
        }
        if !line.is_unspaced && !matches!(line.end, LineEnd::Join(_)) {
            out.push(' ');
        }
    }
}

/// Appends a line with normalised spaces: ordinary ones unless the caller keeps others, no runs, none at the end.
fn push_plain(line: &str, spaces: Spaces, out: &mut String) {
    let has_other_spaces = spaces != Spaces::Keep && has_non_breaking_space(line);
    if !has_other_spaces && !has_double_space(line) {
        out.push_str(line);
        return;
    }
    let start = out.len();
    for character in line.chars() {
        let is_space = character == ' ' || (has_other_spaces && is_non_breaking_space(character));
        let follows_space = out.len() > start && out.ends_with(' ');
        if !(is_space && follows_space) {
            out.push(if is_space { ' ' } else { character });
        }
    }
    let end = out.trim_end_matches(' ').len().max(start);
    out.truncate(end);
}

/// Moves the rest of a word to the line where it began: `Immo\u{ad}⏎bilien und` becomes `Immobilien⏎und`.
fn join_word(out: &mut String, hyphen: usize, next: usize, separator: &str) {
    let tail = out.get(next..).unwrap_or_default();
    let end = tail.find([' ', '\n']).map_or(out.len(), |end| next + end);
    if out.get(end..).is_some_and(|after| after.starts_with(' ')) {
        out.replace_range(end..=end, separator);
    }
    out.replace_range(hyphen..next, "");
}

/// The separator between two cells of a row.
const CELL_SEPARATOR: char = '\t';

/// Returns the separator between two cells, in the order of cells: a newline where a row begins, otherwise a tab.
pub(super) fn cell_separator(before: Option<&LayoutCell>, cell: &LayoutCell) -> Option<char> {
    before.map(|before| if before.row == cell.row { CELL_SEPARATOR } else { '\n' })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str, pending: &[(usize, u32)]) -> PlainPage {
        let pending = pending.iter().map(|&(at, line)| PendingEnd { at, line }).collect();
        PlainPage { text: text.to_owned(), pending, is_open: false }
    }

    #[test]
    fn a_joined_word_moves_to_the_line_where_it_began() {
        let mut joined = page("a main-\ntainer came\n", &[(7, 3)]);
        assert_eq!(joined.settle(|before, next| before == "a main-" && next.starts_with("tainer")), [3]);
        assert_eq!(joined.into_text(), "a maintainer\ncame\n");
        let mut kept = page("a half-\nway house\n", &[(7, 0)]);
        assert!(kept.settle(|_, _| false).is_empty());
        assert_eq!(kept.into_text(), "a half-\nway house\n");
    }

    #[test]
    fn a_word_may_continue_over_three_lines() {
        let mut joined = page("in-\nter-\nnational law\n", &[(3, 0), (8, 1)]);
        assert_eq!(joined.settle(|_, _| true), [0, 1]);
        assert_eq!(joined.into_text(), "international\nlaw\n");
    }

    #[test]
    fn a_word_may_continue_on_the_next_page() {
        let (mut first, mut second) = (page("the main-\n", &[]), page("tainer of it\nall\n", &[]));
        first.take_rest_from(&mut second);
        assert_eq!(
            (first.into_text().as_str(), second.into_text().as_str()),
            ("the maintainer\n", "of it\nall\n")
        );
    }

    #[test]
    fn plain_text_has_ordinary_single_spaces() {
        let mut out = String::from("x ");
        push_plain("1\u{a0}000 \u{202f}m  y", Spaces::ByFormat, &mut out);
        assert_eq!(out, "x 1 000 m y");
        out.clear();
        push_plain("1\u{a0}000  m", Spaces::Keep, &mut out);
        assert_eq!(out, "1\u{a0}000 m");
    }
}

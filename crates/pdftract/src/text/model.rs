//! The text of a page as plain data: cleaned lines, the relation of each line to the next, and offsets into the raw
//! text.

use super::clean::OffsetMap;
use super::line_end::LineEnd;
use crate::layout::IndexRange;

/// The clean text of a laid-out page. Lines and blocks are those of its [`StructuredPage`](crate::layout::StructuredPage), by
/// index.
#[derive(Debug, Default)]
pub(crate) struct TextPage {
    /// The text of all lines, concatenated.
    pub(super) text: String,
    pub(super) lines: Vec<TextLine>,
    /// Offset maps of lines that cleaning changed, sorted by line.
    pub(super) offsets: Vec<(u32, OffsetMap)>,
    /// Paragraphs that end in a hyphen, sorted by block.
    pub(super) continuations: Vec<Continuation>,
}

/// One line of a [`TextPage`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TextLine {
    /// The byte range of its text.
    pub(crate) range: IndexRange,
    /// The relation to the next line of its block or cell.
    pub(crate) end: LineEnd,
    /// `true` if running text has no space between this line and the next: a compound continues after its hyphen, or
    /// the script has no spaces.
    pub(crate) is_unspaced: bool,
}

/// A paragraph whose last line ends in a hyphen, so that its last word may continue in another block or on another
/// page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Continuation {
    /// The block that ends in a hyphen.
    pub(crate) block: u32,
    /// The paragraph of the page that follows in reading order, if there is one.
    pub(crate) next: Option<u32>,
    /// The relation of the last line to that paragraph.
    pub(crate) end: LineEnd,
}

impl TextPage {
    /// Returns the text with a line break after each line.
    pub(crate) fn to_lines(&self) -> String {
        let mut lines = String::with_capacity(self.text.len() + self.lines.len());
        for line in &self.lines {
            lines.push_str(self.slice(line.range));
            lines.push('\n');
        }
        lines
    }

    /// Returns a line by its index in the layout; an empty one if there is none.
    #[inline]
    pub(crate) fn line(&self, index: u32) -> TextLine {
        self.lines.get(index as usize).copied().unwrap_or_default()
    }

    /// Returns the text of a line without its line end.
    #[inline]
    pub(crate) fn line_text(&self, index: u32) -> &str {
        self.slice(self.line(index).range)
    }

    /// Returns a byte range of the text.
    #[inline]
    pub(crate) fn slice(&self, range: IndexRange) -> &str {
        self.text.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// Returns the lines of a range that have text, by index.
    pub(crate) fn lines_with_text(&self, range: IndexRange) -> impl Iterator<Item = u32> {
        (range.start..range.end).filter(|&line| !self.line(line).range.is_empty())
    }

    /// Returns the offset map of a line; `None` if cleaning changed nothing.
    pub(crate) fn offsets(&self, line: u32) -> Option<&OffsetMap> {
        let found = self.offsets.binary_search_by_key(&line, |(line, _)| *line).ok()?;
        self.offsets.get(found).map(|(_, offsets)| offsets)
    }

    /// Returns the continuation of a paragraph that ends in a hyphen.
    pub(crate) fn continuation(&self, block: u32) -> Option<Continuation> {
        let found = self.continuations.binary_search_by_key(&block, |item| item.block).ok()?;
        self.continuations.get(found).copied()
    }
}

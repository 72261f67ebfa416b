//! A page with roles: the vectors of its layout, and blocks with roles.

use super::caption::Kind as CaptionKind;
use super::figure::Figure;
use super::line_facts::KnownLines;
use super::role::{Evidence, Role};
use crate::content::PageGlyphs;
use crate::layout::{Dropped, IndexRange, LayoutLine, LayoutTable, Piece, WritingMode, line_text};

/// Lines that belong together, with their role.
#[derive(Debug, Clone, Default)]
pub struct StructuredBlock {
    /// The role.
    pub role: Role,
    /// The level of a heading (from 1) or the depth of a list item (from 1); 0 for everything else.
    pub level: u8,
    /// Its lines in reading order, as a range of [`StructuredPage::lines`].
    pub lines: IndexRange,
    /// The bounding box: left, top, right, bottom.
    pub bbox: [f32; 4],
    /// The index of its cells in [`StructuredPage::tables`], if it is a table.
    pub table: Option<u32>,
    /// The number of pieces at the start of the first line that are the marker of a list item.
    pub marker: u32,
    /// The indentation of the text of a list item relative to its column, in points.
    pub indent: f32,
    /// The index of the block on the page whose paragraph or code continues here.
    pub continues: Option<u32>,
    /// What the wording of a caption says that it belongs to.
    pub caption_kind: Option<CaptionKind>,
    /// The figure or table of the page that it is the caption of.
    pub caption_of: Option<CaptionTarget>,
    /// The index of the block that is the caption of a table.
    pub caption: Option<u32>,
    /// The evidence for its role, strongest first.
    pub evidence: Vec<Evidence>,
    /// The confidence in its role, from 0 to 1; 0 before roles are assigned.
    pub confidence: f32,
}

/// The target of a caption on its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptionTarget {
    /// The index of a block that is a table.
    Table(u32),
    /// The index of a figure.
    Figure(u32),
}

/// A page after layout whose blocks have roles.
#[derive(Debug, Default)]
pub struct StructuredPage {
    /// The blocks in reading order.
    pub blocks: Vec<StructuredBlock>,
    /// The lines of all blocks.
    pub lines: Vec<LayoutLine>,
    /// The pieces of all lines.
    pub pieces: Vec<Piece>,
    /// The tables.
    pub tables: Vec<LayoutTable>,
    /// The figures, from top to bottom.
    pub figures: Vec<Figure>,
    /// The glyphs that were left out.
    pub dropped: Dropped,
    /// The writing mode of most of the page.
    pub writing_mode: WritingMode,
    /// `true` if order and roles come from the structure tree.
    pub tagged: bool,
    /// The glyphs of line numbers, in ascending order.
    pub line_numbers: Vec<u32>,
    /// `true` if [`assign_roles`](super::assign_roles) has classified its blocks.
    pub has_roles: bool,
    /// The lines that end in an intended line break, as in addresses, in ascending order.
    pub line_breaks: Vec<u32>,
    /// The paragraph at the end of the page that may continue on the next.
    pub open_end: Option<OpenEnd>,
    /// The paragraph at the start of the page that may have begun on the previous page.
    pub open_start: Option<OpenStart>,
    /// The facts of lines that were read to learn the style of the document.
    pub(super) known_lines: KnownLines,
    /// The texts of lines by their pieces, once roles are assigned, which needs them.
    pub(super) line_texts: Vec<(IndexRange, String)>,
}

/// A paragraph at the end of a page that may continue on the next page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OpenEnd {
    /// The index of the block.
    pub block: u32,
    /// `true` if its last sentence is not finished.
    pub is_mid_sentence: bool,
    /// The font size of its last line, in points.
    pub size: f32,
    /// The free space of its last line before the edge of its column, in points.
    pub room: f32,
    /// `true` if it is a list item, which often ends without a full stop.
    pub is_item: bool,
    /// `true` if tables, figures or notes follow it on its page.
    pub is_before_float: bool,
}

/// A paragraph at the start of a page that may have begun on the previous page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OpenStart {
    /// The index of the block.
    pub block: u32,
    /// `true` if it begins with a lower-case letter.
    pub begins_small: bool,
    /// The font size of its first line, in points.
    pub size: f32,
    /// The width of its first word, in points.
    pub first_word: f32,
    /// `true` if tables or figures precede it on its page.
    pub is_behind_float: bool,
}

impl StructuredPage {
    /// Appends the text of a line as its glyphs have it, as [`line_text::push_line`] does, which need not read them again
    /// if roles are assigned.
    pub(crate) fn push_line(&self, page: &PageGlyphs, index: u32, line: &LayoutLine, out: &mut String) {
        match self.line_texts.get(index as usize) {
            Some((pieces, text)) if *pieces == line.pieces => out.push_str(text),
            _ => line_text::push_line(page, &self.pieces, line, out),
        }
    }

    /// Returns the cells of a block if they contain all its lines, so that no text is lost.
    pub(crate) fn whole_table(&self, block: &StructuredBlock) -> Option<&LayoutTable> {
        let table = self.tables.get(block.table? as usize)?;
        let in_cells: usize = table.cells.iter().map(|cell| cell.lines.len()).sum();
        (in_cells >= block.lines.len()).then_some(table)
    }
}

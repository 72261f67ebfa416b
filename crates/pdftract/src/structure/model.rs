//! A page with roles: the vectors of its layout, and blocks that say what they are.

use super::role::Role;
use crate::layout::{Dropped, IndexRange, LayoutLine, LayoutTable, Piece, WritingMode};

/// Lines that belong together, and their role.
#[derive(Debug, Clone)]
pub struct StructuredBlock {
    /// The role.
    pub role: Role,
    /// The depth of a heading (from 1) or of a list item (from 1); 0 for everything else.
    pub level: u8,
    /// Its lines in reading order, as a range of [`StructuredPage::lines`].
    pub lines: IndexRange,
    /// The bounding box: left, top, right, bottom.
    pub bbox: [f32; 4],
    /// The index of its cells in [`StructuredPage::tables`], if it is a table.
    pub table: Option<u32>,
    /// The number of pieces at the start of the first line that are the marker of a list item.
    pub marker: u32,
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
    /// The glyphs that were left out.
    pub dropped: Dropped,
    /// The writing mode of most of the page.
    pub writing_mode: WritingMode,
    /// Set when order and roles come from the structure tree.
    pub tagged: bool,
    /// Set when [`assign_roles`](super::assign_roles) has classified its blocks.
    pub has_roles: bool,
}

impl StructuredPage {
    /// Returns the cells of a block, provided that they hold all its lines: no text may be lost to a table.
    pub(crate) fn whole_table(&self, block: &StructuredBlock) -> Option<&LayoutTable> {
        let table = self.tables.get(block.table? as usize)?;
        let in_cells: usize = table.cells.iter().map(|cell| cell.lines.len()).sum();
        (in_cells >= block.lines.len()).then_some(table)
    }
}

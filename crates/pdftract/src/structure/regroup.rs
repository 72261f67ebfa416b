//! Regroups the lines of a page into blocks, by style and text in addition to the geometry used by the layout.

use super::column::{self, Column};
use super::heading_style::BodyStyle;
use super::line_facts::LineFacts;
use super::model::StructuredBlock;
use super::paragraph::{self, Paragraphs};
use super::role::Role;
use crate::layout::bounds::{EMPTY_BOX, union};
use crate::layout::{IndexRange, LayoutLine};

/// The blocks of a page after grouping.
#[derive(Debug, Default)]
pub(super) struct Regrouped {
    pub(super) blocks: Vec<StructuredBlock>,
    /// The lines that end in an intended line break, in ascending order.
    pub(super) breaks: Vec<u32>,
    pub(super) columns: Vec<Column>,
}

/// Regroups the lines of paragraphs. Blocks with another role are kept, and so are all blocks from the structure
/// tree.
pub(super) fn regroup(
    blocks: &[StructuredBlock],
    lines: &[LayoutLine],
    facts: &[LineFacts],
    body: &BodyStyle,
    pitch: f32,
    is_tagged: bool,
) -> Regrouped {
    let mut columns = column::columns(blocks, facts, pitch);
    if is_tagged {
        // Tags may list blocks in another order than their lines.
        columns.sort_by_key(|column| column.lines.start);
        return Regrouped { blocks: blocks.to_vec(), breaks: Vec::new(), columns };
    }
    let mut regrouped = Regrouped { columns, ..Regrouped::default() };
    let mut next_column = regrouped.columns.iter().peekable();
    for block in blocks {
        if block.role != Role::Paragraph || block.table.is_some() {
            regrouped.blocks.push(block.clone());
            continue;
        }
        // A column is written at its first block; its other blocks are part of it.
        while let Some(column) = next_column.next_if(|column| column.lines.start < block.lines.end) {
            let mut paragraphs = Paragraphs::default();
            let is_level = column.lines.slice(facts).iter().all(|line| line.is_level);
            if is_level {
                paragraph::group(column, facts, body, &mut paragraphs);
            } else {
                paragraphs.blocks.push(column.lines);
            }
            regrouped.breaks.append(&mut paragraphs.breaks);
            let made = paragraphs.blocks.into_iter();
            regrouped.blocks.extend(made.map(|part| StructuredBlock {
                lines: part,
                bbox: around(part, lines),
                ..block.clone()
            }));
        }
    }
    regrouped.breaks.sort_unstable();
    regrouped
}

fn around(part: IndexRange, lines: &[LayoutLine]) -> [f32; 4] {
    part.slice(lines).iter().fold(EMPTY_BOX, |bbox, line| union(bbox, line.bbox))
}

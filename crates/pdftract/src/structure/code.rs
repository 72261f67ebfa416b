//! Code: blocks in a font of one width, in documents whose text is not written in one.

use super::block_facts::BlockFacts;
use super::document_style::DocumentStyle;
use super::line_facts::LineFacts;
use super::model::{StructuredBlock, StructuredPage};
use super::role::Role;
use crate::layout::bounds::union;

/// Lines of one program are at most this many sizes apart.
const MAX_PITCH: f32 = 2.0;

/// Code is not larger than text by more than this factor; titles may be set in a typewriter face too.
const LARGE: f32 = 1.12;

/// Returns whether a block is code. Typewritten documents have text in a font of one width, which is no code; nor are
/// lists in one.
pub(super) fn is_code(style: &DocumentStyle, facts: &BlockFacts) -> bool {
    let is_large = facts.size > style.body.size * LARGE;
    facts.fixed_pitch
        && facts.marker == 0
        && !is_large
        && !style.body.look.fixed_pitch
        && facts.characters() > 1
}

/// Joins neighbouring blocks of code: some producers tag each line of a program as a paragraph.
pub(super) fn merge(structured: &mut StructuredPage, facts: &[LineFacts]) {
    let mut merged: Vec<StructuredBlock> = Vec::with_capacity(structured.blocks.len());
    for block in std::mem::take(&mut structured.blocks) {
        match merged.last_mut().filter(|last| goes_on(last, &block, facts)) {
            Some(last) => {
                last.lines.end = block.lines.end;
                last.bbox = union(last.bbox, block.bbox);
            }
            None => merged.push(block),
        }
    }
    structured.blocks = merged;
}

fn goes_on(last: &StructuredBlock, block: &StructuredBlock, facts: &[LineFacts]) -> bool {
    let is_code = last.role == Role::Code && block.role == Role::Code && last.lines.end == block.lines.start;
    let pair = last.lines.slice(facts).last().zip(block.lines.slice(facts).first());
    is_code && pair.is_some_and(|(a, b)| (0.0..MAX_PITCH * a.size).contains(&(b.baseline - a.baseline)))
}

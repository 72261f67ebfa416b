//! Code: monospaced blocks in documents whose body text is not monospaced.

use super::block_facts::BlockFacts;
use super::document_style::DocumentStyle;
use super::line_facts::LineFacts;
use super::model::{StructuredBlock, StructuredPage};
use super::role::Role;
use crate::layout::bounds::union;

/// The greatest line spacing of a program, in font sizes.
const MAX_PITCH: f32 = 2.0;

/// The greatest factor by which code is larger than text; titles may be monospaced too.
const LARGE: f32 = 1.12;

/// Returns `true` if a block is code. In documents with monospaced body text, and in lists, a monospaced font does
/// not indicate code.
pub(super) fn is_code(style: &DocumentStyle, facts: &BlockFacts) -> bool {
    let is_large = facts.size > style.body.size * LARGE;
    facts.fixed_pitch
        && facts.marker == 0
        && !is_large
        && !style.body.look.fixed_pitch
        && facts.characters() > 1
}

/// Merges adjacent blocks of code: some producers tag each line of a program as a paragraph.
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

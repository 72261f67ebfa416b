//! Classifies the blocks of a page: one rule after the other is asked for the role of a block.

use super::block_facts::BlockFacts;
use super::document_style::DocumentStyle;
use super::model::{StructuredBlock, StructuredPage};
use super::role::Role;
use super::{caption, footnote, formula, heading, list, running_heads};
use crate::content::PageGlyphs;

/// Watermarks are larger than text by this factor.
const WATERMARK_FACTOR: f32 = 3.0;

/// Gives the blocks of a page their roles. Roles that the structure tree states stay.
pub fn assign_roles(page: &PageGlyphs, structured: &mut StructuredPage, style: &DocumentStyle) {
    running_heads::split(page, structured, style);
    let mut blocks = std::mem::take(&mut structured.blocks);
    for block in blocks.iter_mut().filter(|block| block.role == Role::Paragraph) {
        let facts = BlockFacts::new(page, structured, block);
        classify(page, style, &facts, block);
    }
    structured.blocks = blocks;
    // The structure tree states itself how deep its lists are nested.
    if !structured.tagged {
        list::nest(structured);
    }
    structured.has_roles = true;
}

/// Decides the role of one block. The surest rules come first.
fn classify(page: &PageGlyphs, style: &DocumentStyle, facts: &BlockFacts, block: &mut StructuredBlock) {
    if facts.form_value {
        block.role = Role::FormField;
    } else if is_watermark(style, facts) {
        block.role = Role::Watermark;
    } else if is_code(facts) {
        block.role = Role::Code;
    } else if caption::is_caption(facts) {
        block.role = Role::Caption;
    } else if let Some((role, level)) = heading::heading(page, style, facts) {
        (block.role, block.level) = (role, level);
    } else if footnote::is_footnote(page, style, facts) {
        block.role = Role::Footnote;
    } else if facts.marker > 0 {
        (block.role, block.level, block.marker) = (Role::ListItem, 1, facts.marker);
    } else if formula::is_formula(&facts.text) {
        block.role = Role::Formula;
    }
}

/// Returns whether a block is written across the page in large letters.
fn is_watermark(style: &DocumentStyle, facts: &BlockFacts) -> bool {
    facts.slanted && facts.size > style.body_size * WATERMARK_FACTOR
}

/// Returns whether a block is set in a font of one width. Typewritten lists have markers and are lists.
fn is_code(facts: &BlockFacts) -> bool {
    facts.fixed_pitch && facts.characters() > 1 && facts.marker == 0
}

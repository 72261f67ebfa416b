//! Roles stated by the file: structure types of tagged pages, artifacts at their edges, tables.

use super::model::{StructuredBlock, StructuredPage};
use super::page_number::is_bare_number;
use super::role::{Evidence, Role};
use crate::content::PageGlyphs;
use crate::file::structure::Tag;
use crate::layout::{BlockTag, IndexRange, LayoutBlock, PageEdge, PageLayout};

/// Headings with more lines are errors of the producer.
const MAX_HEADING_LINES: usize = 6;

impl StructuredPage {
    /// Gives blocks the roles stated by the file: tables, and on tagged pages those of the structure tree. All other
    /// blocks are paragraphs until [`assign_roles`](super::assign_roles) classifies them.
    pub fn new(page: &PageGlyphs, layout: PageLayout) -> Self {
        let blocks = layout.blocks.iter().map(|block| block_of_tag(page, &layout, block)).collect();
        let PageLayout { lines, pieces, tables, dropped, writing_mode, tagged, line_numbers, .. } = layout;
        let page = Self { blocks, lines, pieces, tables, dropped, writing_mode, tagged, ..Self::default() };
        Self { line_numbers, ..page }
    }
}

/// Returns a block with the role stated by its tag; a paragraph if it has none.
fn block_of_tag(page: &PageGlyphs, layout: &PageLayout, block: &LayoutBlock) -> StructuredBlock {
    let &LayoutBlock { lines, bbox, table, tag } = block;
    let (role, level, marker) = match tag {
        _ if table.is_some() => (Role::Table, 0, 0),
        BlockTag::None => (Role::Paragraph, 0, 0),
        BlockTag::Element { tag: Tag::Title | Tag::Heading, .. } if lines.len() > MAX_HEADING_LINES => {
            (Role::Paragraph, 0, 0)
        }
        // A row of underscores that a word processor styles as a heading is a rule.
        BlockTag::Element { tag: Tag::Title | Tag::Heading, .. } if !has_letters(page, layout, lines) => {
            (Role::Paragraph, 0, 0)
        }
        BlockTag::Element { tag, level, label_pieces } => match role(tag) {
            Role::ListItem => (Role::ListItem, level, label_pieces),
            Role::Heading => (Role::Heading, level, 0),
            role => (role, 0, 0),
        },
        BlockTag::Artifact(_) if is_bare_number(page, layout, lines) => (Role::PageNumber, 0, 0),
        BlockTag::Artifact(PageEdge::Top) => (Role::Header, 0, 0),
        BlockTag::Artifact(PageEdge::Bottom) => (Role::Footer, 0, 0),
    };
    let is_stated = match tag {
        _ if table.is_some() => table_element(layout, table).is_some(),
        BlockTag::Element { .. } => role != Role::Paragraph,
        BlockTag::Artifact(_) => true,
        BlockTag::None => false,
    };
    let evidence = if is_stated { vec![Evidence::Tag] } else { Vec::new() };
    StructuredBlock { role, level, lines, bbox, table, marker, evidence, ..StructuredBlock::default() }
}

/// Returns whether lines have something that can be read aloud.
fn has_letters(page: &PageGlyphs, layout: &PageLayout, lines: IndexRange) -> bool {
    let pieces = lines.slice(&layout.lines).iter().flat_map(|line| line.pieces.slice(&layout.pieces));
    let mut glyphs = pieces.filter_map(|piece| page.glyphs.get(piece.glyph as usize));
    // Glyphs without a character, such as ligatures, are letters.
    glyphs.any(|glyph| glyph.text.character().is_none_or(char::is_alphanumeric))
}

/// Returns the element of the structure tree that states a table.
fn table_element(layout: &PageLayout, table: Option<u32>) -> Option<u32> {
    layout.tables.get(table? as usize)?.element
}

/// Returns the role of a structure type.
fn role(tag: Tag) -> Role {
    match tag {
        Tag::Title => Role::Title,
        Tag::Heading => Role::Heading,
        Tag::ListItem => Role::ListItem,
        Tag::Caption => Role::Caption,
        Tag::Figure => Role::Figure,
        Tag::Formula => Role::Formula,
        Tag::Code => Role::Code,
        Tag::Note => Role::Footnote,
        Tag::BlockQuote => Role::BlockQuote,
        _ => Role::Paragraph,
    }
}

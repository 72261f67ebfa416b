//! The standard tags of structure elements, and how the names that a file invents lead to them.

use std::collections::HashMap;

use super::object::{Dict, lossy};

/// What a structure element is (ISO 32000-1, 14.8.4, and ISO 32000-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tag {
    /// Holds other elements: a document, part, section, division, or a name that leads to nothing known.
    Group,
    /// A section, which headings without a level count.
    Section,
    /// The title of the document.
    Title,
    /// A heading; its level stands in the element.
    Heading,
    /// A paragraph.
    Paragraph,
    /// A quotation set apart, and a paragraph in one.
    BlockQuote,
    /// A list.
    List,
    /// An item of a list.
    ListItem,
    /// The number or bullet of an item, note or caption.
    Label,
    /// An entry of a table of contents.
    ContentsItem,
    /// A table.
    Table,
    /// A row of a table.
    Row,
    /// A cell that heads a row or column.
    HeaderCell,
    /// A cell.
    DataCell,
    /// What is said about a picture or table.
    Caption,
    /// A picture.
    Figure,
    /// A formula.
    Formula,
    /// A program or what one prints.
    Code,
    /// A footnote or endnote.
    Note,
    /// Part of a line: a span, link, reference, quotation, ruby text, the body of a list item.
    Inline,
    /// Not part of the text proper.
    Artifact,
}

impl Tag {
    /// The tag of a standard name, and the level that it carries.
    fn from_name(name: &[u8]) -> Option<(Self, u8)> {
        let tag = match name {
            b"Document" | b"DocumentFragment" | b"Part" | b"Div" | b"TOC" | b"Index" | b"NonStruct"
            | b"Private" | b"Aside" | b"Form" | b"THead" | b"TBody" | b"TFoot" => Self::Group,
            b"Sect" | b"Art" => Self::Section,
            b"Title" => Self::Title,
            b"H" => Self::Heading,
            b"P" => Self::Paragraph,
            b"BlockQuote" => Self::BlockQuote,
            b"L" => Self::List,
            b"LI" => Self::ListItem,
            b"Lbl" => Self::Label,
            b"TOCI" => Self::ContentsItem,
            b"Table" => Self::Table,
            b"TR" => Self::Row,
            b"TH" => Self::HeaderCell,
            b"TD" => Self::DataCell,
            b"Caption" => Self::Caption,
            b"Figure" => Self::Figure,
            b"Formula" => Self::Formula,
            b"Code" => Self::Code,
            b"Note" | b"FENote" => Self::Note,
            b"Span" | b"Quote" | b"Reference" | b"BibEntry" | b"Link" | b"Annot" | b"LBody" | b"Ruby"
            | b"RB" | b"RT" | b"RP" | b"Warichu" | b"WT" | b"WP" | b"Em" | b"Strong" | b"Sub" => Self::Inline,
            b"Artifact" => Self::Artifact,
            _ => return Some((Self::Heading, heading_level(name)?)),
        };
        Some((tag, 0))
    }

    /// Whether it is a cell of a table.
    pub fn is_cell(self) -> bool {
        matches!(self, Self::HeaderCell | Self::DataCell)
    }

    /// Whether it merely holds blocks. Text right in it is a block of its own.
    pub fn is_group(self) -> bool {
        matches!(self, Self::Group | Self::Section | Self::BlockQuote | Self::List | Self::Table | Self::Row)
    }

    /// Whether an element with this tag inside the block `around` is a block apart.
    pub(crate) fn stands_apart(self, around: Self) -> bool {
        if around.is_group() {
            return !matches!(self, Self::Inline | Self::Label);
        }
        let apart = matches!(
            self,
            Self::ListItem
                | Self::ContentsItem
                | Self::HeaderCell
                | Self::DataCell
                | Self::Figure
                | Self::Caption
                | Self::Note
                | Self::Artifact
        );
        !around.is_cell() && (apart || (self == Self::Heading && around == Self::ListItem))
    }
}

/// The level of `H1`, `H2` …; nobody nests headings deeper than this.
fn heading_level(name: &[u8]) -> Option<u8> {
    match name {
        [b'H', digit @ b'1'..=b'9'] => Some(digit - b'0'),
        [b'H', b'1'..=b'9', b'0'..=b'9'] => Some(9),
        _ => None,
    }
}

/// Names that lead to other names more often than this lead nowhere.
const MAX_HOPS: usize = 16;
/// Names whose tags are remembered; files have some dozens.
const MAX_KNOWN: usize = 1_000;

/// The tags that a file's names stand for: `/RoleMap`.
pub(crate) struct Tags<'f> {
    roles: Option<Dict<'f>>,
    known: HashMap<Vec<u8>, (Tag, u8)>,
}

impl<'f> Tags<'f> {
    pub(crate) fn new(root: &Dict<'f>) -> Self {
        Self { roles: root.dict(b"RoleMap"), known: HashMap::new() }
    }

    /// The tag of a name and the level that it carries.
    pub(crate) fn find(&mut self, name: &[u8]) -> (Tag, u8) {
        if let Some(found) = Tag::from_name(name).or_else(|| self.known.get(name).copied()) {
            return found;
        }
        let found = self.follow(name).unwrap_or_else(|| guess(name));
        if self.known.len() < MAX_KNOWN {
            self.known.insert(name.to_vec(), found);
        }
        found
    }

    fn follow(&self, name: &[u8]) -> Option<(Tag, u8)> {
        let mut name = self.roles.as_ref()?.name(name)?;
        for _ in 0..MAX_HOPS {
            if let Some(found) = Tag::from_name(&name) {
                return Some(found);
            }
            name = self.roles.as_ref()?.name(&name)?;
        }
        None
    }
}

/// What a name means that leads nowhere: writers forget the map, but seldom invent names without reason.
fn guess(name: &[u8]) -> (Tag, u8) {
    let name = lossy(name).to_ascii_lowercase();
    let tag = if name.contains("span") { Tag::Inline } else { Tag::Group };
    (tag, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_names() {
        assert_eq!(Tag::from_name(b"H3"), Some((Tag::Heading, 3)));
        assert_eq!(Tag::from_name(b"H12"), Some((Tag::Heading, 9)));
        assert_eq!(Tag::from_name(b"LBody"), Some((Tag::Inline, 0)));
        assert_eq!(Tag::from_name(b"Heading 1"), None);
    }

    #[test]
    fn blocks_within_blocks() {
        assert!(Tag::Paragraph.stands_apart(Tag::Group));
        assert!(!Tag::Paragraph.stands_apart(Tag::ListItem));
        assert!(Tag::ListItem.stands_apart(Tag::ListItem));
        assert!(!Tag::ListItem.stands_apart(Tag::DataCell), "a list in a cell is the text of the cell");
    }
}

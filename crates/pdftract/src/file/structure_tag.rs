//! The standard tags of structure elements, and the mapping from custom names to them.

use std::collections::HashMap;

use super::object::{Dict, lossy};

/// The type of a structure element (ISO 32000-1, 14.8.4, and ISO 32000-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tag {
    /// A container of other elements: a document, part, section, division, or an unknown name.
    Group,
    /// A section, which determines the level of headings without one.
    Section,
    /// The title of the document.
    Title,
    /// A heading; its level is in the element.
    Heading,
    /// A paragraph.
    Paragraph,
    /// A block quotation, and a paragraph in one.
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
    /// A header cell of a row or column.
    HeaderCell,
    /// A cell.
    DataCell,
    /// The caption of a figure or table.
    Caption,
    /// A figure.
    Figure,
    /// A formula.
    Formula,
    /// Program code or output.
    Code,
    /// A footnote or endnote.
    Note,
    /// Part of a line: a span, link, reference, quotation, ruby text, the body of a list item.
    Inline,
    /// Not part of the text proper.
    Artifact,
}

impl Tag {
    /// Returns the tag of a standard name, and the level that it implies.
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

    /// Returns `true` for table cells.
    pub fn is_cell(self) -> bool {
        matches!(self, Self::HeaderCell | Self::DataCell)
    }

    /// Returns `true` for tags that only contain blocks. Text directly in them is a separate block.
    pub fn is_group(self) -> bool {
        matches!(self, Self::Group | Self::Section | Self::BlockQuote | Self::List | Self::Table | Self::Row)
    }

    /// Returns `true` if an element with this tag inside the block `around` is a separate block.
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

/// Returns the level of `H1`, `H2` …, at most 9.
fn heading_level(name: &[u8]) -> Option<u8> {
    match name {
        [b'H', digit @ b'1'..=b'9'] => Some(digit - b'0'),
        [b'H', b'1'..=b'9', b'0'..=b'9'] => Some(9),
        _ => None,
    }
}

/// The maximum number of steps in the role map.
const MAX_HOPS: usize = 16;
/// The maximum number of cached names; files have a few dozen.
const MAX_KNOWN: usize = 1_000;

/// The tags for the names of a file: `/RoleMap`.
pub(crate) struct Tags<'f> {
    roles: Option<Dict<'f>>,
    known: HashMap<Vec<u8>, (Tag, u8)>,
}

impl<'f> Tags<'f> {
    pub(crate) fn new(root: &Dict<'f>) -> Self {
        Self { roles: root.dict(b"RoleMap"), known: HashMap::new() }
    }

    /// Returns the tag of a name and the level that it implies.
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

/// Guesses the tag of an unmapped name: writers forget the map, but names are rarely arbitrary.
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

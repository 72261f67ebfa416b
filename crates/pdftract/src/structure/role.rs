//! The roles that a block can have, with their names in outputs.

use serde::Serialize;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[non_exhaustive]
pub enum Role {
    /// The title of the document.
    Title,
    /// A heading; its level is beside it.
    Heading,
    /// Ordinary text.
    Paragraph,
    /// An item of a list, with its marker.
    ListItem,
    /// A quotation set apart from the text.
    BlockQuote,
    /// A table.
    Table,
    /// Text inside a picture.
    Figure,
    /// What is said about a picture or a table.
    Caption,
    /// A formula that stands by itself.
    Formula,
    /// A program or what one prints.
    Code,
    /// A note at the foot of the page.
    Footnote,
    /// What is repeated at the top of pages.
    Header,
    /// What is repeated at the bottom of pages.
    Footer,
    /// The number of the page.
    PageNumber,
    /// The value of a form field.
    FormField,
    /// Text across the page behind or over everything else.
    Watermark,
}

impl Role {
    /// Returns whether it belongs to the page rather than to the text: headers, footers, page numbers, watermarks.
    pub fn is_furniture(self) -> bool {
        matches!(self, Self::Header | Self::Footer | Self::PageNumber | Self::Watermark)
    }
}

/// What decided the role of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Evidence {
    /// The structure tree states it.
    Tag,
    /// The outline has an entry with its title.
    Outline,
    /// It begins with a section number, as others of its style do.
    Numbering,
    /// Its letters are larger than those of the text.
    Size,
    /// Its letters are bolder than those of the text.
    Weight,
    /// Its letters slant and those of the text do not.
    Slant,
    /// It is written in capitals.
    Capitals,
    /// Its colour is not that of the text.
    Color,
    /// A marker begins it, or a drawn bullet stands before it.
    Marker,
    /// Its font has glyphs of one width and that of the text has not.
    Pitch,
    /// It is indented on both sides.
    Indent,
    /// Neighbouring pages repeat it in its place.
    Repetition,
    /// Its text begins as those of its role do, such as `Figure 1`.
    Wording,
}

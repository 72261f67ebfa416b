//! The roles that a block can have, with their names in outputs.

use serde::Serialize;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Role {
    /// The title of the document.
    Title,
    /// A heading; its level is beside it.
    Heading,
    /// Ordinary text.
    Paragraph,
    /// An item of a list, with its marker.
    ListItem,
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

//! The roles of blocks, with their names in outputs.

use serde::Serialize;

/// The role of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[non_exhaustive]
pub enum Role {
    /// The title of the document.
    Title,
    /// A heading; its level is stored beside it.
    Heading,
    /// Ordinary text.
    #[default]
    Paragraph,
    /// An item of a list, with its marker.
    ListItem,
    /// A block quotation.
    BlockQuote,
    /// A table.
    Table,
    /// Text inside a figure.
    Figure,
    /// The caption of a figure or table.
    Caption,
    /// A displayed formula.
    Formula,
    /// Program code or output.
    Code,
    /// A footnote.
    Footnote,
    /// A running header.
    Header,
    /// A running footer.
    Footer,
    /// A page number.
    PageNumber,
    /// Numbers beside the text that count its lines.
    LineNumber,
    /// The value of a form field.
    FormField,
    /// Text across the page, behind or over everything else.
    Watermark,
}

impl Role {
    /// Returns `true` for roles that belong to the page rather than to the text: headers, footers, page numbers, line
    /// numbers, watermarks.
    pub fn is_furniture(self) -> bool {
        matches!(self, Self::Header | Self::Footer | Self::PageNumber | Self::LineNumber | Self::Watermark)
    }
}

/// Evidence for the role of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Evidence {
    /// The structure tree states it.
    Tag,
    /// The outline has an entry with its title.
    Outline,
    /// It begins with a section number, like others of its style.
    Numbering,
    /// It is larger than the body text.
    Size,
    /// It is bolder than the body text.
    Weight,
    /// It is italic, unlike the body text.
    Slant,
    /// It is written in capitals.
    Capitals,
    /// Its colour differs from the body text.
    Color,
    /// It begins with a marker, or a bullet is drawn before it.
    Marker,
    /// Its font is monospaced, unlike the body text.
    Pitch,
    /// It is indented on both sides.
    Indent,
    /// Adjacent pages repeat it at the same position.
    Repetition,
    /// Its text begins in a way that is typical of its role, such as `Figure 1`.
    Wording,
    /// Rules are drawn between or around its cells.
    Rules,
    /// Its text is aligned in columns.
    Columns,
    /// It is at the edge of the page, apart from the text.
    Position,
    /// It is the value of a form field.
    Form,
    /// It is written at an angle.
    Angle,
    /// It has several lines of running text.
    Extent,
    /// Nothing indicates another role.
    Plain,
}

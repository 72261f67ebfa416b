//! The public data model of a document: its pages, blocks, lines, spans and glyphs.
//!
//! These types define the JSON output, field by field; `docs/schema.json` is generated from them. Coordinates are
//! points from the top left corner of the page as seen on screen (crop box, rotation applied), y down, as `[x0, y0,
//! x1, y1]`, rounded to hundredths; [`Page::to_pdf`] transforms them to PDF coordinates.
//!
//! The text of a block is authoritative. [`Span::start`] and [`Span::end`] are offsets into it; the characters
//! between two spans are the space or line break that separates them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::content::Visibility;
use crate::diagnostic::Diagnostic;
use crate::file::attachment::Attachment;
use crate::file::form::FormField;
use crate::file::metadata::Metadata;
use crate::file::outline::OutlineItem;
pub use crate::file::summary::{PageBoxes, ProductionBoxes, SCHEMA_VERSION};
use crate::font::FontKind;
use crate::layout::{BaselineShift, Dropped, WritingMode};
pub use crate::ocr::{PageRecognition, PageSignals, PageType};
use crate::options::TextPolicy;
pub use crate::quality::{EmptyReason, Quality, Signal as QualitySignal};
use crate::structure::{Evidence, OpenEnd, OpenStart, Role};
use crate::unicode::UnicodeSource;

pub use super::chunk::{Chunk, ChunkPage};

/// The value of [`DocumentHead::coords`].
pub const COORDS: &str = "points, origin top left of the page as shown, y down, [x0, y0, x1, y1]";

/// A whole document.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Document {
    /// Facts known before any page is read.
    #[serde(flatten)]
    pub head: DocumentHead,
    /// The requested pages, in order.
    pub pages: Vec<Page>,
    /// Facts known after all pages are read.
    #[serde(flatten)]
    pub end: DocumentEnd,
}

/// One line of NDJSON: first the document, then its pages, last the end. A missing end means that the output is
/// incomplete.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "record", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Record<'a> {
    /// The first line.
    Document(&'a DocumentHead),
    /// One page.
    Page(&'a Page),
    /// One chunk, where chunks were asked for instead of pages.
    Chunk(&'a Chunk),
    /// The last line.
    End(&'a DocumentEnd),
}

/// Facts known before any page is read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DocumentHead {
    /// The version of this schema: the second number grows when something is added, the first when names or meanings
    /// change.
    pub schema_version: &'static str,
    /// The definition of the coordinate system.
    pub coords: &'static str,
    /// The source file.
    pub source: Source,
    /// Properties of the PDF file.
    pub pdf: Pdf,
    /// The rules by which characters became text.
    pub text_policy: TextPolicy,
    /// The document metadata: title, author, dates.
    pub metadata: Metadata,
    /// The number of pages of the document, whether requested or not.
    pub page_count: usize,
    /// Bookmarks in reading order.
    pub outline: Vec<OutlineItem>,
    /// Form fields with their values.
    pub form_fields: Vec<FormField>,
    /// Attached files.
    pub attachments: Vec<Attachment>,
}

/// Facts known after all pages are read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DocumentEnd {
    /// `true` if the text as a whole can be trusted.
    pub readable: bool,
    /// The score of the text, with the reasons that lower it.
    pub readability: DocumentReadability,
    /// The pages, counted from 0, of which recognition would give better text.
    pub pages_needing_ocr: Vec<usize>,
    /// Losses and repairs in the whole document, including those on pages.
    pub diagnostics: Vec<Diagnostic>,
}

/// The source file.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Source {
    /// The name of the file, if the caller provided it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Size in bytes.
    pub bytes: usize,
    /// SHA-256 of all bytes, in hexadecimal.
    pub sha256: String,
}

/// Properties of the PDF file.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Pdf {
    /// The newer of the header's and the catalog's version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// `true` if any part is encrypted.
    pub encrypted: bool,
    /// `true` if there is a structure tree, which identifies headings, paragraphs, tables.
    pub tagged: bool,
    /// `true` if the file is linearized for reading over a network.
    pub linearized: bool,
    /// The program that produced the PDF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub producer: Option<String>,
}

/// The trustworthiness of the text of a document.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DocumentReadability {
    /// From 0 to 1: the mean over all pages that are not blank.
    pub score: f32,
    /// `true` if most of these pages could be judged.
    pub judged: bool,
    /// The reasons that lower the score.
    pub reasons: Vec<Reason>,
}

/// A reason that lowers the readability of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// No page has any text.
    NoText,
    /// Some pages are images without text.
    ScannedPages,
    /// On some pages most of the text cannot be read.
    BrokenTextPages,
    /// Some glyphs have no known Unicode.
    UnmappedGlyphs,
    /// Some pages are missing or incomplete because a limit was reached.
    PagesCut,
}

/// One page.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Page {
    /// The page index, counted from 0.
    pub page_index: usize,
    /// The page number, counted from 1.
    pub page_number: usize,
    /// The page label shown to readers, such as `iv`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_label: Option<String>,
    /// The width as shown, in points.
    pub width: f64,
    /// The height as shown, in points.
    pub height: f64,
    /// The clockwise rotation when shown, in degrees.
    pub rotation: u16,
    /// The page boxes in PDF coordinates.
    pub boxes: PageBoxes,
    /// The matrix `[a, b, c, d, e, f]` from page coordinates to PDF coordinates: `x' = a x + c y + e`, `y' = b x + d
    /// y + f`.
    pub to_pdf: [f64; 6],
    /// The kind of page.
    pub page_type: PageType,
    /// The signals that determined the kind.
    pub page_signals: PageSignals,
    /// The result of OCR, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ocr: Option<PageRecognition>,
    /// The main writing direction.
    pub writing_mode: WritingMode,
    /// The trustworthiness of its text.
    pub readability: PageReadability,
    /// The sources of the Unicode of its glyphs.
    pub recovery: Recovery,
    /// The numbers of glyphs that were left out, by reason.
    pub dropped: Dropped,
    /// The reason why the page has no text, if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty_because: Option<EmptyReason>,
    /// The text of the page, only at the level of detail `page`: its blocks with an empty line between them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The blocks in reading order.
    pub blocks: Vec<Block>,
    /// Figures: pictures on the page, with their alternative text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Figure>,
    /// Images that were written to files on request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    /// Annotations other than links and form fields: notes, highlights, stamps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<Annotation>,
    /// The positions of the blocks in the Markdown that was written together with this record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub markdown_blocks: Vec<MarkdownBlock>,
    /// Losses and repairs on this page.
    pub diagnostics: Vec<Diagnostic>,
    /// The paragraph at the end of the page that may continue on the next page.
    #[serde(skip)]
    pub(crate) open_end: Option<OpenEnd>,
    /// The paragraph at the start of the page that may have begun on the previous page.
    #[serde(skip)]
    pub(crate) open_start: Option<OpenStart>,
}

/// The trustworthiness of the text of a page.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PageReadability {
    /// From 0 to 1, the mean over its characters. 1 for a blank page, 0 for an image without text.
    pub score: f32,
    /// The quality of its text as a whole.
    pub quality: Quality,
    /// `true` if most of its text could be judged. The score of text that was not judged, such as a table of numbers,
    /// only means that there is no evidence against it.
    pub judged: bool,
    /// The evidence against it.
    pub signals: Vec<QualitySignal>,
    /// `true` if OCR of the page would give better text.
    pub ocr_recommended: bool,
    /// The scores of the blocks, in their order.
    pub block_scores: Vec<f32>,
}

/// The sources of the Unicode of the glyphs of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Recovery {
    /// The number of glyphs by source.
    pub by_source: BTreeMap<UnicodeSource, u32>,
    /// The number of glyphs without a known Unicode, which appear in the text as U+FFFD.
    pub unmapped: u32,
}

/// A block of lines, such as a paragraph, a heading or a table.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Block {
    /// The identifier, made of the page number and the block number, both from 1: `p1-b3`.
    pub id: String,
    /// The role of the block.
    pub role: Role,
    /// The confidence in the role, from 0 to 1.
    pub role_confidence: f32,
    /// The evidence for the role, strongest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// The level of a heading, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The `id` of the table or figure on the page that a caption belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption_of: Option<String>,
    /// The `id` of the block, on this page or the previous one, whose paragraph or code continues here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continues: Option<String>,
    /// The bounding box.
    pub bbox: [f32; 4],
    /// The text, with a newline between lines. Words divided by a soft hyphen are joined without it. In a table,
    /// there is a newline between rows and a tab between cells.
    pub text: String,
    /// The lines. In a table, the lines of all cells in the order of cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// The LaTeX of a formula, without delimiters, if it was requested and the structure of the formula is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// The marker and depth of a list item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<ListItem>,
    /// The cells of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// The link target, if the whole block is one link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
    /// The language, if known (BCP 47).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// The trustworthiness of the text, from 0 to 1.
    pub score: f32,
    /// The index of the block in the layout of the page.
    #[serde(skip)]
    pub(crate) place: u32,
    /// Hyphens at line ends that later pages may resolve.
    #[serde(skip)]
    pub(crate) pending_hyphens: Vec<PendingHyphen>,
    /// The separator before the block in which the paragraph continues.
    #[serde(skip)]
    pub(crate) goes_on: Option<Joint>,
}

/// The separator between two blocks of one paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Joint {
    /// A space.
    Space,
    /// Nothing.
    Nothing,
    /// Nothing, and the hyphen at the end is dropped.
    DropHyphen,
    /// A line break, between parts of a program.
    Line,
}

/// A hyphen at the end of a line that may divide a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PendingHyphen {
    /// The index of the line in the layout of the page.
    pub(crate) line: u32,
    /// The index of the hyphen in the block's text, in characters.
    pub(crate) at: u32,
    /// `true` if a line break or a space follows it.
    pub(crate) has_separator: bool,
}

/// The marker of a list item, which begins its text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListItem {
    /// The marker as in the text, such as `•`, `3.` or `(a)`.
    pub marker: String,
    /// The nesting depth of the item, from 1.
    pub depth: u8,
    /// The indentation of the text relative to its column, in points.
    #[serde(skip)]
    pub(crate) indent: f32,
}

/// The cells of a table.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Table {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
    /// The number of header rows at the top.
    pub head_rows: u32,
    /// The block on the page that is its caption.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The block, in another column or on the previous page, that this table continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continues: Option<String>,
    /// The block, in another column or on the next page, that continues this table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continued_by: Option<String>,
    /// The number of rows at the top that repeat the header of the continued table.
    pub repeated_rows: u32,
    /// The element of the structure tree that states the table.
    #[serde(skip)]
    pub(crate) element: Option<u32>,
    /// The cells row by row, including empty ones.
    pub cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Cell {
    /// The first row, from 0.
    pub row: u32,
    /// The first column, from 0.
    pub column: u32,
    /// The number of rows spanned.
    pub row_span: u32,
    /// The number of columns spanned.
    pub column_span: u32,
    /// `true` if the cell is part of the header.
    pub header: bool,
    /// The bounding box.
    pub bbox: [f32; 4],
    /// The text on one line, with a space between its lines.
    pub text: String,
    /// The start of its text in the block's text, in characters.
    pub start: u32,
    /// The end of its text in the block's text, in characters. The spans in this range belong to the cell.
    pub end: u32,
}

/// A line of a block.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Line {
    /// The bounding box.
    pub bbox: [f32; 4],
    /// Its text, only at the levels of detail `line` and `word`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The spans in reading order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<Span>,
    /// The words in reading order, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Vec<Word>>,
    /// `true` if the line break after it is intended, as in an address, rather than caused by the width of the
    /// column.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hard_break: bool,
    /// `true` if running text has no space between this line and the next.
    #[serde(skip)]
    pub(crate) is_unspaced: bool,
}

/// A word of a line: characters without white space between them. A word divided at the end of a line counts as one
/// word on each line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Word {
    /// The start in the block's text, in characters (Unicode scalar values).
    pub start: u32,
    /// The end in the block's text: the index after the last character.
    pub end: u32,
    /// The text: `text[start..end]` of the block.
    pub text: String,
    /// The bounding box.
    pub bbox: [f32; 4],
}

/// Consecutive characters of a line that share font, size, visibility, direction, kind of source and link.
///
/// A span neither begins nor ends with a space.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Span {
    /// The start in the block's text, in characters (Unicode scalar values).
    pub start: u32,
    /// The end in the block's text: the index after the last character.
    pub end: u32,
    /// The text: `text[start..end]` of the block.
    pub text: String,
    /// The text before cleaning, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_text: Option<String>,
    /// The bounding box.
    pub bbox: [f32; 4],
    /// The name of the font, without subset tag.
    pub font: String,
    /// The font among those of the page.
    #[serde(skip)]
    pub(crate) font_index: u16,
    /// The kind of the font.
    pub font_type: FontKind,
    /// The font size as shown, in points.
    pub size: f32,
    /// The font weight from 100 to 900; 400 is regular, 700 bold.
    pub weight: u16,
    /// `true` if the font is italic or oblique.
    pub italic: bool,
    /// `true` if the font is monospaced.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub monospace: bool,
    /// True if its font has serifs, false if it has none; left out if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serif: Option<bool>,
    /// The fill colour as `#rrggbb`. Left out for black and for colours that are not converted, such as patterns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// The text rendering mode of PDF, 0 to 7.
    pub rendering_mode: u8,
    /// The visibility on the page.
    pub visibility: Visibility,
    /// The source of the Unicode of most characters.
    pub unicode_source: UnicodeSource,
    /// The confidence in the text, from 0 to 1: the mean over its characters, or the plausibility of the text if that
    /// is lower.
    pub confidence: f32,
    /// The confidence of the least certain character.
    pub min_confidence: f32,
    /// The quality of the text.
    pub quality: Quality,
    /// `true` if the quality is good enough to be read.
    pub readable: bool,
    /// The evidence against it.
    pub quality_signals: Vec<QualitySignal>,
    /// `true` if some of its characters have equally likely alternatives.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ambiguous: bool,
    /// The character codes of the glyphs, if the text is not known. A later repair may start from them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub raw_glyphs: Vec<u32>,
    /// The text recognised by OCR at its position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ocr_text: Option<String>,
    /// The language, if known (BCP 47).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<&'static str>,
    /// The script, if known (ISO 15924).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<&'static str>,
    /// The writing direction.
    pub direction: WritingMode,
    /// Superscript or subscript.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_shift: Option<BaselineShift>,
    /// The role relative to the surrounding text, if it is not simply part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<SpanRole>,
    /// The link target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
    /// The glyphs, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyphs: Option<Vec<Glyph>>,
}

/// The role of a span relative to the surrounding text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SpanRole {
    /// The reading of adjacent characters (furigana).
    Ruby,
}

/// The target of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Link {
    /// A URI. pdftract never opens it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// A page of this document, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_index: Option<usize>,
}

/// A glyph of a span.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Glyph {
    /// The character code in the font.
    pub code: u32,
    /// The glyph name in the font, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyph_name: Option<String>,
    /// The text of the glyph.
    pub text: String,
    /// The source of the text.
    pub unicode_source: UnicodeSource,
    /// The confidence in the text, from 0 to 1.
    pub confidence: f32,
    /// The bounding box of the glyph cell.
    pub bbox: [f32; 4],
    /// The glyph advance, in points.
    pub advance: f32,
    /// Alternative texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
}

/// A figure of a page: a picture, or an area that the structure tree states as a figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Figure {
    /// The identifier, made of the page number and the number of the figure, both from 1: `p1-f2`.
    pub id: String,
    /// The bounding box.
    pub bbox: [f32; 4],
    /// The alternative text that the structure tree gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
    /// The block that is its caption.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
}

/// An image that was written to a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Image {
    /// The visible part of the image on the page.
    pub bbox: [f32; 4],
    /// Pixels of a row.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// The path of the file, relative to the result where possible.
    pub file: String,
}

impl Image {
    /// Describes an image of a page that was written to a file.
    pub fn new(bbox: [f32; 4], width: u32, height: u32, file: impl Into<String>) -> Self {
        Self { bbox, width, height, file: file.into() }
    }
}

/// An annotation of a page: a note, a highlight, a stamp.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Annotation {
    /// Its type as the PDF names it: `Text`, `FreeText`, `Highlight`, `Stamp`.
    pub subtype: String,
    /// The box around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bbox: Option<[f32; 4]>,
    /// Its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contents: Option<String>,
    /// Its author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// True if it is marked as hidden.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// The position of a block in the Markdown of its document.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MarkdownBlock {
    /// The start in the Markdown, in characters (Unicode scalar values).
    pub start: usize,
    /// The end in the Markdown.
    pub end: usize,
    /// The page of the block, counted from 0.
    pub page_index: usize,
    /// The bounding box.
    pub bbox: [f32; 4],
    /// The block's `id`.
    pub block_id: String,
}

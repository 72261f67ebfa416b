//! The public data: what pdftract says about a document, its pages, blocks, lines, spans and glyphs.
//!
//! These types are the JSON that pdftract writes, field by field; `docs/schema.json` is made from them. Coordinates are
//! points from the top left corner of the page as seen on screen (crop box, rotation applied), y down, as
//! `[x0, y0, x1, y1]`, rounded to hundredths; [`Page::to_pdf`] leads back to PDF coordinates.
//!
//! The text of a block is authoritative. Each span says with [`Span::start`] and [`Span::end`] which characters of it
//! are its own; what lies between two spans is the space or line end that separates them.

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

/// What [`DocumentHead::coords`] says.
pub const COORDS: &str = "points, origin top left of the page as shown, y down, [x0, y0, x1, y1]";

/// A whole document.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Document {
    /// What is known before any page is read.
    #[serde(flatten)]
    pub head: DocumentHead,
    /// The pages that were asked for, in order.
    pub pages: Vec<Page>,
    /// What is known when all pages are read.
    #[serde(flatten)]
    pub end: DocumentEnd,
}

/// One line of NDJSON: first the document, then its pages, last the end. A missing end tells that the output was cut
/// off.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "record", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Record<'a> {
    /// The first line.
    Document(&'a DocumentHead),
    /// One page.
    Page(&'a Page),
    /// The last line.
    End(&'a DocumentEnd),
}

/// What is known before any page is read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DocumentHead {
    /// The version of this structure. It grows by fields; names and meanings change only with the first number.
    pub schema_version: &'static str,
    /// What coordinates mean.
    pub coords: &'static str,
    /// The file as bytes.
    pub source: Source,
    /// Facts about the PDF as a file.
    pub pdf: Pdf,
    /// How characters became text.
    pub text_policy: TextPolicy,
    /// Title, author, dates.
    pub metadata: Metadata,
    /// How many pages the document has, whether asked for or not.
    pub page_count: usize,
    /// Bookmarks in reading order.
    pub outline: Vec<OutlineItem>,
    /// Form fields with their values.
    pub form_fields: Vec<FormField>,
    /// Attached files.
    pub attachments: Vec<Attachment>,
}

/// What is known when all pages are read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DocumentEnd {
    /// Whether the text as a whole can be trusted to be what the pages say.
    pub readable: bool,
    /// How far, and what speaks against it.
    pub readability: DocumentReadability,
    /// What was lost or repaired in the whole document, also on pages.
    pub diagnostics: Vec<Diagnostic>,
}

/// The file as bytes.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Source {
    /// The name of the file, if the caller gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Size in bytes.
    pub bytes: usize,
    /// SHA-256 of all bytes, in hexadecimal.
    pub sha256: String,
}

/// Facts about the PDF as a file.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Pdf {
    /// The newer of the header's and the catalog's version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Whether any part is encrypted.
    pub encrypted: bool,
    /// Whether a structure tree says what is a heading, a paragraph, a table.
    pub tagged: bool,
    /// Whether it is arranged for reading over a network.
    pub linearized: bool,
    /// The program that made the PDF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub producer: Option<String>,
}

/// How far the text of a document can be trusted.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DocumentReadability {
    /// From 0 to 1: the mean over all pages that are not blank.
    pub score: f32,
    /// Whether most of these pages could be judged.
    pub judged: bool,
    /// What lowers it.
    pub reasons: Vec<Reason>,
}

/// What lowers the readability of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// No page has any text.
    NoText,
    /// Some pages are pictures without text.
    ScannedPages,
    /// On some pages most of the text cannot be read.
    BrokenTextPages,
    /// Some glyphs have no known Unicode.
    UnmappedGlyphs,
}

/// One page.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Page {
    /// Counted from 0.
    pub page_index: usize,
    /// Counted from 1.
    pub page_number: usize,
    /// What a reader sees as its number, such as `iv`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_label: Option<String>,
    /// Width as shown, in points.
    pub width: f64,
    /// Height as shown, in points.
    pub height: f64,
    /// How far it is turned clockwise when shown, in degrees.
    pub rotation: u16,
    /// Its boxes in PDF coordinates.
    pub boxes: PageBoxes,
    /// The matrix `[a, b, c, d, e, f]` from coordinates of this page back to PDF coordinates:
    /// `x' = a x + c y + e`, `y' = b x + d y + f`.
    pub to_pdf: [f64; 6],
    /// What kind of page it is.
    pub page_type: PageType,
    /// The facts that tell so.
    pub page_signals: PageSignals,
    /// What optical character recognition did to it, if it was called for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ocr: Option<PageRecognition>,
    /// How most of it runs.
    pub writing_mode: WritingMode,
    /// How far its text can be trusted.
    pub readability: PageReadability,
    /// How the Unicode of its glyphs was found.
    pub recovery: Recovery,
    /// How many glyphs were left out, and why.
    pub dropped: Dropped,
    /// Why the page has no text, if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty_because: Option<EmptyReason>,
    /// The text of the page, only at the level of detail `page`: its blocks with an empty line between them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The blocks in reading order.
    pub blocks: Vec<Block>,
    /// Images that were written to files on request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    /// Annotations other than links and form fields: notes, highlights, stamps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<Annotation>,
    /// Where each block stands in the Markdown that was made together with this record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub markdown_blocks: Vec<MarkdownBlock>,
    /// What was lost or repaired on this page.
    pub diagnostics: Vec<Diagnostic>,
    /// The paragraph at its end that may go on on the next page.
    #[serde(skip)]
    pub(crate) open_end: Option<OpenEnd>,
    /// The paragraph at its start that may have begun on the page before.
    #[serde(skip)]
    pub(crate) open_start: Option<OpenStart>,
}

/// How far the text of a page can be trusted.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PageReadability {
    /// From 0 to 1, the mean over its characters. 1 for a blank page, 0 for a picture without text.
    pub score: f32,
    /// How good its text is as a whole.
    pub quality: Quality,
    /// Whether most of its text could be judged. A score of text that was not judged, such as a table of numbers, only says
    /// that nothing speaks against it.
    pub judged: bool,
    /// What speaks against it.
    pub signals: Vec<QualitySignal>,
    /// Whether recognition of the page's picture would give better text.
    pub ocr_recommended: bool,
    /// The scores of the blocks, in their order.
    pub block_scores: Vec<f32>,
}

/// How the Unicode of the glyphs of a page was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Recovery {
    /// How many glyphs by which source.
    pub by_source: BTreeMap<UnicodeSource, u32>,
    /// How many have no known Unicode and stand in the text as U+FFFD.
    pub unmapped: u32,
}

/// Lines that belong together.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Block {
    /// The page's number and the block's, both from 1: `p1-b3`.
    pub id: String,
    /// What it is.
    pub role: Role,
    /// What decided that, the strongest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// Of a heading: its depth, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The `id` of the block, on this page or the one before, whose paragraph goes on here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continues: Option<String>,
    /// The box around it.
    pub bbox: [f32; 4],
    /// Its text, with a newline between lines; with nothing where a soft hyphen breaks a word, which is left out. In a
    /// table, a newline between rows and a tab between cells.
    pub text: String,
    /// Its lines. In a table, the lines of all cells in the order of cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// Of a list item: its marker and depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<ListItem>,
    /// Of a table: its cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// Where it leads, if all of it is one link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
    /// Its language, where known (BCP 47).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// How far its text can be trusted, from 0 to 1.
    pub score: f32,
    /// Hyphens at the ends of its lines that later pages may settle.
    #[serde(skip)]
    pub(crate) pending_hyphens: Vec<PendingHyphen>,
    /// How its paragraph goes on in another block.
    #[serde(skip)]
    pub(crate) goes_on: Option<Joint>,
}

/// What is between two blocks that are one paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Joint {
    /// A space.
    Space,
    /// Nothing.
    Nothing,
    /// Nothing, and the hyphen at the end goes.
    DropHyphen,
}

/// A hyphen at the end of a line that may divide a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PendingHyphen {
    /// The line, by its index in the layout of the page.
    pub(crate) line: u32,
    /// Where the hyphen is in the block's text, in characters.
    pub(crate) at: u32,
    /// Whether a line end or a space follows it.
    pub(crate) has_separator: bool,
}

/// The marker of a list item, which its text begins with.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListItem {
    /// The marker as it stands in the text, such as `•`, `3.` or `(a)`.
    pub marker: String,
    /// How deep the item stands, from 1.
    pub depth: u8,
    /// How far its text is indented against its column, in points.
    #[serde(skip)]
    pub(crate) indent: f32,
}

/// The cells of a table.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Table {
    /// How many rows there are.
    pub rows: u32,
    /// How many columns there are.
    pub columns: u32,
    /// How many rows at the top are heads.
    pub head_rows: u32,
    /// The block, in another column or on the page before, with which this table goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continues: Option<String>,
    /// The block, in another column or on the next page, that goes on with this table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continued_by: Option<String>,
    /// How many rows at the top repeat the head of the table that this one goes on with.
    pub repeated_rows: u32,
    /// The cells row by row, empty ones too.
    pub cells: Vec<Cell>,
}

/// One cell of a table.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Cell {
    /// Its first row, from 0.
    pub row: u32,
    /// Its first column, from 0.
    pub column: u32,
    /// How many rows it spans.
    pub row_span: u32,
    /// How many columns it spans.
    pub column_span: u32,
    /// Whether it is part of the head.
    pub header: bool,
    /// The box around it.
    pub bbox: [f32; 4],
    /// Its text on one line: a space between its lines.
    pub text: String,
    /// Where its text begins in the block's text, in characters.
    pub start: u32,
    /// Where its text ends. The spans between belong to the cell.
    pub end: u32,
}

/// One line of a block.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Line {
    /// The box around it.
    pub bbox: [f32; 4],
    /// Its text, only at the levels of detail `line` and `word`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its spans in reading order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<Span>,
    /// Its words in reading order, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Vec<Word>>,
    /// Whether the line break behind it is meant, as in an address, and not made by the width of the column.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hard_break: bool,
    /// Whether running text has no space between this line and the next.
    #[serde(skip)]
    pub(crate) is_unspaced: bool,
}

/// One word of a line: characters without white space between them. A word that is divided at the end of a line is one
/// word on each line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Word {
    /// Where it begins in the block's text, counted in characters (Unicode scalar values).
    pub start: u32,
    /// Where it ends: the place after its last character.
    pub end: u32,
    /// Its text: `text[start..end]` of the block.
    pub text: String,
    /// The box around it.
    pub bbox: [f32; 4],
}

/// Characters of a line that share font, size, colour, visibility, direction, the kind of their source and link.
///
/// A span neither begins nor ends with a space.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Span {
    /// Where it begins in the block's text, counted in characters (Unicode scalar values).
    pub start: u32,
    /// Where it ends: the place after its last character.
    pub end: u32,
    /// Its text: `text[start..end]` of the block.
    pub text: String,
    /// The text before it was cleaned, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_text: Option<String>,
    /// The box around it.
    pub bbox: [f32; 4],
    /// The name of its font, without subset tag.
    pub font: String,
    /// The kind of its font.
    pub font_type: FontKind,
    /// The size of its font as shown, in points.
    pub size: f32,
    /// From 100 to 900; 400 is regular, 700 bold.
    pub weight: u16,
    /// Whether it slants.
    pub italic: bool,
    /// Whether its font is a typewriter face, with glyphs of one width.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub monospace: bool,
    /// Whether its font has serifs, where the font or its name says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serif: Option<bool>,
    /// The fill colour as `#rrggbb`. Left out for black and for colours that are not converted, such as patterns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// PDF's text rendering mode, 0 to 7.
    pub rendering_mode: u8,
    /// Whether a person sees it.
    pub visibility: Visibility,
    /// How the Unicode of most of its characters was found.
    pub unicode_source: UnicodeSource,
    /// How sure its text is, from 0 to 1: that of its characters on average, or of their sense if that is lower.
    pub confidence: f32,
    /// How sure the least sure of its characters is.
    pub min_confidence: f32,
    /// How good its text is.
    pub quality: Quality,
    /// Whether it is good enough to be read.
    pub readable: bool,
    /// What speaks against it.
    pub quality_signals: Vec<QualitySignal>,
    /// Whether some of its characters could as well be others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ambiguous: bool,
    /// Its glyphs by code, where its text is not known: what a later repair may start from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub raw_glyphs: Vec<u32>,
    /// What recognition of its picture reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ocr_text: Option<String>,
    /// Its language, where known (BCP 47).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// Its script, where known (ISO 15924).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// How it runs.
    pub direction: WritingMode,
    /// Whether it is raised or lowered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_shift: Option<BaselineShift>,
    /// What it is to the text around it, if not simply part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<SpanRole>,
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
    /// Its glyphs, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyphs: Option<Vec<Glyph>>,
}

/// What a span is to the text around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SpanRole {
    /// It tells how characters beside it are read.
    Ruby,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Link {
    /// An address. pdftract never opens it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// A page of this document, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_index: Option<usize>,
}

/// One glyph of a span.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Glyph {
    /// The character code in the font.
    pub code: u32,
    /// Its name in the font, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyph_name: Option<String>,
    /// What it says.
    pub text: String,
    /// How that was found.
    pub unicode_source: UnicodeSource,
    /// How sure it is, from 0 to 1.
    pub confidence: f32,
    /// The box around its cell.
    pub bbox: [f32; 4],
    /// How far the pen moved, in points.
    pub advance: f32,
    /// What else it could say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
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
    /// Whether it is marked as not to be shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// Where a block stands in the Markdown of its document.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MarkdownBlock {
    /// Where it begins in the Markdown, counted in characters (Unicode scalar values).
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The page it stands on, counted from 0.
    pub page_index: usize,
    /// The box around it.
    pub bbox: [f32; 4],
    /// The block's `id`.
    pub block_id: String,
}

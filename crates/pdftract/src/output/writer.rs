//! Writes documents page by page: plain text, Markdown, JSON or NDJSON.

use std::io::{self, Write};

use super::detail;
use super::json::{ChunkWriter, JsonForm, JsonWriter};
use super::markdown::MarkdownWriter;
use super::model::{DocumentHead, Page};
use super::text::PlainPage;
use crate::diagnostic::Diagnostic;
use crate::options::{Detail, ExtractOptions};
use crate::quality::PageEvidence;

/// An output format. JSON is ordered after Markdown, because a record written in both contains the positions of its
/// blocks in the Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// Plain text with a separator between pages.
    Text,
    /// Headings, lists, tables and links as Markdown.
    Markdown,
    /// One JSON object with all data.
    Json,
    /// One JSON object per line: the document, its pages, its end.
    Ndjson,
    /// One JSON object per line: the document, its chunks, its end.
    Chunks,
}

impl Format {
    /// Returns `true` if the format is generated from page records.
    pub(crate) fn is_made_of_records(self) -> bool {
        self != Self::Text
    }

    /// Returns whether the format shows how far the text can be trusted.
    pub(crate) fn shows_verdicts(self) -> bool {
        matches!(self, Self::Json | Self::Ndjson)
    }
}

/// A page that was read, with the data that the requested formats need. Pages may be read in any order and on any
/// thread; [`PageAssembler`](crate::PageAssembler) assembles them in the order of the document.
#[derive(Debug, Default)]
pub struct PageOutput {
    /// The words in reading order, which help to resolve hyphens on later pages. They are also the plain text, unless
    /// another order was requested.
    pub(crate) words: PlainPage,
    /// The plain text, if it is not in reading order.
    pub(crate) placed_text: Option<String>,
    /// The record.
    pub(crate) record: Option<Page>,
    /// What the record is judged by, if that was put off.
    pub(crate) evidence: Option<PageEvidence>,
    /// The number of hidden characters that were left out.
    pub(crate) left_out: u32,
    /// True if the page draws images and no text.
    pub(crate) is_image_without_text: bool,
}

impl PageOutput {
    /// Returns the record of the page, if a requested format needs it.
    pub fn record(&self) -> Option<&Page> {
        self.record.as_ref()
    }

    /// Returns the record of the page for changes, if a requested format needs it.
    pub fn record_mut(&mut self) -> Option<&mut Page> {
        self.record.as_mut()
    }

    /// Returns the record of the page, if a requested format needs it.
    pub fn into_record(self) -> Option<Page> {
        self.record
    }

    /// Returns the number of hidden characters that were left out.
    pub fn left_out(&self) -> u32 {
        self.left_out
    }

    /// Returns whether the page draws images and no text, as scans do.
    pub fn is_image_without_text(&self) -> bool {
        self.is_image_without_text
    }

    /// Returns the plain text of the page, as far as the page alone determines it; empty when text was not requested.
    pub fn plain_text(&self) -> &str {
        self.placed_text.as_deref().unwrap_or_else(|| self.words.as_str())
    }

    fn take_text(&mut self) -> String {
        self.placed_text.take().unwrap_or_else(|| std::mem::take(&mut self.words).into_text())
    }
}

/// Writes one document in one format, page by page.
#[derive(Debug)]
pub struct DocumentWriter<W> {
    form: Form<W>,
}

#[derive(Debug)]
enum Form<W> {
    Text { out: W, separator: String, is_first: bool },
    Markdown { out: W, writer: Box<MarkdownWriter> },
    Json { writer: JsonWriter<W>, detail: Detail },
    Chunks(Box<ChunkWriter<W>>),
}

impl<W: Write> DocumentWriter<W> {
    /// Starts a document. `head` is called only for JSON, because it hashes all bytes of the file.
    ///
    /// # Errors
    ///
    /// Returns the error of `out`.
    pub fn new(
        format: Format,
        out: W,
        options: &ExtractOptions,
        head: impl FnOnce() -> DocumentHead,
    ) -> io::Result<Self> {
        let form = match format {
            Format::Text => Form::Text { out, separator: options.page_separator.clone(), is_first: true },
            Format::Markdown => {
                let writer = MarkdownWriter::new(options);
                Form::Markdown { out, writer: Box::new(writer) }
            }
            Format::Json | Format::Ndjson => {
                let form = if format == Format::Json { JsonForm::Document } else { JsonForm::Lines };
                Form::Json { writer: JsonWriter::new(out, form, &head())?, detail: options.detail }
            }
            Format::Chunks => Form::Chunks(Box::new(ChunkWriter::new(out, options.chunks, &head())?)),
        };
        Ok(Self { form })
    }

    /// Writes the next page. A page that could not be read becomes an empty page in plain text; the other formats
    /// number their pages. Writing Markdown sets the block positions in the record, for JSON that is written after
    /// it.
    ///
    /// # Errors
    ///
    /// Returns the error of the writer given to [`new`](Self::new).
    pub fn page(&mut self, page: &mut PageOutput) -> io::Result<()> {
        match (&mut self.form, &mut page.record) {
            (Form::Text { out, separator, is_first }, _) => {
                if !std::mem::replace(is_first, false) {
                    out.write_all(separator.as_bytes())?;
                }
                out.write_all(page.take_text().as_bytes())
            }
            (Form::Markdown { out, writer }, Some(record)) => {
                let written = writer.page(record);
                record.markdown_blocks = written.blocks;
                out.write_all(written.text.as_bytes())
            }
            (Form::Json { writer, detail }, Some(record)) => {
                detail::shorten(record, *detail);
                writer.page(record)
            }
            (Form::Chunks(writer), Some(record)) => writer.page(record),
            (_, None) => Ok(()),
        }
    }

    /// Writes pages of which nothing is known.
    pub(crate) fn empty_pages(&mut self, count: usize) -> io::Result<()> {
        let Form::Text { out, separator, is_first } = &mut self.form else { return Ok(()) };
        let is_first = std::mem::replace(is_first, *is_first && count == 0);
        (usize::from(is_first)..count).try_for_each(|_| out.write_all(separator.as_bytes()))
    }

    /// Finishes the document and returns the writer.
    ///
    /// # Errors
    ///
    /// Returns the error of the writer given to [`new`](Self::new).
    pub fn finish(self, diagnostics: Vec<Diagnostic>) -> io::Result<W> {
        match self.form {
            Form::Text { out, .. } => Ok(out),
            Form::Markdown { mut out, mut writer } => {
                out.write_all(writer.finish().text.as_bytes())?;
                Ok(out)
            }
            Form::Json { writer, .. } => writer.finish(diagnostics),
            Form::Chunks(writer) => writer.finish(diagnostics),
        }
    }
}

//! Writes records as JSON, page by page: one object for the document, or a line for each page (NDJSON).
//!
//! JSON is one object with the fields of [`model::Document`](super::model::Document), with each page on a separate
//! line. NDJSON is one [`Record`] per line, distinguished by the field `record`: first `document`, then a `page` for
//! each page, last `end`; a missing `end` means that the output is incomplete. Both hold only one page in memory.
//!
//! Integral numbers are written without a fraction. Strings contain no control characters and no direction overrides:
//! any remaining ones are escaped, so that a file cannot inject terminal sequences into the output.

use std::io::{self, Write};

use serde::Serialize;

use super::chunk::{Chunk, ChunkOptions, Chunker};
use super::document::Readability;
use super::json_text;
use super::model::{DocumentHead, Page, Record};
use crate::diagnostic::Diagnostic;

/// The variant of JSON to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum JsonForm {
    /// One object for the document.
    #[default]
    Document,
    /// One object per line: the document, its pages, the end.
    Lines,
}

/// Writes a document as JSON, page by page.
#[derive(Debug)]
pub struct JsonWriter<W> {
    out: W,
    form: JsonForm,
    pages: usize,
    readability: Readability,
    /// The JSON of a page, whose memory the next page uses again.
    buffer: Vec<u8>,
}

impl<W: Write> JsonWriter<W> {
    /// Starts a document.
    pub fn new(mut out: W, form: JsonForm, head: &DocumentHead) -> io::Result<Self> {
        match form {
            JsonForm::Document => write!(out, "{{{},\n\"pages\":[", fields(&to_json(head)?))?,
            JsonForm::Lines => writeln!(out, "{}", to_json(&Record::Document(head))?)?,
        }
        Ok(Self { out, form, pages: 0, readability: Readability::default(), buffer: Vec::new() })
    }

    /// Writes the next page.
    pub fn page(&mut self, page: &Page) -> io::Result<()> {
        self.readability.add(page);
        self.buffer.clear();
        match self.form {
            JsonForm::Document => {
                let separator = if self.pages == 0 { "\n" } else { ",\n" };
                self.buffer.extend_from_slice(separator.as_bytes());
                append_json(page, &mut self.buffer)?;
            }
            JsonForm::Lines => {
                append_json(&Record::Page(page), &mut self.buffer)?;
                self.buffer.push(b'\n');
            }
        }
        self.pages += 1;
        self.out.write_all(&self.buffer)
    }

    /// Finishes the document and returns the writer.
    pub fn finish(mut self, diagnostics: Vec<Diagnostic>) -> io::Result<W> {
        let end = self.readability.end(diagnostics);
        match self.form {
            JsonForm::Document => writeln!(self.out, "\n],\n{}}}", fields(&to_json(&end)?))?,
            JsonForm::Lines => writeln!(self.out, "{}", to_json(&Record::End(&end))?)?,
        }
        Ok(self.out)
    }
}

/// Writes the chunks of a document, one per line between a line for the document and one for its end.
#[derive(Debug)]
pub(crate) struct ChunkWriter<W> {
    out: W,
    chunker: Chunker,
    readability: Readability,
}

impl<W: Write> ChunkWriter<W> {
    /// Begins a document.
    pub(crate) fn new(mut out: W, options: ChunkOptions, head: &DocumentHead) -> io::Result<Self> {
        writeln!(out, "{}", to_json(&Record::Document(head))?)?;
        Ok(Self { out, chunker: Chunker::new(options), readability: Readability::default() })
    }

    /// Takes the next page and writes the chunks that are complete.
    pub(crate) fn page(&mut self, page: &Page) -> io::Result<()> {
        self.readability.add(page);
        let chunks = self.chunker.page(page.clone());
        self.write(&chunks)
    }

    /// Ends the document; returns what was written to.
    pub(crate) fn finish(mut self, diagnostics: Vec<Diagnostic>) -> io::Result<W> {
        let chunks = self.chunker.finish();
        self.write(&chunks)?;
        let end = self.readability.end(diagnostics);
        writeln!(self.out, "{}", to_json(&Record::End(&end))?)?;
        Ok(self.out)
    }

    fn write(&mut self, chunks: &[Chunk]) -> io::Result<()> {
        chunks.iter().try_for_each(|chunk| writeln!(self.out, "{}", to_json(&Record::Chunk(chunk))?))
    }
}

/// Returns the fields of a serialised object, without its braces.
fn fields(object: &str) -> &str {
    object.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default()
}

/// Serialises a record as compact JSON.
pub fn to_json(record: &impl Serialize) -> io::Result<String> {
    let mut json = Vec::new();
    append_json(record, &mut json)?;
    String::from_utf8(json).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn append_json(record: &impl Serialize, json: &mut Vec<u8>) -> io::Result<()> {
    json_text::append(record, json).map_err(io::Error::from)
}

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
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

use super::chunk::{Chunk, ChunkOptions, Chunker};
use super::document::Readability;
use super::model::{DocumentHead, Page, Record};
use crate::diagnostic::Diagnostic;
use crate::file::string::is_clean;

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
    record.serialize(&mut Serializer::with_formatter(json, Clean)).map_err(io::Error::from)
}

/// Compact formatting, with short numbers and escaped controls.
struct Clean;

impl Formatter for Clean {
    fn write_f32<W: ?Sized + Write>(&mut self, out: &mut W, value: f32) -> io::Result<()> {
        match whole(f64::from(value)) {
            Some(value) => CompactFormatter.write_i64(out, value),
            None => CompactFormatter.write_f32(out, value),
        }
    }

    fn write_f64<W: ?Sized + Write>(&mut self, out: &mut W, value: f64) -> io::Result<()> {
        match whole(value) {
            Some(value) => CompactFormatter.write_i64(out, value),
            None => CompactFormatter.write_f64(out, value),
        }
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        // Characters below DEL were already escaped where necessary. Without an early exit the loop is vectorised.
        let is_plain = fragment.bytes().fold(true, |is_plain, byte| is_plain & (byte < 0x7F));
        if is_plain || fragment.chars().all(is_clean) {
            return out.write_all(fragment.as_bytes());
        }
        for character in fragment.chars() {
            if is_clean(character) {
                write!(out, "{character}")?;
                continue;
            }
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
        }
        Ok(())
    }
}

/// Returns the number as an integer if it is integral.
#[allow(clippy::cast_possible_truncation)]
fn whole(value: f64) -> Option<i64> {
    (value.fract() == 0.0 && value.abs() < 1e15).then_some(value as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(to_json(&[72.0_f32, 0.1, -3.25]).unwrap(), "[72,0.1,-3.25]");
        assert_eq!(to_json(&[612.0_f64, 595.276]).unwrap(), "[612,595.276]");
    }

    #[test]
    fn controls_and_overrides_are_escaped_and_mean_the_same() {
        let text = "a\u{7F}b\u{9B}c\u{202E}d\u{1B}e\nf é 日 \u{E0041}";
        let json = to_json(&text).unwrap();
        assert_eq!(json, "\"a\\u007fb\\u009bc\\u202ed\\u001be\\nf é 日 \\udb40\\udc41\"");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}

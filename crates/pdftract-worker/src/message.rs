//! The messages inside frames. Both sides are the same program, so that there is one version of them.

use pdftract::ocr::Word;
use pdftract::{Code, Diagnostic, ExtractOptions, Format, Limits};
use serde::{Deserialize, Serialize};

use crate::request::RowsRequest;
use crate::sandbox::Isolation;
use crate::self_check::Targets;

/// Kinds of frames to the worker.
pub(crate) const JOB: u8 = b'J';
pub(crate) const INPUT: u8 = b'B';
pub(crate) const INPUT_END: u8 = b'Z';
/// Kinds of frames from the worker.
pub(crate) const HELLO: u8 = b'H';
pub(crate) const STARTED: u8 = b'S';
pub(crate) const OUTPUT: u8 = b'O';
pub(crate) const PAGE: u8 = b'P';
pub(crate) const DIAGNOSTICS: u8 = b'D';
pub(crate) const PIXELS: u8 = b'I';
pub(crate) const DONE: u8 = b'F';
pub(crate) const FAILED: u8 = b'E';

/// The first words of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) isolation: Isolation,
}

/// The task for the input that follows.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Job {
    Extract(Box<ExtractJob>),
    Task(Box<TaskJob>),
    Draw { scale: f64, seconds: f64 },
    Recognise(RecogniseJob),
    SelfCheck(Targets),
}

/// Asks for the text of a document.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ExtractJob {
    pub(crate) formats: Vec<WireFormat>,
    pub(crate) options: ExtractOptions,
    pub(crate) name: Option<String>,
    pub(crate) password: Option<String>,
    pub(crate) pages: Option<String>,
    pub(crate) limits: Limits,
    pub(crate) seconds: Option<f64>,
    pub(crate) rows: Option<RowsRequest>,
}

/// Asks for other work on a document, by name.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TaskJob {
    pub(crate) name: String,
    pub(crate) parameters: serde_json::Value,
    pub(crate) password: Option<String>,
    pub(crate) limits: Limits,
    pub(crate) seconds: Option<f64>,
}

/// The end of a task whose bytes came before.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TaskDone {
    pub(crate) value: serde_json::Value,
    pub(crate) is_partial: bool,
}

/// Asks for the words of a picture, whose pixels are the input.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RecogniseJob {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) dpi: u32,
    pub(crate) languages: Vec<String>,
    pub(crate) seconds: f64,
    pub(crate) max_bytes: usize,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Started {
    pub(crate) page_count: usize,
    pub(crate) pages: usize,
}

/// The sides of a picture whose pixels came before.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Sides {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) enum WireFormat {
    Text,
    Markdown,
    Json,
    Ndjson,
    Chunks,
}

impl From<Format> for WireFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Markdown => Self::Markdown,
            Format::Json => Self::Json,
            Format::Ndjson => Self::Ndjson,
            Format::Chunks => Self::Chunks,
            _ => Self::Text,
        }
    }
}

impl From<WireFormat> for Format {
    fn from(format: WireFormat) -> Self {
        match format {
            WireFormat::Text => Self::Text,
            WireFormat::Markdown => Self::Markdown,
            WireFormat::Json => Self::Json,
            WireFormat::Ndjson => Self::Ndjson,
            WireFormat::Chunks => Self::Chunks,
        }
    }
}

/// A diagnostic whose code goes by its name.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WireDiagnostic {
    code: String,
    page_index: Option<u32>,
    object: Option<u32>,
    offset: Option<u64>,
    message: String,
}

impl From<Diagnostic> for WireDiagnostic {
    fn from(found: Diagnostic) -> Self {
        let Diagnostic { code, page_index, object, offset, message, .. } = found;
        Self { code: code.as_str().to_owned(), page_index, object, offset, message }
    }
}

impl WireDiagnostic {
    /// Returns the diagnostic; `None` when its code does not exist.
    pub(crate) fn read(self) -> Option<Diagnostic> {
        let code = Code::ALL.iter().find(|code| code.as_str() == self.code)?;
        let mut found = Diagnostic::new(*code, self.message);
        (found.page_index, found.object, found.offset) = (self.page_index, self.object, self.offset);
        Some(found)
    }
}

/// A word that an engine has read.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WireWord {
    text: String,
    bbox: [f32; 4],
    confidence_percent: u8,
    line: u32,
}

impl From<Word> for WireWord {
    fn from(word: Word) -> Self {
        let Word { text, bbox, confidence_percent, line } = word;
        Self { text, bbox, confidence_percent, line }
    }
}

impl From<WireWord> for Word {
    fn from(word: WireWord) -> Self {
        let WireWord { text, bbox, confidence_percent, line } = word;
        Self { text, bbox, confidence_percent, line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagnostics_come_back_as_they_went() {
        let found = Diagnostic::new(Code::ObjectDamaged, "x").on_page(3).in_object(7).at(9);
        assert_eq!(WireDiagnostic::from(found.clone()).read(), Some(found));
    }

    #[test]
    fn options_come_back_as_they_went() {
        let mut options =
            ExtractOptions::default().page_separator("--").running_heads(pdftract::RunningHeads::Keep);
        options.area = Some(pdftract::Rect { x0: 1.0, y0: 2.0, x1: 3.0, y1: 4.5 });
        let sent = serde_json::to_string(&options).unwrap();
        let read: ExtractOptions = serde_json::from_str(&sent).unwrap();
        assert_eq!(format!("{read:?}"), format!("{options:?}"));
        let limits = Limits::default().with(|limits| limits.pages = 3);
        let read: Limits = serde_json::from_str(&serde_json::to_string(&limits).unwrap()).unwrap();
        assert_eq!(format!("{read:?}"), format!("{limits:?}"));
    }
}

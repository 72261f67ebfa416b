//! The formats of results on the command line and in file names.

use clap::ValueEnum;

/// The format of a result. JSON comes after Markdown: it says where blocks are in Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Format {
    /// Plain text, a form feed between pages
    Text,
    /// Headings, lists, tables and links as Markdown
    Markdown,
    /// One JSON object: everything that is known
    Json,
    /// One JSON object per line: the document, its pages, its end
    Ndjson,
    /// One JSON object per line: the document, its chunks with headings, pages and boxes, its end
    Chunks,
}

impl Format {
    /// Returns the extension of result files.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Json => "json",
            Self::Ndjson => "ndjson",
            Self::Chunks => "chunks.ndjson",
            Self::Markdown => "md",
        }
    }

    /// Returns the format that the extension of a file name stands for.
    pub(crate) fn from_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "txt" | "text" => Some(Self::Text),
            "json" => Some(Self::Json),
            "ndjson" | "jsonl" => Some(Self::Ndjson),
            "md" | "markdown" => Some(Self::Markdown),
            _ => None,
        }
    }
}

impl From<Format> for pdftract::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Markdown => Self::Markdown,
            Format::Json => Self::Json,
            Format::Ndjson => Self::Ndjson,
            Format::Chunks => Self::Chunks,
        }
    }
}

//! Formats of results, on the command line and in file names.

use std::fmt;

use clap::ValueEnum;

/// The format of a result. JSON comes after Markdown, because it contains the positions of blocks in Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Format {
    /// Plain text, a form feed between pages
    #[value(alias = "txt")]
    Text,
    /// Headings, lists, tables and links as Markdown (short: md)
    #[value(alias = "md")]
    Markdown,
    /// One JSON object for the document
    Json,
    /// One JSON object per line: the document, its pages, its end
    #[value(alias = "jsonl")]
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

    /// Returns the format of an extension of file names.
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

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Markdown => "Markdown",
            Self::Json => "JSON",
            Self::Ndjson => "NDJSON",
            Self::Chunks => "chunks",
        })
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

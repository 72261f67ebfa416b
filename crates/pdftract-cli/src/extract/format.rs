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
    /// One JSON object per line and row: documents, pages, blocks, words or chunks of all inputs (see --rows)
    Rows,
    /// The same rows as Parquet files in a folder; a run that was stopped goes on where it was
    Parquet,
}

impl Format {
    /// Returns the extension of result files.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Json => "json",
            Self::Ndjson => "ndjson",
            Self::Chunks => "chunks.ndjson",
            Self::Rows => "rows.ndjson",
            Self::Parquet => "parquet",
            Self::Markdown => "md",
        }
    }

    /// Returns whether results are rows of many inputs, instead of one result for each.
    pub(crate) fn is_rows(self) -> bool {
        matches!(self, Self::Rows | Self::Parquet)
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
            Self::Rows => "rows",
            Self::Parquet => "Parquet",
        })
    }
}

impl From<Format> for pdftract::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Markdown => Self::Markdown,
            Format::Json => Self::Json,
            // Rows have a plan of their own and are never written by the library.
            Format::Ndjson | Format::Rows | Format::Parquet => Self::Ndjson,
            Format::Chunks => Self::Chunks,
        }
    }
}

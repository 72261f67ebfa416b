//! Operations on a document, and the parameters of their requests.

use pdftract_worker::ExtractRequest;
use serde_json::Value;

/// An operation below `/v1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
    /// One JSON object.
    Json,
    /// One JSON object per line, page by page.
    Ndjson,
    /// Chunks for retrieval, one JSON object per line.
    Chunks,
    /// The trustworthiness of the text.
    Check,
    /// Facts about pages for routers, one JSON object per line.
    Facts,
    /// Pages, metadata, outline, forms, attachments.
    Info,
    /// A page as a picture.
    Render,
    /// A copy with recovered text.
    Repair,
    /// Tables.
    Tables,
    /// Matches of a text or pattern.
    Search,
}

impl Operation {
    /// All operations.
    pub const ALL: [Self; 12] = [
        Self::Text,
        Self::Markdown,
        Self::Json,
        Self::Ndjson,
        Self::Chunks,
        Self::Check,
        Self::Facts,
        Self::Info,
        Self::Render,
        Self::Repair,
        Self::Tables,
        Self::Search,
    ];

    /// Returns the name, which is the last part of the path.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Json => "json",
            Self::Ndjson => "ndjson",
            Self::Chunks => "chunks",
            Self::Check => "check",
            Self::Facts => "facts",
            Self::Info => "info",
            Self::Render => "render",
            Self::Repair => "repair",
            Self::Tables => "tables",
            Self::Search => "search",
        }
    }

    /// Returns whether it is an extraction, as opposed to a task.
    pub fn is_extraction(self) -> bool {
        matches!(self, Self::Text | Self::Markdown | Self::Json | Self::Ndjson | Self::Chunks)
    }

    /// Returns the media types it can answer with, the default first.
    pub(crate) fn media_types(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["text/plain"],
            Self::Markdown => &["text/markdown"],
            Self::Json | Self::Check | Self::Info | Self::Search => &["application/json"],
            Self::Ndjson | Self::Chunks | Self::Facts => &["application/x-ndjson"],
            Self::Render => &["image/png"],
            Self::Repair => &["application/pdf"],
            Self::Tables => &["text/csv", "application/json", "text/html", "text/markdown"],
        }
    }
}

/// A parameter of a request.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// The name, that of the option without its dashes.
    pub name: String,
    /// What it does, in one sentence.
    pub description: String,
    /// The values it takes.
    pub kind: ParameterKind,
    /// The default, as it is typed.
    pub default: Option<String>,
    /// True if a request needs it.
    pub required: bool,
}

/// The values of a parameter.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum ParameterKind {
    /// `true` or `false`; the name alone means `true`.
    Flag,
    /// A whole number between two bounds.
    Integer(i64, i64),
    /// A number from 0 to 1.
    Score,
    /// One of some words.
    Word(Vec<String>),
    /// Any text.
    Text,
}

/// Reads the parameters of requests as the command reads its options.
pub trait Interpreter: Send + Sync {
    /// Returns the parameters of an operation.
    fn parameters(&self, operation: Operation) -> Vec<Parameter>;

    /// Returns the request for an extraction.
    ///
    /// # Errors
    ///
    /// Returns a sentence on the parameter that is wrong.
    fn extraction(&self, operation: Operation, given: &[(String, String)]) -> Result<ExtractRequest, String>;

    /// Returns the parameters of the task of the same name for a document of a name.
    ///
    /// # Errors
    ///
    /// Returns a sentence on the parameter that is wrong.
    fn task(&self, operation: Operation, given: &[(String, String)], file: &str) -> Result<Value, String>;
}

//! Reasons why a document has no rows but one.

use pdftract::{Error, Stop};
use serde::{Deserialize, Serialize};

/// The reason why a document could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowFailure {
    /// The stable code, for the column `error_code`.
    pub code: String,
    /// The message for people, for the column `error`.
    pub message: String,
}

impl RowFailure {
    /// Creates a failure.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into() }
    }

    /// Reports a panic of the library, which should never happen.
    pub fn panicked() -> Self {
        Self::new("internal", "pdftract failed internally; please report the file")
    }

    /// Reports a file that opens but has no pages, which the command refuses in other formats, too.
    pub(crate) fn no_pages() -> Self {
        Self::new("unreadable", "the PDF cannot be read: it has no pages")
    }

    /// Reports that the caller has cancelled.
    pub fn cancelled() -> Self {
        Error::Stopped(Stop::Cancelled).into()
    }
}

impl From<Error> for RowFailure {
    fn from(error: Error) -> Self {
        match &error {
            // The reason alone, as in diagnostics.
            Error::Stopped(stop) => Self::new(stop.code(), stop.reason()),
            _ => Self::new(error.code(), error.to_string()),
        }
    }
}

impl From<std::io::Error> for RowFailure {
    fn from(error: std::io::Error) -> Self {
        Error::Io(error).into()
    }
}

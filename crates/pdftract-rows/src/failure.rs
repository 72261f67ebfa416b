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

    /// Reports that the caller has cancelled.
    pub fn cancelled() -> Self {
        Self::stopped(Stop::Cancelled)
    }

    fn stopped(stop: Stop) -> Self {
        let code = match stop {
            Stop::Cancelled => "cancelled",
            Stop::Deadline => "time_limit",
            _ => "limit",
        };
        Self::new(code, stop.reason())
    }
}

impl From<Error> for RowFailure {
    fn from(error: Error) -> Self {
        let code = match &error {
            Error::NotPdf => "not_pdf",
            Error::PasswordNeeded => "password_needed",
            Error::WrongPassword => "wrong_password",
            Error::UnsupportedEncryption(_) => "unsupported_encryption",
            Error::Stopped(stop) => return Self::stopped(*stop),
            // `Input::read_within` refuses longer inputs with an error that no operating system reports.
            Error::Io(io) if io.kind() == std::io::ErrorKind::Other && io.raw_os_error().is_none() => "limit",
            Error::Io(_) => "io",
            // `Unreadable`, and errors that later versions of the library add.
            _ => "unreadable",
        };
        Self::new(code, error.to_string())
    }
}

impl From<std::io::Error> for RowFailure {
    fn from(error: std::io::Error) -> Self {
        Error::Io(error).into()
    }
}

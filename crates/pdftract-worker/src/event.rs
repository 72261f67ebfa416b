//! Events that a worker sends while it reads a document, and its outcome.

use std::fmt;

use pdftract::{Diagnostic, Error, Stop};
use serde::{Deserialize, Serialize};

/// An event about a document, sent in the order in which it happens.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// The document is open.
    Started {
        /// The number of pages.
        page_count: usize,
        /// The number of pages that will be read.
        pages: usize,
    },
    /// The next bytes of a result. Results of several formats take turns, page by page.
    Output {
        /// The position of the format in the request.
        format_index: usize,
        /// The bytes.
        bytes: &'e [u8],
    },
    /// A page is done, counted from 0. Its last words may still come with the next page.
    Page {
        /// The page.
        page_index: usize,
    },
    /// Everything lost or repaired, once, before the end.
    Diagnostics(Vec<Diagnostic>),
}

/// The end of a document that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Extracted {
    /// The number of pages read.
    pub pages: usize,
    /// Characters that were left out because a person does not see them.
    pub left_out: u32,
    /// Pages that are pictures without text.
    pub images_without_text: usize,
}

/// The reason why there is no result, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// The bytes are not a PDF.
    NotPdf,
    /// Nothing in the PDF can be read.
    Unreadable,
    /// It is locked and no password was given.
    PasswordNeeded,
    /// It is locked and the password is wrong.
    WrongPassword,
    /// It is locked in a way that is not known.
    UnsupportedEncryption,
    /// It does not have the requested pages.
    NoSuchPage,
    /// The time limit was reached; the worker stopped or was killed.
    TimeLimit,
    /// The caller cancelled.
    Cancelled,
    /// The worker needed more memory than it may have, and is gone.
    MemoryLimit,
    /// The worker died of something else, such as a signal.
    Crashed,
    /// The work panicked, which is a fault of pdftract or of the renderer.
    Panicked,
    /// The renderer cannot read the page.
    NoPicture,
    /// The page draws more than allowed.
    TooCostly,
    /// The program that recognises text is missing.
    EngineMissing,
    /// The program that recognises text failed.
    EngineFailed,
    /// No worker can be started here.
    Unavailable,
    /// The task does not exist, or its parameters are wrong.
    BadRequest,
    /// The document may not be changed because it is signed.
    Signed,
    /// The input could not be read, or the worker answered nonsense.
    Io,
}

/// Why there is no result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    /// For programs.
    pub reason: Reason,
    /// For people.
    pub message: String,
}

impl Failed {
    /// Creates a failure.
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self { reason, message: message.into() }
    }

    #[cfg(unix)]
    pub(crate) fn cancelled() -> Self {
        Self::new(Reason::Cancelled, "stopped: the caller cancelled")
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failed {}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        let reason = match &error {
            Error::NotPdf => Reason::NotPdf,
            Error::Unreadable(_) => Reason::Unreadable,
            Error::PasswordNeeded => Reason::PasswordNeeded,
            Error::WrongPassword => Reason::WrongPassword,
            Error::UnsupportedEncryption(_) => Reason::UnsupportedEncryption,
            Error::Stopped(Stop::Deadline) => Reason::TimeLimit,
            Error::Stopped(Stop::Cancelled) => Reason::Cancelled,
            Error::Stopped(_) => Reason::MemoryLimit,
            _ => Reason::Io,
        };
        Self::new(reason, error.to_string())
    }
}

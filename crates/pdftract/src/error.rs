//! Why there is no result at all. Everything less is a [`Diagnostic`](crate::Diagnostic).

use std::fmt;

/// The reason a document could not be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are not a PDF and hold nothing that looks like one.
    NotPdf,
    /// The file is a PDF, but nothing in it can be read.
    Unreadable(String),
    /// The file is locked and no password was given.
    PasswordNeeded,
    /// The file is locked and the password given opens it neither as user nor as owner.
    WrongPassword,
    /// The file is locked by a scheme that pdftract does not know.
    UnsupportedEncryption(String),
    /// The caller cancelled, or the time allowed was over before the file was open.
    Stopped(crate::budget::Stop),
    /// The bytes could not be had.
    Io(std::io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPdf => write!(f, "not a PDF file"),
            Self::Unreadable(why) => write!(f, "the PDF cannot be read: {why}"),
            Self::PasswordNeeded => write!(f, "the PDF is locked: a password is needed"),
            Self::WrongPassword => write!(f, "the PDF is locked: the password is wrong"),
            Self::UnsupportedEncryption(what) => write!(f, "the PDF is locked in an unsupported way: {what}"),
            Self::Stopped(stop) => write!(f, "stopped: {}", stop.reason()),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

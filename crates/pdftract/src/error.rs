//! Errors that leave no result at all. Lesser problems are a [`Diagnostic`](crate::Diagnostic).

use std::fmt;

/// The reason why a document could not be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are not a PDF and contain no PDF objects.
    NotPdf,
    /// The file is a PDF, but nothing in it can be read.
    Unreadable(String),
    /// The file is encrypted and no password was given.
    PasswordNeeded,
    /// The file is encrypted and the password is neither the user password nor the owner password.
    WrongPassword,
    /// The file is encrypted by an unsupported scheme.
    UnsupportedEncryption(String),
    /// The caller cancelled, or the time limit was reached before the file was open.
    Stopped(crate::budget::Stop),
    /// The bytes could not be read.
    Io(std::io::Error),
}

impl Error {
    /// Returns the stable code for programs: `not_pdf`, `unreadable`, `password_needed`, `wrong_password`,
    /// `unsupported_encryption`, `io`, or one of [`Stop::code`](crate::Stop::code).
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotPdf => "not_pdf",
            Self::Unreadable(_) => "unreadable",
            Self::PasswordNeeded => "password_needed",
            Self::WrongPassword => "wrong_password",
            Self::UnsupportedEncryption(_) => "unsupported_encryption",
            Self::Stopped(stop) => stop.code(),
            // `Input::read_within` refuses longer inputs with an error that no operating system reports.
            Self::Io(io) if io.kind() == std::io::ErrorKind::Other && io.raw_os_error().is_none() => "limit",
            Self::Io(_) => "io",
        }
    }
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

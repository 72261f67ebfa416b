//! Outcomes and their exit codes, and failures as one line on standard error.

use std::fmt;
use std::process::ExitCode;

use pdftract::{Error, PageRangesError};

use crate::printable::printable;
use crate::terminal::Terminal;

/// How a run ended. A higher one is worse; a run over several files ends with the worst of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// All is well, warnings allowed.
    Ok = 0,
    /// Something failed on the way: reading, writing, time.
    Error = 1,
    /// The command line is wrong, or a file is not a readable PDF.
    Unusable = 2,
    /// A file is locked and the password is missing or wrong.
    Password = 3,
    /// The text of a file is not to be trusted.
    Untrusted = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a file, or the whole run, came to nothing.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit code it calls for.
    pub(crate) exit: Exit,
    /// The file it concerns, as typed.
    file: Option<String>,
    message: String,
    is_for_time: bool,
}

impl Failure {
    /// A failure that concerns no file in particular.
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, file: None, message: message.into(), is_for_time: false }
    }

    /// Reports that a file has no pages: nothing to print, but no success either.
    pub(crate) fn no_pages() -> Self {
        Self::new(Exit::Unusable, "the PDF cannot be read: it has no pages (pdftract info tells more)")
    }

    /// Reports that a file does not have a page, counted from 1.
    pub(crate) fn no_such_page(page_number: usize, page_count: usize) -> Self {
        PageRangesError::NoSuchPage { page_number, page_count }.into()
    }

    /// Returns whether the time allowed for a file was over.
    pub(crate) fn is_for_time(&self) -> bool {
        self.is_for_time
    }

    /// The same, concerning a file.
    pub(crate) fn of_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Says it on standard error and hands back the exit code.
    pub(crate) fn report(&self) -> Exit {
        Terminal::take().write(&format!("{self}\n"));
        self.exit
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("pdftract: ")?;
        if let Some(file) = &self.file {
            write!(f, "{}: ", printable(file))?;
        }
        f.write_str(&printable(&self.message))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let exit = match &error {
            Error::NotPdf | Error::Unreadable(_) => Exit::Unusable,
            Error::PasswordNeeded | Error::WrongPassword => Exit::Password,
            _ => Exit::Error,
        };
        let hint = match &error {
            Error::PasswordNeeded => " (see --password-file and --password)",
            Error::Stopped(pdftract::Stop::Deadline) => " (see --time-limit)",
            _ => "",
        };
        let is_for_time = matches!(error, Error::Stopped(pdftract::Stop::Deadline));
        Self { is_for_time, ..Self::new(exit, format!("{error}{hint}")) }
    }
}

impl From<PageRangesError> for Failure {
    fn from(error: PageRangesError) -> Self {
        match error {
            PageRangesError::NoSuchPage { page_count: 0, .. } => Self::no_pages(),
            _ => Self::new(Exit::Unusable, error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_is_the_highest() {
        let worst = [Exit::Ok, Exit::Password, Exit::Error, Exit::Unusable].into_iter().max();
        assert_eq!(worst, Some(Exit::Password));
    }

    #[test]
    fn a_failure_is_one_line_without_controls() {
        let failure = Failure::new(Exit::Error, "no\nsuch file").of_file("a\u{1B}[31m.pdf");
        assert_eq!(failure.to_string(), "pdftract: a\\u{1b}[31m.pdf: no\\u{a}such file");
    }
}

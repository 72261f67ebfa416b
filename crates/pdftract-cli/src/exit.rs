//! Exit codes, and failures as one line on standard error.

use std::fmt;

use pdftract::{Error, PageRangesError};

use crate::printable::printable;
use crate::terminal::Terminal;

/// The outcome of a run, ordered by exit code. A run over several files returns the highest code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Success; warnings are allowed.
    Ok = 0,
    /// A file could not be read, output could not be written, or the time limit was exceeded.
    Error = 1,
    /// The command line is wrong.
    Usage = 2,
    /// A file is encrypted and the password is missing or wrong.
    Password = 3,
    /// The text of a file cannot be trusted.
    Untrusted = 4,
    /// A file is not a readable PDF, or lacks the requested pages.
    NotPdf = 5,
}

/// The reason why a file, or the whole run, has no result.
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
    /// Creates a failure that concerns no file in particular.
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, file: None, message: without_error_number(message.into()), is_for_time: false }
    }

    /// Creates a failure for a command line that is wrong.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// Reports that a file has no pages.
    pub(crate) fn no_pages() -> Self {
        Self::new(Exit::NotPdf, "the PDF cannot be read: it has no pages (pdftract info shows more)")
    }

    /// Reports that a file does not have a page, counted from 1.
    pub(crate) fn no_such_page(page_number: usize, page_count: usize) -> Self {
        PageRangesError::NoSuchPage { page_number, page_count }.into()
    }

    /// Returns whether the time allowed for a file was over.
    pub(crate) fn is_for_time(&self) -> bool {
        self.is_for_time
    }

    /// Returns the message without the file, on one line.
    #[cfg(feature = "server")]
    pub(crate) fn message(&self) -> String {
        printable(&self.message).into_owned()
    }

    /// Returns this failure with its file set.
    pub(crate) fn of_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Prints the failure on standard error and returns its exit code.
    pub(crate) fn report(&self) -> Exit {
        Terminal::take().write_error(&format!("{self}\n"));
        self.exit
    }
}

/// Removes ` (os error 2)`, which the standard library adds to messages of the system.
fn without_error_number(mut message: String) -> String {
    const START: &str = " (os error ";
    while let Some(start) = message.find(START) {
        let digits = message[start + START.len()..].bytes().take_while(u8::is_ascii_digit).count();
        let end = start + START.len() + digits;
        if !message[end..].starts_with(')') {
            break;
        }
        message.replace_range(start..=end, "");
    }
    message
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
            Error::NotPdf | Error::Unreadable(_) => Exit::NotPdf,
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
            _ => Self::new(Exit::NotPdf, error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_outcome_is_the_highest_code() {
        let worst = [Exit::Ok, Exit::Password, Exit::Error, Exit::Usage].into_iter().max();
        assert_eq!(worst, Some(Exit::Password));
    }

    #[test]
    fn a_failure_is_one_line_without_control_characters() {
        let failure = Failure::new(Exit::Error, "no\nsuch file").of_file("a\u{1B}[31m.pdf");
        assert_eq!(failure.to_string(), "pdftract: a\\u{1b}[31m.pdf: no\\u{a}such file");
    }

    #[test]
    fn messages_have_no_error_numbers() {
        let removed =
            without_error_number("No such file or directory (os error 2), twice (os error 13)".into());
        assert_eq!(removed, "No such file or directory, twice");
        assert_eq!(without_error_number("a (os error x)".into()), "a (os error x)");
    }
}

//! Failures that leave no result, and the Python exceptions that they become.

use pdftract::{AttachmentError, Error, ImageError, RepairError, SearchError, Stop};
use pyo3::prelude::*;

/// A failure as plain data, so that threads without an interpreter can report it.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    /// The stable code; `_errors.py` has an exception for each.
    pub(crate) code: &'static str,
    /// The message for people.
    pub(crate) message: String,
    /// The number of an error of the operating system.
    os_error: Option<i32>,
    /// The file that could not be read.
    file: Option<String>,
}

impl Failure {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), os_error: None, file: None }
    }

    /// Names the file that an error of the operating system is about.
    pub(crate) fn of_file(mut self, file: &std::path::Path) -> Self {
        self.file = Some(file.to_string_lossy().into_owned());
        self
    }

    pub(crate) fn closed() -> Self {
        Self::new("closed", "the document is closed")
    }

    pub(crate) fn cancelled() -> Self {
        Self::stopped(Stop::Cancelled)
    }

    pub(crate) fn panicked() -> Self {
        Self::new("internal", "pdftract failed internally; please report the file")
    }

    pub(crate) fn no_such_page(page_index: usize, page_count: usize) -> Self {
        Self::new("index", format!("there is no page {page_index}: the document has {page_count} pages"))
    }

    pub(crate) fn stopped(stop: Stop) -> Self {
        Self::new(stop.code(), stop.reason())
    }

    /// Returns the exception.
    pub(crate) fn exception(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let make = py.import("pdftract._errors")?.getattr("exception_of")?;
        Ok(make.call1((self.code, &self.message, self.os_error, &self.file))?.unbind())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match &error {
            Error::Stopped(stop) => Self::stopped(*stop),
            Error::Io(io) => Self { os_error: io.raw_os_error(), ..Self::new(error.code(), io.to_string()) },
            _ => Self::new(error.code(), error.to_string()),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Error::Io(error).into()
    }
}

impl From<ImageError> for Failure {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Stopped(stop) => Self::stopped(stop),
            ImageError::TooLarge => Self::new("limit", error.to_string()),
            _ => Self::new("image", error.to_string()),
        }
    }
}

impl From<AttachmentError> for Failure {
    fn from(error: AttachmentError) -> Self {
        match error {
            AttachmentError::Stopped(stop) => Self::stopped(stop),
            _ => Self::new("attachment", error.to_string()),
        }
    }
}

impl From<RepairError> for Failure {
    fn from(error: RepairError) -> Self {
        match error {
            RepairError::Stopped(stop) => Self::stopped(stop),
            _ => Self::new("repair", error.to_string()),
        }
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        Self::new("search", error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::new("internal", error.to_string())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| match failure.exception(py) {
            Ok(exception) => Self::from_value(exception.into_bound(py)),
            Err(error) => error,
        })
    }
}

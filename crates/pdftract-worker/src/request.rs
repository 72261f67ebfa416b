//! Requests to a worker.

use std::fs::File;
use std::time::Duration;

use pdftract::{CancelFlag, ExtractOptions, Format, Limits};
use pdftract_rows::{Granularity, Origin};
use serde::{Deserialize, Serialize};

/// The bytes of a document.
#[derive(Debug)]
pub enum Input<'i> {
    /// Bytes in memory.
    Bytes(&'i [u8]),
    /// An open file, pipe or socket. It is passed on in pieces and never held in memory by this process.
    File(File),
}

/// Asks for the rows of a document.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RowsRequest {
    /// One row for each of these.
    pub granularity: Granularity,
    /// The columns, in their order.
    pub columns: Vec<String>,
    /// Facts about the document that the worker does not know.
    pub origin: Origin,
}

/// Asks for the text of a document in some formats.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ExtractRequest {
    /// The formats, in the order of [`Format`].
    pub formats: Vec<Format>,
    /// The extraction options. A dictionary cannot be sent; the child is started with it.
    pub options: ExtractOptions,
    /// The name of the document in JSON.
    pub name: Option<String>,
    /// Asks for rows instead of formats.
    pub rows: Option<RowsRequest>,
    /// Opens a locked document.
    pub password: Option<String>,
    /// Pages such as `1-5,7`, counted from 1; all if absent.
    pub pages: Option<String>,
    /// Ceilings of the library.
    pub limits: Limits,
    /// Time allowed for the document. The worker stops when it is over and is killed shortly afterwards if it does not.
    pub time_limit: Option<Duration>,
    /// Ends the work from outside.
    pub cancel: CancelFlag,
}

impl ExtractRequest {
    /// Asks for all pages in some formats.
    pub fn new(formats: Vec<Format>, options: ExtractOptions) -> Self {
        Self {
            formats,
            options,
            name: None,
            rows: None,
            password: None,
            pages: None,
            limits: Limits::default(),
            time_limit: None,
            cancel: CancelFlag::new(),
        }
    }

    /// Returns the request with a change.
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// Asks for work on a document other than extraction, by the name of the task ([`Tasks`](crate::Tasks)).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TaskRequest {
    /// The name of the task.
    pub name: String,
    /// The parameters of the task.
    pub parameters: serde_json::Value,
    /// Opens a locked document.
    pub password: Option<String>,
    /// Ceilings of the library.
    pub limits: Limits,
    /// Time allowed for the document.
    pub time_limit: Option<Duration>,
    /// Ends the work from outside.
    pub cancel: CancelFlag,
}

impl TaskRequest {
    /// Asks for a task.
    pub fn new(name: impl Into<String>, parameters: serde_json::Value) -> Self {
        Self {
            name: name.into(),
            parameters,
            password: None,
            limits: Limits::default(),
            time_limit: None,
            cancel: CancelFlag::new(),
        }
    }

    /// Returns the request with a change.
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

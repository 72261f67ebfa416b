//! Tasks: work on a document beyond extraction, which the program that contains the worker provides.

use std::fmt;
use std::io::Write;

use pdftract::Document;
use serde_json::Value;

use crate::event::Failed;

/// The tasks of a worker, by name.
pub trait Tasks: fmt::Debug + Send + Sync {
    /// Runs a task on an open document. Its result is what it writes, followed by what it returns.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is no result.
    fn run(
        &self,
        name: &str,
        parameters: Value,
        document: &Document,
        out: &mut dyn Write,
    ) -> Result<Value, Failed>;
}

/// The result of a task.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TaskResult {
    /// The bytes that it wrote.
    pub bytes: Vec<u8>,
    /// The value that it returned.
    pub value: Value,
    /// The time was over before everything was read; the result is a part.
    pub is_partial: bool,
}

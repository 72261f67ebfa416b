//! The work of the tools on an open document, done in a worker process.

mod look;
mod map;
mod read;
mod search;
mod table;

use std::io::Write;

use pdftract::{Document, ExtractOptions};
use pdftract_worker::{Failed, Reason};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The names of tasks begin with this.
pub const PREFIX: &str = "mcp_";

/// Runs the task of a tool.
///
/// # Errors
///
/// Returns the reason why there is no answer.
pub fn run(name: &str, parameters: Value, document: &Document, out: &mut dyn Write) -> Result<Value, Failed> {
    match name.strip_prefix(PREFIX).unwrap_or_default() {
        "map" => map::map(document, &parsed(parameters)?),
        "read" => read::read(document, &parsed(parameters)?),
        "search" => search::search(document, &parsed(parameters)?),
        "look" => look::look(document, &parsed(parameters)?, out),
        "table" => table::table(document, &parsed(parameters)?),
        _ => Err(Failed::new(Reason::BadRequest, format!("no such task: {name}"))),
    }
}

fn parsed<T: DeserializeOwned>(parameters: Value) -> Result<T, Failed> {
    serde_json::from_value(parameters).map_err(|error| bad(&error))
}

fn bad(error: &dyn std::fmt::Display) -> Failed {
    Failed::new(Reason::BadRequest, error.to_string())
}

/// Hidden text is left out, as it is by default.
fn options() -> ExtractOptions {
    ExtractOptions::default()
}

/// Returns a box with two decimals: more digits only cost tokens.
fn rounded(bbox: [f32; 4]) -> [f64; 4] {
    bbox.map(|edge| (f64::from(edge) * 100.0).round() / 100.0)
}

fn no_such_page(number: usize, document: &Document) -> Failed {
    let count = document.page_count();
    Failed::new(Reason::NoSuchPage, format!("there is no page {number}: the document has {count}"))
}

//! The summary of a file as JSON, together with where it came from.

use pdftract::File;
use pdftract::file::summary::Summary;
use serde::Serialize;

use crate::exit::Failure;
use crate::json::{Layout, Origin, to_json};

#[derive(Serialize)]
struct Report<'a> {
    /// The first field of a line, so that lines can be distinguished.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    source: Origin<'a>,
    #[serde(flatten)]
    summary: &'a Summary,
}

/// The report, ending with a newline.
pub(crate) fn report(name: &str, file: &File, summary: &Summary, layout: Layout) -> Result<String, Failure> {
    let first = Some(name).filter(|_| layout == Layout::OneLine);
    to_json(&Report { file: first, source: Origin::new(name, file), summary }, layout)
}

//! Tasks that a worker does for a server: the reports of the commands of the same names, on a document that is open.

use std::io::Write;

use pdftract::write::{RepairError, RepairOptions};
use pdftract::{Diagnostic, Document, ExtractOptions, Search, SearchMatch, SearchOptions};
use pdftract_rows::{Granularity, Origin, RowSchema};
use pdftract_worker::{Failed, Reason, Tasks};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::args::TableFormat;
use crate::exit::{Exit, Failure};
use crate::for_each_file::FileError;
use crate::plan::{Judging, Reading};
use crate::{check, info, render, repair, tables};

/// The tasks of this command.
#[derive(Debug)]
pub(crate) struct CommandTasks;

/// The parameters of `check`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CheckTask {
    pub(crate) file: String,
    pub(crate) pages: Option<String>,
    #[serde(flatten)]
    pub(crate) judging: Judging,
}

/// The parameters of `facts`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FactsTask {
    pub(crate) file: String,
    /// One line for the document instead of each page.
    pub(crate) documents: bool,
}

/// The parameters of `info`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct InfoTask {
    pub(crate) file: String,
}

/// The parameters of `tables`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TablesTask {
    pub(crate) file: String,
    pub(crate) format: TableFormat,
    pub(crate) page: Option<usize>,
}

/// The parameters of `render`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RenderTask {
    pub(crate) page: usize,
    pub(crate) dpi: u32,
    pub(crate) boxes: bool,
}

/// The parameters of `repair`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RepairTask {
    pub(crate) file: String,
    pub(crate) min_confidence: f32,
    pub(crate) force: bool,
}

/// The parameters of `search`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SearchTask {
    pub(crate) query: String,
    pub(crate) regex: bool,
    pub(crate) ignore_case: bool,
    pub(crate) ignore_diacritics: bool,
    pub(crate) whole_words: bool,
    pub(crate) pages: Option<String>,
    pub(crate) max_matches: usize,
}

impl Tasks for CommandTasks {
    fn run(
        &self,
        name: &str,
        parameters: Value,
        document: &Document,
        out: &mut dyn Write,
    ) -> Result<Value, Failed> {
        let (bytes, value) = match name {
            "check" => text(check_report(&read(parameters)?, document)),
            "facts" => Ok((facts(&read(parameters)?, document).into_bytes(), Value::Null)),
            "info" => text(info_report(&read(parameters)?, document)),
            "tables" => text(tables_text(&read(parameters)?, document)),
            "render" => {
                let RenderTask { page, dpi, boxes } = read(parameters)?;
                let png = render::png(document, page, dpi, boxes).map_err(FileError::from);
                png.map(|png| (png, Value::Null)).map_err(failed)
            }
            "repair" => repaired(&read(parameters)?, document),
            "search" => text(matches(&read(parameters)?, document)),
            name if name.starts_with(pdftract_server::mcp::document::PREFIX) => {
                return pdftract_server::mcp::document::run(name, parameters, document, out);
            }
            _ => Err(Failed::new(Reason::BadRequest, format!("no such task: {name}"))),
        }?;
        out.write_all(&bytes).map_err(|error| Failed::new(Reason::Io, error.to_string()))?;
        Ok(value)
    }
}

fn read<T: DeserializeOwned>(parameters: Value) -> Result<T, Failed> {
    serde_json::from_value(parameters).map_err(|error| Failed::new(Reason::BadRequest, error.to_string()))
}

fn text(report: Result<String, FileError>) -> Result<(Vec<u8>, Value), Failed> {
    report.map(|report| (report.into_bytes(), Value::Null)).map_err(failed)
}

fn failed(error: FileError) -> Failed {
    match error {
        FileError::Output(error) => Failed::new(Reason::Io, error.to_string()),
        FileError::Failure(failure) => {
            let reason = match failure.exit {
                _ if failure.is_for_time() => Reason::TimeLimit,
                Exit::NotPdf => Reason::NoSuchPage,
                Exit::Usage => Reason::BadRequest,
                _ => Reason::NoPicture,
            };
            Failed::new(reason, failure.message())
        }
    }
}

fn check_report(task: &CheckTask, document: &Document) -> Result<String, FileError> {
    check::json_report(&task.file, document, &Reading::parse(task.pages.as_deref())?, &task.judging)
}

/// Returns the lines that `pdftract facts` prints.
fn facts(task: &FactsTask, document: &Document) -> String {
    let granularity = if task.documents { Granularity::Document } else { Granularity::Page };
    let Some(schema) = RowSchema::facts(granularity) else { return String::new() };
    let bytes = document.file().data();
    let origin = Origin {
        index: None,
        path: Some(task.file.clone()),
        bytes: Some(bytes.len()),
        sha256: Some(pdftract_rows::sha256(bytes)),
        pages: None,
    };
    let read = pdftract_rows::read_document(document, &schema, &origin, &ExtractOptions::default());
    read.rows.iter().map(|row| schema.json(row) + "\n").collect()
}

fn info_report(task: &InfoTask, document: &Document) -> Result<String, FileError> {
    Ok(info::json_report(&task.file, document)?)
}

fn tables_text(task: &TablesTask, document: &Document) -> Result<String, FileError> {
    Ok(tables::text(&task.file, document, task.format, task.page)?)
}

fn repaired(task: &RepairTask, document: &Document) -> Result<(Vec<u8>, Value), Failed> {
    let options = RepairOptions::default().with(|options| {
        options.min_confidence = task.min_confidence;
        options.force = task.force;
    });
    repair::repaired(&task.file, document, options).map_err(|error| {
        let reason = match &error {
            RepairError::Signed(_) => Reason::Signed,
            RepairError::Stopped(_) => Reason::TimeLimit,
            RepairError::Locked => Reason::PasswordNeeded,
            _ => Reason::Io,
        };
        Failed::new(reason, error.to_string())
    })
}

fn matches(task: &SearchTask, document: &Document) -> Result<String, FileError> {
    let options = SearchOptions::new()
        .ignore_case(task.ignore_case)
        .ignore_diacritics(task.ignore_diacritics)
        .whole_words(task.whole_words);
    let search =
        if task.regex { Search::regex(&task.query, options) } else { Search::literal(&task.query, options) };
    let search = search.map_err(|error| Failure::usage(error.to_string()))?;
    let (mut found, mut is_cut) = (Vec::new(), false);
    for index in Reading::parse(task.pages.as_deref())?.pages(document.page_count())? {
        let on_page = document.search_page(index, &search, &ExtractOptions::default()).unwrap_or_default();
        let room = task.max_matches - found.len();
        is_cut = on_page.len() > room;
        found.extend(on_page.into_iter().take(room));
        if is_cut {
            break;
        }
    }
    let report = SearchReport {
        page_count: document.page_count(),
        matches: found,
        more: is_cut,
        diagnostics: document.diagnostics(),
    };
    let report = serde_json::to_string(&report);
    Ok(report.map_err(|error| Failure::new(Exit::Error, error.to_string()))? + "\n")
}

/// The answer to a search. A `serde_json::Value` would print boxes with the digits of a double.
#[derive(Serialize)]
struct SearchReport {
    page_count: usize,
    matches: Vec<SearchMatch>,
    more: bool,
    diagnostics: Vec<Diagnostic>,
}

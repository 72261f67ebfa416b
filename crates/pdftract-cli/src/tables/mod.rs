//! `pdftract tables`: the tables of a file as CSV, JSON, HTML or Markdown.

mod join;
mod write;

use crate::args::TableFormat;
use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::for_each_file::{FileError, each_source, print, time_is_left};
use crate::input::Source;
use crate::plan::TablesPlan;
use join::{JoinedTable, Joiner};
use pdftract::{Document, ExtractOptions};

/// Carries out the plan.
pub(crate) fn run(plan: &TablesPlan) -> Exit {
    each_source(std::slice::from_ref(&plan.source), |source| print_tables(source, plan))
}

fn print_tables(source: &Source, plan: &TablesPlan) -> Result<(), FileError> {
    let document = source.open(&plan.opening)?;
    let text = text(&source.name(), &document, plan.format, plan.page_number)?;
    print(&[&text]).map_err(FileError::Output)?;
    if plan.diagnostics {
        diagnostics::report(&source.name(), &document.diagnostics());
    }
    Ok(time_is_left(&document)?)
}

/// Returns the tables of a page, counted from 1, or of all pages, in a format.
pub(crate) fn text(
    name: &str,
    document: &Document,
    format: TableFormat,
    page_number: Option<usize>,
) -> Result<String, Failure> {
    let tables = tables_of(document, page_number)?;
    Ok(match format {
        TableFormat::Csv => write::csv(&tables),
        TableFormat::Html => write::html(&tables),
        TableFormat::Markdown => write::markdown(&tables),
        TableFormat::Json => write::json(name, document.file(), &tables)?,
    })
}

/// Returns the tables of a page, or those of all pages with their parts joined.
fn tables_of(document: &Document, page_number: Option<usize>) -> Result<Vec<JoinedTable>, Failure> {
    let options = ExtractOptions::default();
    let mut joiner = Joiner::default();
    if let Some(number) = page_number {
        // Page numbers count from 1.
        let page = number.checked_sub(1).and_then(|index| document.page_record(index, &options));
        joiner.add(&page.ok_or_else(|| Failure::no_such_page(number, document.page_count()))?);
    } else {
        for page in document.page_records(&options) {
            joiner.add(&page.map_err(Failure::from)?);
        }
    }
    Ok(joiner.tables)
}

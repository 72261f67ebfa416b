//! `pdftract info`: prints pages, metadata and other facts about each file.

mod json;
mod labels;
mod page_size;
mod report_table;
mod text;

use crate::exit::{Exit, Failure};
use crate::for_each_file::{FileError, each_source, print};
use crate::input::Source;
use crate::json::Layout;
use crate::plan::{Form, InfoPlan};

/// Carries out the plan.
pub(crate) fn run(plan: &InfoPlan) -> Exit {
    let mut shown = 0;
    each_source(&plan.sources, |source| {
        let report = report(source, plan)?;
        let gap = if shown > 0 && matches!(plan.form, Form::Text { .. }) { "\n" } else { "" };
        print(&[gap, &report]).map_err(FileError::Output)?;
        shown += 1;
        Ok(())
    })
}

/// All that is to be printed about one file.
fn report(source: &Source, plan: &InfoPlan) -> Result<String, Failure> {
    let document = source.open(&plan.opening)?;
    let file = document.file();
    let summary = file.summary();
    match plan.form {
        Form::Text { verbose } => Ok(text::report(&source.title(), &summary, verbose)),
        Form::Json => json::report(&source.name(), file, &summary, Layout::Indented),
        Form::JsonLines => json::report(&source.name(), file, &summary, Layout::OneLine),
    }
}

/// Returns the report on a document as JSON.
#[cfg(feature = "server")]
pub(crate) fn json_report(name: &str, document: &pdftract::Document) -> Result<String, Failure> {
    let file = document.file();
    json::report(name, file, &file.summary(), Layout::Indented)
}

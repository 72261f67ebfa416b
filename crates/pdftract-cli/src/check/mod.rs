//! `pdftract check`: checks whether the text of files can be trusted, page by page.

mod json;
mod page;
mod rows;

use pdftract::output::document::Readability;
use pdftract::output::model::DocumentEnd;
use pdftract::threads::WorkerPermits;
use pdftract::{Document, ExtractOptions};

use crate::diagnostics;
use crate::exit::Exit;
use crate::for_each_file::{FileError, each_source, lost_pages, print, time_is_left};
use crate::input::Source;
use crate::json::Layout;
use crate::plan::{CheckPlan, Form, Judging, Reading};
use page::PageFacts;

/// The findings about a file.
struct Findings<'d> {
    document: &'d Document,
    pages: Vec<PageFacts>,
    end: DocumentEnd,
    readable: bool,
}

/// Pages without a record that are listed one by one. A small file may have half a million; the diagnostics say why they are
/// missing.
const MOST_MISSING: usize = 1_000;

/// Carries out the plan.
pub(crate) fn run(plan: &CheckPlan) -> Exit {
    let not_searched = plan.failures.iter().map(|failure| failure.report()).max().unwrap_or(Exit::Ok);
    let (mut distrust, mut has_printed) = (Exit::Ok, false);
    let worst = each_source(&plan.sources, |source| {
        let document = source.open(&plan.opening)?;
        let page_count = document.page_count();
        diagnostics::warn_of_missing_page(&source.name(), plan.reading.missing_page(page_count), page_count);
        let findings = findings(&document, &plan.reading, &plan.judging)?;
        show(source, plan, &findings, &mut has_printed)?;
        time_is_left(&document)?;
        if !findings.readable {
            distrust = Exit::Untrusted;
        }
        Ok(())
    });
    worst.max(not_searched).max(distrust)
}

/// Reads the selected pages.
fn findings<'d>(
    document: &'d Document,
    reading: &Reading,
    judging: &Judging,
) -> Result<Findings<'d>, FileError> {
    let wanted = reading.pages(document.page_count())?;
    let options = ExtractOptions::default();
    let (mut pages, mut lost, mut readability) = (Vec::new(), Vec::new(), Readability::default());
    let mut missing = 0;
    let read = |page| document.page_record(page, &options);
    document.map_pages(&wanted, &WorkerPermits::new(reading.jobs), read, |index, page| {
        match page {
            Ok(Some(page)) => {
                readability.add(&page);
                pages.push(PageFacts::new(&page, judging.ocr_threshold));
            }
            // Past a limit of the document a page has no record. Pages after the deadline are not listed: they may be
            // many, and the message about the time says why they are missing.
            Ok(None) => {
                readability.add_missing();
                missing += 1;
                if missing <= MOST_MISSING && time_is_left(document).is_ok() {
                    pages.push(PageFacts::missing(index));
                }
            }
            Err(_) => lost.push(index),
        }
        Ok::<_, FileError>(())
    })?;
    lost_pages(&lost)?;
    let end = readability.end(document.diagnostics());
    let is_lost = judging.fail_below > 0.0 && readability.loses_text();
    let readable = f64::from(end.readability.score) >= judging.fail_below && !is_lost;
    Ok(Findings { document, pages, end, readable })
}

/// Returns the report on a document as JSON.
#[cfg(feature = "server")]
pub(crate) fn json_report(
    name: &str,
    document: &Document,
    reading: &Reading,
    judging: &Judging,
) -> Result<String, FileError> {
    let findings = findings(document, reading, judging)?;
    Ok(json::report(name, &findings, judging.fail_below, Layout::LinePerItem)?)
}

fn show(
    source: &Source,
    plan: &CheckPlan,
    findings: &Findings<'_>,
    has_printed: &mut bool,
) -> Result<(), FileError> {
    let gap = if *has_printed && matches!(plan.form, Some(Form::Text { .. })) { "\n" } else { "" };
    let fail_below = plan.judging.fail_below;
    let report = match plan.form {
        None => String::new(),
        Some(Form::Text { .. }) => rows::text(&source.title(), findings),
        Some(Form::Json) => json::report(&source.name(), findings, fail_below, Layout::LinePerItem)?,
        Some(Form::JsonLines) => json::report(&source.name(), findings, fail_below, Layout::OneLine)?,
    };
    print(&[gap, &report]).map_err(FileError::Output)?;
    *has_printed = true;
    if plan.diagnostics {
        diagnostics::report(&source.name(), &findings.end.diagnostics);
    }
    Ok(())
}

//! Findings about a file as JSON.

use pdftract::Diagnostic;
use pdftract::file::summary::SCHEMA_VERSION;
use pdftract::output::model::Reason;
use serde::Serialize;

use super::Findings;
use super::page::PageFacts;
use crate::exit::Failure;
use crate::json::{Layout, Origin, to_json};

#[derive(Serialize)]
struct Report<'a> {
    schema_version: &'static str,
    source: Origin<'a>,
    readable: bool,
    judged: bool,
    score: f32,
    fail_below: f64,
    reasons: &'a [Reason],
    page_count: usize,
    pages: &'a [PageFacts],
    diagnostics: &'a [Diagnostic],
}

/// The report, ending with a newline.
pub(super) fn report(
    name: &str,
    findings: &Findings<'_>,
    fail_below: f64,
    layout: Layout,
) -> Result<String, Failure> {
    let report = Report {
        schema_version: SCHEMA_VERSION,
        source: Origin::new(name, findings.document.file()),
        readable: findings.readable,
        judged: findings.end.readability.judged,
        score: findings.end.readability.score,
        fail_below,
        reasons: &findings.end.readability.reasons,
        page_count: findings.document.page_count(),
        pages: &findings.pages,
        diagnostics: &findings.end.diagnostics,
    };
    to_json(&report, layout)
}

//! `pdftract doctor`: shows the OCR engine, or how to install one.

use pdftract::ocr::{EngineFailure, HOW_TO_INSTALL};
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::for_each_file::print;
use crate::json::{Layout, to_json};
use crate::plan::{DoctorPlan, tesseract};
use crate::printable::printable;

/// The findings.
#[derive(Serialize)]
struct Findings {
    pdftract: &'static str,
    /// Pages are rendered without another program.
    render: bool,
    ocr: Ocr,
}

/// The OCR engine.
#[derive(Serialize)]
struct Ocr {
    available: bool,
    engine: Option<String>,
    languages: Vec<String>,
    problem: Option<String>,
}

/// Carries out the plan. A missing engine is not an error.
pub(crate) fn run(plan: &DoctorPlan) -> Exit {
    let findings = Findings { pdftract: env!("CARGO_PKG_VERSION"), render: true, ocr: ocr(plan) };
    let report = if plan.json { to_json(&findings, Layout::LinePerItem) } else { Ok(text(&findings)) };
    let printed = report
        .and_then(|report| print(&[&report]).map_err(|error| Failure::new(Exit::Error, error.to_string())));
    printed.map_or_else(|failure| failure.report(), |()| Exit::Ok)
}

fn ocr(plan: &DoctorPlan) -> Ocr {
    match tesseract(&plan.tesseract) {
        Ok(engine) => {
            Ocr { available: true, engine: Some(engine.name()), languages: engine.languages(), problem: None }
        }
        Err(failure) => Ocr {
            available: false,
            engine: None,
            languages: Vec::new(),
            problem: Some(match failure {
                EngineFailure::Missing => format!("Tesseract is not installed: {HOW_TO_INSTALL}"),
                other => other.to_string(),
            }),
        },
    }
}

fn text(findings: &Findings) -> String {
    let ocr = match &findings.ocr {
        Ocr { engine: Some(engine), languages, .. } => {
            format!("{} with {}", printable(engine), printable(&languages.join(", ")))
        }
        Ocr { problem, .. } => format!("none. {}", printable(problem.as_deref().unwrap_or_default())),
    };
    format!("pdftract   {}\nRendering  built in\nOCR        {ocr}\n", findings.pdftract)
}

//! `pdftract repair`: writes recovered text into a copy of the file and reports the changes.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use pdftract::file::summary::SCHEMA_VERSION;
use pdftract::write::{RepairError, Repaired, RepairedFont};
use pdftract::{Code, Document, Error};
use serde::Serialize;

use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::extract::atomic_file::Staged;
use crate::for_each_file::{FileError, each_source, print, time_is_left};
use crate::input::Source;
use crate::json::{Layout, Origin, to_json};
use crate::plan::RepairPlan;
use crate::printable::printable;
use crate::workers;

#[derive(Serialize)]
struct Report<'a> {
    schema_version: &'static str,
    source: Origin<'a>,
    changed: bool,
    fonts: &'a [RepairedFont],
    unreachable_fonts: &'a [String],
    /// The pages that got a layer of text, counted from 1.
    text_layers: &'a [usize],
    /// Pages that were read and did not get all of their text, counted from 1.
    unreachable_pages: &'a [usize],
}

/// The outcome for scanned pages, counted from 1.
#[derive(Default)]
struct Layers {
    given: Vec<usize>,
    unreachable: Vec<usize>,
}

/// Carries out the plan.
pub(crate) fn run(plan: &RepairPlan) -> Exit {
    each_source(std::slice::from_ref(&plan.file.source), |source| repair(source, plan))
}

fn repair(source: &Source, plan: &RepairPlan) -> Result<(), FileError> {
    let (document, layers) = with_text_layers(source, plan)?;
    let repaired = document.repair(plan.options).map_err(refused)?;
    time_is_left(&document)?;
    save(&plan.output, &repaired.bytes)?;
    let name = source.name();
    let text = if plan.file.json {
        to_json(&report(&name, &document, &repaired, &layers), Layout::Indented)?
    } else {
        told(&repaired, &layers)
    };
    print(&[&text]).map_err(FileError::Output)?;
    if plan.file.diagnostics {
        diagnostics::report(&name, &document.diagnostics());
    }
    Ok(())
}

fn report<'a>(name: &'a str, document: &Document, repaired: &'a Repaired, layers: &'a Layers) -> Report<'a> {
    Report {
        schema_version: SCHEMA_VERSION,
        source: Origin::new(name, document.file()),
        changed: !layers.given.is_empty() || repaired.bytes.len() != document.file().data().len(),
        text_layers: &layers.given,
        unreachable_pages: &layers.unreachable,
        fonts: &repaired.fonts,
        unreachable_fonts: &repaired.unreachable,
    }
}

/// Returns the repaired copy of a document and the report on it as JSON.
#[cfg(feature = "server")]
pub(crate) fn repaired(
    name: &str,
    document: &Document,
    options: pdftract::RepairOptions,
) -> Result<(Vec<u8>, serde_json::Value), RepairError> {
    let repaired = document.repair(options)?;
    let layers = Layers::default();
    let report = report(name, document, &repaired, &layers);
    let report = serde_json::to_value(&report).unwrap_or_default();
    Ok((repaired.bytes, report))
}

/// Returns the document, with text layers on its scanned pages if requested, and the outcome of these pages.
fn with_text_layers(source: &Source, plan: &RepairPlan) -> Result<(Document, Layers), FileError> {
    let document = source.open(&plan.file.opening)?;
    let Some(recognition) = &plan.recognition else { return Ok((document, Layers::default())) };
    let document = workers::drawn_apart(document.with_recognition(Arc::clone(recognition)));
    let layered = document.with_text_layer(plan.options.force).map_err(refused)?;
    let mut told = document.diagnostics();
    told.retain(|diagnostic| plan.file.diagnostics || costs_a_layer(diagnostic.code));
    diagnostics::report(&source.name(), &told);
    let from_one = |pages: Vec<usize>| pages.into_iter().map(|index| index + 1).collect();
    let layers = Layers { given: from_one(layered.pages), unreachable: from_one(layered.unreachable) };
    Ok((source.open_bytes(layered.bytes.into(), &plan.file.opening)?, layers))
}

/// Returns whether a page gets no text layer for this reason, which is reported without `--diagnostics` too.
fn costs_a_layer(code: Code) -> bool {
    use Code::{OcrFailed, OcrLanguageMissing, OcrSkipped, OcrUnavailable, RenderFailed};
    matches!(code, OcrFailed | OcrLanguageMissing | OcrSkipped | OcrUnavailable | RenderFailed)
}

fn refused(error: RepairError) -> Failure {
    if let RepairError::Stopped(stop) = error {
        return Error::Stopped(stop).into();
    }
    let hint = if matches!(error, RepairError::Signed(_)) { " (see --force)" } else { "" };
    Failure::new(Exit::Error, format!("{error}{hint}"))
}

/// Writes a file completely or not at all.
pub(crate) fn save(place: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let written = Staged::create(place).and_then(|mut staged| {
        staged.write_all(bytes)?;
        staged.commit()
    });
    let failure = |error| Failure::new(Exit::Error, format!("cannot be written: {error}"));
    written.map_err(|error| failure(error).of_file(place.to_string_lossy()))
}

fn told(repaired: &Repaired, layers: &Layers) -> String {
    let mut out = String::new();
    for page in &layers.given {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "page {page}: added a text layer");
    }
    for page in &layers.unreachable {
        let _ = writeln!(out, "page {page}: read, but its text could not be added completely");
    }
    for font in &repaired.fonts {
        let RepairedFont { object, name, codes, recovered, left_out, .. } = font;
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "font {} (object {object}): {codes} codes, {recovered} of them recovered",
            printable(name)
        );
        let _ = if *left_out > 0 {
            writeln!(out, "; {left_out} left out, below --min-confidence")
        } else {
            writeln!(out)
        };
    }
    for name in &repaired.unreachable {
        let _ = writeln!(out, "font {}: not repaired, because it is not a separate object", printable(name));
    }
    if repaired.fonts.is_empty() && layers.given.is_empty() {
        out.push_str("nothing to repair\n");
    }
    out
}

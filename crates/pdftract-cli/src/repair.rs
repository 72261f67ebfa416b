//! `pdftract repair`: recovered text goes back into the file, and what was done is told.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use pdftract::Document;
use pdftract::file::summary::SCHEMA_VERSION;
use pdftract::write::{RepairError, Repaired, RepairedFont};
use serde::Serialize;

use crate::diagnostics;
use crate::each::{Trouble, each_source, print, time_is_left};
use crate::exit::{Exit, Failure};
use crate::extract::staged::Staged;
use crate::input::Source;
use crate::json::{Layout, Origin, to_json};
use crate::plan::RepairPlan;
use crate::printable::printable;

#[derive(Serialize)]
struct Report<'a> {
    schema_version: &'static str,
    source: Origin<'a>,
    changed: bool,
    fonts: &'a [RepairedFont],
    unreachable_fonts: &'a [String],
    /// The pages that got a layer of text, counted from 1.
    text_layers: &'a [usize],
}

/// Carries out the plan.
pub(crate) fn run(plan: &RepairPlan) -> Exit {
    each_source(std::slice::from_ref(&plan.file.source), |source| repair(source, plan))
}

fn repair(source: &Source, plan: &RepairPlan) -> Result<(), Trouble> {
    let (document, layered) = with_text_layers(source, plan)?;
    let repaired = document.repair(plan.options).map_err(refused)?;
    time_is_left(&document)?;
    save(&plan.output, &repaired.bytes)?;
    let name = source.name();
    let text = if plan.file.json {
        let report = Report {
            schema_version: SCHEMA_VERSION,
            source: Origin::new(&name, document.file()),
            changed: !layered.is_empty() || repaired.bytes.len() != document.file().data().len(),
            text_layers: &layered,
            fonts: &repaired.fonts,
            unreachable_fonts: &repaired.unreachable,
        };
        to_json(&report, Layout::Indented)?
    } else {
        told(&repaired, &layered)
    };
    print(&[&text]).map_err(Trouble::Output)?;
    if plan.file.diagnostics {
        diagnostics::report(&name, &document.diagnostics());
    }
    Ok(())
}

/// The document, with layers of text on its scanned pages if they are wanted, and the numbers of those pages.
fn with_text_layers(source: &Source, plan: &RepairPlan) -> Result<(Document, Vec<usize>), Trouble> {
    let document = source.open(&plan.file.opening)?;
    let Some(recognition) = &plan.recognition else { return Ok((document, Vec::new())) };
    let document = document.with_recognition(Arc::clone(recognition));
    let layered = document.with_text_layer(plan.options.force).map_err(refused)?;
    time_is_left(&document)?;
    if plan.file.diagnostics || layered.pages.is_empty() {
        diagnostics::report(&source.name(), &document.diagnostics());
    }
    let pages = layered.pages.iter().map(|index| index + 1).collect();
    Ok((source.open_bytes(layered.bytes.into(), &plan.file.opening)?, pages))
}

fn refused(error: RepairError) -> Failure {
    let hint = if matches!(error, RepairError::Signed(_)) { " (see --force)" } else { "" };
    Failure::new(Exit::Error, format!("{error}{hint}"))
}

/// Writes a file whole or not at all.
pub(crate) fn save(place: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let written = Staged::create(place).and_then(|mut staged| {
        staged.write_all(bytes)?;
        staged.commit()
    });
    let failure = |error| Failure::new(Exit::Error, format!("cannot be written: {error}"));
    written.map_err(|error| failure(error).of_file(place.to_string_lossy()))
}

fn told(repaired: &Repaired, layered: &[usize]) -> String {
    let mut out = String::new();
    for page in layered {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "page {page}: a layer of text");
    }
    for font in &repaired.fonts {
        let RepairedFont { object, name, codes, recovered, left_out } = font;
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "font {} (object {object}): {codes} codes, {recovered} of them recovered",
            printable(name)
        );
        let _ = if *left_out > 0 {
            writeln!(out, "; {left_out} left out, not sure enough")
        } else {
            writeln!(out)
        };
    }
    for name in &repaired.unreachable {
        let _ = writeln!(out, "font {}: not repaired, it is no object of its own", printable(name));
    }
    if repaired.fonts.is_empty() && layered.is_empty() {
        out.push_str("nothing to repair\n");
    }
    out
}

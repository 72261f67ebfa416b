//! `pdftract fonts`: which fonts the pages of a file use, and how the text of their codes is known.

mod rows;

use std::sync::Arc;

use pdftract::file::summary::SCHEMA_VERSION;
use pdftract::threads::WorkerPermits;
use pdftract::unicode::{FontReport, ResolvedFont};
use pdftract::{Diagnostic, Document};
use serde::Serialize;

use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::for_each_file::{FileError, each_source, lost_pages, print, time_is_left};
use crate::input::Source;
use crate::json::{Layout, Origin, to_json};
use crate::plan::{FontsPlan, Reading};

#[derive(Serialize)]
struct Report<'a> {
    schema_version: &'static str,
    source: Origin<'a>,
    page_count: usize,
    pages_read: usize,
    fonts: &'a [FontReport],
    diagnostics: &'a [Diagnostic],
}

/// Carries out the plan.
pub(crate) fn run(plan: &FontsPlan) -> Exit {
    each_source(std::slice::from_ref(&plan.file.source), |source| print_fonts(source, plan))
}

fn print_fonts(source: &Source, plan: &FontsPlan) -> Result<(), FileError> {
    let document = source.open(&plan.file.opening)?;
    let pages = plan.reading.pages(document.page_count())?;
    let mut lost = Vec::new();
    let fonts = fonts_of(&document, &pages, &plan.reading, &mut lost);
    let fonts: Vec<FontReport> = fonts.iter().map(|font| document.font_report(font)).collect();
    let diagnostics = document.diagnostics();
    let name = source.name();
    let text = if plan.file.json {
        let report = Report {
            schema_version: SCHEMA_VERSION,
            source: Origin::new(&name, document.file()),
            page_count: document.page_count(),
            pages_read: pages.len(),
            fonts: &fonts,
            diagnostics: &diagnostics,
        };
        to_json(&report, Layout::Indented)?
    } else {
        rows::text(&source.title(), pages.len(), document.page_count(), &fonts)
    };
    print(&[&text]).map_err(FileError::Output)?;
    if plan.file.diagnostics {
        diagnostics::report(&name, &diagnostics);
    }
    lost_pages(&lost)?;
    Ok(time_is_left(&document)?)
}

/// The fonts that pages use, in the order of their first use; pages that could not be read are added to `lost`.
fn fonts_of(
    document: &Document,
    pages: &[usize],
    reading: &Reading,
    lost: &mut Vec<usize>,
) -> Vec<Arc<ResolvedFont>> {
    let mut seen: Vec<Arc<ResolvedFont>> = Vec::new();
    let fonts_of_page = |page| document.glyphs(page).map(|glyphs| glyphs.fonts).unwrap_or_default();
    // A file may hold no more fonts than it may hold other things.
    let limit = document.file().limits().tree_items;
    let done: Result<(), Failure> =
        document.map_pages(pages, &WorkerPermits::new(reading.jobs), fonts_of_page, |page, fonts| {
            lost.extend(fonts.is_err().then_some(page));
            for font in fonts.unwrap_or_default() {
                if seen.len() < limit && !seen.iter().any(|other| Arc::ptr_eq(other, &font)) {
                    seen.push(font);
                }
            }
            Ok(())
        });
    // Taking fonts cannot fail.
    let _ = done;
    seen
}

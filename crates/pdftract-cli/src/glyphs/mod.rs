//! `pdftract glyphs`: lists the glyphs of a page with text, source and position.

mod json;
mod rows;
mod unmapped_html;

use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::for_each_file::{FileError, each_source, print, time_is_left};
use crate::input::Source;
use crate::plan::GlyphsPlan;
use crate::repair::save;

/// Carries out the plan.
pub(crate) fn run(plan: &GlyphsPlan) -> Exit {
    each_source(std::slice::from_ref(&plan.file.source), |source| print_glyphs(source, plan))
}

fn print_glyphs(source: &Source, plan: &GlyphsPlan) -> Result<(), FileError> {
    let document = source.open(&plan.file.opening)?;
    if let Some(place) = &plan.sheet {
        save(place, unmapped_html::html(&source.title(), &document)?.as_bytes())?;
        return Ok(time_is_left(&document)?);
    }
    let page_count = document.page_count();
    // Page numbers count from 1.
    let page = plan.page_number.checked_sub(1).and_then(|index| document.glyphs(index));
    let page = page.ok_or_else(|| Failure::no_such_page(plan.page_number, page_count))?;
    let text = if plan.file.json {
        json::report(&source.name(), &document, &page)?
    } else {
        rows::text(&source.title(), page_count, &page)
    };
    print(&[&text]).map_err(FileError::Output)?;
    if plan.file.diagnostics {
        diagnostics::report(&source.name(), &document.diagnostics());
    }
    Ok(time_is_left(&document)?)
}

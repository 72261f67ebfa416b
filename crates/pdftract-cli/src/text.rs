//! `pdftract FILE…`: the text of files, page by page, with a form feed between pages.

use std::io::{self, BufWriter, Stdout, Write};

use crate::diagnostics;
use crate::each::{Trouble, each_source, lost_pages, time_is_left};
use crate::exit::Exit;
use crate::in_order::in_order;
use crate::input::Source;
use crate::plan::TextPlan;

/// Carries out the plan.
pub(crate) fn run(plan: &TextPlan) -> Exit {
    let mut pages = Pages { out: BufWriter::new(io::stdout()), is_first: true };
    each_source(&plan.sources, |source| print_text(source, plan, &mut pages))
}

/// Prints the text of one file as its pages are read.
fn print_text(source: &Source, plan: &TextPlan, pages: &mut Pages) -> Result<(), Trouble> {
    let document = source.open(&plan.opening)?;
    let wanted = plan.reading.pages(document.page_count())?;
    let read = |page| document.page_text(page).unwrap_or_default();
    let mut lost = Vec::new();
    let printed = in_order(&wanted, plan.reading.jobs, read, |page, text| {
        lost.extend(text.is_err().then_some(page));
        // Threads that are still at work end at once when there is nobody to read what they find.
        pages.print(&text.unwrap_or_default()).inspect_err(|_| plan.opening.cancel.cancel())
    });
    printed.and_then(|()| pages.out.flush()).map_err(Trouble::Output)?;
    if plan.diagnostics {
        diagnostics::report(&source.name(), &document.diagnostics());
    }
    lost_pages(&lost)?;
    Ok(time_is_left(&document)?)
}

/// Standard output while pages go out.
struct Pages {
    out: BufWriter<Stdout>,
    is_first: bool,
}

impl Pages {
    /// Prints a page, after a form feed if it is not the first of all.
    fn print(&mut self, text: &str) -> io::Result<()> {
        if !std::mem::take(&mut self.is_first) {
            self.out.write_all(b"\x0C")?;
        }
        self.out.write_all(text.as_bytes())
    }
}

//! `pdftract info`: opens each file, gathers what it says about itself and prints it.

mod json;
mod labels;
mod paper;
pub(crate) mod sheet;
mod text;

use std::io::{BufWriter, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::exit::{Exit, Failure};
use crate::input::Source;
use crate::plan::{Form, InfoPlan};

/// Carries out the plan. A failing file is told on standard error, and the next one follows.
pub(crate) fn run(plan: &InfoPlan) -> Exit {
    let mut worst = Exit::Ok;
    let mut shown = 0;
    for source in &plan.sources {
        let report = match report(source, plan) {
            Ok(report) => report,
            Err(failure) => {
                worst = worst.max(failure.of_file(source.name()).report());
                continue;
            }
        };
        let gap = if shown > 0 && matches!(plan.form, Form::Text { .. }) { "\n" } else { "" };
        match print(&[gap, &report]) {
            Ok(()) => shown += 1,
            // Whoever reads has seen enough, as in `pdftract info big.pdf | head`.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return worst,
            Err(error) => {
                let failure = Failure::new(Exit::Error, format!("the output cannot be written: {error}"));
                return worst.max(failure.report());
            }
        }
    }
    worst
}

/// All that is to be printed about one file.
fn report(source: &Source, plan: &InfoPlan) -> Result<String, Failure> {
    // The library is built never to panic. Should it do so all the same, the other files are still wanted.
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let file = source.open(&plan.opening)?;
        let summary = file.summary();
        Ok(match plan.form {
            Form::Text { verbose } => text::report(&source.name(), &summary, verbose),
            Form::Json => json::report(&source.name(), &file, &summary, json::Layout::Indented)?,
            Form::JsonLines => json::report(&source.name(), &file, &summary, json::Layout::OneLine)?,
        })
    }));
    caught.unwrap_or_else(|_| {
        Err(Failure::new(Exit::Error, "an error inside pdftract ended its reading; please report it"))
    })
}

fn print(parts: &[&str]) -> std::io::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    parts.iter().try_for_each(|part| out.write_all(part.as_bytes()))?;
    out.flush()
}

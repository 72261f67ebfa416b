//! `pdftract report`: makes an anonymous copy of a file.

use crate::exit::Exit;
use crate::for_each_file::{FileError, each_source, time_is_left};
use crate::input::Source;
use crate::plan::ReportPlan;
use crate::repair::save;

/// Carries out the plan.
pub(crate) fn run(plan: &ReportPlan) -> Exit {
    each_source(std::slice::from_ref(&plan.source), |source| report(source, plan))
}

fn report(source: &Source, plan: &ReportPlan) -> Result<(), FileError> {
    let document = source.open(&plan.opening)?;
    let copy = document.report();
    // An incomplete copy could still contain text that should have been replaced.
    time_is_left(&document)?;
    Ok(save(&plan.output, &copy)?)
}

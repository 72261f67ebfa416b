//! `pdftract grep`: searches files in parallel and prints their matches in order.

mod cache;
mod file;
mod highlight;
mod json;
mod page;
mod printer;
mod totals;
mod trust;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use pdftract::threads::WorkerPermits;

use crate::closed_stdout;
use crate::exit::Exit;
use crate::extract::ordered_stdout::Turns;
use crate::for_each_file::{FileError, in_parallel, panicked, print, unwritable};
use crate::plan::{GrepForm, GrepPlan};
use cache::Cache;
use file::FileSearch;
use totals::{Searched, Totals};

/// The message about a file, given when its turn is over.
struct Report {
    name: String,
    searched: Searched,
    ended: Result<(), FileError>,
}

/// Carries out the plan. The exit code is that of grep: 0 for a match, 1 for none, 2 for trouble.
pub(crate) fn run(plan: &GrepPlan) -> Exit {
    if plan.form != GrepForm::Quiet && closed_stdout::was_closed() {
        unwritable(&io::Error::other("standard output is closed")).report();
        return Exit::Usage;
    }
    let start = Instant::now();
    let totals = Totals::new(plan.no_messages);
    plan.failures.iter().for_each(|failure| totals.fail(failure));
    let permits = WorkerPermits::new(plan.reading.jobs);
    let cache = plan.cache.as_ref().map(Cache::new);
    let is_over = AtomicBool::new(false);
    let tell = |report: Report, written: io::Result<()>| {
        let Report { name, searched, ended } = report;
        let ended = ended.and_then(|()| written.map_err(FileError::Output));
        let is_answered = plan.form == GrepForm::Quiet && searched.stats.matches > 0;
        let is_lost = totals.add(&name, searched, ended);
        if is_lost || is_answered {
            is_over.store(true, Ordering::Relaxed);
        }
    };
    let turns = Turns::new(&permits, "", &tell);
    let search_file = |file: usize| {
        let mut searched = Searched::default();
        let source = &plan.found[file].source;
        // After a panic the other files are still wanted.
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let out = turns.printer(file).map_err(FileError::Output)?;
            FileSearch { plan, source, permits: &permits, cache: cache.as_ref() }.run(out, &mut searched)
        }));
        let ended = caught.unwrap_or_else(|_| Err(panicked().into()));
        turns.end(file, Report { name: source.name(), searched, ended });
    };
    in_parallel(plan.found.len(), &permits, || is_over.load(Ordering::Relaxed), search_file);
    if let Some(cache) = &cache {
        cache.finish();
    }
    if plan.form == GrepForm::Json && !totals.is_lost() {
        let summary = totals.summary(start.elapsed());
        if let Err(error) = summary.and_then(|summary| print(&[&summary])) {
            totals.output_failed(&error);
        }
    }
    totals.exit(plan)
}

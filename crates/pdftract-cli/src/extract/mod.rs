//! `pdftract FILE…`: reads files side by side and writes what they say.

pub(crate) mod atomic_file;
pub(crate) mod format;
mod isolated;
mod leftovers;
mod ordered_stdout;
mod progress;
mod result;
mod summary;
pub(crate) mod targets;
pub(crate) mod walk;

use std::io::{self, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use pdftract::threads::{PageError, WorkerPermits};
use pdftract::{Diagnostic, Document, Hidden};
use pdftract_worker::Pool;

use crate::closed_stdout;
use crate::diagnostics;
use crate::exit::Exit;
use crate::for_each_file::{FileError, lost_pages, panicked, time_is_left, unwritable};
use crate::input::Source;
use crate::plan::{ExtractPlan, Isolation, Opening, PATIENCE};
use crate::terminal::Terminal;
use crate::workers;
use ordered_stdout::Turns;
use progress::Progress;
use result::Results;
use summary::{Ended, Tally};

/// Carries out the plan.
pub(crate) fn run(plan: &ExtractPlan) -> Exit {
    let (tally, is_lost) = (Tally::new(), AtomicBool::new(false));
    if plan.prints() && closed_stdout::was_closed() {
        return unwritable(&io::Error::other("standard output is closed")).report();
    }
    plan.destination.folders().iter().for_each(|folder| leftovers::clear(folder));
    plan.failures.iter().for_each(|failure| tally.add(Ended::Failed(failure.report())));
    let permits = WorkerPermits::new(plan.reading.jobs);
    let progress = Progress::new(plan.found.len(), plan.quiet, plan.prints());
    let tell = |report: Report, written| report.tell(written, &tally, &is_lost);
    let turns = Turns::new(&permits, plan.separator_of_files(), &tell);
    Run {
        plan,
        permits: &permits,
        progress: &progress,
        turns: &turns,
        is_lost: &is_lost,
        pool: &OnceLock::new(),
    }
    .all_files();
    progress.clear();
    if plan.is_batch() && !plan.quiet && !is_lost.into_inner() {
        Terminal::take().write(&tally.summary());
    }
    tally.worst()
}

/// A run over files.
struct Run<'r> {
    plan: &'r ExtractPlan,
    permits: &'r WorkerPermits,
    progress: &'r Progress,
    turns: &'r Turns<'r, Report>,
    /// Set when standard output takes nothing any more, so that there is no use in going on.
    is_lost: &'r AtomicBool,
    /// The workers that read files apart, once one is needed.
    pool: &'r OnceLock<Pool>,
}

/// What is told about a file when its turn is over.
struct Report {
    name: String,
    diagnostics: Vec<Diagnostic>,
    /// Characters that were left out because a person does not see them; 0 if nobody wants to know.
    left_out: u32,
    ended: Result<Ended, FileError>,
}

impl Report {
    /// Tells how a file ended, and counts it.
    fn tell(self, written: io::Result<()>, tally: &Tally, is_lost: &AtomicBool) {
        if is_lost.load(Ordering::Relaxed) {
            return;
        }
        diagnostics::report(&self.name, &self.diagnostics);
        diagnostics::report_left_out(&self.name, self.left_out);
        match self.ended.and_then(|ended| written.map(|()| ended).map_err(FileError::Output)) {
            Ok(ended) => tally.add(ended),
            Err(FileError::Failure(failure)) => tally.add(Ended::Failed(failure.of_file(self.name).report())),
            Err(FileError::Output(error)) => {
                is_lost.store(true, Ordering::Relaxed);
                // Whoever reads has seen enough, as in `pdftract big.pdf | head`.
                if error.kind() != ErrorKind::BrokenPipe {
                    tally.add(Ended::Failed(unwritable(&error).report()));
                }
            }
        }
    }
}

impl Run<'_> {
    /// Reads all files, as many at once as there are worker permits.
    fn all_files(&self) {
        let files = self.plan.found.len();
        let next = AtomicUsize::new(0);
        let work = || {
            while !self.is_lost.load(Ordering::Relaxed) {
                let file = next.fetch_add(1, Ordering::Relaxed);
                if file >= files {
                    return;
                }
                self.one_file(file);
            }
        };
        thread::scope(|scope| {
            for permit in std::iter::from_fn(|| self.permits.try_acquire()).take(files.saturating_sub(1)) {
                let help = || {
                    work();
                    drop(permit);
                };
                // The system may refuse to start a thread; then the work is done without.
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            work();
        });
    }

    /// Reads a file and ends its turn, whatever happens.
    fn one_file(&self, file: usize) {
        let (mut diagnostics, mut left_out) = (Vec::new(), 0);
        // After a panic the other files are still wanted.
        let caught = catch_unwind(AssertUnwindSafe(|| self.extract(file, &mut diagnostics, &mut left_out)));
        let ended = caught.unwrap_or_else(|_| Err(panicked().into()));
        let name = self.plan.found[file].source.name();
        self.turns.end(file, Report { name, diagnostics, left_out, ended });
        self.progress.file_ended();
    }

    fn extract(
        &self,
        file: usize,
        diagnostics: &mut Vec<Diagnostic>,
        left_out: &mut u32,
    ) -> Result<Ended, FileError> {
        let mut results = Results::new(self.plan, self.turns, file);
        if self.plan.skip_existing && results.are_there() {
            return Ok(Ended::Skipped);
        }
        results.spare_inputs()?;
        let source = &self.plan.found[file].source;
        if self.plan.isolation == Isolation::Always {
            return self.extract_isolated(source, &mut results, diagnostics, left_out);
        }
        if !self.may_be_moved() {
            return self.extract_here(source, &self.plan.opening, &mut results, diagnostics, left_out);
        }
        let opening = self.plan.opening.within(PATIENCE);
        let read = self.extract_here(source, &opening, &mut results, diagnostics, left_out);
        if !matches!(&read, Err(FileError::Failure(failure)) if failure.is_for_time()) {
            return read;
        }
        // What was written so far goes away with the results it was written to.
        let mut results = Results::new(self.plan, self.turns, file);
        self.extract_isolated(source, &mut results, diagnostics, left_out)
    }

    /// Returns whether a file that takes too long here can be begun again in a worker: nothing of it was printed, and more
    /// time is allowed for it.
    fn may_be_moved(&self) -> bool {
        let has_more_time = self.plan.opening.time_limit().is_none_or(|limit| limit > PATIENCE);
        has_more_time && self.plan.is_batch() && !self.plan.prints() && self.plan.recognition.is_none()
    }

    /// Returns the workers that read files apart.
    fn pool(&self) -> &Pool {
        self.pool.get_or_init(|| {
            let start = &self.plan.worker;
            workers::pool(start.class, start.arguments.clone(), self.plan.reading.jobs.map(Into::into))
        })
    }

    /// Reads a file in this process.
    fn extract_here(
        &self,
        source: &Source,
        opening: &Opening,
        results: &mut Results<'_>,
        diagnostics: &mut Vec<Diagnostic>,
        left_out: &mut u32,
    ) -> Result<Ended, FileError> {
        let mut document = source.open(opening)?;
        if let Some(recognition) = &self.plan.recognition {
            document = workers::drawn_apart(document.with_recognition(Arc::clone(recognition)));
        }
        let pages = self.plan.reading.pages(document.page_count())?;
        results.begin(&source.name(), &document)?;
        let written = self.pages(&source.name(), &document, &pages, results);
        if self.plan.diagnostics {
            *diagnostics = document.diagnostics();
        } else if !self.plan.quiet && self.plan.extraction.hidden != Hidden::Only {
            // With diagnostics, each page says it.
            *left_out = results.left_out();
        }
        written?;
        results.finish(&document)?;
        Ok(Ended::Done { pages: pages.len() })
    }

    /// Writes the pages as they are read.
    fn pages(
        &self,
        name: &str,
        document: &Document,
        pages: &[usize],
        results: &mut Results<'_>,
    ) -> Result<(), FileError> {
        let formats: Vec<pdftract::Format> = self.plan.formats.iter().map(|&format| format.into()).collect();
        let read = |page| document.page_output(page, &self.plan.extraction, &formats);
        let (mut lost, mut done) = (Vec::new(), 0);
        document.map_pages(pages, self.permits, read, |page, rendered| {
            lost.extend((rendered.as_ref().err() == Some(&PageError::Panicked)).then_some(page));
            done += 1;
            self.progress.page_done(name, done, pages.len());
            results.page(rendered.unwrap_or_default()).inspect_err(|trouble| self.stop_for(trouble))
        })?;
        lost_pages(&lost)?;
        Ok(time_is_left(document)?)
    }

    /// Threads that are still at work end at once when there is nobody to read what they find.
    fn stop_for(&self, trouble: &FileError) {
        if matches!(trouble, FileError::Output(_)) {
            self.plan.opening.cancel.cancel();
        }
    }
}

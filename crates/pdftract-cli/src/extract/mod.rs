//! `pdftract FILE…`: reads files in parallel and writes their results in order.

pub(crate) mod atomic_file;
pub(crate) mod format;
mod images;
mod isolated;
mod leftovers;
pub(crate) mod notices;
pub(crate) mod ordered_stdout;
mod progress;
mod result;
mod summary;
pub(crate) mod targets;
pub(crate) mod walk;

use std::io::{self, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use pdftract::threads::{PageError, WorkerPermits};
use pdftract::{Diagnostic, Document, Hidden};
use pdftract_worker::Pool;

use crate::closed_stdout;
use crate::diagnostics;
use crate::exit::Exit;
use crate::for_each_file::{FileError, in_parallel, lost_pages, panicked, time_is_left, unwritable};
use crate::input::Source;
use crate::plan::{ExtractPlan, Isolation, Opening, PATIENCE};
use crate::terminal::Terminal;
use crate::workers;
use notices::Notices;
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
    plan.failures.iter().for_each(|failure| tally.fail(failure));
    let permits = WorkerPermits::new(plan.reading.jobs);
    let progress = Progress::new(plan.found.len(), plan.quiet, plan.prints());
    let finish = |report: Report, written| report.finish(written, &tally, &is_lost);
    let turns = Turns::new(&permits, plan.separator_of_files(), &finish);
    if !(plan.fail_fast && tally.worst() != Exit::Ok) {
        let run = Run {
            plan,
            permits: &permits,
            progress: &progress,
            turns: &turns,
            tally: &tally,
            is_lost: &is_lost,
            pool: &OnceLock::new(),
        };
        run.all_files();
    }
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
    tally: &'r Tally,
    /// Set when standard output is closed, which ends the run.
    is_lost: &'r AtomicBool,
    /// The workers that read files apart, once one is needed.
    pool: &'r OnceLock<Pool>,
}

/// The messages about a file, printed when its turn is over.
struct Report {
    name: String,
    diagnostics: Vec<Diagnostic>,
    /// Notices as one line.
    notice: Option<String>,
    ended: Result<Ended, FileError>,
}

impl Report {
    /// Prints the messages about a file and counts its outcome.
    fn finish(self, written: io::Result<()>, tally: &Tally, is_lost: &AtomicBool) {
        if is_lost.load(Ordering::Relaxed) {
            return;
        }
        diagnostics::report(&self.name, &self.diagnostics);
        if let Some(notice) = &self.notice {
            diagnostics::warn(&format!("{}: {notice}", self.name));
        }
        match self.ended.and_then(|ended| written.map(|()| ended).map_err(FileError::Output)) {
            Ok(ended) => tally.add(ended),
            Err(FileError::Failure(failure)) => tally.fail(&failure.of_file(self.name)),
            Err(FileError::Output(error)) => {
                is_lost.store(true, Ordering::Relaxed);
                // A closed pipe, as in `pdftract big.pdf | head`, ends the run without a message.
                if error.kind() != ErrorKind::BrokenPipe {
                    tally.fail(&unwritable(&error));
                }
            }
        }
    }
}

impl Run<'_> {
    /// Reads all files, as many at once as there are worker permits.
    fn all_files(&self) {
        in_parallel(self.plan.found.len(), self.permits, || self.is_over(), |file| self.one_file(file));
    }

    /// Returns whether no further file is to be read.
    fn is_over(&self) -> bool {
        let has_failed = self.plan.fail_fast && self.tally.worst() != Exit::Ok;
        has_failed || self.is_lost.load(Ordering::Relaxed)
    }

    /// Reads a file and ends its turn, even after a panic.
    fn one_file(&self, file: usize) {
        let (mut diagnostics, mut notices) = (Vec::new(), Notices::new(self.plan.recognition.is_some()));
        // After a panic the other files are still wanted.
        let caught = catch_unwind(AssertUnwindSafe(|| self.extract(file, &mut diagnostics, &mut notices)));
        let ended = caught.unwrap_or_else(|_| Err(panicked().into()));
        let name = self.plan.found[file].source.name();
        let notice = if self.plan.quiet { None } else { notices.line() };
        self.turns.end(file, Report { name, diagnostics, notice, ended });
        self.progress.file_ended();
    }

    fn extract(
        &self,
        file: usize,
        diagnostics: &mut Vec<Diagnostic>,
        notices: &mut Notices,
    ) -> Result<Ended, FileError> {
        let mut results = Results::new(self.plan, self.turns, file);
        if self.plan.skip_existing && results.are_there() {
            return Ok(Ended::Skipped);
        }
        results.spare_inputs()?;
        let source = &self.plan.found[file].source;
        if self.plan.isolation == Isolation::Always {
            return self.extract_isolated(source, &mut results, diagnostics, notices);
        }
        if !self.may_be_moved() {
            return self.extract_here(source, &self.plan.opening, &mut results, diagnostics, notices);
        }
        let opening = self.plan.opening.within(PATIENCE);
        let read = self.extract_here(source, &opening, &mut results, diagnostics, notices);
        if !matches!(&read, Err(FileError::Failure(failure)) if failure.is_for_time()) {
            return read;
        }
        // What was written so far goes away with the results it was written to.
        let mut results = Results::new(self.plan, self.turns, file);
        self.extract_isolated(source, &mut results, diagnostics, notices)
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
        notices: &mut Notices,
    ) -> Result<Ended, FileError> {
        let mut document = source.open(opening)?;
        if let Some(recognition) = &self.plan.recognition {
            document = workers::drawn_apart(document.with_recognition(Arc::clone(recognition)));
        }
        let pages = self.plan.reading.pages(document.page_count())?;
        notices.missing_page(self.plan.reading.missing_page(document.page_count()), document.page_count());
        results.begin(&source.name(), &document)?;
        let written = self.pages(&source.name(), &document, &pages, results, notices);
        if self.plan.diagnostics {
            *diagnostics = document.diagnostics();
        } else if !self.plan.quiet {
            notices.diagnostics(&document.diagnostics());
        }
        if self.plan.diagnostics || self.plan.extraction.hidden == Hidden::Only {
            // Diagnostics count hidden text for each page.
            notices.ignore_hidden();
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
        notices: &mut Notices,
    ) -> Result<(), FileError> {
        let formats: Vec<pdftract::Format> = self.plan.formats.iter().map(|&format| format.into()).collect();
        let read = |page| document.page_output(page, &self.plan.extraction, &formats);
        let (mut lost, mut done) = (Vec::new(), 0);
        document.map_pages(pages, self.permits, read, |page, rendered| {
            lost.extend((rendered.as_ref().err() == Some(&PageError::Panicked)).then_some(page));
            done += 1;
            self.progress.page_done(name, done, pages.len());
            let rendered = rendered.unwrap_or_default();
            if !self.plan.quiet {
                notices.page(&rendered, page, document);
            }
            results.page(page, rendered, document).inspect_err(|error| self.cancel_for(error))
        })?;
        lost_pages(&lost)?;
        Ok(time_is_left(document)?)
    }

    /// Cancels the work of all threads when the output is closed.
    fn cancel_for(&self, error: &FileError) {
        if matches!(error, FileError::Output(_)) {
            self.plan.opening.cancel.cancel();
        }
    }
}

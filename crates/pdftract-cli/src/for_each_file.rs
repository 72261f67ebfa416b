//! Processes files one by one. A failure is reported and processing continues; a closed standard output ends the run.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pdftract::threads::WorkerPermits;
use pdftract::{Document, Error};

use crate::closed_stdout;
use crate::exit::{Exit, Failure};
use crate::input::Source;

/// The reason why a file could not be completed.
#[derive(Debug)]
pub(crate) enum FileError {
    /// The file is at fault; the next one may succeed.
    Failure(Failure),
    /// The output cannot be written, which ends the run.
    Output(io::Error),
}

impl From<Failure> for FileError {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// The message for a panic of the library, which should never happen.
pub(crate) const PANICKED: &str = "internal error while reading this file; please report it";

/// Processes each source and returns the worst outcome.
pub(crate) fn each_source(
    sources: &[Source],
    mut work: impl FnMut(&Source) -> Result<(), FileError>,
) -> Exit {
    let mut worst = Exit::Ok;
    for source in sources {
        // After a panic the other files are still wanted.
        let caught = catch_unwind(AssertUnwindSafe(|| work(source)));
        let done = caught.unwrap_or_else(|_| Err(panicked().into()));
        match done {
            Ok(()) => {}
            Err(FileError::Failure(failure)) => worst = worst.max(failure.of_file(source.name()).report()),
            // A closed pipe, as in `pdftract big.pdf | head`, ends the run without a message.
            Err(FileError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => return worst,
            Err(FileError::Output(error)) => return worst.max(unwritable(&error).report()),
        }
    }
    worst
}

/// Works on files, counted from 0, as many at once as there are worker permits, until all are done or the run is over.
pub(crate) fn in_parallel(
    files: usize,
    permits: &WorkerPermits,
    is_over: impl Fn() -> bool + Sync,
    one_file: impl Fn(usize) + Sync,
) {
    let next = AtomicUsize::new(0);
    let work = || {
        while !is_over() {
            let file = next.fetch_add(1, Ordering::Relaxed);
            if file >= files {
                return;
            }
            one_file(file);
        }
    };
    thread::scope(|scope| {
        for permit in std::iter::from_fn(|| permits.try_acquire()).take(files.saturating_sub(1)) {
            let help = || {
                work();
                drop(permit);
            };
            // The system may refuse to start a thread; this thread then does the work alone.
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        work();
    });
}

/// Returns the failure of a file whose reading panicked.
pub(crate) fn panicked() -> Failure {
    Failure::new(Exit::Error, PANICKED)
}

/// Returns the failure of a run whose output cannot be written.
pub(crate) fn unwritable(error: &io::Error) -> Failure {
    Failure::new(Exit::Error, format!("the output cannot be written: {error}"))
}

/// Fails if reading some pages, counted from 0, panicked.
pub(crate) fn lost_pages(lost: &[usize]) -> Result<(), Failure> {
    let Some(first) = lost.first() else { return Ok(()) };
    let more = if lost.len() > 1 { format!(" and {} more", lost.len() - 1) } else { String::new() };
    let message = format!("page {}{more}: {PANICKED}", first + 1);
    Err(Failure::new(Exit::Error, message))
}

/// Fails if the time limit of a document was exceeded, so that something may be missing.
pub(crate) fn time_is_left(document: &Document) -> Result<(), Failure> {
    document.file().budget().check().map_err(|stop| Failure::from(Error::Stopped(stop)))
}

/// Writes to standard output and flushes it.
pub(crate) fn print(parts: &[&str]) -> io::Result<()> {
    closed_stdout::check()?;
    let mut out = BufWriter::new(io::stdout().lock());
    parts.iter().try_for_each(|part| out.write_all(part.as_bytes()))?;
    out.flush()
}

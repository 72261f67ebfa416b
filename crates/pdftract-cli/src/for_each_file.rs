//! Works file by file: a failing file is told and the next one follows; when nobody reads any more, the run ends.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use pdftract::{Document, Error};

use crate::closed_stdout;
use crate::exit::{Exit, Failure};
use crate::input::Source;

/// Why the work on a file ended before its end.
#[derive(Debug)]
pub(crate) enum FileError {
    /// The file is at fault; others may be better.
    Failure(Failure),
    /// The output cannot be written, so that there is no use in going on.
    Output(io::Error),
}

impl From<Failure> for FileError {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// What is said when the library, which is built never to panic, does so all the same.
pub(crate) const PANICKED: &str = "an error inside pdftract ended its reading; please report it";

/// Does the work for each source; the worst outcome is returned.
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
            // Whoever reads has seen enough, as in `pdftract big.pdf | head`.
            Err(FileError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => return worst,
            Err(FileError::Output(error)) => return worst.max(unwritable(&error).report()),
        }
    }
    worst
}

/// The failure of a file whose reading panicked.
pub(crate) fn panicked() -> Failure {
    Failure::new(Exit::Error, PANICKED)
}

/// The failure of a run whose output cannot be written.
pub(crate) fn unwritable(error: &io::Error) -> Failure {
    Failure::new(Exit::Error, format!("the output cannot be written: {error}"))
}

/// A failure if the work on some pages, counted from 0, panicked.
pub(crate) fn lost_pages(lost: &[usize]) -> Result<(), Failure> {
    let Some(first) = lost.first() else { return Ok(()) };
    let more = if lost.len() > 1 { format!(" and {} more", lost.len() - 1) } else { String::new() };
    let message = format!("page {}{more}: {PANICKED}", first + 1);
    Err(Failure::new(Exit::Error, message))
}

/// A failure if the time allowed for a document is over, so that something may be missing.
pub(crate) fn time_is_left(document: &Document) -> Result<(), Failure> {
    document.file().budget().check().map_err(|stop| Failure::from(Error::Stopped(stop)))
}

/// Writes to standard output, to its end.
pub(crate) fn print(parts: &[&str]) -> io::Result<()> {
    closed_stdout::check()?;
    let mut out = BufWriter::new(io::stdout().lock());
    parts.iter().try_for_each(|part| out.write_all(part.as_bytes()))?;
    out.flush()
}

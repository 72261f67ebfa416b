//! Orders the output of files that are read in parallel: results and messages appear in the order of the files.
//!
//! The file whose turn it is writes directly. Others buffer their output until their turn, and wait when all
//! buffers together are too large.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Stdout, Write};
use std::mem::replace;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use pdftract::threads::WorkerPermits;

/// The size of all buffers together: the text of a few thousand pages.
const MAX_KEPT_BYTES: usize = 16 << 20;
/// Bytes that are printed at once.
const BUFFER_BYTES: usize = 1 << 16;

/// The order of files.
pub(crate) struct Turns<'t, Report> {
    state: Mutex<State<Report>>,
    changed: Condvar,
    permits: &'t WorkerPermits,
    /// The separator between the output of two files.
    separator: &'t str,
    /// Finishes a file at the end of its turn, with the result of writing its output.
    tell: &'t (dyn Fn(Report, io::Result<()>) + Sync),
}

struct State<Report> {
    out: BufWriter<Stdout>,
    /// The file whose turn it is.
    turn: usize,
    /// True if that file has printed.
    turn_has_printed: bool,
    /// True if any file has printed.
    has_printed: bool,
    /// The error of writing the buffered output of this turn.
    failed: Option<io::Error>,
    /// Buffered output of files before their turn.
    kept: BTreeMap<usize, Vec<u8>>,
    kept_bytes: usize,
    /// Reports of files that ended before their turn.
    done: BTreeMap<usize, Report>,
}

/// The output of one file.
pub(crate) struct Printer<'t, Report> {
    turns: &'t Turns<'t, Report>,
    file: usize,
}

impl<'t, Report> Turns<'t, Report> {
    /// The first file has the first turn.
    pub(crate) fn new(
        permits: &'t WorkerPermits,
        separator: &'t str,
        tell: &'t (dyn Fn(Report, io::Result<()>) + Sync),
    ) -> Self {
        let state = State {
            out: BufWriter::with_capacity(BUFFER_BYTES, io::stdout()),
            turn: 0,
            turn_has_printed: false,
            has_printed: false,
            failed: None,
            kept: BTreeMap::new(),
            kept_bytes: 0,
            done: BTreeMap::new(),
        };
        Self { state: Mutex::new(state), changed: Condvar::new(), permits, separator, tell }
    }

    /// Returns the output of a file. From now on it counts as printed, even if all its pages are empty.
    pub(crate) fn printer(&'t self, file: usize) -> io::Result<Printer<'t, Report>> {
        self.print(file, b"")?;
        Ok(Printer { turns: self, file })
    }

    /// Ends a file. It is finished in its turn, followed by the files that waited for it.
    pub(crate) fn end(&self, file: usize, report: Report) {
        let mut state = self.lock();
        state.done.insert(file, report);
        let mut turn = state.turn;
        while let Some(report) = state.done.remove(&turn) {
            let written = state.failed.take().map_or_else(|| state.out.flush(), Err);
            (self.tell)(report, written);
            turn += 1;
            state.begin_turn(turn, self.separator);
        }
        self.changed.notify_all();
    }

    fn print(&self, file: usize, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.lock();
        if state.turn != file {
            if state.kept_bytes + bytes.len() <= MAX_KEPT_BYTES {
                state.kept_bytes += bytes.len();
                state.kept.entry(file).or_default().extend_from_slice(bytes);
                return Ok(());
            }
            // This thread only waits now; the files before it can use its permit.
            let _released = self.permits.release_while_waiting();
            let not_yet = |state: &mut State<Report>| state.turn != file;
            state = self.changed.wait_while(state, not_yet).unwrap_or_else(PoisonError::into_inner);
        }
        state.print(bytes, self.separator)
    }

    fn lock(&self) -> MutexGuard<'_, State<Report>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<Report> State<Report> {
    /// Gives the turn to a file and prints its buffer.
    fn begin_turn(&mut self, turn: usize, separator: &str) {
        (self.turn, self.turn_has_printed) = (turn, false);
        if let Some(kept) = self.kept.remove(&turn) {
            self.kept_bytes -= kept.len();
            // Reported at the end of the turn, with the outcome of the file.
            self.failed = self.print(&kept, separator).err();
        }
    }

    /// Prints, after the separator if the file is not the first.
    fn print(&mut self, bytes: &[u8], separator: &str) -> io::Result<()> {
        if !replace(&mut self.turn_has_printed, true) && replace(&mut self.has_printed, true) {
            self.out.write_all(separator.as_bytes())?;
        }
        self.out.write_all(bytes)
    }
}

impl<Report> Printer<'_, Report> {
    /// Shows what was printed, if it is the turn of this file: someone may be waiting for it.
    pub(crate) fn show(&self) -> io::Result<()> {
        let mut state = self.turns.lock();
        if state.turn == self.file { state.out.flush() } else { Ok(()) }
    }
}

impl<Report> Write for Printer<'_, Report> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.turns.print(self.file, bytes)?;
        Ok(bytes.len())
    }

    /// Does nothing: the end of the turn flushes.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    #[test]
    fn outcomes_are_told_in_the_order_of_files() {
        let permits = WorkerPermits::new(Some(NonZeroUsize::MIN));
        let told = Mutex::new(Vec::new());
        let tell = |report: usize, _: io::Result<()>| told.lock().unwrap().push(report);
        let turns = Turns::new(&permits, "", &tell);
        turns.end(2, 2);
        turns.end(1, 1);
        assert!(told.lock().unwrap().is_empty());
        turns.end(0, 0);
        assert_eq!(*told.lock().unwrap(), [0, 1, 2]);
    }
}

//! Progress for people: one status line at the foot of the terminal, cleared when the run ends.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use unicode_width::UnicodeWidthChar;

use crate::printable::printable;
use crate::terminal::Terminal;

/// The time between two updates. Shorter runs show no status line.
const INTERVAL: Duration = Duration::from_millis(200);
/// Files with more pages than this show the current page.
const LONG_FILE_PAGES: usize = 20;
/// Columns for the name of a file, so that the line fits a terminal with 80 columns.
const NAME_COLUMNS: usize = 30;
/// The remaining time is not shown before this much time has passed, since it would jump.
const MIN_ELAPSED: Duration = Duration::from_secs(1);

/// The progress of a run.
pub(crate) struct Progress {
    files: usize,
    began: Instant,
    state: Option<Mutex<State>>,
}

struct State {
    drawn: Instant,
    ended: usize,
    pages: usize,
}

/// The numbers that a status line shows.
struct Status<'s> {
    ended: usize,
    files: usize,
    name: &'s str,
    page: usize,
    page_count: usize,
    /// Pages read so far in all files.
    pages: usize,
    elapsed: Duration,
}

impl Progress {
    /// Creates the progress of a run over `files` files. It stays silent without a terminal, and when the text itself is
    /// printed on the terminal.
    pub(crate) fn new(files: usize, quiet: bool, prints: bool) -> Self {
        let text_is_seen = prints && std::io::stdout().is_terminal();
        let is_watched = !quiet && !text_is_seen && std::io::stderr().is_terminal();
        let began = Instant::now();
        let state = State { drawn: began, ended: 0, pages: 0 };
        Self { files, began, state: is_watched.then(|| Mutex::new(state)) }
    }

    /// Counts a file that has ended.
    pub(crate) fn file_ended(&self) {
        if let Some(state) = &self.state {
            state.lock().unwrap_or_else(PoisonError::into_inner).ended += 1;
        }
    }

    /// Counts a page and redraws the line if it is time.
    pub(crate) fn page_done(&self, name: &str, page: usize, page_count: usize) {
        let Some(state) = &self.state else { return };
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        state.pages += 1;
        if state.drawn.elapsed() >= INTERVAL {
            state.drawn = Instant::now();
            let (files, elapsed) = (self.files, self.began.elapsed());
            let State { ended, pages, .. } = *state;
            let status = Status { ended, files, name, page, page_count, pages, elapsed };
            Terminal::take().draw_status(&status.line());
        }
    }

    /// Clears the line.
    pub(crate) fn clear(&self) {
        if self.state.is_some() {
            drop(Terminal::take());
        }
    }
}

impl Status<'_> {
    /// Returns `[12/1033] letters/may.pdf, page 40 of 300, 210 pages/s, 0:41 left`.
    fn line(&self) -> String {
        let Self { ended, files, page, page_count, .. } = *self;
        let name = end_of(&printable(self.name));
        let count = if files > 1 { format!("[{ended}/{files}] ") } else { String::new() };
        let page = if page_count > LONG_FILE_PAGES {
            format!(", page {page} of {page_count}")
        } else {
            String::new()
        };
        let rate = self.rate().map(|rate| format!(", {rate:.0} pages/s")).unwrap_or_default();
        let left = self.time_left().map(|left| format!(", {} left", clock(left))).unwrap_or_default();
        format!("{count}{name}{page}{rate}{left}")
    }

    #[allow(clippy::cast_precision_loss)]
    fn rate(&self) -> Option<f64> {
        (self.elapsed >= MIN_ELAPSED).then(|| self.pages as f64 / self.elapsed.as_secs_f64())
    }

    /// Returns the remaining time, assuming that the rest goes on as before.
    #[allow(clippy::cast_precision_loss)]
    fn time_left(&self) -> Option<Duration> {
        let page_share = self.page as f64 / self.page_count.max(1) as f64;
        let share = if self.files > 1 { self.ended as f64 / self.files as f64 } else { page_share };
        let is_known = self.elapsed >= MIN_ELAPSED && share > 0.0;
        is_known.then(|| self.elapsed.mul_f64((1.0 - share).max(0.0) / share))
    }
}

/// Returns a duration as `m:ss` or `h:mm:ss`.
fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Returns the end of a path, which is more specific than its start.
fn end_of(name: &str) -> String {
    let mut columns = 0;
    let fits = |c: &char| {
        columns += c.width().unwrap_or(0);
        columns <= NAME_COLUMNS
    };
    let end: Vec<char> = name.chars().rev().take_while(fits).collect();
    let cut = if end.len() < name.chars().count() { "…" } else { "" };
    cut.chars().chain(end.into_iter().rev()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(name: &str) -> Status<'_> {
        Status {
            ended: 12,
            files: 48,
            name,
            page: 40,
            page_count: 300,
            pages: 840,
            elapsed: Duration::from_secs(4),
        }
    }

    #[test]
    fn the_line_has_file_page_rate_and_time_left() {
        let line = "[12/48] letters/may.pdf, page 40 of 300, 210 pages/s, 0:12 left";
        assert_eq!(status("letters/may.pdf").line(), line);
        let one = Status { files: 1, ended: 0, page: 1, page_count: 2, ..status("a\u{1B}.pdf") };
        assert_eq!(one.line(), "a\\u{1b}.pdf, 210 pages/s, 0:04 left");
    }

    #[test]
    fn the_first_second_has_neither_rate_nor_time_left() {
        let early = Status { elapsed: Duration::from_millis(900), ..status("a.pdf") };
        assert_eq!(early.line(), "[12/48] a.pdf, page 40 of 300");
    }

    #[test]
    fn long_names_are_cut_at_the_start_and_hours_are_shown() {
        assert_eq!(end_of(&"日".repeat(50)), format!("…{}", "日".repeat(15)));
        assert_eq!(clock(Duration::from_secs(3_725)), "1:02:05");
    }
}

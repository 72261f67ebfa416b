//! Progress for people: one line at the foot of the terminal, seldom drawn, gone when the run ends.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use unicode_width::UnicodeWidthChar;

use crate::printable::printable;
use crate::terminal::Terminal;

/// How often the line is drawn. Runs that are over sooner show none.
const INTERVAL: Duration = Duration::from_millis(200);
/// Files with more pages than this show how far they are.
const LONG_FILE_PAGES: usize = 20;
/// Columns for the name of a file, so that the line fits a terminal of 80.
const NAME_COLUMNS: usize = 40;

/// The progress of a run.
pub(crate) struct Progress {
    files: usize,
    state: Option<Mutex<State>>,
}

struct State {
    drawn: Instant,
    ended: usize,
}

impl Progress {
    /// Progress over so many files; silent unless somebody watches, and when the terminal is full of text anyway.
    pub(crate) fn new(files: usize, quiet: bool, prints: bool) -> Self {
        let text_is_seen = prints && std::io::stdout().is_terminal();
        let is_watched = !quiet && !text_is_seen && std::io::stderr().is_terminal();
        let state = State { drawn: Instant::now(), ended: 0 };
        Self { files, state: is_watched.then(|| Mutex::new(state)) }
    }

    /// A file has ended.
    pub(crate) fn file_ended(&self) {
        if let Some(state) = &self.state {
            state.lock().unwrap_or_else(PoisonError::into_inner).ended += 1;
        }
    }

    /// A page of a file is done.
    pub(crate) fn page_done(&self, name: &str, done: usize, pages: usize) {
        let Some(state) = &self.state else { return };
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.drawn.elapsed() >= INTERVAL {
            state.drawn = Instant::now();
            Terminal::take().draw_status(&line(state.ended, self.files, name, done, pages));
        }
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        if self.state.is_some() {
            drop(Terminal::take());
        }
    }
}

/// `[12/1033] letters/may.pdf, page 40 of 300`
fn line(ended: usize, files: usize, name: &str, done: usize, pages: usize) -> String {
    let name = end_of(&printable(name));
    let page = if pages > LONG_FILE_PAGES { format!(", page {done} of {pages}") } else { String::new() };
    if files > 1 { format!("[{ended}/{files}] {name}{page}") } else { format!("{name}{page}") }
}

/// The end of a path tells more than its start.
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

    #[test]
    fn the_line_says_which_file_and_how_far() {
        assert_eq!(line(12, 1033, "letters/may.pdf", 40, 300), "[12/1033] letters/may.pdf, page 40 of 300");
        assert_eq!(line(0, 1, "a\u{1B}.pdf", 1, 2), "a\\u{1b}.pdf");
        assert_eq!(end_of(&"日".repeat(50)), format!("…{}", "日".repeat(20)));
    }
}

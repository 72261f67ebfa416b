//! Standard error as a terminal: lines that stay, one status line that is redrawn, and colours.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// True while a status line is on the screen. The lock is held while anything is written.
static STATUS_IS_SHOWN: Mutex<bool> = Mutex::new(false);

/// Back to the start of the line, and blank to its end.
const CLEAR_LINE: &str = "\r\x1B[K";
const RED: &str = "\x1B[31m";
const YELLOW: &str = "\x1B[33m";
const PLAIN: &str = "\x1B[0m";

/// Exclusive access to standard error, with the status line cleared.
pub(crate) struct Terminal {
    status_is_shown: MutexGuard<'static, bool>,
}

impl Terminal {
    /// Waits until no other thread writes.
    pub(crate) fn take() -> Self {
        let mut terminal =
            Self { status_is_shown: STATUS_IS_SHOWN.lock().unwrap_or_else(PoisonError::into_inner) };
        if *terminal.status_is_shown {
            terminal.write(CLEAR_LINE);
            *terminal.status_is_shown = false;
        }
        terminal
    }

    /// Writes text that stays.
    pub(crate) fn write(&mut self, text: &str) {
        // When standard error is closed, nothing can be reported any more.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// Writes an error, red on a terminal.
    pub(crate) fn write_error(&mut self, line: &str) {
        self.write(&colored(line, RED, has_colors()));
    }

    /// Writes a warning, yellow on a terminal.
    pub(crate) fn write_warning(&mut self, line: &str) {
        self.write(&colored(line, YELLOW, has_colors()));
    }

    /// Draws the status line over the last one.
    pub(crate) fn draw_status(&mut self, line: &str) {
        self.write(line);
        *self.status_is_shown = true;
    }
}

/// Returns a line with its prefix `pdftract:` coloured.
fn colored(line: &str, color: &str, has_colors: bool) -> String {
    match line.split_once(':').filter(|_| has_colors) {
        Some((prefix, rest)) => format!("{color}{prefix}:{PLAIN}{rest}"),
        None => line.to_owned(),
    }
}

/// Returns whether standard error takes colours: a terminal that is not dumb, and no `NO_COLOR` (no-color.org).
fn has_colors() -> bool {
    static HAS_COLORS: OnceLock<bool> = OnceLock::new();
    *HAS_COLORS.get_or_init(|| {
        let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        std::io::stderr().is_terminal() && !is_refused && !is_dumb
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_prefix_is_coloured_and_only_on_request() {
        assert_eq!(colored("pdftract: a: b\n", RED, true), "\x1B[31mpdftract:\x1B[0m a: b\n");
        assert_eq!(colored("pdftract: a: b\n", RED, false), "pdftract: a: b\n");
    }
}

//! Standard error as a terminal: lines that stay, and one status line that is drawn over again.

use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whether a status line is on the screen. Whoever holds the lock owns the terminal.
static STATUS_IS_SHOWN: Mutex<bool> = Mutex::new(false);

/// Back to the start of the line, and blank to its end.
const CLEAR_LINE: &str = "\r\x1B[K";

/// The right to write to the terminal, with the status line out of the way.
pub(crate) struct Terminal {
    status_is_shown: MutexGuard<'static, bool>,
}

impl Terminal {
    /// Waits for whoever writes now.
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
        // When standard error is closed there is nobody left to tell.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// Draws the status line, over the last one.
    pub(crate) fn draw_status(&mut self, line: &str) {
        self.write(line);
        *self.status_is_shown = true;
    }
}

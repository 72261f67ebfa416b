//! Sources of the password: the command line, a file, or a prompt.

use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::Path;

use crate::exit::{Exit, Failure};
use crate::terminal::Terminal;

/// The source of the password.
#[derive(Debug, Clone)]
pub(crate) enum Password {
    /// Given on the command line or in a file.
    Given(String),
    /// Prompt for it.
    Ask,
    /// None, and no prompt.
    None,
}

impl Password {
    /// Prompts only if standard input is a terminal: a script must fail, not wait.
    pub(crate) fn for_this_terminal() -> Self {
        if std::io::stdin().is_terminal() { Self::Ask } else { Self::None }
    }

    /// Returns the password that was given.
    pub(crate) fn given(&self) -> Option<&str> {
        match self {
            Self::Given(password) => Some(password),
            Self::Ask | Self::None => None,
        }
    }
}

/// Prompts for a password without echo; `None` for an empty answer.
pub(crate) fn ask(file: &str) -> Option<String> {
    // Holding the terminal keeps other messages and the status line away from the prompt.
    let _terminal = Terminal::take();
    let answer = rpassword::prompt_password(format!("Password for {file}: ")).ok()?;
    Some(answer).filter(|answer| !answer.is_empty())
}

/// The bytes that are read of a password file: no password is nearly as long, and a device has no end.
const MOST_BYTES: u64 = 64 << 10;

/// Returns the first line of a file, without its line end.
pub(crate) fn from_file(path: &Path) -> Result<String, Failure> {
    let fail = |message: String| Failure::new(Exit::Error, message).of_file(path.to_string_lossy());
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
    read.map_err(|error| fail(format!("the password file: {error}")))?;
    let line = first_line(&bytes);
    String::from_utf8(line.to_vec())
        .map_err(|_| fail("the password file: its first line is not UTF-8".into()))
}

fn first_line(bytes: &[u8]) -> &[u8] {
    // Some editors write a byte order mark first.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_line_end_is_cut() {
        assert_eq!(first_line(b" pass word \r\nmore"), b" pass word ");
        assert_eq!(first_line(b"\xEF\xBB\xBFpass"), b"pass");
        assert_eq!(first_line(b""), b"");
    }
}

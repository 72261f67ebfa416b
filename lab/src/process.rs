//! Runs this program again as a child process and reports how the child ended.

use std::ffi::OsString;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// The ending of a child process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ending {
    /// A normal exit, with the output.
    Finished(String),
    /// A panic with this message.
    Panicked(String),
    /// A signal. Stack overflow and failed allocation end in signal 6.
    Signalled(i32),
    /// Killed at the time limit.
    TimedOut,
    /// An error, such as an unreadable file.
    Failed(String),
}

/// The exit code of a Rust program that panicked.
const PANIC_CODE: i32 = 101;

/// Runs this program with other arguments, for at most `limit`.
pub(crate) fn run_self(arguments: &[OsString], limit: Duration) -> Result<Ending, String> {
    let program = std::env::current_exe().map_err(|error| format!("this program's path: {error}"))?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("a worker does not start: {error}"))?;
    let output = collect(child.stdout.take());
    let complaints = collect(child.stderr.take());
    // The pipe closes when the child exits, so waiting for it means waiting for the child.
    let Ok(output) = output.recv_timeout(limit) else { return end(&mut child) };
    let status = child.wait().map_err(|error| format!("a worker is lost: {error}"))?;
    Ok(judge(status, output, complaints.recv().unwrap_or_default()))
}

fn end(child: &mut Child) -> Result<Ending, String> {
    let ended = child.kill().and_then(|()| child.wait());
    ended.map(|_| Ending::TimedOut).map_err(|error| format!("a worker cannot be ended: {error}"))
}

fn judge(status: ExitStatus, output: Vec<u8>, complaints: Vec<u8>) -> Ending {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    match (status.code(), status.signal()) {
        (Some(0), _) => Ending::Finished(text(output)),
        (Some(PANIC_CODE), _) => Ending::Panicked(panic_message(&text(complaints))),
        (_, Some(signal)) => Ending::Signalled(signal),
        _ => Ending::Failed(text(complaints).trim().to_owned()),
    }
}

/// Returns location and message of a panic on one line.
fn panic_message(complaints: &str) -> String {
    let lines = complaints.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.take_while(|line| !line.starts_with("note:")).collect::<Vec<_>>().join(" ")
}

/// Reads a pipe to its end in a thread: a child that writes to two pipes would otherwise block.
pub(crate) fn collect(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // The output before an error is kept.
            let _ = pipe.read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_distinguished() {
        let ended = |raw| judge(ExitStatus::from_raw(raw), b"out".to_vec(), b"bad\n".to_vec());
        assert_eq!(ended(0), Ending::Finished("out".into()));
        assert_eq!(ended(101 << 8), Ending::Panicked("bad".into()));
        assert_eq!(ended(6), Ending::Signalled(6));
        assert_eq!(ended(2 << 8), Ending::Failed("bad".into()));
    }

    #[test]
    fn panic_messages_fit_on_a_line() {
        let text = "\nthread 'main' panicked at src/x.rs:1:2:\nindex out of bounds\nnote: run with\n";
        assert_eq!(panic_message(text), "thread 'main' panicked at src/x.rs:1:2: index out of bounds");
    }
}

//! Runs a program with bytes on its standard input and reads its output, within limits of time and size.

use std::io::{ErrorKind, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::engine::EngineFailure;

/// The polling interval, which is short compared with the second that a page takes.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// The number of bytes kept of a program's error output.
const COMPLAINT_BYTES: usize = 4_096;

/// The limits of a run.
#[derive(Clone, Copy)]
pub(super) struct Allowance<'a> {
    pub(super) time: Duration,
    pub(super) max_bytes: usize,
    pub(super) is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

/// Runs a program to its end. Output beyond the limit is discarded.
pub(super) fn run(
    command: &mut Command,
    input: &[u8],
    allowance: Allowance<'_>,
) -> Result<Vec<u8>, EngineFailure> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::PermissionDenied => EngineFailure::Missing,
        _ => EngineFailure::Failed(error.to_string()),
    })?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        let answer =
            scope.spawn(move || stdout.map(|pipe| read(pipe, allowance.max_bytes)).unwrap_or_default());
        let complaint =
            scope.spawn(move || stderr.map(|pipe| read(pipe, COMPLAINT_BYTES)).unwrap_or_default());
        // A program that exits early closes its pipe; its error message is what counts.
        scope.spawn(move || stdin.map(|mut pipe| pipe.write_all(input)));
        let ended = wait(&mut child, allowance);
        let answer = answer.join().unwrap_or_default();
        let complaint = complaint.join().unwrap_or_default();
        match ended? {
            true => Ok(answer),
            false => Err(EngineFailure::Failed(last_line(&complaint))),
        }
    })
}

/// Waits for the program to exit; returns `true` on success. A program that takes too long is killed.
fn wait(child: &mut Child, allowance: Allowance<'_>) -> Result<bool, EngineFailure> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) => {}
            Err(error) => return Err(EngineFailure::Failed(error.to_string())),
        }
        let failure = if (allowance.is_cancelled)() {
            EngineFailure::Cancelled
        } else if start.elapsed() > allowance.time {
            EngineFailure::TooSlow
        } else {
            thread::sleep(LOOK_EVERY);
            continue;
        };
        let _ = child.kill();
        let _ = child.wait();
        return Err(failure);
    }
}

/// Reads a pipe to its end and keeps at most `max_bytes`.
fn read(mut pipe: impl Read, max_bytes: usize) -> Vec<u8> {
    let mut kept = Vec::new();
    let _ = (&mut pipe).take(max_bytes as u64).read_to_end(&mut kept);
    // A program whose pipe is not drained would block forever.
    let _ = std::io::copy(&mut pipe, &mut std::io::sink());
    kept
}

/// Returns the last line of the error output, for messages.
fn last_line(complaint: &[u8]) -> String {
    let text = String::from_utf8_lossy(complaint);
    let line = text.lines().rev().find(|line| !line.trim().is_empty());
    line.map_or_else(
        || "it says nothing".into(),
        |line| line.chars().filter(|c| !c.is_control()).take(200).collect(),
    )
}

//! Runs a program with bytes on its standard input and reads its answer, under limits of time and size.

use std::io::{ErrorKind, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::engine::EngineFailure;

/// How often the program is looked at. Short enough not to be felt beside the second that a page takes.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// Bytes of what a program complains that are kept.
const COMPLAINT_BYTES: usize = 4_096;

/// What a run may cost.
#[derive(Clone, Copy)]
pub(super) struct Allowance<'a> {
    pub(super) time: Duration,
    pub(super) max_bytes: usize,
    pub(super) is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

/// Runs a program to its end. What it writes beyond the limit is thrown away.
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
        // A program that ends early closes its end; what it says of that is what counts.
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

/// Waits for the end; whether it was a good one. A program that takes too long is ended.
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

/// All that comes out of a pipe, of which so much is kept.
fn read(mut pipe: impl Read, max_bytes: usize) -> Vec<u8> {
    let mut kept = Vec::new();
    let _ = (&mut pipe).take(max_bytes as u64).read_to_end(&mut kept);
    // A program whose pipe is not emptied would wait for ever.
    let _ = std::io::copy(&mut pipe, &mut std::io::sink());
    kept
}

/// The last line of a complaint, for people.
fn last_line(complaint: &[u8]) -> String {
    let text = String::from_utf8_lossy(complaint);
    let line = text.lines().rev().find(|line| !line.trim().is_empty());
    line.map_or_else(
        || "it says nothing".into(),
        |line| line.chars().filter(|c| !c.is_control()).take(200).collect(),
    )
}

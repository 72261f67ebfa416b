//! Runs a program with bytes on its standard input and reads its answer, under limits of time and size.
//!
//! The program gets a process group. When it is done, too slow or too talkative, the whole group is ended, so that what it
//! has started does not go on and does not keep its pipes open.

use std::io::{ErrorKind, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::engine::EngineFailure;

/// How often the program is looked at. Short enough not to be felt beside the second that a page takes.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// Bytes of what a program complains that are kept.
const COMPLAINT_BYTES: usize = 4_096;
/// Time for the rest of an answer after the program has ended. A process that has left the group may hold the pipe longer.
const LAST_BYTES_TIME: Duration = Duration::from_millis(500);

/// What a run may cost.
#[derive(Clone, Copy)]
pub(super) struct Allowance<'a> {
    pub(super) time: Duration,
    pub(super) max_bytes: usize,
    pub(super) is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

/// Runs a program to its end. One that answers more than it may is ended.
pub(super) fn run(
    command: &mut Command,
    input: Vec<u8>,
    allowance: Allowance<'_>,
) -> Result<Vec<u8>, EngineFailure> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    group::separate(command);
    let mut child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::PermissionDenied => EngineFailure::Missing,
        _ => EngineFailure::Failed(error.to_string()),
    })?;
    let is_full = Arc::new(AtomicBool::new(false));
    let answer = collect(child.stdout.take(), allowance.max_bytes, Arc::clone(&is_full));
    let complaint = collect(child.stderr.take(), COMPLAINT_BYTES, Arc::default());
    if let Some(mut pipe) = child.stdin.take() {
        // A program that ends early closes its end; what it says of that is what counts.
        start(move || drop(pipe.write_all(&input)));
    }
    let ended = wait(&mut child, allowance, &is_full);
    group::end(&mut child);
    match ended? {
        true => Ok(answer.recv_timeout(LAST_BYTES_TIME).unwrap_or_default()),
        false => {
            let complaint = complaint.recv_timeout(LAST_BYTES_TIME).unwrap_or_default();
            Err(EngineFailure::Failed(last_line(&complaint)))
        }
    }
}

/// Waits for the end; whether it was a good one.
fn wait(child: &mut Child, allowance: Allowance<'_>, is_full: &AtomicBool) -> Result<bool, EngineFailure> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) => {}
            Err(error) => return Err(EngineFailure::Failed(error.to_string())),
        }
        if (allowance.is_cancelled)() {
            return Err(EngineFailure::Cancelled);
        }
        if is_full.load(Ordering::Relaxed) {
            let message = format!("its answer has more than {} bytes", allowance.max_bytes);
            return Err(EngineFailure::Failed(message));
        }
        if start.elapsed() > allowance.time {
            return Err(EngineFailure::TooSlow);
        }
        thread::sleep(LOOK_EVERY);
    }
}

/// Reads a pipe in another thread, which says when there is more than may be kept. Further bytes are thrown away, since a
/// program whose pipe is not emptied would wait for ever.
fn collect(
    pipe: Option<impl Read + Send + 'static>,
    max_bytes: usize,
    is_full: Arc<AtomicBool>,
) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::sync_channel(1);
    start(move || {
        let mut kept = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = (&mut pipe).take(max_bytes as u64).read_to_end(&mut kept);
            let is_more = kept.len() >= max_bytes && pipe.read(&mut [0]).is_ok_and(|count| count > 0);
            is_full.store(is_more, Ordering::Relaxed);
            let _ = sender.send(kept);
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
    });
    receiver
}

/// Starts a thread that nobody waits for: a process that left the group may keep its pipe open for ever. Without the thread
/// the program gets no input or its answer is lost, which its caller finds out.
fn start(work: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new().name("pdftract engine".into()).spawn(work);
}

/// The process group of a program.
#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, kill_process_group};

    pub(super) fn separate(command: &mut Command) {
        command.process_group(0);
    }

    /// Ends whatever is left of the group, and the program itself.
    pub(super) fn end(child: &mut Child) {
        // The number stays taken as long as anything is left of the group.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Other systems end the program alone.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn separate(_: &mut Command) {}

    pub(super) fn end(child: &mut Child) {
        let _ = child.kill();
        let _ = child.wait();
    }
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, seconds: u64, max_bytes: usize) -> (Result<Vec<u8>, EngineFailure>, Duration) {
        let never = || false;
        let allowance = Allowance { time: Duration::from_secs(seconds), max_bytes, is_cancelled: &never };
        let begun = Instant::now();
        (run(Command::new("sh").args(["-c", script]), b"in".to_vec(), allowance), begun.elapsed())
    }

    #[test]
    fn answers_and_complaints_come_back() {
        assert_eq!(shell("cat", 20, 100).0, Ok(b"in".to_vec()));
        assert_eq!(shell("echo bad >&2; exit 3", 20, 100).0, Err(EngineFailure::Failed("bad".into())));
    }

    #[test]
    fn an_answer_without_end_is_ended_by_its_size() {
        let (answer, took) = shell("yes", 60, 1 << 20);
        assert_eq!(answer, Err(EngineFailure::Failed("its answer has more than 1048576 bytes".into())));
        assert!(took < Duration::from_secs(30), "{took:?}");
    }

    #[test]
    fn grandchildren_that_keep_the_pipe_cost_nothing_and_are_ended() {
        let folder = std::env::temp_dir().join(format!("pdftract-group-{}", std::process::id()));
        let script = format!("(sleep 3; touch {}) & echo done", folder.display());
        let (answer, took) = shell(&script, 60, 100);
        assert_eq!(answer, Ok(b"done\n".to_vec()));
        assert!(took < Duration::from_secs(3), "{took:?}");
        thread::sleep(Duration::from_millis(3_500));
        assert!(!folder.exists(), "a grandchild went on");
    }

    #[test]
    fn a_program_that_hangs_is_ended_with_its_children() {
        let (answer, took) = shell("sleep 50 & sleep 50", 1, 100);
        assert_eq!(answer, Err(EngineFailure::TooSlow));
        assert!(took < Duration::from_secs(20), "{took:?}");
    }
}

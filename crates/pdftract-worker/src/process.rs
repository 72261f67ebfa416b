//! A child process from the parent's side: starts it, sends requests, watches and ends it.

use std::io::{self, BufReader, ErrorKind, Read};
use std::ops::ControlFlow;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::event::{Failed, Reason};
use crate::frame;
use crate::message::{self, Hello, Job};
use crate::pipe::{Incoming, Outgoing, Patience, set_nonblocking};
use crate::request::Input;
use crate::sandbox::Isolation;

/// Time for a child to start and lock itself in, on a machine that has other work.
const START_TIME: Duration = Duration::from_secs(30);
/// Bytes that a pipe holds: fewer turns of the two processes than with the usual 64 KiB.
#[cfg(target_os = "linux")]
const PIPE_BYTES: usize = 1 << 20;
/// Bytes of a child's last words that are looked at.
const LAST_WORDS_BYTES: u64 = 4_096;

/// A child that waits for a job.
pub(crate) struct WorkerProcess {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    stderr: ChildStderr,
    /// Jobs it has done.
    pub(crate) jobs_done: u32,
}

/// Starts a child. It gets a process group, so that whatever it starts can be ended with it.
///
/// On Linux a child dies with the thread that started it; that thread has to live as long as the child is wanted.
pub(crate) fn start(command: &mut Command) -> io::Result<Child> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn()
}

/// The failure of a job, and whether the child can take another request.
pub(crate) struct Broken {
    pub(crate) failed: Failed,
    pub(crate) is_usable: bool,
}

impl WorkerProcess {
    /// Greets a child that was just started, and returns the walls around it; a child that dies before it answers is
    /// [`Reason::Crashed`].
    pub(crate) fn new(mut child: Child) -> Result<(Self, Isolation), Failed> {
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Failed::new(Reason::Unavailable, "a worker has no pipes"));
        };
        let mut worker = Self { child, stdin, stdout, stderr, jobs_done: 0 };
        worker.hello().map(|isolation| (worker, isolation))
    }

    fn hello(&mut self) -> Result<Isolation, Failed> {
        let set = set_nonblocking(&self.stdin)
            .and_then(|()| set_nonblocking(&self.stdout))
            .and_then(|()| set_nonblocking(&self.stderr));
        set.map_err(|error| Failed::new(Reason::Unavailable, error.to_string()))?;
        #[cfg(target_os = "linux")]
        for enlarged in [
            rustix::pipe::fcntl_setpipe_size(&self.stdin, PIPE_BYTES),
            rustix::pipe::fcntl_setpipe_size(&self.stdout, PIPE_BYTES),
        ] {
            // The system limits their number per user; smaller ones work too.
            let _ = enlarged;
        }
        let until = Instant::now().checked_add(START_TIME);
        let patience = Patience { until, is_cancelled: &|| false };
        let mut bytes = Vec::new();
        let kind = frame::read(&mut Incoming { pipe: &mut self.stdout, patience }, &mut bytes);
        let hello = match kind {
            Ok(Some(message::HELLO)) => serde_json::from_slice::<Hello>(&bytes).ok(),
            _ => None,
        };
        hello.map(|hello| hello.isolation).ok_or_else(|| self.autopsy().failed)
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns whether the child is still there.
    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Gives the child a job and passes on its answers; returns the last one.
    pub(crate) fn run(
        &mut self,
        job: &Job,
        input: Input<'_>,
        patience: Patience<'_>,
        on_answer: &mut dyn FnMut(u8, &[u8]) -> ControlFlow<()>,
    ) -> Result<Vec<u8>, Broken> {
        self.jobs_done += 1;
        let sent = self.send(job, input, patience);
        if let Err(error) = &sent
            && error.kind() != ErrorKind::BrokenPipe
        {
            return Err(self.end(error));
        }
        let done = self.receive(patience, on_answer);
        // A child that did not take all of its input has more to read than the next job.
        done.map_err(|broken| Broken { is_usable: broken.is_usable && sent.is_ok(), ..broken })
    }

    fn send(&mut self, job: &Job, input: Input<'_>, patience: Patience<'_>) -> io::Result<()> {
        let mut out = Outgoing { pipe: &mut self.stdin, patience };
        frame::write(&mut out, message::JOB, &serde_json::to_vec(job)?)?;
        match input {
            Input::Bytes(bytes) => frame::write_pieces(&mut out, message::INPUT, bytes)?,
            Input::File(mut file) => {
                let mut piece = vec![0; frame::PIECE_BYTES];
                loop {
                    let count = file.read(&mut piece).map_err(io::Error::other)?;
                    if count == 0 {
                        break;
                    }
                    frame::write(&mut out, message::INPUT, piece.get(..count).unwrap_or_default())?;
                }
            }
        }
        frame::write(&mut out, message::INPUT_END, &[])
    }

    fn receive(
        &mut self,
        patience: Patience<'_>,
        on_answer: &mut dyn FnMut(u8, &[u8]) -> ControlFlow<()>,
    ) -> Result<Vec<u8>, Broken> {
        let mut bytes = Vec::new();
        // Nothing follows the last answer, so that a buffer loses nothing when it is dropped.
        let mut answers = BufReader::new(Incoming { pipe: &mut self.stdout, patience });
        let ending = loop {
            bytes.clear();
            match frame::read(&mut answers, &mut bytes) {
                Ok(Some(message::DONE)) => return Ok(bytes),
                Ok(Some(message::FAILED)) => break Ending::Failed,
                Ok(Some(kind)) => {
                    // A pipe that always has bytes to read never waits, and only waiting looks at the flag.
                    if (patience.is_cancelled)() || on_answer(kind, &bytes).is_break() {
                        break Ending::Error(ErrorKind::ConnectionAborted.into());
                    }
                }
                Ok(None) => break Ending::Dead,
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => break Ending::Dead,
                Err(error) => break Ending::Error(error),
            }
        };
        drop(answers);
        Err(match ending {
            Ending::Dead => self.autopsy(),
            Ending::Error(error) => self.end(&error),
            Ending::Failed => match serde_json::from_slice(&bytes) {
                Ok(failed) => Broken { failed, is_usable: true },
                Err(error) => self.end(&error.into()),
            },
        })
    }

    /// Ends the child because of an error on the way.
    fn end(&mut self, error: &io::Error) -> Broken {
        self.kill();
        let failed = match error.kind() {
            ErrorKind::TimedOut => {
                Failed::new(Reason::TimeLimit, "stopped: the time allowed is over, and its worker was killed")
            }
            ErrorKind::ConnectionAborted => Failed::cancelled(),
            _ => Failed::new(Reason::Io, error.to_string()),
        };
        Broken { failed, is_usable: false }
    }

    /// Finds out what a child that has closed its pipe died of.
    fn autopsy(&mut self) -> Broken {
        // It is dying or dead; what it has started must not outlive it.
        let status = self.wait_a_moment();
        let mut last_words = Vec::new();
        let _ = (&mut self.stderr).take(LAST_WORDS_BYTES).read_to_end(&mut last_words);
        Broken { failed: cause_of_death(status, &String::from_utf8_lossy(&last_words)), is_usable: false }
    }

    fn wait_a_moment(&mut self) -> Option<ExitStatus> {
        for _ in 0..50 {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                ended => {
                    let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
                    return ended.ok().flatten();
                }
            }
        }
        self.kill();
        None
    }

    /// Ends the child and everything it has started.
    fn kill(&mut self) {
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The ways in which a request ends without a result.
enum Ending {
    Failed,
    Dead,
    Error(io::Error),
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Explains the death of a child.
fn cause_of_death(status: Option<ExitStatus>, last_words: &str) -> Failed {
    // The standard library prints this before it gives up; a stack overflow has other words.
    if last_words.contains("memory allocation of") {
        return Failed::new(Reason::MemoryLimit, "its worker needed more memory than allowed and was ended");
    }
    let signal = status.and_then(|status| status.signal());
    match signal.and_then(Signal::from_named_raw) {
        Some(Signal::XCPU) => {
            Failed::new(Reason::TimeLimit, "its worker used more processor time than allowed and was ended")
        }
        Some(signal) => {
            Failed::new(Reason::Crashed, format!("its worker was ended by signal {}", signal.as_raw()))
        }
        None => {
            let code = status.and_then(|status| status.code());
            let words = last_words.lines().next_back().unwrap_or_default();
            Failed::new(Reason::Crashed, format!("its worker ended early (code {code:?}) {words}").trim_end())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_of_death_are_told_apart() {
        let reason = |raw, words: &str| cause_of_death(Some(ExitStatus::from_raw(raw)), words).reason;
        assert_eq!(reason(6, "memory allocation of 99 bytes failed\n"), Reason::MemoryLimit);
        assert_eq!(reason(6, "thread main has overflowed its stack"), Reason::Crashed);
        assert_eq!(reason(24, ""), Reason::TimeLimit);
        assert_eq!(reason(9, ""), Reason::Crashed);
        assert_eq!(reason(256, ""), Reason::Crashed);
    }
}

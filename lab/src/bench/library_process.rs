//! A long-running process that reads one path per line and answers with the CPU milliseconds and the size of the
//! text, or with a refusal.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use super::contestant::Outcome;

/// The process, started on first use and restarted after a crash.
pub(super) struct LibraryProcess {
    command: Command,
    running: Option<Running>,
}

struct Running {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
}

impl LibraryProcess {
    pub(super) fn new(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        Self { command, running: None }
    }

    /// Sends a file to the process and waits for the answer.
    pub(super) fn read(&mut self, path: &Path, limit: Duration) -> Result<Outcome, String> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start()?,
        };
        let asked = writeln!(running.questions, "{}", path.display());
        let answer = asked.ok().and_then(|()| running.answers.recv_timeout(limit).ok());
        let Some(answer) = answer else {
            // The process has crashed or timed out; the next file gets a new one.
            let _ = running.child.kill();
            let _ = running.child.wait();
            return Ok(Outcome::Lost);
        };
        self.running = Some(running);
        outcome(&answer).ok_or_else(|| format!("{:?} answers {answer:?}", self.command.get_program()))
    }

    fn start(&mut self) -> Result<Running, String> {
        let started = self.command.spawn();
        let mut child = started.map_err(|error| format!("{:?}: {error}", self.command.get_program()))?;
        let (Some(questions), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("a worker has no pipes".into());
        };
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // Stops when the receiver is gone because the worker was abandoned.
            lines.map(|line| sender.send(line)).take_while(Result::is_ok).for_each(drop);
        });
        Ok(Running { child, questions, answers })
    }
}

impl Drop for LibraryProcess {
    fn drop(&mut self) {
        if let Some(mut running) = self.running.take() {
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }
}

fn outcome(answer: &str) -> Option<Outcome> {
    let (cpu_ms, size) = answer.split_once(' ')?;
    let cpu_ms = cpu_ms.parse().ok()?;
    Some(if size == "refused" { Outcome::Refused } else { Outcome::Done(cpu_ms) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_parsed() {
        assert_eq!(outcome("1.5 320"), Some(Outcome::Done(1.5)));
        assert_eq!(outcome("0.1 refused"), Some(Outcome::Refused));
        assert_eq!(outcome("warning"), None);
    }

    #[test]
    fn a_worker_is_reused_and_replaced_after_a_crash() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "while read name; do [ $name = crash ] && exit 1; echo 2.0 $name; done"]);
        let mut worker = LibraryProcess::new(shell);
        let mut read = |name: &str| worker.read(Path::new(name), Duration::from_secs(10)).expect("a shell");
        assert_eq!(read("7"), Outcome::Done(2.0));
        assert_eq!(read("crash"), Outcome::Lost);
        assert_eq!(read("refused"), Outcome::Refused);
    }
}

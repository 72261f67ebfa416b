//! Runs programs of others, for at most some time, and says what they printed or how much CPU they took.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::process;

/// How often a running child is looked at.
const POLL: Duration = Duration::from_millis(1);

/// Says how to install a program that does not start; `probe` is an argument with which it does nothing.
pub(crate) fn require(program: &str, probe: &[&str], how: &str) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(probe).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("{program} is missing or does not work; install it with: {how}")),
    }
}

/// poppler's `pdftotext`.
pub(crate) fn require_poppler() -> Result<(), String> {
    require("pdftotext", &["-v"], "apt install poppler-utils")
}

/// MuPDF's `mutool`.
pub(crate) fn require_mutool() -> Result<(), String> {
    require("mutool", &["-v"], "apt install mupdf-tools")
}

/// Python with PDFium.
pub(crate) fn require_pdfium() -> Result<(), String> {
    require("python3", &["-c", "import pypdfium2"], "pip install pypdfium2")
}

/// What a program printed, also before an error; `None` when it took too long or died without printing.
pub(crate) fn output(command: &mut Command, limit: Duration) -> Result<Option<String>, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let printed = process::collect(child.stdout.take()).recv_timeout(limit).ok();
    if printed.is_none() {
        // A child that has just ended by itself cannot be killed, which is fine.
        let _ = child.kill();
    }
    let status = child.wait().map_err(|error| format!("{command:?}: {error}"))?;
    let usable = |bytes: &Vec<u8>| status.success() || !bytes.is_empty();
    Ok(printed.filter(usable).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// CPU time of the main thread of a program, start included; `None` when it took too long. What it prints is lost.
pub(crate) fn cpu_time(command: &mut Command, limit: Duration) -> Result<Option<Duration>, String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let start = Instant::now();
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    let mut spent = None;
    while spent.is_none() && start.elapsed() < limit {
        // The child is left unreaped, so that the system still knows what it spent.
        match waitid(WaitId::Pid(Pid::from_child(&child)), ended) {
            Ok(None) => thread::sleep(POLL),
            Ok(Some(_)) => spent = Some(scheduled(child.id())?),
            Err(error) => return Err(format!("{command:?}: {error}")),
        }
    }
    if spent.is_none() {
        let _ = child.kill();
    }
    child.wait().map_err(|error| format!("{command:?}: {error}"))?;
    Ok(spent)
}

/// How long a process was on a CPU. `getrusage` has the same number, but only summed over all children.
fn scheduled(pid: u32) -> Result<Duration, String> {
    let path = format!("/proc/{pid}/schedstat");
    let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let nanoseconds = text.split_ascii_whitespace().next().and_then(|number| number.parse().ok());
    nanoseconds.map(Duration::from_nanos).ok_or_else(|| format!("{path}: no number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(10);

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn output_outlives_an_error() {
        assert_eq!(output(&mut shell("echo a; exit 1"), LIMIT).expect("sh").as_deref(), Some("a\n"));
        assert_eq!(output(&mut shell("exit 1"), LIMIT), Ok(None));
        assert_eq!(output(&mut shell("exec sleep 9"), POLL), Ok(None));
    }

    #[test]
    fn cpu_time_is_that_of_the_child() {
        assert!(cpu_time(&mut shell("exit 0"), LIMIT).expect("sh").is_some_and(|spent| !spent.is_zero()));
        assert_eq!(cpu_time(&mut shell("exec sleep 9"), POLL), Ok(None));
    }

    #[test]
    fn what_is_missing_can_be_installed() {
        let message = require("no-such-program", &[], "apt install it").expect_err("it is missing");
        assert!(message.ends_with("apt install it"));
    }
}

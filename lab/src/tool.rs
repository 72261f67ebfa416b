//! Runs other programs under a time limit and returns their output and CPU time.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use wait4::Wait4;

use crate::process;

/// The polling interval for a running child.
const POLL: Duration = Duration::from_millis(1);

/// Returns installation instructions as an error if a program does not start; `probe` is an argument with which it
/// does nothing.
pub(crate) fn require(program: &str, probe: &[&str], how: &str) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(probe).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("{program} is missing or does not work; install it with: {how}")),
    }
}

/// Requires poppler's `pdftotext`.
pub(crate) fn require_poppler() -> Result<(), String> {
    require("pdftotext", &["-v"], "apt install poppler-utils")
}

/// Requires MuPDF's `mutool`.
pub(crate) fn require_mutool() -> Result<(), String> {
    require("mutool", &["-v"], "apt install mupdf-tools")
}

/// Requires Python with PDFium.
pub(crate) fn require_pdfium() -> Result<(), String> {
    require("python3", &["-c", "import pypdfium2"], "pip install pypdfium2")
}

/// Returns the path of another program of this workspace in the same target folder; `how` is the command that builds
/// it.
pub(crate) fn built_beside(name: &str, how: &str) -> Result<PathBuf, String> {
    let this = std::env::current_exe().map_err(|error| format!("this program's path: {error}"))?;
    let path = this.with_file_name(name);
    if path.is_file() {
        Ok(path)
    } else {
        Err(format!("{} is missing; build it with: {how}", path.display()))
    }
}

/// Returns the first word that begins with a digit in a program's version output; empty if there is none.
pub(crate) fn version(program: &str, arguments: &[&str]) -> String {
    let printed = Command::new(program).args(arguments).stdin(Stdio::null()).output();
    // Some programs print it to standard error.
    let text = printed.map(|printed| [printed.stdout, printed.stderr].concat()).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let number = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
    text.split_whitespace().find(number).unwrap_or_default().to_owned()
}

/// Returns the output of a program, also before an error; `None` if it timed out or died without output.
pub(crate) fn output(command: &mut Command, limit: Duration) -> Result<Option<String>, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let printed = process::collect(child.stdout.take()).recv_timeout(limit).ok();
    if printed.is_none() {
        // A child that has just exited cannot be killed, which is harmless.
        let _ = child.kill();
    }
    let status = child.wait().map_err(|error| format!("{command:?}: {error}"))?;
    let usable = |bytes: &Vec<u8>| status.success() || !bytes.is_empty();
    Ok(printed.filter(usable).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// The cost of running a program.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spent {
    /// User and system time of all threads, including start-up.
    pub cpu: Duration,
    /// Time until it ended, to about a millisecond.
    pub wall: Duration,
    /// The peak memory in MB of 10⁶ bytes. It is at least the memory of this process, which starts the program.
    pub peak_mb: f64,
    /// `true` if it exited without an error.
    pub success: bool,
    /// `true` if a signal ended it, as a failed allocation does.
    pub was_killed: bool,
}

/// Runs a program to its end and returns its cost; `None` if it timed out. Its output is discarded.
pub(crate) fn spend(command: &mut Command, limit: Duration) -> Result<Option<Spent>, String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    // The child must stay unreaped until the last call, which returns its resource usage.
    while waitid(WaitId::Pid(Pid::from_child(&child)), ended).is_ok_and(|status| status.is_none()) {
        if start.elapsed() > limit {
            let ended = child.kill().and_then(|()| child.wait());
            return ended.map(|_| None).map_err(|error| format!("{command:?}: {error}"));
        }
        thread::sleep(POLL);
    }
    let wall = start.elapsed();
    let used = child.wait4().map_err(|error| format!("{command:?}: {error}"))?;
    Ok(Some(Spent {
        cpu: used.rusage.utime + used.rusage.stime,
        wall,
        peak_mb: used.rusage.maxrss as f64 / 1e6,
        success: used.status.success(),
        was_killed: used.status.code().is_none(),
    }))
}

/// The result of a program with captured output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Captured {
    /// The standard output.
    pub stdout: Vec<u8>,
    /// The exit code; `None` after a signal.
    pub exit_code: Option<i32>,
    /// `true` if it was killed at the time limit.
    pub timed_out: bool,
    /// User and system time of all threads, including start-up.
    pub cpu: Duration,
}

/// Runs a program to its end, or for at most `limit`, and returns its output and CPU time.
pub(crate) fn capture(command: &mut Command, limit: Duration) -> Result<Captured, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let printed = process::collect(child.stdout.take()).recv_timeout(limit).ok();
    let timed_out = printed.is_none();
    if timed_out {
        // A child that has just exited cannot be killed, which is harmless.
        let _ = child.kill();
    }
    let used = child.wait4().map_err(|error| format!("{command:?}: {error}"))?;
    let cpu = used.rusage.utime + used.rusage.stime;
    Ok(Captured { stdout: printed.unwrap_or_default(), exit_code: used.status.code(), timed_out, cpu })
}

/// Returns the CPU time of a program, including start-up; `None` if it timed out.
pub(crate) fn cpu_time(command: &mut Command, limit: Duration) -> Result<Option<Duration>, String> {
    Ok(spend(command, limit)?.map(|spent| spent.cpu))
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
        let spent = spend(&mut shell("exit 3"), LIMIT).expect("sh").expect("in time");
        assert!(!spent.success && spent.peak_mb > 0.1 && spent.wall >= spent.cpu / 2, "{spent:?}");
    }

    #[test]
    fn captured_programs_keep_output_exit_code_and_time() {
        let captured = capture(&mut shell("echo a; exit 3"), LIMIT).expect("sh");
        assert_eq!((captured.stdout.as_slice(), captured.exit_code), (b"a\n".as_slice(), Some(3)));
        assert!(!captured.timed_out && !captured.cpu.is_zero());
        assert!(capture(&mut shell("exec sleep 9"), POLL).expect("sh").timed_out);
    }

    #[test]
    fn versions_are_found_wherever_they_are_printed() {
        assert_eq!(version("sh", &["-c", "echo tool version 1.2.3 >&2"]), "1.2.3");
        assert_eq!(version("no-such-program", &[]), "");
    }

    #[test]
    fn missing_programs_are_reported_with_instructions() {
        let message = require("no-such-program", &[], "apt install it").expect_err("it is missing");
        assert!(message.ends_with("apt install it"));
    }
}

//! Counts instructions and allocations of a program with valgrind.

use std::path::Path;
use std::process::{Command, Stdio};

/// Returns an error if valgrind is not available.
pub(super) fn require() -> Result<(), String> {
    crate::tool::require("valgrind", &["--version"], "apt install valgrind")
}

/// The allocations of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Allocations {
    pub(super) blocks: u64,
    pub(super) bytes: u64,
    /// The peak number of bytes in use.
    pub(super) peak_bytes: u64,
}

/// Counts the user-space instructions of a program, including start-up.
pub(super) fn instructions(command: &Command) -> Result<u64, String> {
    let complaints = run("callgrind", &["--callgrind-out-file=/dev/null"], command)?;
    collected(&complaints)
        .ok_or_else(|| format!("callgrind does not say how many instructions {command:?} took"))
}

/// Writes the profile of a program to `profile`.
pub(super) fn profile(command: &Command, profile: &Path) -> Result<(), String> {
    run("callgrind", &[&format!("--callgrind-out-file={}", profile.display())], command).map(drop)
}

/// Counts the allocations of a program.
pub(super) fn allocations(command: &Command) -> Result<Allocations, String> {
    let complaints = run("dhat", &["--dhat-out-file=/dev/null"], command)?;
    let total = figures(&complaints, "Total:");
    let peak = figures(&complaints, "At t-gmax:");
    match (total.as_slice(), peak.as_slice()) {
        (&[bytes, blocks, ..], &[peak_bytes, ..]) => Ok(Allocations { blocks, bytes, peak_bytes }),
        _ => Err(format!("dhat does not say what {command:?} allocated")),
    }
}

/// Runs a program under a valgrind tool and returns the tool's output.
fn run(tool: &str, options: &[&str], command: &Command) -> Result<String, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.arg(format!("--tool={tool}")).args(options).arg(command.get_program()).args(command.get_args());
    let ran = valgrind.stdin(Stdio::null()).stdout(Stdio::null()).output();
    let ran = ran.map_err(|error| format!("valgrind: {error}"))?;
    if ran.status.code().is_none() {
        return Err(format!("{command:?} crashes under valgrind"));
    }
    Ok(String::from_utf8_lossy(&ran.stderr).into_owned())
}

fn collected(complaints: &str) -> Option<u64> {
    complaints.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

/// Returns the numbers after a word, on its line.
fn figures(complaints: &str, word: &str) -> Vec<u64> {
    let line = complaints.lines().find_map(|line| Some(line.split_once(word)?.1)).unwrap_or_default();
    line.split(' ').filter_map(|part| part.replace(',', "").parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tool_output_is_parsed() {
        assert_eq!(collected("==7== Events    : Ir\n==7== Collected : 1159943\n"), Some(1_159_943));
        let dhat =
            "==7== Total:     223,412 bytes in 1,229 blocks\n==7== At t-gmax: 15,800 bytes in 12 blocks\n";
        assert_eq!(figures(dhat, "Total:"), [223_412, 1_229]);
        assert_eq!(figures(dhat, "At t-gmax:"), [15_800, 12]);
    }
}

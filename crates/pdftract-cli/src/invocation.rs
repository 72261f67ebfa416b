//! The arguments of the run, and the program that is started for worker processes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A run of the command inside another program, such as a Python interpreter.
#[derive(Debug, Clone)]
pub struct Invocation {
    /// The arguments, beginning with the name of the command.
    pub arguments: Vec<OsString>,
    /// The program that runs this command again, as a worker.
    pub program: PathBuf,
    /// The arguments of that program that precede those of the command.
    pub program_arguments: Vec<OsString>,
}

static INVOCATION: OnceLock<Invocation> = OnceLock::new();

/// Sets the run of this process; only the first call has an effect.
pub(crate) fn set(invocation: Invocation) {
    let _ = INVOCATION.set(invocation);
}

/// Returns the arguments of the run, beginning with the name of the command.
pub(crate) fn arguments() -> Box<dyn Iterator<Item = OsString>> {
    match INVOCATION.get() {
        Some(invocation) => Box::new(invocation.arguments.iter().cloned()),
        None => Box::new(std::env::args_os()),
    }
}

/// Returns the program that runs this command again, and its first arguments.
pub(crate) fn program() -> (PathBuf, Vec<OsString>) {
    match INVOCATION.get() {
        Some(invocation) => (invocation.program.clone(), invocation.program_arguments.clone()),
        None => (this_program(), Vec::new()),
    }
}

/// This program, also when its file was replaced or removed since it was started.
fn this_program() -> PathBuf {
    let running = Path::new("/proc/self/exe");
    if running.exists() {
        return running.to_path_buf();
    }
    std::env::current_exe().unwrap_or_else(|_| "pdftract".into())
}

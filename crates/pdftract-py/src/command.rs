//! The command `pdftract`, as the package installs it.

use std::ffi::OsString;
use std::path::PathBuf;

use pdftract_cli::Invocation;
use pyo3::prelude::*;

/// Runs the command and ends the process. `program` and its arguments run the command again, as a worker process.
#[pyfunction]
pub(crate) fn run_command(
    py: Python<'_>,
    arguments: Vec<OsString>,
    program: PathBuf,
    program_arguments: Vec<OsString>,
) {
    let code = py.detach(|| pdftract_cli::run_inside(Invocation { arguments, program, program_arguments }));
    // A worker process may not do what the interpreter does at its end.
    std::process::exit(i32::from(code));
}

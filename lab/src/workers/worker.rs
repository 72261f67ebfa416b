//! The child process that reads one file and prints the result as one line of JSON.

use std::path::PathBuf;
use std::thread;

use clap::Args;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::{Reading, clock};
use crate::Check;

/// Arguments given by the parent process.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The file to read.
    file: PathBuf,
    /// Read it in a thread whose stack has this many KiB.
    #[arg(long)]
    stack_kib: Option<usize>,
    /// Look for this word in the decoded content of the pages.
    #[arg(long)]
    word: Option<String>,
}

/// The limit on address space in bytes, which stops a runaway reader before it affects the machine.
const ADDRESS_SPACE: u64 = 6 << 30;

/// Reads the file named in `arguments`.
pub(crate) fn run(
    arguments: &Arguments,
    read: fn(Vec<u8>, Option<&str>) -> Reading,
) -> Result<Check, String> {
    limit_memory();
    let path = &arguments.file;
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let word = arguments.word.clone();
    let mut reading = match arguments.stack_kib {
        Some(kib) => on_small_stack(kib, move || read(bytes, word.as_deref()))?,
        None => read(bytes, word.as_deref()),
    };
    reading.peak_mb = clock::peak_memory_mb();
    println!("{}", serde_json::to_string(&reading).map_err(|error| error.to_string())?);
    Ok(Check::Passed)
}

/// Lowers the address space limit of this process, if it is not lower already.
pub(crate) fn limit_memory() {
    let limit = Rlimit { current: Some(ADDRESS_SPACE), maximum: getrlimit(Resource::As).maximum };
    // If the limit cannot be set, the time limit of the parent still applies.
    let _ = setrlimit(Resource::As, limit);
}

fn on_small_stack(kib: usize, work: impl FnOnce() -> Reading + Send + 'static) -> Result<Reading, String> {
    let thread = thread::Builder::new().stack_size(kib * 1024).spawn(work);
    let thread = thread.map_err(|error| format!("no thread: {error}"))?;
    // The parent distinguishes a panic from an error by the exit code, so the panic must be propagated.
    Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

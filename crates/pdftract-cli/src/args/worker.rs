//! Arguments of the hidden command `worker`, which pdftract starts itself with.

use std::path::PathBuf;

use pdftract_worker::{Class, ProcessLimits};

use super::recognition::RecognitionArgs;

/// Arguments of `pdftract worker`. What they name is read before the process locks itself in.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkerArgs {
    /// What the worker is for
    #[arg(long)]
    pub(crate) class: Class,

    #[arg(long)]
    memory_bytes: u64,

    #[arg(long)]
    cpu_seconds: u64,

    #[arg(long)]
    open_files: u64,

    #[arg(long)]
    pub(crate) font_map: Vec<PathBuf>,

    #[arg(long)]
    pub(crate) font_db: Vec<PathBuf>,

    #[arg(long)]
    pub(crate) correct: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) recognition: RecognitionArgs,
}

impl WorkerArgs {
    /// Returns the limits of the process.
    pub(crate) fn limits(&self) -> ProcessLimits {
        let Self { memory_bytes, cpu_seconds, open_files, .. } = *self;
        ProcessLimits { memory_bytes, cpu_seconds, open_files }
    }
}

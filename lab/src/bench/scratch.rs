//! A temporary folder for the duration of a run.

use std::path::{Path, PathBuf};

/// The folder, removed with everything in it when the run ends.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    /// Creates the folder.
    pub(super) fn new() -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("pdftract-bench-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self(path))
    }

    /// Returns the path.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that cannot be removed does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

//! Result files that appear complete or not at all: written to a temporary file in the same folder, then renamed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::leftovers;

/// Makes the names of this run unique.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// A result that is being written.
pub(crate) struct Staged {
    out: BufWriter<File>,
    /// The temporary file; `None` for a device or a pipe, which is written directly.
    temporary: Option<PathBuf>,
    place: PathBuf,
}

impl Staged {
    /// Begins a result and creates missing folders.
    pub(crate) fn create(place: &Path) -> io::Result<Self> {
        if fs::metadata(place).is_ok_and(|place| !place.is_file()) {
            let out = BufWriter::new(OpenOptions::new().write(true).open(place)?);
            return Ok(Self { out, temporary: None, place: place.to_path_buf() });
        }
        // A symbolic link is kept: its target is replaced.
        let place = fs::canonicalize(place).unwrap_or_else(|_| place.to_path_buf());
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
            leftovers::clear(folder);
        }
        let temporary = temporary_name(&place);
        let out = BufWriter::new(OpenOptions::new().write(true).create_new(true).open(&temporary)?);
        Ok(Self { out, temporary: Some(temporary), place })
    }

    /// Renames the temporary file to its final name.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some(temporary) = &self.temporary else { return Ok(()) };
        fs::rename(temporary, &self.place)?;
        self.temporary = None;
        Ok(())
    }
}

impl Write for Staged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Staged {
    /// Removes a temporary file that was not renamed.
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Returns a hidden name in the same folder that no other process uses. It is short, because the name
/// of the result may already have the largest length.
fn temporary_name(place: &Path) -> PathBuf {
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    place.with_file_name(leftovers::temporary_name(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_appears_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new/a.txt");
        let mut staged = Staged::create(&place).unwrap();
        staged.write_all(b"half").unwrap();
        assert!(!place.exists());
        drop(staged);
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 0);

        let mut staged = Staged::create(&place).unwrap();
        staged.write_all(b"whole").unwrap();
        staged.commit().unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"whole");
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 1);
    }
}

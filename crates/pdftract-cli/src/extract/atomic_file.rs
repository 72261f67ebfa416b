//! A result file that appears whole or not at all: it is written under another name beside its place, then renamed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::leftovers;

/// Tells the names of this run apart.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// A result that is being written.
pub(crate) struct Staged {
    out: BufWriter<File>,
    /// Where it is written, until it is renamed; `None` for a device or a pipe, which has no other name.
    temporary: Option<PathBuf>,
    place: PathBuf,
}

impl Staged {
    /// Begins a result; folders on the way are made.
    pub(crate) fn create(place: &Path) -> io::Result<Self> {
        if fs::metadata(place).is_ok_and(|place| !place.is_file()) {
            let out = BufWriter::new(OpenOptions::new().write(true).open(place)?);
            return Ok(Self { out, temporary: None, place: place.to_path_buf() });
        }
        // A link stays a link: what it leads to is replaced.
        let place = fs::canonicalize(place).unwrap_or_else(|_| place.to_path_buf());
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
            leftovers::clear(folder);
        }
        let temporary = temporary_name(&place);
        let out = BufWriter::new(OpenOptions::new().write(true).create_new(true).open(&temporary)?);
        Ok(Self { out, temporary: Some(temporary), place })
    }

    /// Puts it in its place.
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
    /// What was not put in its place goes away.
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// A name in the same folder that starts with a dot and belongs to this process alone. It is short, because the name
/// of the place may be as long as names can be.
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

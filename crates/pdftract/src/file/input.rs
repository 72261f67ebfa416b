//! The bytes of a document, from any source.

use std::fmt;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::budget::Budget;
use crate::error::Error;
use crate::options::Options;

/// Bytes read between two looks at the clock.
const PIECE_BYTES: usize = 4 << 20;
/// A longer stream must begin like a PDF, within this many bytes.
const LONG_BYTES: usize = 64 << 20;
const HEAD_BYTES: usize = 1 << 20;

/// Bytes in memory, cheap to share. Any type that provides bytes from any thread is supported, including memory maps.
#[derive(Clone)]
pub struct Input(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl Input {
    /// Wraps a provider of bytes, such as a memory map. The bytes must not change while it is in use.
    pub fn new(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        Self(Arc::new(bytes))
    }

    /// Reads a file.
    pub fn from_path(path: impl AsRef<Path>) -> std::io::Result<Self> {
        Ok(Self::new(std::fs::read(path)?))
    }

    /// Reads a stream, such as standard input, to its end.
    pub fn from_reader(mut reader: impl Read) -> std::io::Result<Self> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        Ok(Self::new(bytes))
    }

    /// Reads a document from a stream to its end, as long as the time limit, the cancel flag and
    /// [`Limits::input_bytes`](crate::Limits::input_bytes) allow. A long stream that does not begin like a PDF is not read to
    /// its end, which it may not have.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] when reading fails or the stream is too long, [`Error::Stopped`] when the time is over or the
    /// caller cancels, and [`Error::NotPdf`] for a long stream without a header.
    pub fn read_within(mut reader: impl Read, options: &Options) -> Result<Self, Error> {
        let deadline = options.time_limit.and_then(|time| Instant::now().checked_add(time));
        let budget = Budget::new(&options.limits, 0, deadline, options.cancel.clone());
        let mut bytes = Vec::new();
        loop {
            budget.check().map_err(Error::Stopped)?;
            let reserved = bytes.try_reserve(PIECE_BYTES);
            reserved.map_err(|_| std::io::Error::from(std::io::ErrorKind::OutOfMemory))?;
            let read = reader.by_ref().take(PIECE_BYTES as u64).read_to_end(&mut bytes)?;
            if read < PIECE_BYTES {
                return Ok(Self::new(bytes));
            }
            if bytes.len() as u64 > options.limits.input_bytes {
                return Err(std::io::Error::other("the input is longer than allowed").into());
            }
            let head = bytes.get(..HEAD_BYTES).unwrap_or(&bytes);
            if bytes.len() >= LONG_BYTES && memchr::memmem::find(head, b"%PDF-").is_none() {
                return Err(Error::NotPdf);
            }
        }
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Input({} bytes)", self.bytes().len())
    }
}

impl From<Vec<u8>> for Input {
    fn from(bytes: Vec<u8>) -> Self {
        Self::new(bytes)
    }
}

impl From<&[u8]> for Input {
    fn from(bytes: &[u8]) -> Self {
        Self::new(bytes.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use std::io::repeat;

    use super::*;
    use crate::budget::Stop;

    #[test]
    fn an_endless_stream_of_something_else_is_left() {
        assert!(matches!(Input::read_within(repeat(0), &Options::default()), Err(Error::NotPdf)));
    }

    #[test]
    fn reading_ends_with_the_time_and_at_the_limit() {
        let endless = || (b"%PDF-1.7".as_slice()).chain(repeat(0));
        let hurry = Options::default().time_limit(std::time::Duration::from_millis(1));
        assert!(matches!(Input::read_within(endless(), &hurry), Err(Error::Stopped(Stop::Deadline))));
        let small = Options::default().with(|options| options.limits.input_bytes = 1 << 20);
        assert!(matches!(Input::read_within(endless(), &small), Err(Error::Io(_))));
        let short = Input::read_within(b"%PDF-".as_slice(), &Options::default()).unwrap();
        assert_eq!(short.bytes(), b"%PDF-");
    }
}

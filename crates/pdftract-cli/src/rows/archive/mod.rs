//! Archives of PDFs, read member by member without unpacking them: tar, zip and WARC, compressed or not.
//!
//! Memory is bounded by one member. Members that are too long, archives that would unpack to a multiple of what they are,
//! and zip files whose members overlap are refused.

mod tar;
mod warc;
mod zip;

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

use flate2::read::MultiGzDecoder;

/// Bytes of a member at most.
pub(crate) const MOST_MEMBER_BYTES: u64 = 256 << 20;
/// Bytes that an archive may unpack to, whatever its size, and the multiple of its size beyond that.
const FREE_BYTES: u64 = 1 << 30;
const MOST_RATIO: u64 = 100;

/// A member that looks like a PDF, or could not be read.
pub(crate) struct Member {
    /// The name inside the archive.
    pub(crate) name: String,
    /// The bytes, or the reason why they cannot be read.
    pub(crate) bytes: io::Result<Vec<u8>>,
}

/// Takes members as they are read; `wants` is asked for the name before a member is read, if it is known.
pub(crate) trait Visitor {
    /// Returns whether a member of this name is wanted.
    fn wants(&mut self, name: &str) -> bool;
    /// Takes a member; `Break` ends the archive.
    fn take(&mut self, member: Member) -> ControlFlow<()>;
}

/// The kind of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Archive {
    Tar { is_gzip: bool },
    Zip,
    Warc,
}

impl Archive {
    /// Returns the kind that a file name states.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let ends = |ending: &str| name.ends_with(ending);
        match () {
            () if ends(".tar") => Some(Self::Tar { is_gzip: false }),
            () if ends(".tar.gz") || ends(".tgz") => Some(Self::Tar { is_gzip: true }),
            () if ends(".zip") => Some(Self::Zip),
            () if ends(".warc") || ends(".warc.gz") => Some(Self::Warc),
            () => None,
        }
    }

    /// Reads the PDFs of an archive in their order.
    ///
    /// # Errors
    ///
    /// Returns the reason why the rest of the archive cannot be read.
    pub(crate) fn read(self, path: &Path, visitor: &mut dyn Visitor) -> io::Result<()> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let allowed = FREE_BYTES.saturating_add(length.saturating_mul(MOST_RATIO));
        match self {
            Self::Tar { is_gzip: false } => tar::read(BufReader::new(file), visitor),
            Self::Tar { is_gzip: true } => tar::read(Bounded::new(unzipped(file), allowed), visitor),
            Self::Warc if is_gzip(path)? => {
                warc::read(BufReader::new(Bounded::new(unzipped(file), allowed)), visitor)
            }
            Self::Warc => warc::read(BufReader::new(file), visitor),
            Self::Zip => zip::read(file, length, allowed, visitor),
        }
    }
}

fn unzipped(file: File) -> MultiGzDecoder<BufReader<File>> {
    MultiGzDecoder::new(BufReader::with_capacity(1 << 16, file))
}

fn is_gzip(path: &Path) -> io::Result<bool> {
    let mut head = [0; 2];
    let read = File::open(path)?.read(&mut head)?;
    Ok(read == 2 && head == [0x1F, 0x8B])
}

/// A reader that fails after a number of bytes.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R> Bounded<R> {
    fn new(inner: R, left: u64) -> Self {
        Self { inner, left }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            io::Error::other("the archive unpacks to more than 100 times its size; the rest is refused")
        })?;
        Ok(read)
    }
}

/// Reads a member of a stated length; a longer one than allowed is passed over and becomes an error of its own.
fn member_bytes(input: &mut impl Read, length: u64) -> io::Result<io::Result<Vec<u8>>> {
    if length > MOST_MEMBER_BYTES {
        pass(input, length)?;
        return Ok(Err(too_long()));
    }
    let mut bytes = Vec::new();
    let read = input.take(length).read_to_end(&mut bytes)? as u64;
    if read < length {
        return Ok(Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the archive ends within this member")));
    }
    Ok(Ok(bytes))
}

fn too_long() -> io::Error {
    io::Error::other(format!("the member is longer than {} MB", MOST_MEMBER_BYTES >> 20))
}

/// Passes over bytes.
fn pass(input: &mut impl Read, length: u64) -> io::Result<()> {
    let passed = io::copy(&mut input.take(length), &mut io::sink())?;
    if passed < length {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the archive is cut off"));
    }
    Ok(())
}

/// Returns whether a name or the first bytes say that this is a PDF.
fn is_pdf(name: &str, bytes: &[u8]) -> bool {
    let head = bytes.get(..1024).unwrap_or(bytes);
    has_pdf_name(name) || head.windows(5).any(|window| window == b"%PDF-")
}

fn has_pdf_name(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Write;

    use super::*;

    /// Collects members.
    #[derive(Default)]
    pub(in crate::rows) struct All(pub(in crate::rows) Vec<(String, Result<Vec<u8>, String>)>);

    impl Visitor for All {
        fn wants(&mut self, _: &str) -> bool {
            true
        }

        fn take(&mut self, member: Member) -> ControlFlow<()> {
            self.0.push((member.name, member.bytes.map_err(|error| error.to_string())));
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn kinds_follow_from_names() {
        assert_eq!(Archive::of(Path::new("a/B.TAR.GZ")), Some(Archive::Tar { is_gzip: true }));
        assert_eq!(Archive::of(Path::new("x.warc.gz")), Some(Archive::Warc));
        assert_eq!(Archive::of(Path::new("x.pdf")), None);
    }

    #[test]
    fn an_archive_that_unpacks_to_a_multiple_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tar.gz");
        let mut out =
            flate2::write::GzEncoder::new(File::create(&path).unwrap(), flate2::Compression::fast());
        out.write_all(&vec![0; 4 << 20]).unwrap();
        out.finish().unwrap();
        let mut bounded = Bounded::new(unzipped(File::open(&path).unwrap()), 1 << 20);
        let error = io::copy(&mut bounded, &mut io::sink()).unwrap_err();
        assert!(error.to_string().contains("more than 100 times"), "{error}");
    }
}

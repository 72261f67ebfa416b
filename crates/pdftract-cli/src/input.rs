//! Reads a file or standard input and opens it as a PDF.

use std::fs::File as FsFile;
use std::path::{Path, PathBuf};

use pdftract::{Document, Error, Input};

use crate::exit::{Exit, Failure};
use crate::password::{self, Password};
use crate::plan::Opening;
use crate::printable::printable;

/// The source of a PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    Path(PathBuf),
}

/// The number of attempts to type a password.
const PASSWORD_TRIES: usize = 3;

impl Source {
    /// Creates a source: `-` is standard input, anything else a path.
    pub(crate) fn from_argument(argument: PathBuf) -> Self {
        if argument.as_os_str() == "-" { Self::Stdin } else { Self::Path(argument) }
    }

    /// Returns the name as typed.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => "-".into(),
            Self::Path(path) => path.to_string_lossy().into_owned(),
        }
    }

    /// Returns the name as a heading for people.
    pub(crate) fn title(&self) -> String {
        match self {
            Self::Stdin => "(standard input)".into(),
            Self::Path(_) => self.name(),
        }
    }

    /// Reads and opens the source.
    pub(crate) fn open(&self, opening: &Opening) -> Result<Document, Failure> {
        let input = self.read(opening.mmap).map_err(Failure::from)?;
        self.open_bytes(input, opening)
    }

    /// Opens bytes that were read from the source.
    pub(crate) fn open_bytes(&self, input: Input, opening: &Opening) -> Result<Document, Failure> {
        if input.bytes().is_empty() {
            return Err(Failure::new(Exit::NotPdf, "not a PDF file: it is empty"));
        }
        let given = opening.password.given().map(str::to_owned);
        match Document::open(input.clone(), &opening.options(given)) {
            Err(Error::PasswordNeeded) if matches!(opening.password, Password::Ask) => {
                self.open_asking(&input, opening)
            }
            opened => opened.map_err(Failure::from),
        }
    }

    fn open_asking(&self, input: &Input, opening: &Opening) -> Result<Document, Failure> {
        let mut last = Error::PasswordNeeded;
        for _ in 0..PASSWORD_TRIES {
            let Some(answer) = password::ask(&printable(&self.name())) else { break };
            match Document::open(input.clone(), &opening.options(Some(answer))) {
                Err(Error::WrongPassword) => last = Error::WrongPassword,
                opened => return opened.map_err(Failure::from),
            }
        }
        Err(last.into())
    }

    /// Reads the bytes of the source.
    pub(crate) fn read(&self, mmap: bool) -> Result<Input, Error> {
        let path = match self {
            Self::Stdin => return Ok(Input::from_reader(std::io::stdin().lock())?),
            Self::Path(path) => path,
        };
        let kind = std::fs::metadata(path)?;
        if kind.is_dir() {
            return Err(std::io::Error::other("it is a folder; name the files in it").into());
        }
        // Pipes and devices cannot be mapped, and an empty file has nothing to map.
        if mmap && kind.is_file() && kind.len() > 0 {
            return Ok(mapped(path)?);
        }
        Ok(Input::from_path(path)?)
    }
}

/// Maps a file into memory: the system loads only the parts that are read, and may drop them again.
#[allow(unsafe_code)]
fn mapped(path: &Path) -> std::io::Result<Input> {
    let file = FsFile::open(path)?;
    // SAFETY: the map is sound as long as no program changes the file while it is open, which cannot be enforced. The
    // user accepts this with `--mmap`, whose help states the risk; without it files are read into memory.
    let map = unsafe { memmap2::Mmap::map(&file)? };
    Ok(Input::new(map))
}

//! Reads a file or standard input and opens it as a PDF.

use std::fs::File as FsFile;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use pdftract::{Document, Error, Input, Options, Stop};

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
        let input = self.read_document(opening).map_err(Failure::from)?;
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

    /// Reads a document within the time allowed for it.
    pub(crate) fn read_document(&self, opening: &Opening) -> Result<Input, Error> {
        let options = opening.options(None);
        let path = match self {
            Self::Stdin => return read_in_time(|| Ok(std::io::stdin()), options),
            Self::Path(path) => path,
        };
        let kind = std::fs::metadata(path)?;
        if kind.is_dir() || opening.mmap {
            return self.read(opening.mmap);
        }
        if kind.is_file() {
            return Input::read_within(FsFile::open(path)?, &options);
        }
        let path = path.clone();
        read_in_time(move || FsFile::open(path), options)
    }

    /// Reads at most `most_bytes` of plain text. A longer text is an error, since a device such as `/dev/zero` has no end.
    pub(crate) fn read_text(&self, most_bytes: u64) -> std::io::Result<Vec<u8>> {
        let mut text = Vec::new();
        match self {
            Self::Stdin => std::io::stdin().lock().take(most_bytes + 1).read_to_end(&mut text)?,
            Self::Path(path) => FsFile::open(path)?.take(most_bytes + 1).read_to_end(&mut text)?,
        };
        if text.len() as u64 > most_bytes {
            return Err(std::io::Error::other(format!("the text is longer than {} MB", most_bytes >> 20)));
        }
        Ok(text)
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

/// Reads a pipe or a device, which may never answer, on a thread that is left behind when the time is over.
fn read_in_time<R: Read>(
    open: impl FnOnce() -> std::io::Result<R> + Send + 'static,
    options: Options,
) -> Result<Input, Error> {
    let (sender, receiver) = mpsc::channel();
    let time_limit = options.time_limit;
    let read = move || {
        let input = open().map_err(Error::from).and_then(|reader| Input::read_within(reader, &options));
        // Nobody waits for it any more when the time is over.
        let _ = sender.send(input);
    };
    std::thread::Builder::new().name("pdftract input".into()).spawn(read)?;
    let answer = match time_limit {
        Some(time) => receiver.recv_timeout(time).ok(),
        None => receiver.recv().ok(),
    };
    answer.unwrap_or(Err(Error::Stopped(Stop::Deadline)))
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

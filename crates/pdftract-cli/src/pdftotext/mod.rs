//! pdftract as pdftotext: the same arguments, names of output files and exit codes.

mod args;
mod markup;
mod render;
mod words;

use std::ffi::OsString;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use pdftract::Document;
use pdftract::threads::WorkerPermits;

use crate::exit::{Exit, Failure};
use crate::extract::atomic_file::Staged;
use crate::for_each_file::{PANICKED, print};
use crate::input::Source;
use crate::plan::Opening;
use args::{Asked, Request};

/// Exit codes of pdftotext. Code 3, for files that forbid copying, is never used: pdftract does not enforce
/// permissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Code {
    Ok = 0,
    Opening = 1,
    Output = 2,
    Other = 99,
}

/// The reason why there is no result.
struct Refusal {
    code: Code,
    failure: Failure,
}

impl Refusal {
    fn new(code: Code, message: impl Into<String>) -> Self {
        // The exit code of the failure is not used here.
        Self { code, failure: Failure::new(Exit::Error, message) }
    }
}

/// Returns the arguments for pdftotext if the command was called as such.
pub(crate) fn asked_for() -> Option<Vec<OsString>> {
    let mut arguments = crate::invocation::arguments();
    let called = arguments.next().unwrap_or_default();
    let is_name = Path::new(&called).file_stem().is_some_and(|name| name == "pdftotext");
    let rest: Vec<OsString> = arguments.collect();
    match rest.split_first() {
        Some((first, rest)) if first == "--pdftotext" => Some(rest.to_vec()),
        _ => is_name.then_some(rest),
    }
}

/// Runs as pdftotext and returns the exit code.
pub(crate) fn run(arguments: &[OsString]) -> u8 {
    let code = match args::read(arguments) {
        Ok(Asked::Help(text)) => show(text),
        Ok(Asked::Text(request)) => {
            extract(&request).map_or_else(|refusal| refusal.tell(request.quiet), |()| Code::Ok)
        }
        Err(message) => {
            Refusal::new(Code::Other, format!("{message} (see pdftract --pdftotext -h)")).tell(false)
        }
    };
    code as u8
}

impl Refusal {
    fn tell(&self, quiet: bool) -> Code {
        if !quiet {
            self.failure.report();
        }
        self.code
    }
}

fn show(text: &str) -> Code {
    match print(&[text]) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Code::Output,
        _ => Code::Ok,
    }
}

fn extract(request: &Request) -> Result<(), Refusal> {
    let name = request.input.name();
    let of_file = |code, failure: Failure| Refusal { code, failure: failure.of_file(name.clone()) };
    let document = open(request).map_err(|failure| of_file(Code::Opening, failure))?;
    let pages = pages(request, document.page_count())?;
    let written = match output(request)? {
        None => write(BufWriter::new(io::stdout().lock()), &document, &pages, request).map(drop),
        Some(path) => free_place(&path, &request.input)
            .and_then(|()| Staged::create(&path))
            .and_then(|out| write(out, &document, &pages, request))
            .and_then(Staged::commit),
    };
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Refusal::new(Code::Output, format!("the output cannot be written: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// Opens the file with one password after another.
fn open(request: &Request) -> Result<Document, Failure> {
    let mut opened = Err(Failure::new(Exit::Error, "no password"));
    for password in &request.passwords {
        opened = request.input.open(&Opening::with_password(password.clone()));
        if !matches!(&opened, Err(failure) if failure.exit == Exit::Password) {
            break;
        }
    }
    opened
}

/// Returns the requested pages, counted from 0.
fn pages(request: &Request, page_count: usize) -> Result<Vec<usize>, Refusal> {
    let first = request.first_page.max(1);
    let last = Some(request.last_page).filter(|last| (1..=page_count).contains(last)).unwrap_or(page_count);
    if first > last {
        let message = format!("wrong page range: the first page ({first}) is after the last page ({last})");
        return Err(Refusal::new(Code::Other, message));
    }
    Ok((first - 1..last).collect())
}

/// Returns the output file; `None` for standard output.
fn output(request: &Request) -> Result<Option<PathBuf>, Refusal> {
    match (&request.output, &request.input) {
        (Some(output), _) if output.as_os_str() == "-" => Ok(None),
        (Some(output), _) => Ok(Some(output.clone())),
        (None, Source::Stdin) => {
            Err(Refusal::new(Code::Other, "standard input needs an output file: pdftotext - out.txt"))
        }
        (None, Source::Path(path)) => Ok(Some(default_name(path, request.form.extension()))),
    }
}

/// Refuses a missing folder, as pdftotext does, and the path of the input.
fn free_place(path: &Path, input: &Source) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), |folder| folder.metadata().map(drop))?;
    let place = path.canonicalize().ok();
    match input {
        Source::Path(input) if place.is_some() && place == input.canonicalize().ok() => {
            Err(io::Error::other("it would overwrite the input"))
        }
        _ => Ok(()),
    }
}

/// `a.pdf` becomes `a.txt`, anything else gets the extension added.
fn default_name(path: &Path, extension: &str) -> PathBuf {
    if path.extension().is_some_and(|old| old.eq_ignore_ascii_case("pdf")) {
        return path.with_extension(extension);
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// Writes head, pages and foot, in order.
fn write<W: Write>(mut out: W, document: &Document, pages: &[usize], request: &Request) -> io::Result<W> {
    let permits = WorkerPermits::new(None);
    let (head, foot) = render::frame(document, request);
    out.write_all(head.as_bytes())?;
    document.map_pages(
        pages,
        &permits,
        |page| render::page(document, page, request),
        |_, text| out.write_all(text.map_err(|_| io::Error::other(PANICKED))?.as_bytes()),
    )?;
    out.write_all(foot.as_bytes())?;
    out.flush()?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_outputs() {
        for (input, output) in
            [("a.pdf", "a.txt"), ("b/a.PDF", "b/a.txt"), ("a", "a.txt"), ("a.b", "a.b.txt")]
        {
            assert_eq!(default_name(Path::new(input), "txt"), Path::new(output));
        }
    }
}

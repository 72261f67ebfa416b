//! The arguments of pdftotext: options with one dash, values as separate words, in any order.

use std::ffi::OsString;
use std::path::PathBuf;

use pdftract::TextOrder;
use pdftract::geometry::Rect;

use crate::input::Source;
use crate::password::Password;

/// A request to pdftotext.
#[derive(Debug)]
pub(super) enum Asked {
    /// To print this.
    Help(&'static str),
    /// To read a file.
    Text(Box<Request>),
}

/// The request to read a file.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) input: Source,
    /// `None` for the name of the input with another extension.
    pub(super) output: Option<PathBuf>,
    /// Counted from 1.
    pub(super) first_page: usize,
    /// 0 for the last of the file.
    pub(super) last_page: usize,
    pub(super) order: TextOrder,
    pub(super) form: Form,
    /// True if a form feed ends each page.
    pub(super) page_breaks: bool,
    pub(super) line_end: &'static str,
    pub(super) quiet: bool,
    /// The part of the page that is wanted, in points.
    pub(super) area: Option<Rect>,
    /// Units of the output per point.
    pub(super) scale: f64,
    /// True if diagonal text is left out.
    pub(super) no_diagonal: bool,
    /// Passwords to try one after another.
    pub(super) passwords: Vec<Password>,
}

/// The form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    /// Text in a simple HTML page.
    Html,
    /// Words with their boxes.
    Boxes,
    /// Blocks, lines and words with their boxes.
    LayoutBoxes,
    /// The same as rows of a table.
    Table,
}

impl Form {
    /// Returns the extension of output files.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Text | Self::Table => "txt",
            Self::Html | Self::Boxes | Self::LayoutBoxes => "html",
        }
    }
}

/// Points per inch.
const POINTS_PER_INCH: f64 = 72.0;

const HELP: &str = "\
pdftract as pdftotext
Usage: pdftotext [options] <PDF-file> [<text-file>]
       pdftract --pdftotext [options] <PDF-file> [<text-file>]
  -f <int>          : first page
  -l <int>          : last page
  -layout           : reproduce the layout of the page
  -raw              : keep the order in which text is drawn
  -nopgbrk          : no form feeds after pages
  -eol <string>     : line ends: unix, dos or mac
  -enc UTF-8        : the only encoding
  -listenc          : list encodings
  -htmlmeta         : a simple HTML page with metadata
  -bbox             : words with their boxes, as XHTML
  -bbox-layout      : blocks, lines and words with their boxes, as XHTML
  -tsv              : the same as rows of a table
  -x -y -W -H <int> : part of the page to read
  -r <fp>           : resolution of that part and of boxes, in dpi (72)
  -nodiag           : leave out diagonal text
  -opw <string>     : password of the owner
  -upw <string>     : password of the user
  -q                : no messages
  -v                : version
  -h                : this help
  -cropbox          : the crop box is always used
  -fixed <fp>       : same as -layout
  -colspacing <fp>  : ignored
  - as PDF-file is standard input, as text-file standard output; without text-file, a.pdf becomes a.txt.
Exit codes: 0 success, 1 the PDF cannot be opened, 2 the output cannot be written, 99 anything else.
";

const VERSION: &str = concat!("pdftract ", env!("CARGO_PKG_VERSION"), " as pdftotext\n");

const ENCODINGS: &str = "Available encodings are:\nUTF-8\n";

/// Arguments as typed.
#[derive(Debug)]
struct Typed {
    request: Request,
    files: Vec<PathBuf>,
    /// x, y, width and height, in units of the resolution.
    area: [f64; 4],
    resolution: f64,
}

/// Reads the arguments.
pub(super) fn read(arguments: &[OsString]) -> Result<Asked, String> {
    let mut typed =
        Typed { request: Request::default(), files: Vec::new(), area: [0.0; 4], resolution: POINTS_PER_INCH };
    let mut rest = arguments.iter();
    let mut only_files = false;
    while let Some(argument) = rest.next() {
        let word = argument.to_string_lossy();
        if only_files || word == "-" || !word.starts_with('-') {
            typed.files.push(argument.into());
        } else if word == "--" {
            only_files = true;
        } else if let Some(help) = help(&word) {
            return Ok(Asked::Help(help));
        } else if !typed.switch(&word) {
            let value = || rest.next().map(|value| value.to_string_lossy().into_owned());
            typed.option(&word, value)?;
        }
    }
    typed.settle().map(|request| Asked::Text(Box::new(request)))
}

/// Returns the text of options that print help instead of reading a file.
fn help(word: &str) -> Option<&'static str> {
    match word {
        "-h" | "-help" | "--help" | "-?" => Some(HELP),
        "-v" | "--version" => Some(VERSION),
        "-listenc" => Some(ENCODINGS),
        _ => None,
    }
}

impl Default for Request {
    fn default() -> Self {
        Self {
            input: Source::Stdin,
            output: None,
            first_page: 1,
            last_page: 0,
            order: TextOrder::Reading,
            form: Form::Text,
            page_breaks: true,
            line_end: "\n",
            quiet: false,
            area: None,
            scale: 1.0,
            no_diagonal: false,
            passwords: Vec::new(),
        }
    }
}

impl Typed {
    /// Takes an argument that has no value; `false` if it is none of them.
    fn switch(&mut self, word: &str) -> bool {
        let request = &mut self.request;
        match word {
            "-layout" => request.order = TextOrder::Physical,
            "-raw" => request.order = TextOrder::Drawing,
            "-nopgbrk" => request.page_breaks = false,
            "-htmlmeta" if request.form == Form::Text => request.form = Form::Html,
            "-bbox" => request.form = Form::Boxes,
            "-bbox-layout" => request.form = Form::LayoutBoxes,
            "-tsv" => request.form = Form::Table,
            "-nodiag" => request.no_diagonal = true,
            "-q" => request.quiet = true,
            // Boxes imply -htmlmeta, and the crop box is always used.
            "-htmlmeta" | "-cropbox" => {}
            _ => return false,
        }
        true
    }

    /// Takes an argument that has a value.
    fn option(&mut self, word: &str, mut value: impl FnMut() -> Option<String>) -> Result<(), String> {
        let known = [
            "-f",
            "-l",
            "-r",
            "-x",
            "-y",
            "-W",
            "-H",
            "-fixed",
            "-colspacing",
            "-enc",
            "-eol",
            "-opw",
            "-upw",
        ];
        if !known.contains(&word) {
            return Err(format!("{word} is not known to pdftract in the place of pdftotext"));
        }
        let value = value().ok_or_else(|| format!("{word} needs a value"))?;
        let request = &mut self.request;
        match word {
            "-f" => request.first_page = page(&value)?,
            "-l" => request.last_page = page(&value)?,
            "-r" => self.resolution = positive(&value)?,
            "-x" => self.area[0] = number(&value)?,
            "-y" => self.area[1] = number(&value)?,
            "-W" => self.area[2] = number(&value)?,
            "-H" => self.area[3] = number(&value)?,
            "-fixed" => request.order = TextOrder::Physical,
            "-enc" => utf_8(&value)?,
            "-eol" => request.line_end = line_end(&value)?,
            "-opw" | "-upw" => request.passwords.push(Password::Given(value)),
            _ => {}
        }
        Ok(())
    }

    /// Returns the request of all arguments together.
    fn settle(self) -> Result<Request, String> {
        let Self { mut request, files, area, resolution } = self;
        let mut files = files.into_iter();
        request.input = Source::from_argument(files.next().ok_or("the name of a PDF file is missing")?);
        request.output = files.next();
        if files.next().is_some() {
            return Err("there are too many names: one PDF file and one text file are taken".into());
        }
        request.scale = resolution / POINTS_PER_INCH;
        let [x, y, width, height] = area.map(|length| length / request.scale);
        let is_given = width > 0.0 && height > 0.0;
        request.area = is_given.then_some(Rect { x0: x, y0: y, x1: x + width, y1: y + height });
        if request.passwords.is_empty() {
            request.passwords.push(Password::None);
        }
        Ok(request)
    }
}

fn number(value: &str) -> Result<f64, String> {
    let number = value.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("{value} is not a number"))
}

fn positive(value: &str) -> Result<f64, String> {
    number(value)
        .and_then(|number| if number > 0.0 { Ok(number) } else { Err(format!("{value} is too small")) })
}

fn page(value: &str) -> Result<usize, String> {
    // Numbers below the first page mean the first page, as in pdftotext.
    let number: i64 = value.parse().map_err(|_| format!("{value} is not a page number"))?;
    Ok(usize::try_from(number).unwrap_or(0))
}

fn utf_8(value: &str) -> Result<(), String> {
    let is_known = ["utf-8", "utf8"].contains(&value.to_ascii_lowercase().as_str());
    if is_known { Ok(()) } else { Err(format!("-enc {value}: pdftract writes UTF-8 only")) }
}

fn line_end(value: &str) -> Result<&'static str, String> {
    match value {
        "unix" => Ok("\n"),
        "dos" => Ok("\r\n"),
        "mac" => Ok("\r"),
        _ => Err(format!("-eol {value}: line ends are unix, dos or mac")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(words: &[&str]) -> Result<Request, String> {
        let arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
        match read(&arguments)? {
            Asked::Text(request) => Ok(*request),
            Asked::Help(text) => Err(text.into()),
        }
    }

    #[test]
    fn arguments_come_in_any_order() {
        let asked =
            request(&["-f", "2", "a.pdf", "-l", "3", "-layout", "-", "-r", "144", "-W", "200", "-H", "100"])
                .unwrap();
        assert_eq!((asked.first_page, asked.last_page, asked.order), (2, 3, TextOrder::Physical));
        assert_eq!((asked.input, asked.output), (Source::Path("a.pdf".into()), Some("-".into())));
        assert_eq!(asked.area, Some(Rect { x0: 0.0, y0: 0.0, x1: 100.0, y1: 50.0 }));
        assert_eq!(request(&["--", "-a.pdf"]).unwrap().input, Source::Path("-a.pdf".into()));
    }

    #[test]
    fn mistakes_are_told() {
        for (words, message) in [
            (&["-foo", "a.pdf"][..], "-foo is not known"),
            (&["a.pdf", "-f"], "-f needs a value"),
            (&["-f", "x", "a.pdf"], "x is not a page number"),
            (&["-enc", "Latin1", "a.pdf"], "UTF-8 only"),
            (&["-eol", "vms", "a.pdf"], "unix, dos or mac"),
            (&["-r", "0", "a.pdf"], "too small"),
            (&[], "missing"),
            (&["a", "b", "c"], "too many"),
        ] {
            let error = request(words).unwrap_err();
            assert!(error.contains(message), "{words:?}: {error}");
        }
    }
}

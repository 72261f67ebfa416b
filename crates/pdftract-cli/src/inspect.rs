//! `pdftract inspect`: a local page in the browser that shows what was read, and why.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use pdftract::{Error, Options, PageRenderer};
use pdftract_server::inspect::{Against, Inspection, Inspector, StartError, interrupted};

use crate::args::InspectArgs;
use crate::exit::{Exit, Failure};
use crate::for_each_file::{FileError, each_source};
use crate::input::Source;
use crate::password::{self, Password};
use crate::plan::Opening;
use crate::printable::printable;
use crate::terminal::Terminal;
use crate::workers;

/// The number of attempts to type a password.
const PASSWORD_TRIES: usize = 3;

/// The plan of `pdftract inspect`.
pub(crate) struct InspectPlan {
    source: Source,
    opening: Opening,
    opens_browser: bool,
    against: Option<PathBuf>,
    font_map: PathBuf,
    port: u16,
}

impl InspectPlan {
    /// Creates the plan from the arguments.
    pub(crate) fn from_args(args: InspectArgs, source: Source) -> Result<Self, Failure> {
        let mut opening = args.opening;
        // A session lasts as long as its reader looks at it.
        opening.time_limit.get_or_insert(0);
        Ok(Self {
            font_map: args.teach.unwrap_or_else(|| default_font_map(&source)),
            source,
            opening: Opening::from_args(opening)?,
            opens_browser: !args.no_open,
            against: args.against,
            port: args.port,
        })
    }
}

/// Returns the font map of a file: in the current folder, since that of the file may not be writable.
fn default_font_map(source: &Source) -> PathBuf {
    let name = match source {
        Source::Path(path) => path.file_stem(),
        Source::Stdin => None,
    };
    let mut name = name.map_or_else(|| OsString::from("stdin"), ToOwned::to_owned);
    name.push(".fontmap.toml");
    name.into()
}

/// Carries out the plan.
pub(crate) fn run(plan: &InspectPlan) -> Exit {
    each_source(std::slice::from_ref(&plan.source), |source| inspect(source, plan))
}

fn inspect(source: &Source, plan: &InspectPlan) -> Result<(), FileError> {
    let inspector = started(source, plan)?;
    let url = inspector.url();
    Terminal::take().write(&format!("{}\nCtrl-C ends the inspector.\n", printable(&url)));
    if plan.opens_browser && !open_browser(&url) {
        Terminal::take().write("No browser could be started; open the address above.\n");
    }
    inspector.serve(interrupted()).map_err(|error| Failure::new(Exit::Error, error.to_string()))?;
    Ok(())
}

/// Opens the document, asking for its password if that is needed, and the port.
fn started(source: &Source, plan: &InspectPlan) -> Result<Inspector, Failure> {
    let input = source.read_document(&plan.opening).map_err(Failure::from)?;
    if input.bytes().is_empty() {
        return Err(Failure::new(Exit::NotPdf, "not a PDF file: it is empty"));
    }
    let inspection = |password: Option<String>| -> Result<Inspection, Failure> {
        let options = plan.opening.options(password);
        Ok(Inspection {
            input: input.clone(),
            against: against(source, plan, &options)?,
            options,
            name: source.title(),
            renderer: Some(workers::renderer()),
            font_map: plan.font_map.clone(),
            port: plan.port,
        })
    };
    let mut password = plan.opening.password.given().map(str::to_owned);
    for _ in 0..PASSWORD_TRIES {
        match Inspector::start(inspection(password)?) {
            Err(StartError::Document(Error::PasswordNeeded | Error::WrongPassword))
                if matches!(plan.opening.password, Password::Ask) =>
            {
                password = password::ask(&printable(&source.name()));
                if password.is_none() {
                    break;
                }
            }
            started => return started.map_err(failure),
        }
    }
    Err(Error::WrongPassword.into())
}

fn against(source: &Source, plan: &InspectPlan, options: &Options) -> Result<Option<Against>, Failure> {
    let Some(given) = &plan.against else { return Ok(None) };
    let of_option =
        |failure: Failure| Failure::new(failure.exit, format!("--against: {}", failure.message()));
    if is_pdf(given) {
        let other = Source::Path(given.clone());
        let input = other.read_document(&plan.opening).map_err(|error| of_option(error.into()))?;
        let renderer: Arc<dyn PageRenderer> = workers::renderer();
        let name = given.file_name().unwrap_or(given.as_os_str()).to_string_lossy().into_owned();
        let opened = Against::pdf(name, input, options, Some(&renderer));
        return opened.map(Some).map_err(|error| of_option(error.into()));
    }
    let path: Option<&Path> = match source {
        Source::Path(path) => Some(path),
        Source::Stdin => None,
    };
    let against = Against::new(given, path);
    against.map(Some).map_err(|reason| Failure::new(Exit::Error, format!("--against: {reason}")))
}

/// Returns whether a file begins like a PDF, possibly behind other bytes.
fn is_pdf(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(1_024).read_to_end(&mut head));
    read.is_ok() && head.windows(5).any(|bytes| bytes == b"%PDF-")
}

fn failure(error: StartError) -> Failure {
    match error {
        StartError::Document(error) => error.into(),
        StartError::FontMap(error) => Failure::new(Exit::Error, format!("--teach: {error}")),
        StartError::Io(error) => Failure::new(Exit::Error, format!("the port cannot be opened: {error}")),
    }
}

/// Opens the address in the browser of the user; returns whether a program for that was started.
fn open_browser(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

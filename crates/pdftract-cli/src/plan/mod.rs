//! Plans: complete requests made from the arguments, with inputs, options and outputs.

mod diff;
mod extract;
mod grep;
mod isolation;
mod opening;
mod recognition;
mod rows;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) use diff::{DiffForm, DiffPlan};
pub(crate) use extract::ExtractPlan;
#[cfg(feature = "server")]
pub(crate) use extract::request_options;
pub(crate) use grep::{CachePlan, GrepForm, GrepPlan, LineForm};
pub(crate) use isolation::{Isolation, PATIENCE, WorkerStart};
pub(crate) use opening::Opening;
pub(crate) use recognition::{TESSERACT, document_recognition, plain_engine, tesseract};
pub(crate) use rows::RowsPlan;

use pdftract::PageRanges;
use pdftract::ocr::{Mode, Recognition};
use pdftract::write::RepairOptions;

use crate::args::{
    self, Args, AttachmentsArgs, CheckArgs, Command, DoctorArgs, ExplainArgs, FontsArgs, GlyphsArgs,
    InfoArgs, LearnArgs, OneFileArgs, ReadingArgs, RenderArgs, RepairArgs, ReportArgs, TableFormat,
    TablesArgs, WorkerArgs,
};
use crate::exit::Failure;
use crate::extract::walk::Search;
use crate::input::Source;

/// A request that is complete and consistent.
pub(crate) enum Plan {
    /// Extract files.
    Extract(Box<ExtractPlan>),
    /// Write rows about many files.
    Rows(Box<RowsPlan>),
    /// Check whether the text of files can be trusted.
    Check(CheckPlan),
    /// Search files.
    Grep(Box<GrepPlan>),
    /// Compare two files.
    Diff(Box<DiffPlan>),
    /// Check plain text.
    Quality(Source),
    /// Show facts about files.
    Info(InfoPlan),
    /// List the fonts of a file.
    Fonts(FontsPlan),
    /// List the glyphs of a page.
    Glyphs(GlyphsPlan),
    /// Print the tables of a file.
    Tables(TablesPlan),
    /// Render a page.
    Render(RenderPlan),
    /// Show the OCR engine.
    Doctor(DoctorPlan),
    /// Learn the glyphs of fonts.
    Learn(LearnPlan),
    /// Explain the text of a glyph.
    Explain(ExplainPlan),
    /// Show a file in the browser.
    #[cfg(feature = "server")]
    Inspect(crate::inspect::InspectPlan),
    /// Write recovered text back into a file.
    Repair(RepairPlan),
    /// Make an anonymous copy of a file.
    Report(ReportPlan),
    /// Serve documents to an agent.
    #[cfg(feature = "server")]
    Mcp(crate::args::McpArgs),
    /// Serve documents over HTTP.
    #[cfg(feature = "server")]
    Serve(Box<crate::args::ServeArgs>),
    /// Serve a parent process.
    Worker(Box<WorkerArgs>),
    /// List or save attachments.
    Attachments(AttachmentsPlan),
    /// Print a completion script.
    Completions(clap_complete::Shell),
    /// Print a man page.
    Man(Option<String>),
}

/// The plan of `pdftract check`.
pub(crate) struct CheckPlan {
    /// The files to read, in the order given.
    pub(crate) sources: Vec<Source>,
    /// Folders that could not be searched.
    pub(crate) failures: Vec<Failure>,
    /// The pages to read, and the number of threads.
    pub(crate) reading: Reading,
    /// The form of the report; `None` prints nothing.
    pub(crate) form: Option<Form>,
    /// The scores that decide.
    pub(crate) judging: Judging,
    /// Report what was lost or repaired.
    pub(crate) diagnostics: bool,
    /// Options to open the files.
    pub(crate) opening: Opening,
}

/// The scores by which `pdftract check` decides.
#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize)]
pub(crate) struct Judging {
    /// The score below which a file cannot be trusted.
    pub(crate) fail_below: f64,
    /// The score below which OCR is recommended for a page.
    pub(crate) ocr_threshold: f64,
}

/// The part of a plan that all commands for one file share.
pub(crate) struct OneFile {
    /// The file to read.
    pub(crate) source: Source,
    /// Print JSON.
    pub(crate) json: bool,
    /// Report what was lost or repaired.
    pub(crate) diagnostics: bool,
    /// Options to open the file.
    pub(crate) opening: Opening,
}

/// The plan of `pdftract fonts`.
pub(crate) struct FontsPlan {
    /// The file to read.
    pub(crate) file: OneFile,
    /// The pages to read, and the number of threads.
    pub(crate) reading: Reading,
}

/// The plan of `pdftract glyphs`.
pub(crate) struct GlyphsPlan {
    /// The file to read.
    pub(crate) file: OneFile,
    /// The page, counted from 1.
    pub(crate) page_number: usize,
    /// The HTML page for unknown glyphs, if requested.
    pub(crate) sheet: Option<PathBuf>,
}

/// The plan of `pdftract tables`.
pub(crate) struct TablesPlan {
    /// The file to read.
    pub(crate) source: Source,
    /// The format of the tables.
    pub(crate) format: TableFormat,
    /// The page, counted from 1; `None` for all.
    pub(crate) page_number: Option<usize>,
    /// Report what was lost or repaired.
    pub(crate) diagnostics: bool,
    /// Options to open the file.
    pub(crate) opening: Opening,
}

/// The plan of `pdftract report`.
pub(crate) struct ReportPlan {
    /// The file to read.
    pub(crate) source: Source,
    /// The file to write.
    pub(crate) output: PathBuf,
    /// Options to open the file.
    pub(crate) opening: Opening,
}

/// The plan of `pdftract attachments`.
pub(crate) struct AttachmentsPlan {
    /// The file to read.
    pub(crate) source: Source,
    /// The folder to save in; `None` lists the attachments.
    pub(crate) output: Option<PathBuf>,
    /// The only attachment to save.
    pub(crate) name: Option<String>,
    /// Options to open the file.
    pub(crate) opening: Opening,
}

/// The plan of `pdftract learn`.
pub(crate) struct LearnPlan {
    /// The PDFs and fonts to learn from.
    pub(crate) sources: Vec<Source>,
    /// The file to create or extend.
    pub(crate) output: PathBuf,
    /// List glyphs that were left out.
    pub(crate) conflicts: bool,
    /// Options to open the PDFs.
    pub(crate) opening: Opening,
}

/// The plan of `pdftract explain`.
pub(crate) struct ExplainPlan {
    /// The file to read.
    pub(crate) file: OneFile,
    /// The page, counted from 1.
    pub(crate) page_number: usize,
    /// The glyphs to explain.
    pub(crate) wanted: Wanted,
}

/// A choice of glyphs of a page.
pub(crate) enum Wanted {
    /// The glyph at a position.
    At(f32, f32),
    /// The glyphs of a text.
    Text(String),
}

/// The plan of `pdftract repair`.
pub(crate) struct RepairPlan {
    /// The file to read.
    pub(crate) file: OneFile,
    /// The file to write.
    pub(crate) output: PathBuf,
    /// Options of the repair.
    pub(crate) options: RepairOptions,
    /// OCR for scanned pages; `None` leaves them as they are.
    pub(crate) recognition: Option<Arc<Recognition>>,
}

/// The plan of `pdftract render`.
pub(crate) struct RenderPlan {
    /// The file to read.
    pub(crate) source: Source,
    /// The page, counted from 1.
    pub(crate) page_number: usize,
    /// The PNG file to write; `None` for standard output.
    pub(crate) output: Option<PathBuf>,
    /// Dots per inch.
    pub(crate) dpi: u32,
    /// Draw the boxes of blocks, lines and words.
    pub(crate) boxes: bool,
    /// Options to open the file.
    pub(crate) opening: Opening,
}

/// The plan of `pdftract doctor`.
pub(crate) struct DoctorPlan {
    /// Print JSON.
    pub(crate) json: bool,
    /// The program Tesseract.
    pub(crate) tesseract: PathBuf,
}

/// The plan of `pdftract info`.
pub(crate) struct InfoPlan {
    /// The files to read, in the order given.
    pub(crate) sources: Vec<Source>,
    /// Options to open the files.
    pub(crate) opening: Opening,
    /// The form of the report.
    pub(crate) form: Form,
}

/// The pages to read, and the number of threads.
pub(crate) struct Reading {
    selection: Option<PageRanges>,
    /// The number of threads; `None` for the number of cores.
    pub(crate) jobs: Option<NonZeroUsize>,
}

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Text for people.
    Text {
        /// Show complete lists.
        verbose: bool,
    },
    /// One JSON object, indented.
    Json,
    /// One JSON object per line.
    JsonLines,
}

impl Plan {
    /// Creates a plan from the arguments. Reads the password file and searches folders, so that mistakes are reported
    /// before any work begins.
    pub(crate) fn from_args(args: Args) -> Result<Self, Failure> {
        match args.command {
            None if RowsPlan::is_meant(&args.extract) => {
                Ok(Self::Rows(Box::new(RowsPlan::from_args(args.extract)?)))
            }
            None => Ok(Self::Extract(Box::new(ExtractPlan::from_args(args.extract)?))),
            Some(Command::Check(args)) => CheckPlan::from_args(args).map(Self::Check),
            Some(Command::Grep(args)) => Ok(Self::Grep(Box::new(GrepPlan::from_args(*args)?))),
            Some(Command::Diff(args)) => Ok(Self::Diff(Box::new(DiffPlan::from_args(*args)?))),
            Some(Command::Quality { file }) => Ok(Self::Quality(Source::from_argument(file))),
            Some(Command::Facts(args)) => Ok(Self::Rows(Box::new(RowsPlan::from_args(args.into())?))),
            Some(Command::Info(args)) => InfoPlan::from_args(args).map(Self::Info),
            Some(Command::Fonts(args)) => FontsPlan::from_args(args).map(Self::Fonts),
            Some(Command::Glyphs(args)) => GlyphsPlan::from_args(args).map(Self::Glyphs),
            Some(Command::Tables(args)) => TablesPlan::from_args(args).map(Self::Tables),
            Some(Command::Render(args)) => RenderPlan::from_args(args).map(Self::Render),
            Some(Command::Doctor(args)) => Ok(Self::Doctor(DoctorPlan::from_args(args))),
            Some(Command::Learn(args)) => LearnPlan::from_args(args).map(Self::Learn),
            Some(Command::Explain(args)) => ExplainPlan::from_args(args).map(Self::Explain),
            #[cfg(feature = "server")]
            Some(Command::Inspect(mut args)) => {
                let source = input(std::mem::take(&mut args.file))?;
                crate::inspect::InspectPlan::from_args(*args, source).map(Self::Inspect)
            }
            Some(Command::Repair(args)) => RepairPlan::from_args(args).map(Self::Repair),
            Some(Command::Report(args)) => ReportPlan::from_args(args).map(Self::Report),
            #[cfg(feature = "server")]
            Some(Command::Mcp(args)) => Ok(Self::Mcp(args)),
            #[cfg(feature = "server")]
            Some(Command::Serve(args)) => Ok(Self::Serve(args)),
            Some(Command::Worker(args)) => Ok(Self::Worker(args)),
            Some(Command::Attachments(args)) => AttachmentsPlan::from_args(args).map(Self::Attachments),
            Some(Command::Completions { shell }) => Ok(Self::Completions(shell)),
            Some(Command::Man { command }) => Ok(Self::Man(command)),
        }
    }
}

impl CheckPlan {
    fn from_args(args: CheckArgs) -> Result<Self, Failure> {
        if let Some(message) = args::url_hint(&args.files) {
            return Err(Failure::usage(message));
        }
        let Search { found, failures } = Search::new(args.files);
        let sources: Vec<Source> = found.into_iter().map(|found| found.source).collect();
        stdin_once(&sources)?;
        let files = sources.len() + failures.len();
        let form = Form::choose(args.json, files, args.telling.diagnostics);
        let mut opening = Opening::from_args(args.opening)?;
        if files > 1 {
            opening.never_ask();
        }
        Ok(Self {
            sources,
            failures,
            reading: Reading::from_args(args.reading),
            form: (!args.quiet).then_some(form),
            judging: Judging { fail_below: args.fail_below, ocr_threshold: args.ocr_threshold },
            diagnostics: args.telling.diagnostics,
            opening,
        })
    }
}

impl OneFile {
    fn from_args(args: OneFileArgs) -> Result<Self, Failure> {
        let OneFileArgs { file, json, telling, opening } = args;
        let (source, opening) = (input(file)?, Opening::from_args(opening)?);
        Ok(Self { source, json, diagnostics: telling.diagnostics, opening })
    }
}

impl FontsPlan {
    fn from_args(args: FontsArgs) -> Result<Self, Failure> {
        Ok(Self { file: OneFile::from_args(args.file)?, reading: Reading::from_args(args.reading) })
    }
}

impl GlyphsPlan {
    fn from_args(args: GlyphsArgs) -> Result<Self, Failure> {
        let sheet = args.output.filter(|_| args.unmapped);
        Ok(Self { file: OneFile::from_args(args.file)?, page_number: args.page, sheet })
    }
}

impl TablesPlan {
    fn from_args(args: TablesArgs) -> Result<Self, Failure> {
        let (source, opening) = (input(args.file)?, Opening::from_args(args.opening)?);
        let (format, page_number, diagnostics) = (args.format, args.page, args.telling.diagnostics);
        Ok(Self { source, format, page_number, diagnostics, opening })
    }
}

impl ReportPlan {
    fn from_args(args: ReportArgs) -> Result<Self, Failure> {
        let (source, opening) = (input(args.file)?, Opening::from_args(args.opening)?);
        Ok(Self { source, output: args.output, opening })
    }
}

impl AttachmentsPlan {
    fn from_args(args: AttachmentsArgs) -> Result<Self, Failure> {
        let (source, opening) = (input(args.file)?, Opening::from_args(args.opening)?);
        Ok(Self { source, output: args.output, name: args.name, opening })
    }
}

impl LearnPlan {
    fn from_args(args: LearnArgs) -> Result<Self, Failure> {
        let mut opening = Opening::from_args(args.opening)?;
        opening.never_ask();
        Ok(Self { sources: sources(args.files)?, output: args.output, conflicts: args.conflicts, opening })
    }
}

impl ExplainPlan {
    fn from_args(args: ExplainArgs) -> Result<Self, Failure> {
        let wanted = match (args.at, args.text) {
            (Some((x, y)), _) => Wanted::At(x, y),
            (None, text) => Wanted::Text(text.unwrap_or_default()),
        };
        Ok(Self { file: OneFile::from_args(args.file)?, page_number: args.page, wanted })
    }
}

impl RepairPlan {
    #[allow(clippy::cast_possible_truncation)]
    fn from_args(args: RepairArgs) -> Result<Self, Failure> {
        let options = RepairOptions::default().with(|repair| {
            repair.min_confidence = args.min_confidence as f32;
            repair.force = args.force;
        });
        let (mut file, mut recognition) = (args.file, None);
        if args.ocr || args.engine.is_named() {
            // OCR is slow, so lift the default time limit.
            file.opening.time_limit.get_or_insert(0);
            recognition = Some(Arc::new(recognition::by_engine(Mode::Auto, args.engine)?));
        }
        Ok(Self { file: OneFile::from_args(file)?, output: args.output, options, recognition })
    }
}

impl RenderPlan {
    fn from_args(args: RenderArgs) -> Result<Self, Failure> {
        let extension = args.output.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        if let Some(extension) = extension.filter(|extension| extension != "png") {
            return Err(Failure::usage(format!(
                "pdftract renders PNG only, not .{extension}: use -o NAME.png"
            )));
        }
        Ok(Self {
            source: input(args.file)?,
            page_number: args.page,
            output: Some(args.output).filter(|output| output.as_os_str() != "-"),
            dpi: args.dpi,
            boxes: args.boxes,
            opening: Opening::from_args(args.opening)?,
        })
    }
}

impl DoctorPlan {
    fn from_args(args: DoctorArgs) -> Self {
        Self { json: args.json, tesseract: args.ocr_engine.unwrap_or_else(|| TESSERACT.into()) }
    }
}

impl InfoPlan {
    fn from_args(args: InfoArgs) -> Result<Self, Failure> {
        let sources = sources(args.files)?;
        let form = Form::choose(args.json, sources.len(), args.verbose);
        Ok(Self { sources, opening: Opening::from_args(args.opening)?, form })
    }
}

impl Form {
    /// Returns the form of reports on `files` files.
    fn choose(json: bool, files: usize, verbose: bool) -> Self {
        match (json, files) {
            (true, 1) => Self::Json,
            (true, _) => Self::JsonLines,
            (false, _) => Self::Text { verbose },
        }
    }
}

impl Reading {
    fn from_args(args: ReadingArgs) -> Self {
        let jobs = args.jobs.and_then(|jobs| NonZeroUsize::new(jobs.into()));
        Self { selection: args.pages, jobs }
    }

    /// Reads a selection of pages as it is typed, with one thread; `None` for all pages.
    #[cfg(feature = "server")]
    pub(crate) fn parse(selection: Option<&str>) -> Result<Self, Failure> {
        let selection = selection.map(str::parse).transpose()?;
        Ok(Self { selection, jobs: NonZeroUsize::new(1) })
    }

    /// Returns the selection of pages as it can be typed; `None` for all pages.
    pub(crate) fn selection_text(&self) -> Option<String> {
        self.selection.as_ref().map(ToString::to_string)
    }

    /// Returns the pages to read, counted from 0, of a file with `page_count` pages.
    pub(crate) fn pages(&self, page_count: usize) -> Result<Vec<usize>, Failure> {
        match &self.selection {
            _ if page_count == 0 => Err(Failure::no_pages()),
            Some(selection) => Ok(selection.page_indices(page_count)?.collect()),
            None => Ok((0..page_count).collect()),
        }
    }

    /// Returns the first requested page, counted from 1, that a file with `page_count` pages does not have.
    pub(crate) fn missing_page(&self, page_count: usize) -> Option<usize> {
        self.selection.as_ref()?.missing_page(page_count)
    }
}

/// Returns the source of a file argument; refuses URLs.
fn input(file: PathBuf) -> Result<Source, Failure> {
    match args::url_hint(std::slice::from_ref(&file)) {
        Some(message) => Err(Failure::usage(message)),
        None => Ok(Source::from_argument(file)),
    }
}

fn sources(files: Vec<PathBuf>) -> Result<Vec<Source>, Failure> {
    if let Some(message) = args::url_hint(&files) {
        return Err(Failure::usage(message));
    }
    let sources: Vec<Source> = files.into_iter().map(Source::from_argument).collect();
    stdin_once(&sources)?;
    Ok(sources)
}

fn stdin_once<'s>(sources: impl IntoIterator<Item = &'s Source>) -> Result<(), Failure> {
    let from_stdin = sources.into_iter().filter(|source| matches!(source, Source::Stdin)).count();
    if from_stdin > 1 {
        return Err(Failure::usage("standard input (-) can be read only once"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dash_is_standard_input_and_can_be_given_once() {
        let files = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let read = sources(files(&["-", "./-"])).map_err(|failure| failure.to_string());
        assert_eq!(read, Ok(vec![Source::Stdin, Source::Path("./-".into())]));
        assert!(sources(files(&["-", "-"])).is_err());
    }
}

//! What the typed words mean: which files, how to open them, what to print.

mod extract;
mod isolation;
mod opening;
mod recognition;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) use extract::ExtractPlan;
pub(crate) use isolation::{Isolation, PATIENCE, WorkerStart};
pub(crate) use opening::Opening;
pub(crate) use recognition::{TESSERACT, document_recognition, plain_engine, tesseract};

use pdftract::PageRanges;
use pdftract::ocr::{Mode, Recognition};
use pdftract::write::RepairOptions;

use crate::args::{
    Args, CheckArgs, Command, DoctorArgs, ExplainArgs, FontsArgs, GlyphsArgs, InfoArgs, LearnArgs,
    OneFileArgs, ReadingArgs, RenderArgs, RepairArgs, ReportArgs, TableFormat, TablesArgs, WorkerArgs,
};
use crate::exit::{Exit, Failure};
use crate::extract::walk::Search;
use crate::input::Source;

/// A request that is complete and free of contradictions.
pub(crate) enum Plan {
    /// Turn files into text and other forms.
    Extract(Box<ExtractPlan>),
    /// Tell whether the text of files can be trusted.
    Check(CheckPlan),
    /// Judge a plain text.
    Quality(Source),
    /// Tell what files say about themselves.
    Info(InfoPlan),
    /// Tell which fonts a file uses.
    Fonts(FontsPlan),
    /// Tell where the glyphs of a page stand.
    Glyphs(GlyphsPlan),
    /// Print the tables of a file.
    Tables(TablesPlan),
    /// Show a page as a picture.
    Render(RenderPlan),
    /// Tell which optional helpers are there.
    Doctor(DoctorPlan),
    /// Learn what glyphs of fonts mean.
    Learn(LearnPlan),
    /// Tell how the text of a glyph is known.
    Explain(ExplainPlan),
    /// Write recovered text back into a file.
    Repair(RepairPlan),
    /// Make a copy that can be shared.
    Report(ReportPlan),
    /// Serve a parent process.
    Worker(Box<WorkerArgs>),
    /// Print a script for a shell.
    Completions(clap_complete::Shell),
    /// Print a manual page.
    Man(Option<String>),
}

/// The request behind `pdftract check`.
pub(crate) struct CheckPlan {
    /// What to read, in the order given.
    pub(crate) sources: Vec<Source>,
    /// What could not be searched for files.
    pub(crate) failures: Vec<Failure>,
    /// Which pages of each, and how.
    pub(crate) reading: Reading,
    /// What to print; `None` for nothing.
    pub(crate) form: Option<Form>,
    /// The score below which a file is not to be trusted.
    pub(crate) fail_below: f64,
    /// The score below which the picture of a page should be read instead.
    pub(crate) ocr_threshold: f64,
    /// Whether to tell what was lost or repaired.
    pub(crate) diagnostics: bool,
    /// How to open each.
    pub(crate) opening: Opening,
}

/// What all requests for one file have.
pub(crate) struct OneFile {
    /// What to read.
    pub(crate) source: Source,
    /// Whether to print JSON.
    pub(crate) json: bool,
    /// Whether to tell what was lost or repaired.
    pub(crate) diagnostics: bool,
    /// How to open it.
    pub(crate) opening: Opening,
}

/// The request behind `pdftract fonts`.
pub(crate) struct FontsPlan {
    /// Which file.
    pub(crate) file: OneFile,
    /// Which of its pages, and how.
    pub(crate) reading: Reading,
}

/// The request behind `pdftract glyphs`.
pub(crate) struct GlyphsPlan {
    /// Which file.
    pub(crate) file: OneFile,
    /// The page, counted from 1.
    pub(crate) page_number: usize,
    /// Where a sheet of all unknown glyphs goes, if one is wanted instead.
    pub(crate) sheet: Option<PathBuf>,
}

/// The request behind `pdftract tables`.
pub(crate) struct TablesPlan {
    /// Which file.
    pub(crate) source: Source,
    /// The form of the tables.
    pub(crate) format: TableFormat,
    /// The page, counted from 1; `None` for all.
    pub(crate) page_number: Option<usize>,
    /// Whether to tell what was lost or repaired.
    pub(crate) diagnostics: bool,
    /// How to open it.
    pub(crate) opening: Opening,
}

/// The request behind `pdftract report`.
pub(crate) struct ReportPlan {
    /// Which file.
    pub(crate) source: Source,
    /// Where the copy goes.
    pub(crate) output: PathBuf,
    /// How to open it.
    pub(crate) opening: Opening,
}

/// The request behind `pdftract learn`.
pub(crate) struct LearnPlan {
    /// What to learn from.
    pub(crate) sources: Vec<Source>,
    /// The file that is made or added to.
    pub(crate) output: PathBuf,
    /// Whether to list what was left out.
    pub(crate) conflicts: bool,
    /// How to open each PDF.
    pub(crate) opening: Opening,
}

/// The request behind `pdftract explain`.
pub(crate) struct ExplainPlan {
    /// Which file.
    pub(crate) file: OneFile,
    /// The page, counted from 1.
    pub(crate) page_number: usize,
    /// Which glyphs.
    pub(crate) wanted: Wanted,
}

/// Which glyphs of a page are meant.
pub(crate) enum Wanted {
    /// The one at a place.
    At(f32, f32),
    /// Those of a text.
    Text(String),
}

/// The request behind `pdftract repair`.
pub(crate) struct RepairPlan {
    /// Which file.
    pub(crate) file: OneFile,
    /// Where the result goes.
    pub(crate) output: PathBuf,
    /// What is repaired.
    pub(crate) options: RepairOptions,
    /// How scanned pages are read; `None` when they stay as they are.
    pub(crate) recognition: Option<Arc<Recognition>>,
}

/// The request behind `pdftract render`.
pub(crate) struct RenderPlan {
    /// Which file.
    pub(crate) source: Source,
    /// The page, counted from 1.
    pub(crate) page_number: usize,
    /// Where the picture goes; `None` for standard output.
    pub(crate) output: Option<PathBuf>,
    /// Dots per inch.
    pub(crate) dpi: u32,
    /// Whether to draw what was found.
    pub(crate) boxes: bool,
    /// How to open it.
    pub(crate) opening: Opening,
}

/// The request behind `pdftract doctor`.
pub(crate) struct DoctorPlan {
    /// Whether to print JSON.
    pub(crate) json: bool,
    /// The program Tesseract.
    pub(crate) tesseract: PathBuf,
}

/// The request behind `pdftract info`.
pub(crate) struct InfoPlan {
    /// What to read, in the order given.
    pub(crate) sources: Vec<Source>,
    /// How to open each.
    pub(crate) opening: Opening,
    /// What to print.
    pub(crate) form: Form,
}

/// Which pages to read, and with how many threads.
pub(crate) struct Reading {
    selection: Option<PageRanges>,
    /// Threads to read files and pages with; as many as the machine has unless that is said.
    pub(crate) jobs: Option<NonZeroUsize>,
}

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people.
    Text {
        /// Whether lists are shown to their end.
        verbose: bool,
    },
    /// One JSON object, laid out for reading.
    Json,
    /// One JSON object per line.
    JsonLines,
}

impl Plan {
    /// Settles what was typed. Reads the password file and searches folders, so that what is wrong there is told
    /// before any work.
    pub(crate) fn from_args(args: Args) -> Result<Self, Failure> {
        match args.command {
            None => Ok(Self::Extract(Box::new(ExtractPlan::from_args(args.extract)?))),
            Some(Command::Check(args)) => CheckPlan::from_args(args).map(Self::Check),
            Some(Command::Quality { file }) => Ok(Self::Quality(Source::from_argument(file))),
            Some(Command::Info(args)) => InfoPlan::from_args(args).map(Self::Info),
            Some(Command::Fonts(args)) => FontsPlan::from_args(args).map(Self::Fonts),
            Some(Command::Glyphs(args)) => GlyphsPlan::from_args(args).map(Self::Glyphs),
            Some(Command::Tables(args)) => TablesPlan::from_args(args).map(Self::Tables),
            Some(Command::Render(args)) => RenderPlan::from_args(args).map(Self::Render),
            Some(Command::Doctor(args)) => Ok(Self::Doctor(DoctorPlan::from_args(args))),
            Some(Command::Learn(args)) => LearnPlan::from_args(args).map(Self::Learn),
            Some(Command::Explain(args)) => ExplainPlan::from_args(args).map(Self::Explain),
            Some(Command::Repair(args)) => RepairPlan::from_args(args).map(Self::Repair),
            Some(Command::Report(args)) => ReportPlan::from_args(args).map(Self::Report),
            Some(Command::Worker(args)) => Ok(Self::Worker(args)),
            Some(Command::Completions { shell }) => Ok(Self::Completions(shell)),
            Some(Command::Man { command }) => Ok(Self::Man(command)),
        }
    }
}

impl CheckPlan {
    fn from_args(args: CheckArgs) -> Result<Self, Failure> {
        let Search { found, failures } = Search::new(args.files);
        let sources: Vec<Source> = found.into_iter().map(|found| found.source).collect();
        stdin_once(&sources)?;
        let files = sources.len() + failures.len();
        let form = Form::choose(args.json, files, args.telling.diagnostics);
        let mut opening = Opening::from_args(args.opening)?;
        if files > 1 {
            opening.ask_nobody();
        }
        Ok(Self {
            sources,
            failures,
            reading: Reading::from_args(args.reading),
            form: (!args.quiet).then_some(form),
            fail_below: args.fail_below,
            ocr_threshold: args.ocr_threshold,
            diagnostics: args.telling.diagnostics,
            opening,
        })
    }
}

impl OneFile {
    fn from_args(args: OneFileArgs) -> Result<Self, Failure> {
        let OneFileArgs { file, json, telling, opening } = args;
        let (source, opening) = (Source::from_argument(file), Opening::from_args(opening)?);
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
        let (source, opening) = (Source::from_argument(args.file), Opening::from_args(args.opening)?);
        let (format, page_number, diagnostics) = (args.format, args.page, args.telling.diagnostics);
        Ok(Self { source, format, page_number, diagnostics, opening })
    }
}

impl ReportPlan {
    fn from_args(args: ReportArgs) -> Result<Self, Failure> {
        let (source, opening) = (Source::from_argument(args.file), Opening::from_args(args.opening)?);
        Ok(Self { source, output: args.output, opening })
    }
}

impl LearnPlan {
    fn from_args(args: LearnArgs) -> Result<Self, Failure> {
        let mut opening = Opening::from_args(args.opening)?;
        opening.ask_nobody();
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
            // Whoever asks for recognition waits for it.
            file.opening.time_limit.get_or_insert(0);
            recognition = Some(Arc::new(recognition::by_engine(Mode::Auto, args.engine)?));
        }
        Ok(Self { file: OneFile::from_args(file)?, output: args.output, options, recognition })
    }
}

impl RenderPlan {
    fn from_args(args: RenderArgs) -> Result<Self, Failure> {
        Ok(Self {
            source: Source::from_argument(args.file),
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
    /// The form of reports on so many files.
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

    /// Returns the selection of pages as it can be typed; `None` for all pages.
    pub(crate) fn selection_text(&self) -> Option<String> {
        self.selection.as_ref().map(ToString::to_string)
    }

    /// The pages to read, counted from 0, of a file that has so many.
    pub(crate) fn pages(&self, page_count: usize) -> Result<Vec<usize>, Failure> {
        match &self.selection {
            _ if page_count == 0 => Err(Failure::no_pages()),
            Some(selection) => Ok(selection.page_indices(page_count)?.collect()),
            None => Ok((0..page_count).collect()),
        }
    }
}

fn sources(files: Vec<PathBuf>) -> Result<Vec<Source>, Failure> {
    let sources: Vec<Source> = files.into_iter().map(Source::from_argument).collect();
    stdin_once(&sources)?;
    Ok(sources)
}

fn stdin_once<'s>(sources: impl IntoIterator<Item = &'s Source>) -> Result<(), Failure> {
    let from_stdin = sources.into_iter().filter(|source| matches!(source, Source::Stdin)).count();
    if from_stdin > 1 {
        return Err(Failure::new(Exit::Unusable, "standard input (-) can be read only once"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_dash_is_standard_input_and_may_stand_once() {
        let files = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let read = sources(files(&["-", "./-"])).map_err(|failure| failure.to_string());
        assert_eq!(read, Ok(vec![Source::Stdin, Source::Path("./-".into())]));
        assert!(sources(files(&["-", "-"])).is_err());
    }
}

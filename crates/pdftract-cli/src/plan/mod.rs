//! What the typed words mean: which files, how to open them, what to print.

mod extract;
mod opening;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

pub(crate) use extract::ExtractPlan;
pub(crate) use opening::Opening;

use crate::args::{Args, CheckArgs, Command, FontsArgs, GlyphsArgs, InfoArgs, OneFileArgs, ReadingArgs};
use crate::exit::{Exit, Failure};
use crate::extract::walk::Search;
use crate::input::Source;
use crate::page_selection::{PageSelection, no_pages};

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
    selection: Option<PageSelection>,
    /// Threads to read files and pages with.
    pub(crate) jobs: NonZeroUsize,
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
            Some(Command::Completions { shell }) => Ok(Self::Completions(shell)),
            Some(Command::Man { command }) => Ok(Self::Man(command)),
        }
    }
}

impl CheckPlan {
    fn from_args(args: CheckArgs) -> Result<Self, Failure> {
        let Search { found, failures } = Search::of(args.files);
        let sources: Vec<Source> = found.into_iter().map(|found| found.source).collect();
        stdin_once(&sources)?;
        let files = sources.len() + failures.len();
        let form = Form::of(args.json, files, args.telling.diagnostics);
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
        Ok(Self { file: OneFile::from_args(args.file)?, page_number: args.page })
    }
}

impl InfoPlan {
    fn from_args(args: InfoArgs) -> Result<Self, Failure> {
        let sources = sources(args.files)?;
        let form = Form::of(args.json, sources.len(), args.verbose);
        Ok(Self { sources, opening: Opening::from_args(args.opening)?, form })
    }
}

impl Form {
    /// The form of reports on so many files.
    fn of(json: bool, files: usize, verbose: bool) -> Self {
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
        let jobs = jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
        Self { selection: args.pages, jobs }
    }

    /// The pages to read, counted from 0, of a file that has so many.
    pub(crate) fn pages(&self, page_count: usize) -> Result<Vec<usize>, Failure> {
        match &self.selection {
            _ if page_count == 0 => Err(no_pages()),
            Some(selection) => selection.of(page_count),
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

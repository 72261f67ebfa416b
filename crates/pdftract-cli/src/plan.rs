//! What the typed words mean: which files, how to open them, what to print.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use pdftract::{CancelFlag, Options};

use crate::args::{Args, Command, FontsArgs, GlyphsArgs, InfoArgs, OpeningArgs, ReadingArgs, TextArgs};
use crate::exit::{Exit, Failure};
use crate::input::Source;
use crate::page_selection::{PageSelection, no_pages};
use crate::password::{self, Password};

/// A request that is complete and free of contradictions.
pub(crate) enum Plan {
    /// Print the text of files.
    Text(TextPlan),
    /// Tell what files say about themselves.
    Info(InfoPlan),
    /// Tell which fonts a file uses.
    Fonts(FontsPlan),
    /// Tell where the glyphs of a page stand.
    Glyphs(GlyphsPlan),
}

/// The request behind `pdftract` without a subcommand.
pub(crate) struct TextPlan {
    /// What to read, in the order given.
    pub(crate) sources: Vec<Source>,
    /// Which pages of each, and how.
    pub(crate) reading: Reading,
    /// Whether to tell what was lost or repaired.
    pub(crate) diagnostics: bool,
    /// How to open each.
    pub(crate) opening: Opening,
}

/// The request behind `pdftract fonts`.
pub(crate) struct FontsPlan {
    /// What to read.
    pub(crate) source: Source,
    /// Which of its pages, and how.
    pub(crate) reading: Reading,
    /// Whether to print JSON.
    pub(crate) json: bool,
    /// Whether to tell what was lost or repaired.
    pub(crate) diagnostics: bool,
    /// How to open it.
    pub(crate) opening: Opening,
}

/// The request behind `pdftract glyphs`.
pub(crate) struct GlyphsPlan {
    /// What to read.
    pub(crate) source: Source,
    /// The page, counted from 1.
    pub(crate) page_number: usize,
    /// Whether to print JSON.
    pub(crate) json: bool,
    /// Whether to tell what was lost or repaired.
    pub(crate) diagnostics: bool,
    /// How to open it.
    pub(crate) opening: Opening,
}

/// Which pages to read, and with how many threads.
pub(crate) struct Reading {
    selection: Option<PageSelection>,
    /// Threads to read pages with.
    pub(crate) jobs: NonZeroUsize,
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

/// How to open files.
pub(crate) struct Opening {
    /// Where the password of a locked file comes from.
    pub(crate) password: Password,
    /// Time allowed for each file.
    time_limit: Option<Duration>,
    /// Whether to map files into memory.
    pub(crate) mmap: bool,
    /// Ends the work on open files, for when nobody wants the output any more.
    pub(crate) cancel: CancelFlag,
}

/// The form of the output.
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
    /// Settles what was typed. Reads the password file, so that a wrong name is told before any work.
    pub(crate) fn from_args(args: Args) -> Result<Self, Failure> {
        match args.command {
            None => TextPlan::from_args(args.text).map(Self::Text),
            Some(Command::Info(args)) => InfoPlan::from_args(args).map(Self::Info),
            Some(Command::Fonts(args)) => FontsPlan::from_args(args).map(Self::Fonts),
            Some(Command::Glyphs(args)) => GlyphsPlan::from_args(args).map(Self::Glyphs),
        }
    }
}

impl TextPlan {
    fn from_args(args: TextArgs) -> Result<Self, Failure> {
        // Drawing order is the only one so far, asked for or not.
        let TextArgs { files, raw: _, reading, diagnostics, opening } = args;
        let (sources, reading) = (sources(files)?, Reading::from_args(reading));
        Ok(Self { sources, reading, diagnostics, opening: Opening::from_args(opening)? })
    }
}

impl FontsPlan {
    fn from_args(args: FontsArgs) -> Result<Self, Failure> {
        let FontsArgs { file, json, reading, diagnostics, opening } = args;
        let (source, reading) = (Source::from_argument(file), Reading::from_args(reading));
        Ok(Self { source, reading, json, diagnostics, opening: Opening::from_args(opening)? })
    }
}

impl GlyphsPlan {
    fn from_args(args: GlyphsArgs) -> Result<Self, Failure> {
        let GlyphsArgs { file, page, json, diagnostics, opening } = args;
        let (source, opening) = (Source::from_argument(file), Opening::from_args(opening)?);
        Ok(Self { source, page_number: page, json, diagnostics, opening })
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

impl InfoPlan {
    fn from_args(args: InfoArgs) -> Result<Self, Failure> {
        let sources = sources(args.files)?;
        let form = match (args.json, sources.len()) {
            (true, 1) => Form::Json,
            (true, _) => Form::JsonLines,
            (false, _) => Form::Text { verbose: args.verbose },
        };
        Ok(Self { sources, opening: Opening::from_args(args.opening)?, form })
    }
}

impl Opening {
    fn from_args(args: OpeningArgs) -> Result<Self, Failure> {
        let password = match (args.password, args.password_file) {
            (Some(password), _) => Password::Given(password),
            (None, Some(path)) => Password::Given(password::from_file(&path)?),
            (None, None) => Password::for_this_terminal(),
        };
        let time_limit = Some(args.time_limit).filter(|&seconds| seconds > 0).map(Duration::from_secs);
        Ok(Self { password, time_limit, mmap: args.mmap, cancel: CancelFlag::new() })
    }

    /// The library's options for a try with this password.
    pub(crate) fn options(&self, password: Option<String>) -> Options {
        let (time_limit, cancel) = (self.time_limit, self.cancel.clone());
        Options { password, time_limit, cancel, ..Options::default() }
    }
}

fn sources(files: Vec<PathBuf>) -> Result<Vec<Source>, Failure> {
    let sources: Vec<Source> = files.into_iter().map(Source::from_argument).collect();
    let from_stdin = sources.iter().filter(|source| matches!(source, Source::Stdin)).count();
    if from_stdin > 1 {
        return Err(Failure::new(Exit::Unusable, "standard input (-) can be read only once"));
    }
    Ok(sources)
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

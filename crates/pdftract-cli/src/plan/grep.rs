//! The plan of `pdftract grep`.

use std::ffi::OsString;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pdftract::ocr::Recognition;
use pdftract::search::{TextSearch, TextSearchOptions};
use sha2::{Digest, Sha256};

use super::{Opening, Reading, recognition, stdin_once};
use crate::args::{
    self, ColorArg, GrepArgs, MatchingArgs, OcrArg, OpeningArgs, PrintingArgs, RecognitionArgs,
};
use crate::exit::{Exit, Failure};
use crate::extract::walk::{Filter, Found, Search};

/// A plan to search files.
pub(crate) struct GrepPlan {
    /// The patterns.
    pub(crate) search: TextSearch,
    /// The files to search, in order.
    pub(crate) found: Vec<Found>,
    /// Folders that could not be searched.
    pub(crate) failures: Vec<Failure>,
    /// The kind of output.
    pub(crate) form: GrepForm,
    /// The form of printed lines.
    pub(crate) lines: LineForm,
    /// The number of matching lines after which a file is left.
    pub(crate) max_count: Option<usize>,
    /// Print no messages about files that cannot be read.
    pub(crate) no_messages: bool,
    /// The cache of texts.
    pub(crate) cache: Option<CachePlan>,
    /// The highlighted copy to write.
    pub(crate) highlight: Option<PathBuf>,
    /// Tell unreadable pages by the exit code.
    pub(crate) require_readable: bool,
    /// The pages to read, and the number of threads.
    pub(crate) reading: Reading,
    /// OCR for pages without usable text.
    pub(crate) recognition: Option<Arc<Recognition>>,
    /// Options to open files.
    pub(crate) opening: Opening,
}

/// The kind of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GrepForm {
    /// Matching lines.
    Lines,
    /// Matches alone.
    Matches,
    /// The number of matching lines of each file.
    Count,
    /// Names of files with a match.
    FilesWith,
    /// Names of files without a match.
    FilesWithout,
    /// JSON messages.
    Json,
    /// Nothing.
    Quiet,
}

/// The form of printed lines.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct LineForm {
    /// Lines of context before a match.
    pub(crate) before: usize,
    /// Lines of context after a match.
    pub(crate) after: usize,
    /// Print the name of the file.
    pub(crate) file_name: bool,
    /// Print the number of the page.
    pub(crate) page_number: bool,
    /// Print the number of the line on its page.
    pub(crate) line_number: bool,
    /// Print a zero byte after the name of the file.
    pub(crate) null: bool,
    /// Print colours.
    pub(crate) color: bool,
}

/// The cache of texts.
pub(crate) struct CachePlan {
    /// The folder.
    pub(crate) folder: PathBuf,
    /// The most bytes in it.
    pub(crate) most_bytes: u64,
    /// Identifies the options that decide the text of a file.
    pub(crate) options: String,
}

impl GrepPlan {
    /// Creates a plan from the arguments. Every mistake has the exit code 2, as with grep.
    pub(super) fn from_args(args: GrepArgs) -> Result<Self, Failure> {
        Self::planned(args).map_err(|mut failure| {
            failure.exit = Exit::Usage;
            failure
        })
    }

    fn planned(args: GrepArgs) -> Result<Self, Failure> {
        let GrepArgs { words, matching, printing, walking, reading, mut opening, .. } = args;
        let (patterns, mut paths) = patterns_and_paths(&matching, words)?;
        if paths.is_empty() && walking.recursive {
            paths.push(".".into());
        }
        if paths.is_empty() {
            return Err(Failure::usage("name files or folders to search; . is the current folder"));
        }
        if let Some(message) = args::url_hint(&paths) {
            return Err(Failure::usage(message));
        }
        let search = TextSearch::new(&patterns, options(&matching))
            .map_err(|error| Failure::usage(error.to_string()))?;
        let has_folder = paths.iter().any(|path| path.is_dir());
        let filter = Filter {
            include: walking.include,
            exclude: walking.exclude,
            max_depth: walking.max_depth,
            // A folder without PDF files has no match, which is no trouble.
            may_be_empty: true,
        };
        let Search { found, failures } = Search::filtered(paths, &filter);
        stdin_once(found.iter().map(|found| &found.source))?;
        let is_single = found.len() == 1 && !has_folder;
        if args.highlight.is_some() && !is_single {
            return Err(Failure::usage("--highlight writes the copy of one file; name one file to search"));
        }
        if recognises(&args.recognition) {
            // OCR is slow, so lift the default time limit.
            opening.time_limit.get_or_insert(0);
        }
        let cache = args.cache.filter(|_| !has_font_data(&opening)).map(|folder| CachePlan {
            folder,
            most_bytes: args.cache_size << 20,
            options: cache_options(&args.recognition),
        });
        let mut opening = Opening::from_args(opening)?;
        if !is_single {
            opening.never_ask();
        }
        Ok(Self {
            search,
            found,
            failures,
            form: form(&printing),
            lines: line_form(&printing, !is_single),
            max_count: printing.max_count,
            no_messages: printing.no_messages,
            cache,
            highlight: args.highlight,
            require_readable: args.require_readable,
            reading: Reading::from_args(reading),
            recognition: recognition::plan(args.recognition)?,
            opening,
        })
    }

    /// Returns whether matches need the boxes of their characters.
    pub(crate) fn needs_boxes(&self) -> bool {
        self.form == GrepForm::Json || self.highlight.is_some()
    }
}

fn recognises(args: &RecognitionArgs) -> bool {
    matches!(args.ocr, Some(OcrArg::Auto | OcrArg::Force)) || args.engine.is_named()
}

/// Font maps change texts and are not part of the key of the cache.
fn has_font_data(args: &OpeningArgs) -> bool {
    let by_environment = std::env::var_os("PDFTRACT_FONT_DB").is_some_and(|value| !value.is_empty());
    !args.font_map.is_empty() || !args.font_db.is_empty() || by_environment
}

/// Returns a text that differs for options under which a file may have another text.
fn cache_options(recognition: &RecognitionArgs) -> String {
    let version = env!("CARGO_PKG_VERSION");
    if !recognises(recognition) {
        return format!("pdftract {version}");
    }
    let described = format!("{recognition:?}");
    format!("pdftract {version} {:x?}", Sha256::digest(described.as_bytes()))
}

/// Splits the words of the command line into patterns and paths.
fn patterns_and_paths(
    matching: &MatchingArgs,
    words: Vec<OsString>,
) -> Result<(Vec<String>, Vec<PathBuf>), Failure> {
    let mut words = words.into_iter();
    let mut patterns: Vec<String> = Vec::new();
    // A line end in a pattern separates two patterns, as with grep.
    let mut add = |pattern: &str| patterns.extend(pattern.split('\n').map(str::to_owned));
    if matching.regexp.is_empty() && matching.file.is_empty() {
        let pattern = words.next().unwrap_or_default();
        let pattern = pattern.to_str().ok_or_else(|| Failure::usage("the pattern is not UTF-8"))?;
        add(pattern);
    }
    matching.regexp.iter().for_each(|pattern| add(pattern));
    for path in &matching.file {
        patterns.extend(patterns_of(path)?);
    }
    Ok((patterns, words.map(PathBuf::from).collect()))
}

/// The bytes that are read of a file with patterns.
const MOST_PATTERN_BYTES: u64 = 16 << 20;

fn patterns_of(path: &Path) -> Result<Vec<String>, Failure> {
    let mut text = String::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().lock().take(MOST_PATTERN_BYTES).read_to_string(&mut text)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(MOST_PATTERN_BYTES).read_to_string(&mut text))
    };
    let failure = |error| Failure::usage(format!("the patterns cannot be read: {error}"));
    read.map_err(|error| failure(error).of_file(path.to_string_lossy()))?;
    Ok(text.lines().map(str::to_owned).collect())
}

fn options(matching: &MatchingArgs) -> TextSearchOptions {
    TextSearchOptions::new(|options| {
        options.literal = matching.fixed_strings;
        options.ignore_case = matching.ignore_case;
        options.smart_case = matching.smart_case;
        options.ignore_diacritics = matching.ignore_diacritics;
        options.whole_words = matching.word_regexp;
        options.whole_lines = matching.line_regexp;
    })
}

fn form(printing: &PrintingArgs) -> GrepForm {
    match printing {
        PrintingArgs { quiet: true, .. } => GrepForm::Quiet,
        PrintingArgs { json: true, .. } => GrepForm::Json,
        PrintingArgs { files_with_matches: true, .. } => GrepForm::FilesWith,
        PrintingArgs { files_without_match: true, .. } => GrepForm::FilesWithout,
        PrintingArgs { count: true, .. } => GrepForm::Count,
        PrintingArgs { only_matching: true, .. } => GrepForm::Matches,
        _ => GrepForm::Lines,
    }
}

fn line_form(printing: &PrintingArgs, are_several: bool) -> LineForm {
    let around = printing.context.unwrap_or(0);
    LineForm {
        before: printing.before_context.unwrap_or(around),
        after: printing.after_context.unwrap_or(around),
        file_name: printing.with_filename || (are_several && !printing.no_filename),
        page_number: !printing.no_page_number,
        line_number: printing.line_number,
        null: printing.null,
        color: uses_color(printing.color),
    }
}

/// Returns whether standard output gets colours.
pub(super) fn uses_color(color: ColorArg) -> bool {
    let is_set = |name: &str, is_refusal: fn(&OsString) -> bool| {
        std::env::var_os(name).is_some_and(|v| is_refusal(&v))
    };
    match color {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto => {
            let is_refused =
                is_set("NO_COLOR", |value| !value.is_empty()) || is_set("TERM", |value| value == "dumb");
            std::io::stdout().is_terminal() && !is_refused
        }
    }
}

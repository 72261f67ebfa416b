//! The request behind `pdftract` without a subcommand: which results, of which files, to which places.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use pdftract::ocr::Recognition;
use pdftract::{Detail, ExtractOptions, Hidden, TextOrder};

use super::{Isolation, Opening, Reading, WorkerStart, recognition, stdin_once};
use crate::args::characters::CharacterArgs;
use crate::args::{ChoiceArgs, ExtractArgs, HiddenArg, OcrArg, ResultArgs};
use crate::exit::{Exit, Failure};
use crate::extract::format::Format;
use crate::extract::targets::Destination;
use crate::extract::walk::{Found, Search};
use crate::font_data_files;
use crate::input::Source;

/// The request.
pub(crate) struct ExtractPlan {
    /// What to read, in order.
    pub(crate) found: Vec<Found>,
    /// What could not be searched for files.
    pub(crate) failures: Vec<Failure>,
    /// Where results go.
    pub(crate) destination: Destination,
    /// The forms of results, each once.
    pub(crate) formats: Vec<Format>,
    /// What is wanted of each page.
    pub(crate) extraction: ExtractOptions,
    /// Whether to leave alone what has its results.
    pub(crate) skip_existing: bool,
    /// Which pages of each file, and how.
    pub(crate) reading: Reading,
    /// Whether to tell what was lost or repaired.
    pub(crate) diagnostics: bool,
    /// Whether to show neither progress nor summary.
    pub(crate) quiet: bool,
    /// How to open each file.
    pub(crate) opening: Opening,
    /// How pages without usable text are read.
    pub(crate) recognition: Option<Arc<Recognition>>,
    /// When files are read by worker processes.
    pub(crate) isolation: Isolation,
    /// How these are started.
    pub(crate) worker: WorkerStart,
    inputs: OnceLock<HashSet<PathBuf>>,
}

impl ExtractPlan {
    /// Settles what was typed.
    pub(super) fn from_args(args: ExtractArgs) -> Result<Self, Failure> {
        let worker = WorkerStart::from_args(&args);
        let ExtractArgs {
            files,
            result,
            choice,
            characters,
            reading,
            telling,
            quiet,
            isolate,
            recognition,
            mut opening,
        } = args;
        let formats = formats(&result);
        contradictions(&result, &choice, &formats)?;
        let Search { mut found, failures } = Search::new(files);
        stdin_once(found.iter().map(|found| &found.source))?;
        if result.output.is_some() {
            each_once(&mut found);
        }
        if matches!(recognition.ocr, Some(OcrArg::Auto | OcrArg::Force)) || recognition.engine.is_named() {
            // Whoever asks for recognition waits for it.
            opening.time_limit.get_or_insert(0);
        }
        let mut opening = Opening::from_args(opening)?;
        if found.len() + failures.len() > 1 {
            opening.ask_nobody();
        }
        let destination = Destination::new(result.output.as_deref(), formats.len(), &found)?;
        Ok(Self {
            found,
            failures,
            destination,
            formats,
            skip_existing: result.skip_existing,
            extraction: extraction(result, &choice, &characters)?,
            reading: Reading::from_args(reading),
            diagnostics: telling.diagnostics,
            quiet,
            opening,
            recognition: recognition::plan(recognition)?,
            isolation: if isolate { Isolation::Always } else { Isolation::WhenSlow },
            worker,
            inputs: OnceLock::new(),
        })
    }

    /// Whether results go to standard output.
    pub(crate) fn prints(&self) -> bool {
        self.destination == Destination::Stdout
    }

    /// Whether there are several files, so that a summary is worth its line.
    pub(crate) fn is_batch(&self) -> bool {
        self.found.len() + self.failures.len() > 1
    }

    /// What stands on standard output between two files.
    pub(crate) fn separator_of_files(&self) -> &str {
        match self.formats.first() {
            Some(Format::Text) => &self.extraction.page_separator,
            Some(Format::Markdown) => "\n",
            Some(Format::Json | Format::Ndjson | Format::Chunks) | None => "",
        }
    }

    /// Whether a path leads to a file that is to be read.
    pub(crate) fn is_input(&self, path: &Path) -> bool {
        let Ok(path) = path.canonicalize() else { return false };
        self.inputs.get_or_init(|| self.found.iter().filter_map(canonical).collect()).contains(&path)
    }
}

fn canonical(found: &Found) -> Option<PathBuf> {
    match &found.source {
        Source::Stdin => None,
        Source::Path(path) => path.canonicalize().ok(),
    }
}

/// Leaves out files that were named before.
fn each_once(found: &mut Vec<Found>) {
    let mut seen = HashSet::new();
    found.retain(|found| match &found.source {
        Source::Stdin => true,
        // Rebuilt from its parts, a path is free of `./` and doubled separators.
        Source::Path(path) => {
            seen.insert(path.strip_prefix(".").unwrap_or(path).components().collect::<PathBuf>())
        }
    });
}

/// The formats asked for, each once and in the order in which they are made; else the one that the output's name stands for; else text.
fn formats(result: &ResultArgs) -> Vec<Format> {
    let mut formats = result.format.clone();
    formats.sort_unstable();
    formats.dedup();
    if formats.is_empty() {
        let extension = result.output.as_deref().filter(|output| !output.is_dir()).and_then(Path::extension);
        let named = extension.and_then(|extension| Format::from_extension(&extension.to_string_lossy()));
        formats.push(named.unwrap_or(Format::Text));
    }
    formats
}

/// Refuses options that would have no effect.
fn contradictions(result: &ResultArgs, choice: &ChoiceArgs, formats: &[Format]) -> Result<(), Failure> {
    let has_text = formats.contains(&Format::Text);
    let has_json = formats.contains(&Format::Json) || formats.contains(&Format::Ndjson);
    let refused = [
        (choice.layout && !has_text, "--layout is for text (--format text)"),
        (choice.raw && !has_text, "--raw is for text (--format text)"),
        (result.page_separator.is_some() && !has_text, "--page-separator is for text (--format text)"),
        (result.glyphs && !has_json, "--glyphs is for JSON (--format json or ndjson)"),
        (result.skip_existing && prints(result), "--skip-existing needs a folder or file (--output)"),
    ];
    match refused.into_iter().find(|(is_wrong, _)| *is_wrong) {
        Some((_, message)) => Err(Failure::new(Exit::Unusable, message)),
        None => Ok(()),
    }
}

fn prints(result: &ResultArgs) -> bool {
    result.output.as_deref().is_none_or(|output| output.as_os_str() == "-")
}

fn extraction(
    result: ResultArgs,
    choice: &ChoiceArgs,
    characters: &CharacterArgs,
) -> Result<ExtractOptions, Failure> {
    let hidden = match choice.hidden {
        HiddenArg::Mark => Hidden::Mark,
        HiddenArg::Keep => Hidden::Keep,
        HiddenArg::Drop => Hidden::Drop,
        HiddenArg::Only => Hidden::Only,
    };
    let order = match (choice.raw, choice.layout) {
        (true, _) => TextOrder::Drawing,
        (false, true) => TextOrder::Physical,
        (false, false) => TextOrder::Reading,
    };
    let mut options = ExtractOptions::default()
        .hidden(hidden)
        .policy(characters.policy())
        .dictionary(font_data_files::dictionary(&characters.correct)?.map(Arc::new))
        .without_running_heads(choice.no_headers)
        .order(order)
        .lines(characters.line_form())
        .detail(if result.glyphs { Detail::Glyphs } else { Detail::Spans });
    options.area = choice.bbox;
    if let Some(separator) = result.page_separator {
        options = options.page_separator(separator.0);
    }
    Ok(options)
}

//! The plan of `pdftract` without a subcommand: inputs, outputs, formats and options.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use pdftract::ocr::Recognition;
use pdftract::{
    ChunkOptions, Detail, ExtractOptions, Hidden, MarkdownOptions, Math, RunningHeads, TextOrder,
};

use super::{Isolation, Opening, Reading, WorkerStart, recognition, stdin_once};
use crate::args::characters::CharacterArgs;
use crate::args::{
    self, ChoiceArgs, DetailArg, ExtractArgs, HiddenArg, ListArgs, MathArg, OcrArg, ResultArgs, RowArgs,
};
use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::extract::format::Format;
use crate::extract::targets::{Destination, ImageTarget};
use crate::extract::walk::{Found, Search};
use crate::font_data_files;
use crate::input::Source;

/// A plan to extract files.
pub(crate) struct ExtractPlan {
    /// The files to read, in order.
    pub(crate) found: Vec<Found>,
    /// Folders that could not be searched.
    pub(crate) failures: Vec<Failure>,
    /// The destination of results.
    pub(crate) destination: Destination,
    /// The formats of results, each once.
    pub(crate) formats: Vec<Format>,
    /// Options for each page.
    pub(crate) extraction: ExtractOptions,
    /// Skip inputs whose outputs already exist.
    pub(crate) skip_existing: bool,
    /// Stop at the first file that fails.
    pub(crate) fail_fast: bool,
    /// The folder for images of pages.
    pub(crate) images: Option<ImageTarget>,
    /// The pages to read, and the number of threads.
    pub(crate) reading: Reading,
    /// Report what was lost or repaired.
    pub(crate) diagnostics: bool,
    /// Hide progress, warnings and the summary.
    pub(crate) quiet: bool,
    /// Options to open files.
    pub(crate) opening: Opening,
    /// OCR for pages without usable text.
    pub(crate) recognition: Option<Arc<Recognition>>,
    /// When files are read by worker processes.
    pub(crate) isolation: Isolation,
    /// How these are started.
    pub(crate) worker: WorkerStart,
    inputs: OnceLock<HashSet<PathBuf>>,
}

impl ExtractPlan {
    /// Creates a plan from the arguments.
    pub(super) fn from_args(args: ExtractArgs) -> Result<Self, Failure> {
        let worker = WorkerStart::from_args(&args);
        let ExtractArgs {
            mut files,
            list,
            rows,
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
        files.extend(listed(&list)?);
        if let Some(message) = args::hint(&files) {
            return Err(Failure::usage(message));
        }
        no_rows(&rows)?;
        let formats = formats(&result)?;
        contradictions(&result, &choice, &characters, &formats)?;
        let Search { mut found, failures } = Search::new(files);
        stdin_once(found.iter().map(|found| &found.source))?;
        if result.output.is_some() {
            each_once(&mut found);
        }
        if matches!(recognition.ocr, Some(OcrArg::Auto | OcrArg::Force)) || recognition.engine.is_named() {
            // OCR is slow, so lift the default time limit.
            opening.time_limit.get_or_insert(0);
        }
        let mut opening = Opening::from_args(opening)?;
        if found.len() + failures.len() > 1 {
            opening.never_ask();
        }
        let destination = Destination::new(result.output.as_deref(), formats.len(), &found)?;
        if !quiet {
            warn_of_extension(&destination, &formats);
        }
        let images = result.images.as_deref().map(|folder| ImageTarget::new(folder, &found));
        Ok(Self {
            found,
            failures,
            destination,
            formats,
            skip_existing: result.skip_existing,
            fail_fast: result.fail_fast,
            images,
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

    /// Returns whether results go to standard output.
    pub(crate) fn prints(&self) -> bool {
        self.destination == Destination::Stdout
    }

    /// Returns whether there are several files, so that a summary is useful.
    pub(crate) fn is_batch(&self) -> bool {
        self.found.len() + self.failures.len() > 1
    }

    /// Returns the separator between two files on standard output.
    pub(crate) fn separator_of_files(&self) -> &str {
        match self.formats.first() {
            Some(Format::Text) => &self.extraction.page_separator,
            Some(Format::Markdown) => "\n",
            Some(Format::Json | Format::Ndjson | Format::Chunks | Format::Rows | Format::Parquet) | None => {
                ""
            }
        }
    }

    /// Returns whether a path is one of the inputs.
    pub(crate) fn is_input(&self, path: &Path) -> bool {
        let Ok(path) = path.canonicalize() else { return false };
        self.inputs.get_or_init(|| self.found.iter().filter_map(canonical).collect()).contains(&path)
    }
}

/// Refuses arguments about rows for other formats.
fn no_rows(rows: &RowArgs) -> Result<(), Failure> {
    if *rows == RowArgs::default() {
        return Ok(());
    }
    Err(Failure::usage(
        "--rows, --columns, --shard, --part-size, --row-group-size, --attempts and --summary only apply to rows \
         (--format parquet or rows)",
    ))
}

fn canonical(found: &Found) -> Option<PathBuf> {
    match &found.source {
        Source::Stdin => None,
        Source::Path(path) => path.canonicalize().ok(),
    }
}

/// Returns the names that a list has, each on its line or before a NUL character.
pub(super) fn listed(list: &ListArgs) -> Result<Vec<PathBuf>, Failure> {
    let Some(file) = &list.files_from else { return Ok(Vec::new()) };
    let read = if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    let failed =
        |error: std::io::Error| Failure::new(Exit::Error, error.to_string()).of_file(file.to_string_lossy());
    let bytes = read.map_err(failed)?;
    let end = if list.null { 0 } else { b'\n' };
    let names = bytes.split(|&byte| byte == end).map(|name| match name {
        [name @ .., b'\r'] if !list.null => name,
        name => name,
    });
    Ok(names.filter(|name| !name.is_empty()).map(path_of).collect())
}

#[cfg(unix)]
fn path_of(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(name).into()
}

#[cfg(not(unix))]
fn path_of(name: &[u8]) -> PathBuf {
    String::from_utf8_lossy(name).into_owned().into()
}

/// Removes files that were named before.
fn each_once(found: &mut Vec<Found>) {
    let mut seen = HashSet::new();
    found.retain(|found| match &found.source {
        Source::Stdin => true,
        // Collecting the components removes `./` and doubled separators.
        Source::Path(path) => {
            seen.insert(path.strip_prefix(".").unwrap_or(path).components().collect::<PathBuf>())
        }
    });
}

/// Returns the requested formats, each once and in the order in which they are written. Without any, the extension of
/// the output decides, and text is the default.
fn formats(result: &ResultArgs) -> Result<Vec<Format>, Failure> {
    let mut formats = result.format.clone();
    formats.extend(result.json.then_some(Format::Json));
    formats.extend(result.markdown.then_some(Format::Markdown));
    formats.sort_unstable();
    formats.dedup();
    if formats.is_empty() {
        formats.push(format_of_output(result.output.as_deref())?);
    }
    Ok(formats)
}

/// Returns the format of the extension of an output file.
fn format_of_output(output: Option<&Path>) -> Result<Format, Failure> {
    let extension = output.filter(|output| !output.is_dir()).and_then(Path::extension);
    let Some(extension) = extension.map(|extension| extension.to_string_lossy()) else {
        return Ok(Format::Text);
    };
    match Format::from_extension(&extension) {
        Some(format) => Ok(format),
        // `-o v1.2` has no extension that names a format, and a PDF is refused with another message.
        None if !extension.chars().any(char::is_alphabetic) || extension.eq_ignore_ascii_case("pdf") => {
            Ok(Format::Text)
        }
        None => Err(Failure::usage(format!(
            "there is no format .{extension}: use .txt, .md, .json or .ndjson, or name the format with --format"
        ))),
    }
}

/// Warns when the extension of the output names another format than the one that is written.
fn warn_of_extension(destination: &Destination, formats: &[Format]) {
    let (Destination::File(path), [format]) = (destination, formats) else { return };
    let named = path.extension().and_then(|extension| Format::from_extension(&extension.to_string_lossy()));
    if named.is_some_and(|named| named != *format) {
        diagnostics::warn(&format!("{}: writing {format}, as --format asks for", path.display()));
    }
}

/// Returns the options of an extraction in one format, for requests that have no files on the command line.
#[cfg(feature = "server")]
pub(crate) fn request_options(mut args: ExtractArgs, format: Format) -> Result<ExtractOptions, Failure> {
    args.result.format = vec![format];
    contradictions(&args.result, &args.choice, &args.characters, &[format])?;
    extraction(args.result, &args.choice, &args.characters)
}

/// Refuses options that would have no effect.
fn contradictions(
    result: &ResultArgs,
    choice: &ChoiceArgs,
    characters: &CharacterArgs,
    formats: &[Format],
) -> Result<(), Failure> {
    let has_text = formats.contains(&Format::Text);
    let has_markdown = formats.contains(&Format::Markdown);
    let has_chunks = formats.contains(&Format::Chunks);
    let has_json = formats.contains(&Format::Json) || formats.contains(&Format::Ndjson);
    let refused = [
        (choice.layout && !has_text, "--layout only applies to text (--format text)"),
        (choice.raw && !has_text, "--raw only applies to text (--format text)"),
        (characters.sets_lines() && !has_text, "--lines only applies to text (--format text)"),
        (
            result.page_separator.is_some() && !has_text,
            "--page-separator only applies to text (--format text)",
        ),
        (result.page_markers && !has_markdown, "--page-markers only applies to Markdown (--format markdown)"),
        (result.no_figures && !has_markdown, "--no-figures only applies to Markdown (--format markdown)"),
        (
            result.math.is_some() && !has_markdown && !has_json,
            "--math only applies to Markdown and JSON (--format markdown, json or ndjson)",
        ),
        (result.glyphs && !has_json, "--glyphs only applies to JSON (--format json or ndjson)"),
        (result.detail.is_some() && !has_json, "--detail only applies to JSON (--format json or ndjson)"),
        (result.max_tokens.is_some() && !has_chunks, "--max-tokens only applies to chunks (--format chunks)"),
        (result.overlap.is_some() && !has_chunks, "--overlap only applies to chunks (--format chunks)"),
        (result.skip_existing && prints(result), "--skip-existing needs a folder or file (--output)"),
    ];
    match refused.into_iter().find(|(is_wrong, _)| *is_wrong) {
        Some((_, message)) => Err(Failure::usage(message)),
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
        .running_heads(running_heads(choice))
        .order(order)
        .lines(characters.line_form())
        .markdown(markdown(&result))
        .chunks(chunks(&result))
        .math(math(&result))
        .detail(detail(&result));
    options.area = choice.bbox;
    if let Some(separator) = result.page_separator {
        options = options.page_separator(separator.0);
    }
    Ok(options)
}

fn markdown(result: &ResultArgs) -> MarkdownOptions {
    MarkdownOptions::default().page_markers(result.page_markers).without_figures(result.no_figures)
}

fn math(result: &ResultArgs) -> Math {
    match result.math {
        Some(MathArg::Latex) => Math::Latex,
        Some(MathArg::Text) | None => Math::Text,
    }
}

fn running_heads(choice: &ChoiceArgs) -> RunningHeads {
    match (choice.keep_headers, choice.no_headers) {
        (true, _) => RunningHeads::Keep,
        (false, true) => RunningHeads::Drop,
        (false, false) => RunningHeads::Mark,
    }
}

fn chunks(result: &ResultArgs) -> ChunkOptions {
    let default = ChunkOptions::default();
    let tokens = |given: Option<u32>, default: usize| given.map_or(default, |tokens| tokens as usize);
    default
        .max_tokens(tokens(result.max_tokens, default.max_tokens))
        .overlap_tokens(tokens(result.overlap, default.overlap_tokens))
}

fn detail(result: &ResultArgs) -> Detail {
    match result.detail {
        None if result.glyphs => Detail::Glyphs,
        None | Some(DetailArg::Span) => Detail::Spans,
        Some(DetailArg::Page) => Detail::Pages,
        Some(DetailArg::Block) => Detail::Blocks,
        Some(DetailArg::Line) => Detail::Lines,
        Some(DetailArg::Word) => Detail::Words,
        Some(DetailArg::Glyph) => Detail::Glyphs,
    }
}

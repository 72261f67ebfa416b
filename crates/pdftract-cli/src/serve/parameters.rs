//! Parameters of requests: options of the command, read by the same definitions.

use clap::{ArgAction, FromArgMatches};
use pdftract_server::serve::{Interpreter, Operation, Parameter, ParameterKind};
use pdftract_worker::ExtractRequest;
use serde::Serialize;
use serde_json::Value;

use crate::args::{CheckArgs, ExtractArgs, FactsArgs, InfoArgs, RenderArgs, RepairArgs, TablesArgs};
use crate::extract::format::Format;
use crate::plan::{Judging, request_options};
use crate::tasks::{CheckTask, FactsTask, InfoTask, RenderTask, RepairTask, SearchTask, TablesTask};

/// Reads parameters as this command reads its options.
#[derive(Debug)]
pub(crate) struct CommandParameters;

/// Parameters of a search.
#[derive(Debug, clap::Args)]
struct SearchArgs {
    /// Text or pattern to search for
    #[arg(long, required = true, allow_hyphen_values = true)]
    query: String,

    /// Treat the query as a regular expression
    #[arg(long)]
    regex: bool,

    /// Ignore the difference between upper and lower case
    #[arg(long)]
    ignore_case: bool,

    /// Ignore diacritics
    #[arg(long)]
    ignore_diacritics: bool,

    /// Only find whole words
    #[arg(long)]
    whole_words: bool,

    /// Pages to search, such as 1-5,7
    #[arg(long, allow_hyphen_values = true)]
    pages: Option<pdftract::PageRanges>,

    /// Most matches in the result
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_matches: u32,
}

/// The values of a parameter where the definition of the option does not state them.
#[derive(Debug, Clone, Copy)]
enum Values {
    Stated,
    Integer(i64, i64),
    Score,
}

use Values::{Integer, Score, Stated};

type Allowed = &'static [(&'static str, Values)];

/// Options of every extraction. Those that name files, and those of the server, cannot be given by requests.
const EXTRACTION: Allowed = &[
    ("pages", Stated),
    ("hidden", Stated),
    ("bbox", Stated),
    ("no-headers", Stated),
    ("keep-headers", Stated),
    ("normalize", Stated),
    ("ligatures", Stated),
    ("hyphens", Stated),
    ("pua", Stated),
    ("spaces", Stated),
];
const TEXT: Allowed = &[("layout", Stated), ("raw", Stated), ("lines", Stated), ("page-separator", Stated)];
const MARKDOWN: Allowed = &[("page-markers", Stated), ("no-figures", Stated), ("math", Stated)];
const JSON: Allowed = &[("detail", Stated), ("glyphs", Stated), ("math", Stated)];
const CHUNKS: Allowed = &[("max-tokens", Integer(16, 1_000_000)), ("overlap", Integer(0, 1_000_000))];
const PAGE: Values = Integer(1, 500_000);

/// Returns the options that a request for an operation may give.
fn allowed(operation: Operation) -> Vec<(&'static str, Values)> {
    let (all, own): (Allowed, Allowed) = match operation {
        Operation::Text => (EXTRACTION, TEXT),
        Operation::Markdown => (EXTRACTION, MARKDOWN),
        Operation::Json | Operation::Ndjson => (EXTRACTION, JSON),
        Operation::Chunks => (EXTRACTION, CHUNKS),
        Operation::Check => (&[("pages", Stated), ("fail-below", Score), ("ocr-threshold", Score)], &[]),
        Operation::Facts => (&[("documents", Stated)], &[]),
        Operation::Render => (&[("page", PAGE), ("dpi", Integer(10, 1_200)), ("boxes", Stated)], &[]),
        Operation::Repair => (&[("min-confidence", Score), ("force", Stated)], &[]),
        Operation::Tables => (&[("format", Stated), ("page", PAGE)], &[]),
        Operation::Search => (
            &[
                ("query", Stated),
                ("regex", Stated),
                ("ignore-case", Stated),
                ("ignore-diacritics", Stated),
                ("whole-words", Stated),
                ("pages", Stated),
                ("max-matches", Integer(1, 100_000)),
            ],
            &[],
        ),
        _ => (&[], &[]),
    };
    all.iter().chain(own).copied().collect()
}

/// Returns the options of an operation as clap defines them.
fn definition(operation: Operation) -> clap::Command {
    fn of<T: clap::Args>() -> clap::Command {
        T::augment_args(clap::Command::new("request").no_binary_name(true).disable_help_flag(true))
    }
    match operation {
        Operation::Check => of::<CheckArgs>(),
        Operation::Facts => of::<FactsArgs>(),
        Operation::Info => of::<InfoArgs>(),
        Operation::Render => of::<RenderArgs>(),
        Operation::Repair => of::<RepairArgs>(),
        Operation::Tables => of::<TablesArgs>(),
        Operation::Search => of::<SearchArgs>(),
        _ => of::<ExtractArgs>(),
    }
}

/// Returns the arguments that stand for the document and its destination.
fn fixed(operation: Operation) -> &'static [&'static str] {
    match operation {
        Operation::Search => &[],
        Operation::Render | Operation::Repair => &["--output=-", "-"],
        _ => &["-"],
    }
}

/// Reads the parameters of a request.
fn parse<T: FromArgMatches>(operation: Operation, given: &[(String, String)]) -> Result<T, String> {
    let known = allowed(operation);
    let command = definition(operation);
    let mut words: Vec<String> = Vec::new();
    for (name, value) in given {
        if !known.iter().any(|(known, _)| known == name) {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            return Err(format!("{name}: there is no such parameter; there are: {}", names.join(", ")));
        }
        let is_flag = command.get_arguments().any(|argument| {
            argument.get_long() == Some(name) && matches!(argument.get_action(), ArgAction::SetTrue)
        });
        match value.as_str() {
            "" | "true" | "1" if is_flag => words.push(format!("--{name}")),
            "false" | "0" if is_flag => {}
            _ if is_flag => return Err(format!("{name}: the values are true and false")),
            value => words.push(format!("--{name}={value}")),
        }
    }
    words.extend(fixed(operation).iter().map(|&word| word.to_owned()));
    let matches = command.try_get_matches_from(words).map_err(|error| sentence(&error))?;
    T::from_arg_matches(&matches).map_err(|error| sentence(&error))
}

/// Returns the first paragraph of an error of clap on one line.
fn sentence(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = first.trim_start_matches("error: ").split_whitespace().collect();
    crate::printable::printable(&words.join(" ")).into_owned()
}

impl Interpreter for CommandParameters {
    fn parameters(&self, operation: Operation) -> Vec<Parameter> {
        let command = definition(operation);
        let option = |(name, values): (&'static str, Values)| {
            let argument = command.get_arguments().find(|argument| argument.get_long() == Some(name))?;
            let words = argument.get_possible_values();
            let kind = match values {
                Integer(least, most) => ParameterKind::Integer(least, most),
                Score => ParameterKind::Score,
                Stated if matches!(argument.get_action(), ArgAction::SetTrue) => ParameterKind::Flag,
                Stated if words.is_empty() => ParameterKind::Text,
                Stated => ParameterKind::Word(words.iter().map(|word| word.get_name().to_owned()).collect()),
            };
            let default =
                argument.get_default_values().first().map(|value| value.to_string_lossy().into_owned());
            Some(Parameter {
                name: name.to_owned(),
                description: argument.get_help().map(ToString::to_string).unwrap_or_default(),
                default: default.filter(|_| !matches!(kind, ParameterKind::Flag)),
                kind,
                required: argument.is_required_set(),
            })
        };
        allowed(operation).into_iter().filter_map(option).collect()
    }

    fn extraction(&self, operation: Operation, given: &[(String, String)]) -> Result<ExtractRequest, String> {
        let format = match operation {
            Operation::Markdown => Format::Markdown,
            Operation::Json => Format::Json,
            Operation::Ndjson => Format::Ndjson,
            Operation::Chunks => Format::Chunks,
            _ => Format::Text,
        };
        // Building the definition costs more than reading a small document.
        let args = if given.is_empty() { ExtractArgs::default() } else { parse(operation, given)? };
        let pages = args.reading.pages.as_ref().map(ToString::to_string);
        let options = request_options(args, format).map_err(|failure| failure.message())?;
        Ok(ExtractRequest::new(vec![format.into()], options).with(|request| request.pages = pages))
    }

    fn task(&self, operation: Operation, given: &[(String, String)], file: &str) -> Result<Value, String> {
        let file = file.to_owned();
        match operation {
            Operation::Check => {
                let args: CheckArgs = parse(operation, given)?;
                let judging = Judging { fail_below: args.fail_below, ocr_threshold: args.ocr_threshold };
                value(&CheckTask { file, pages: args.reading.pages.map(|pages| pages.to_string()), judging })
            }
            Operation::Tables => {
                let args: TablesArgs = parse(operation, given)?;
                value(&TablesTask { file, format: args.format, page: args.page })
            }
            Operation::Render => {
                let args: RenderArgs = parse(operation, given)?;
                value(&RenderTask { page: args.page, dpi: args.dpi, boxes: args.boxes })
            }
            Operation::Repair => {
                let args: RepairArgs = parse(operation, given)?;
                #[allow(clippy::cast_possible_truncation)]
                let min_confidence = args.min_confidence as f32;
                value(&RepairTask { file, min_confidence, force: args.force })
            }
            Operation::Search => search(parse(operation, given)?),
            Operation::Facts => {
                let args: FactsArgs = parse(operation, given)?;
                value(&FactsTask { file, documents: args.documents })
            }
            _ => {
                let _: InfoArgs = parse(operation, given)?;
                value(&InfoTask { file })
            }
        }
    }
}

fn search(args: SearchArgs) -> Result<Value, String> {
    value(&SearchTask {
        query: args.query,
        regex: args.regex,
        ignore_case: args.ignore_case,
        ignore_diacritics: args.ignore_diacritics,
        whole_words: args.whole_words,
        pages: args.pages.map(|pages| pages.to_string()),
        max_matches: args.max_matches as usize,
    })
}

fn value(task: &impl Serialize) -> Result<Value, String> {
    serde_json::to_value(task).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn every_allowed_parameter_is_an_option_of_the_command() {
        for operation in Operation::ALL {
            let named: Vec<String> =
                CommandParameters.parameters(operation).into_iter().map(|parameter| parameter.name).collect();
            assert_eq!(named, allowed(operation).iter().map(|(name, _)| *name).collect::<Vec<_>>());
        }
    }

    #[test]
    fn parameters_that_name_files_are_refused() {
        for name in
            ["password-file", "font-map", "output", "correct", "images", "mmap", "time-limit", "files", "-o"]
        {
            let refused = CommandParameters.extraction(Operation::Text, &given(&[(name, "/etc/passwd")]));
            assert!(refused.is_err_and(|message| message.contains("no such parameter")), "{name}");
        }
    }

    #[test]
    fn values_are_checked_as_on_the_command_line() {
        let extract = |pairs: &[(&str, &str)]| CommandParameters.extraction(Operation::Text, &given(pairs));
        assert!(
            extract(&[("layout", ""), ("pages", "1-2")])
                .is_ok_and(|request| request.pages.as_deref() == Some("1-2"))
        );
        assert!(extract(&[("layout", "false"), ("raw", "true")]).is_ok());
        for wrong in [
            &[("layout", "maybe")][..],
            &[("pages", "x")],
            &[("hidden", "no")],
            &[("layout", ""), ("raw", "")],
        ] {
            assert!(extract(wrong).is_err(), "{wrong:?}");
        }
        let markdown = CommandParameters.extraction(Operation::Markdown, &given(&[("layout", "")]));
        assert!(markdown.is_err());
    }
}

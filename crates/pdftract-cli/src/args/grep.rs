//! Arguments of `pdftract grep`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;

use super::recognition::RecognitionArgs;
use super::shared::{OpeningArgs, ReadingArgs};

/// Arguments of `pdftract grep`.
#[derive(Debug, clap::Args)]
pub(crate) struct GrepArgs {
    /// Regular expression, then PDF files and folders; `-` is standard input
    ///
    /// With -e or -f all of them are files and folders. Folders are searched recursively for .pdf files.
    #[arg(value_name = "PATTERN PATH", required_unless_present_any = ["regexp", "file"])]
    pub(crate) words: Vec<OsString>,

    #[command(flatten)]
    pub(crate) matching: MatchingArgs,

    #[command(flatten)]
    pub(crate) printing: PrintingArgs,

    #[command(flatten)]
    pub(crate) walking: WalkingArgs,

    /// Keep the text of files in a folder, so that the next search reads only changed ones
    ///
    /// The folder may be shared by processes and deleted at any time. Text of encrypted files is never kept; with
    /// --font-map or --font-db the cache is not used.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) cache: Option<PathBuf>,

    /// Most megabytes in the cache; the texts that were not used for the longest time go first
    #[arg(long, value_name = "MB", default_value_t = 1_000, requires = "cache",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) cache_size: u64,

    /// Write a copy of the file with its matches highlighted; the original bytes stay in front
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "files_with_matches", "files_without_match", "quiet", "max_count"])]
    pub(crate) highlight: Option<PathBuf>,

    /// Exit with 4 instead of 1 if nothing was found and some pages have no readable text
    #[arg(long)]
    pub(crate) require_readable: bool,

    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    help: Option<bool>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    #[command(flatten)]
    pub(crate) recognition: RecognitionArgs,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Arguments for patterns.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Patterns")]
pub(crate) struct MatchingArgs {
    /// Another pattern; repeatable
    #[arg(short = 'e', long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub(crate) regexp: Vec<String>,

    /// File with a pattern on each line; `-` is standard input
    #[arg(short = 'f', long, value_name = "FILE")]
    pub(crate) file: Vec<PathBuf>,

    /// Patterns are plain text, not regular expressions
    #[arg(short = 'F', long)]
    pub(crate) fixed_strings: bool,

    /// Ignore case
    #[arg(short, long)]
    pub(crate) ignore_case: bool,

    /// Ignore case if the patterns have no upper-case letter
    #[arg(short = 'S', long)]
    pub(crate) smart_case: bool,

    /// Ignore accents and other diacritics
    #[arg(long, visible_alias = "unac")]
    pub(crate) ignore_diacritics: bool,

    /// Match whole words only
    #[arg(short, long)]
    pub(crate) word_regexp: bool,

    /// Match whole lines only
    #[arg(short = 'x', long)]
    pub(crate) line_regexp: bool,
}

/// Arguments for the output.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct PrintingArgs {
    /// Print the number of matching lines of each file
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) count: bool,

    /// Print only the names of files with a match
    #[arg(short = 'l', long, conflicts_with = "json")]
    pub(crate) files_with_matches: bool,

    /// Print only the names of files without a match
    #[arg(short = 'L', long, conflicts_with_all = ["files_with_matches", "json"])]
    pub(crate) files_without_match: bool,

    /// Print nothing; stop at the first match
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,

    /// Also print the number of the line on its page
    #[arg(short = 'n', long)]
    pub(crate) line_number: bool,

    /// Print only the matches, each on a line
    #[arg(short, long)]
    pub(crate) only_matching: bool,

    /// Stop after this many matching lines of each file
    #[arg(short, long, value_name = "N")]
    pub(crate) max_count: Option<usize>,

    /// Also print this many lines after each match
    #[arg(short = 'A', long, value_name = "N")]
    pub(crate) after_context: Option<usize>,

    /// Also print this many lines before each match
    #[arg(short = 'B', long, value_name = "N")]
    pub(crate) before_context: Option<usize>,

    /// Also print this many lines before and after each match
    #[arg(short = 'C', long, value_name = "N")]
    pub(crate) context: Option<usize>,

    /// Print the name of the file with each line [default: for several files]
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub(crate) with_filename: bool,

    /// Do not print names of files
    #[arg(short = 'h', long, overrides_with = "with_filename")]
    pub(crate) no_filename: bool,

    /// Do not print page numbers
    #[arg(long)]
    pub(crate) no_page_number: bool,

    /// Print a zero byte after each file name
    #[arg(short = 'Z', long)]
    pub(crate) null: bool,

    /// Print JSON messages, one per line, in the form of ripgrep with pages, labels, boxes and scores
    #[arg(long, conflicts_with_all = ["only_matching", "null"])]
    pub(crate) json: bool,

    /// Colour names, pages and matches
    #[arg(long, value_name = "WHEN", visible_alias = "colour", value_enum, default_value_t)]
    pub(crate) color: ColorArg,

    /// Print no messages about files that cannot be read
    #[arg(short = 's', long)]
    pub(crate) no_messages: bool,
}

/// Arguments for folders.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Folders")]
pub(crate) struct WalkingArgs {
    /// Search the current folder if no path is given; folders are always searched recursively
    #[arg(short, long, visible_alias = "dereference-recursive")]
    pub(crate) recursive: bool,

    /// Search only files in folders whose name matches, such as 'report*.pdf'; repeatable
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,

    /// Leave out files and folders whose name matches; repeatable
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,

    /// Depth of folders: 1 for the files of the folder itself
    #[arg(long, value_name = "N")]
    pub(crate) max_depth: Option<usize>,
}

/// When colours are used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    /// On a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

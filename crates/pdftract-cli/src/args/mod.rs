//! The command line, as clap parses it.

#[cfg(feature = "server")]
mod access;
pub(crate) mod characters;
mod common;
mod diff;
mod extract;
mod facts;
mod grep;
mod help;
#[cfg(feature = "server")]
mod inspect;
#[cfg(feature = "server")]
mod mcp;
mod mistakes;
mod recognition;
mod rows;
#[cfg(feature = "server")]
mod serve;
mod shared;
mod worker;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use pdftract::PageRanges;
use pdftract::output::document::READABLE_FROM;
use pdftract::quality::page::OCR_BELOW;

pub(crate) use diff::DiffArgs;
pub(crate) use extract::{ChoiceArgs, DetailArg, ExtractArgs, HiddenArg, MathArg, ResultArgs};
pub(crate) use facts::FactsArgs;
pub(crate) use grep::{ColorArg, GrepArgs, MatchingArgs, PrintingArgs};
#[cfg(feature = "server")]
pub(crate) use inspect::InspectArgs;
pub(crate) use mistakes::{hint, url_hint};
pub(crate) use recognition::{EngineArgs, OcrArg, RecognitionArgs};
pub(crate) use rows::{GranularityArg, ListArgs, RowArgs, Shard};
pub(crate) use shared::{OneFileArgs, OpeningArgs, ReadingArgs, TellingArgs};
pub(crate) use worker::WorkerArgs;
#[cfg(feature = "server")]
pub(crate) use {access::AccessArgs, mcp::McpArgs, serve::ServeArgs};

use crate::exit::Exit;
use crate::invocation;
use help::{
    ATTACHMENTS_EXAMPLES, CHECK_EXAMPLES, COMPLETIONS_EXAMPLES, DIFF_HELP, EXAMPLES, EXIT_CODES,
    EXPLAIN_EXAMPLES, FACTS_EXAMPLES, GREP_HELP, INFO_EXAMPLES, LEARN_EXAMPLES, QUALITY_EXAMPLES,
    RENDER_EXAMPLES, REPAIR_EXAMPLES, REPORT_EXAMPLES, TABLES_EXAMPLES,
};
#[cfg(feature = "server")]
use help::{MCP_EXAMPLES, SERVE_EXAMPLES};

/// Extracts text, Markdown or JSON from PDF files, even damaged or malicious ones.
///
/// Text is in reading order, with a form feed between pages. A line on standard error reports pages without text, text
/// that cannot be trusted, and text that was left out; --diagnostics lists everything that was repaired or lost.
#[derive(Debug, Parser)]
#[command(name = "pdftract", version, arg_required_else_help = true)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) extract: ExtractArgs,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check whether the text of PDF files can be trusted, page by page
    #[command(arg_required_else_help = true, after_help = format!("{CHECK_EXAMPLES}\n\n{EXIT_CODES}"))]
    Check(CheckArgs),
    /// Search PDF files by regular expressions, over line ends and hyphens
    #[command(arg_required_else_help = true, disable_help_flag = true, after_help = GREP_HELP,
              override_usage = "pdftract grep [OPTIONS] PATTERN PATH...\n       pdftract grep [OPTIONS] -e PATTERN... PATH...")]
    Grep(Box<GrepArgs>),
    /// Show how the text of two PDF files differs, by block and word
    #[command(arg_required_else_help = true, after_help = DIFF_HELP)]
    Diff(Box<DiffArgs>),
    /// Check whether plain text is readable or garbled, as JSON
    #[command(after_help = format!("{QUALITY_EXAMPLES}\n\n{EXIT_CODES}"))]
    Quality {
        /// Text file in UTF-8; `-` is standard input
        #[arg(value_name = "FILE", default_value = "-")]
        file: PathBuf,
    },
    /// Print facts for routers: what a page has, and whether it probably needs OCR, as JSON lines
    #[command(arg_required_else_help = true, after_help = format!("{FACTS_EXAMPLES}\n\n{EXIT_CODES}"))]
    Facts(FactsArgs),
    /// Show pages, metadata, encryption, outline, forms, attachments and damage of PDF files
    #[command(arg_required_else_help = true, after_help = format!("{INFO_EXAMPLES}\n\n{EXIT_CODES}"))]
    Info(InfoArgs),
    /// List the fonts of a PDF and the sources of their Unicode text
    #[command(arg_required_else_help = true, after_help = EXIT_CODES)]
    Fonts(FontsArgs),
    /// List the glyphs of a page with text, source and position
    #[command(arg_required_else_help = true, after_help = EXIT_CODES)]
    Glyphs(GlyphsArgs),
    /// Print the tables of a PDF as CSV, JSON, HTML or Markdown
    #[command(arg_required_else_help = true, after_help = format!("{TABLES_EXAMPLES}\n\n{EXIT_CODES}"))]
    Tables(TablesArgs),
    /// Render a page as a PNG image, optionally with the boxes of its text
    #[command(arg_required_else_help = true, after_help = format!("{RENDER_EXAMPLES}\n\n{EXIT_CODES}"))]
    Render(RenderArgs),
    /// Show whether an OCR engine is installed, and its languages
    #[command(after_help = EXIT_CODES)]
    Doctor(DoctorArgs),
    /// Learn the glyphs of fonts from trusted PDFs and font files
    #[command(arg_required_else_help = true, after_help = format!("{LEARN_EXAMPLES}\n\n{EXIT_CODES}"))]
    Learn(LearnArgs),
    /// Explain the text of a glyph: the answer of each source, and why it was accepted or not
    #[command(arg_required_else_help = true, after_help = format!("{EXPLAIN_EXAMPLES}\n\n{EXIT_CODES}"))]
    Explain(ExplainArgs),
    /// Look at a PDF in the browser: boxes, text, and why each character is what it is
    #[cfg(feature = "server")]
    #[command(arg_required_else_help = true, after_help = format!("{}\n\n{EXIT_CODES}", inspect::EXAMPLES))]
    Inspect(Box<InspectArgs>),
    /// Write recovered text back into a PDF, so that every viewer can search and copy it
    #[command(arg_required_else_help = true, after_help = format!("{REPAIR_EXAMPLES}\n\n{EXIT_CODES}"))]
    Repair(RepairArgs),
    /// Make an anonymous copy of a PDF for a bug report: same structure and defects, other words
    #[command(arg_required_else_help = true, after_help = format!("{REPORT_EXAMPLES}\n\n{EXIT_CODES}"))]
    Report(ReportArgs),
    /// Serve documents below folders to an agent (Model Context Protocol)
    #[cfg(feature = "server")]
    #[command(arg_required_else_help = true, after_help = format!("{MCP_EXAMPLES}\n\n{EXIT_CODES}"))]
    Mcp(McpArgs),
    /// Serve text, Markdown, JSON and pictures of PDFs over HTTP
    #[cfg(feature = "server")]
    #[command(after_help = format!("{SERVE_EXAMPLES}\n\n{EXIT_CODES}"))]
    Serve(Box<ServeArgs>),
    /// Read documents for a parent process; pdftract starts itself with it
    #[command(hide = true)]
    Worker(Box<WorkerArgs>),
    /// List the files attached to a PDF, or save them
    #[command(arg_required_else_help = true, after_help = format!("{ATTACHMENTS_EXAMPLES}\n\n{EXIT_CODES}"))]
    Attachments(AttachmentsArgs),
    /// Print a completion script for a shell
    #[command(arg_required_else_help = true, after_help = format!("{COMPLETIONS_EXAMPLES}\n\n{EXIT_CODES}"))]
    Completions {
        /// Shell
        shell: clap_complete::Shell,
    },
    /// Print the man page of pdftract or of a subcommand
    #[command(hide = true)]
    Man {
        /// Subcommand
        command: Option<String>,
    },
}

/// Arguments of `pdftract check`.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// PDF files, and folders with PDF files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Print JSON: one object for one file, one object per line for several
    #[arg(long, conflicts_with = "quiet")]
    pub(crate) json: bool,

    /// Score from 0 to 1 below which a file cannot be trusted
    #[arg(long, value_name = "SCORE", default_value_t = READABLE_FROM, value_parser = score)]
    pub(crate) fail_below: f64,

    /// Score below which OCR is recommended for a page; 0 for never
    #[arg(long, value_name = "SCORE", default_value_t = OCR_BELOW, value_parser = score)]
    pub(crate) ocr_threshold: f64,

    /// Print nothing; only set the exit code
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    #[command(flatten)]
    pub(crate) telling: TellingArgs,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Arguments of `pdftract fonts`.
#[derive(Debug, clap::Args)]
pub(crate) struct FontsArgs {
    #[command(flatten)]
    pub(crate) file: OneFileArgs,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Arguments of `pdftract glyphs`.
#[derive(Debug, clap::Args)]
pub(crate) struct GlyphsArgs {
    #[command(flatten)]
    pub(crate) file: OneFileArgs,

    /// Page, counted from 1
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = PageRanges::parse_page_number)]
    pub(crate) page: usize,

    /// Write an HTML page with the images of all glyphs whose text is unknown or doubtful
    ///
    /// Fill it in with a browser to create a font map for --font-map.
    #[arg(long, requires = "output", conflicts_with_all = ["page", "json"])]
    pub(crate) unmapped: bool,

    /// HTML file to write
    #[arg(short, long, value_name = "FILE", requires = "unmapped")]
    pub(crate) output: Option<PathBuf>,
}

/// Arguments of `pdftract tables`.
#[derive(Debug, clap::Args)]
pub(crate) struct TablesArgs {
    /// PDF file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Format of the tables
    #[arg(short, long, value_name = "FORMAT", default_value = "csv", ignore_case = true)]
    pub(crate) format: TableFormat,

    /// Print only the tables of this page, counted from 1
    ///
    /// Otherwise a table that continues on the next pages is printed once, without its repeated header rows.
    #[arg(short, long, value_name = "N", value_parser = PageRanges::parse_page_number)]
    pub(crate) page: Option<usize>,

    #[command(flatten)]
    pub(crate) telling: TellingArgs,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// The format of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, serde::Serialize, serde::Deserialize)]
pub(crate) enum TableFormat {
    /// Comma-separated values (RFC 4180), an empty line between tables
    Csv,
    /// One JSON object: cells with row, column, spans, header flag, page, box and text
    Json,
    /// HTML tables with spans
    Html,
    /// Markdown tables; HTML where cells span rows or columns
    #[value(alias = "md")]
    Markdown,
}

/// Arguments of `pdftract report`.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// PDF file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// File to write
    #[arg(short, long, value_name = "FILE", required = true)]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Arguments of `pdftract attachments`.
#[derive(Debug, clap::Args)]
pub(crate) struct AttachmentsArgs {
    /// PDF file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Folder to save the attachments in; without it they are listed
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,

    /// Save only the attachment of this name
    #[arg(long, value_name = "NAME", requires = "output")]
    pub(crate) name: Option<String>,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Arguments of `pdftract learn`.
#[derive(Debug, clap::Args)]
pub(crate) struct LearnArgs {
    /// PDF files and font files (TrueType, OpenType, Type 1)
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// File of learned fonts (.ptfp) to create or to extend
    #[arg(short, long, value_name = "FILE", required = true)]
    pub(crate) output: PathBuf,

    /// List the glyphs left out because sources contradict each other
    #[arg(long)]
    pub(crate) conflicts: bool,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Arguments of `pdftract explain`.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("glyph").required(true))]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) file: OneFileArgs,

    /// Page, counted from 1
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = PageRanges::parse_page_number)]
    pub(crate) page: usize,

    /// Position of the glyph, in points from the top left corner of the page
    #[arg(long, value_name = "X,Y", group = "glyph", value_parser = point)]
    pub(crate) at: Option<(f32, f32)>,

    /// Text as extracted; its first occurrence in drawing order is explained
    #[arg(long, value_name = "TEXT", group = "glyph")]
    pub(crate) text: Option<String>,
}

/// Arguments of `pdftract repair`.
#[derive(Debug, clap::Args)]
pub(crate) struct RepairArgs {
    #[command(flatten)]
    pub(crate) file: OneFileArgs,

    /// File to write
    #[arg(short, long, value_name = "FILE", required = true)]
    pub(crate) output: PathBuf,

    /// Least confidence, from 0 to 1, of recovered characters that are written
    #[arg(long, value_name = "SCORE", default_value_t = 0.7, value_parser = score)]
    pub(crate) min_confidence: f64,

    /// Change a signed file; its signatures will no longer cover all of it
    #[arg(long)]
    pub(crate) force: bool,

    /// Add an invisible text layer to scanned pages with OCR (see pdftract doctor)
    #[arg(long)]
    pub(crate) ocr: bool,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// Arguments of `pdftract render`.
#[derive(Debug, clap::Args)]
pub(crate) struct RenderArgs {
    /// PDF file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Page, counted from 1
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = PageRanges::parse_page_number)]
    pub(crate) page: usize,

    /// PNG file to write; `-` is standard output
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: PathBuf,

    /// Resolution in dots per inch
    #[arg(long, value_name = "DPI", default_value_t = 150, value_parser = clap::value_parser!(u32).range(10..=1200))]
    pub(crate) dpi: u32,

    /// Draw the boxes of blocks (red), lines (blue) and words (green)
    #[arg(long)]
    pub(crate) boxes: bool,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Arguments of `pdftract doctor`.
#[derive(Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// Path of the program tesseract, if it is not in PATH
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) ocr_engine: Option<PathBuf>,
}

/// Arguments of `pdftract info`.
#[derive(Debug, clap::Args)]
pub(crate) struct InfoArgs {
    /// PDF files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Print JSON: one object for one file, one object per line for several
    #[arg(long)]
    pub(crate) json: bool,

    /// Show complete lists, and each link and annotation
    #[arg(short, long)]
    pub(crate) verbose: bool,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

impl Args {
    /// Parses the command line. Prints help, the version and mistakes, and returns the exit code for them.
    pub(crate) fn read() -> Result<Self, Exit> {
        if let Some(args) = common::read(invocation::arguments().skip(1)) {
            return Ok(args);
        }
        let words: Vec<OsString> = invocation::arguments().collect();
        Self::try_parse_from(mistakes::with_ocr_value(words)).map_err(|error| {
            // A closed pipe, as in `pdftract --help | head -1`, is not an error.
            let _ = error.print();
            if error.exit_code() == 0 { Exit::Ok } else { Exit::Usage }
        })
    }
}

/// Parses a position.
fn point(typed: &str) -> Result<(f32, f32), String> {
    let numbers =
        typed.split_once(',').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers.ok_or_else(|| "a position is two numbers separated by a comma, such as 72,144.5".into())
}

/// Parses a score.
fn score(typed: &str) -> Result<f64, String> {
    let score = typed.parse().ok().filter(|score| (0.0..=1.0).contains(score));
    score.ok_or_else(|| "a score is a number from 0 to 1".into())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_of_arguments_is_valid() {
        Args::command().debug_assert();
    }
}

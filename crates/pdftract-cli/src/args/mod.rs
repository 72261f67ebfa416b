//! What was typed: the command line as clap reads it.

pub(crate) mod characters;
mod common;
mod extract;
mod help;
mod recognition;
mod shared;
mod worker;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use pdftract::PageRanges;
use pdftract::output::document::READABLE_FROM;
use pdftract::quality::page::OCR_BELOW;

pub(crate) use extract::{ChoiceArgs, ExtractArgs, HiddenArg, ResultArgs};
pub(crate) use recognition::{EngineArgs, OcrArg, RecognitionArgs};
pub(crate) use shared::{OneFileArgs, OpeningArgs, ReadingArgs, TellingArgs};
pub(crate) use worker::WorkerArgs;

use crate::exit::Exit;
use help::{
    CHECK_EXAMPLES, COMPLETIONS_EXAMPLES, EXAMPLES, EXIT_CODES, EXPLAIN_EXAMPLES, INFO_EXAMPLES,
    LEARN_EXAMPLES, QUALITY_EXAMPLES, RENDER_EXAMPLES, REPAIR_EXAMPLES, REPORT_EXAMPLES, TABLES_EXAMPLES,
};

/// Turns PDF files into text, Markdown or JSON, even when they are damaged.
///
/// Text comes in reading order, pages in the order of the file with a form feed between them. What was repaired, cut
/// or left out on the way is never hidden: ask with --diagnostics.
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
    /// Tell whether the text of PDF files can be trusted, page by page
    #[command(arg_required_else_help = true, after_help = format!("{CHECK_EXAMPLES}\n\n{EXIT_CODES}"))]
    Check(CheckArgs),
    /// Tell whether a plain text can be read or is garbled, as JSON
    #[command(after_help = format!("{QUALITY_EXAMPLES}\n\n{EXIT_CODES}"))]
    Quality {
        /// A text in UTF-8; `-` is standard input
        #[arg(value_name = "FILE", default_value = "-")]
        file: PathBuf,
    },
    /// Show what PDF files say about themselves: pages, metadata, encryption, outline, forms, attachments, damage
    #[command(arg_required_else_help = true, after_help = format!("{INFO_EXAMPLES}\n\n{EXIT_CODES}"))]
    Info(InfoArgs),
    /// Show the fonts that the pages of a PDF use, and how the text of their codes is known
    #[command(arg_required_else_help = true, after_help = EXIT_CODES)]
    Fonts(FontsArgs),
    /// Show each glyph of a page: what it says, how that is known, where it stands
    #[command(arg_required_else_help = true, after_help = EXIT_CODES)]
    Glyphs(GlyphsArgs),
    /// Print the tables of a PDF as CSV, JSON, HTML or Markdown
    #[command(arg_required_else_help = true, after_help = format!("{TABLES_EXAMPLES}\n\n{EXIT_CODES}"))]
    Tables(TablesArgs),
    /// Show a page as a picture, if wanted with what was found on it
    #[command(arg_required_else_help = true, after_help = format!("{RENDER_EXAMPLES}\n\n{EXIT_CODES}"))]
    Render(RenderArgs),
    /// Tell which optional helpers are there: the engine for recognition and its languages
    Doctor(DoctorArgs),
    /// Learn what the glyphs of fonts mean from PDFs and font files that can be trusted
    #[command(arg_required_else_help = true, after_help = format!("{LEARN_EXAMPLES}\n\n{EXIT_CODES}"))]
    Learn(LearnArgs),
    /// Say how the text of a glyph is known: what each source answers, and why it was believed or not
    #[command(arg_required_else_help = true, after_help = format!("{EXPLAIN_EXAMPLES}\n\n{EXIT_CODES}"))]
    Explain(ExplainArgs),
    /// Write what was found out about fonts back into a PDF, so that every viewer can search and copy its text
    #[command(arg_required_else_help = true, after_help = format!("{REPAIR_EXAMPLES}\n\n{EXIT_CODES}"))]
    Repair(RepairArgs),
    /// Make a copy of a PDF that can be shared: the same structure, fonts and faults, without its words and pictures
    #[command(arg_required_else_help = true, after_help = format!("{REPORT_EXAMPLES}\n\n{EXIT_CODES}"))]
    Report(ReportArgs),
    /// Read documents for a parent process; pdftract starts itself with it
    #[command(hide = true)]
    Worker(Box<WorkerArgs>),
    /// Print a script that lets a shell complete the command's arguments
    #[command(arg_required_else_help = true, after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the command, or of one of its subcommands
    #[command(hide = true)]
    Man {
        /// The subcommand
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

    /// Score from 0 to 1 below which a file is not to be trusted
    #[arg(long, value_name = "SCORE", default_value_t = READABLE_FROM, value_parser = score)]
    pub(crate) fail_below: f64,

    /// Score below which a page is said to be better read from its picture; 0 for never
    #[arg(long, value_name = "SCORE", default_value_t = OCR_BELOW, value_parser = score)]
    pub(crate) ocr_threshold: f64,

    /// Print nothing; the exit code says it
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

    /// The page, counted from 1
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = PageRanges::parse_page_number)]
    pub(crate) page: usize,

    /// Make a page of HTML with the pictures of all glyphs of the file whose text is unknown or doubtful
    ///
    /// Filled in with a browser, it saves a font map for --font-map.
    #[arg(long, requires = "output", conflicts_with_all = ["page", "json"])]
    pub(crate) unmapped: bool,

    /// Where that page goes
    #[arg(short, long, value_name = "FILE", requires = "unmapped")]
    pub(crate) output: Option<PathBuf>,
}

/// Arguments of `pdftract tables`.
#[derive(Debug, clap::Args)]
pub(crate) struct TablesArgs {
    /// PDF file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The form of the tables
    #[arg(short, long, value_name = "FORMAT", default_value = "csv")]
    pub(crate) format: TableFormat,

    /// Print the tables of one page only, counted from 1
    ///
    /// Otherwise a table that goes on over several pages is printed as one, without its repeated heads.
    #[arg(short, long, value_name = "N", value_parser = PageRanges::parse_page_number)]
    pub(crate) page: Option<usize>,

    #[command(flatten)]
    pub(crate) telling: TellingArgs,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// The form in which tables are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum TableFormat {
    /// Comma-separated values (RFC 4180), an empty line between tables
    Csv,
    /// One JSON object: cells with row, column, spans, header flag, page, box and text
    Json,
    /// HTML tables with spans
    Html,
    /// Markdown tables with pipes; HTML where cells span rows or columns
    Markdown,
}

/// Arguments of `pdftract report`.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// PDF file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Where the copy goes
    #[arg(short, long, value_name = "FILE", required = true)]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Arguments of `pdftract learn`.
#[derive(Debug, clap::Args)]
pub(crate) struct LearnArgs {
    /// PDF files and font files (TrueType, OpenType, Type 1)
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// File of learned fonts to make or to add to
    #[arg(short, long, value_name = "FILE", required = true)]
    pub(crate) output: PathBuf,

    /// List each glyph that was left out because sources contradict each other
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

    /// The page, counted from 1
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = PageRanges::parse_page_number)]
    pub(crate) page: usize,

    /// The place of the glyph, in points from the top left corner of the page
    #[arg(long, value_name = "X,Y", group = "glyph", value_parser = point)]
    pub(crate) at: Option<(f32, f32)>,

    /// Text as pdftract reads it; the glyphs of its first occurrence in drawing order are explained
    #[arg(long, value_name = "TEXT", group = "glyph")]
    pub(crate) text: Option<String>,
}

/// Arguments of `pdftract repair`.
#[derive(Debug, clap::Args)]
pub(crate) struct RepairArgs {
    #[command(flatten)]
    pub(crate) file: OneFileArgs,

    /// Where the repaired file goes
    #[arg(short, long, value_name = "FILE", required = true)]
    pub(crate) output: PathBuf,

    /// How sure a recovered character must be to be written, from 0 to 1
    #[arg(long, value_name = "SCORE", default_value_t = 0.7, value_parser = score)]
    pub(crate) min_confidence: f64,

    /// Go on though the file is signed; its signatures will no longer cover all of it
    #[arg(long)]
    pub(crate) force: bool,

    /// Read scanned pages by recognition and give them an invisible layer of text (see pdftract doctor)
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

    /// The page, counted from 1
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = PageRanges::parse_page_number)]
    pub(crate) page: usize,

    /// The PNG file to write; `-` is standard output
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: PathBuf,

    /// Dots per inch
    #[arg(long, value_name = "DPI", default_value_t = 150, value_parser = clap::value_parser!(u32).range(10..=1200))]
    pub(crate) dpi: u32,

    /// Draw the blocks (red), lines (blue) and words (green) that were found
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

    /// The program Tesseract, if it is not on the path
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

    /// Show long lists to their end, and each link and annotation
    #[arg(short, long)]
    pub(crate) verbose: bool,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

impl Args {
    /// Reads the command line. Help, version and mistakes are printed here; what is left is the exit code.
    pub(crate) fn read() -> Result<Self, Exit> {
        if let Some(args) = common::read(std::env::args_os().skip(1)) {
            return Ok(args);
        }
        Self::try_parse().map_err(|error| {
            // A closed pipe is no reason to complain: `pdftract --help | head -1`.
            let _ = error.print();
            if error.exit_code() == 0 { Exit::Ok } else { Exit::Unusable }
        })
    }
}

/// A place as typed.
fn point(typed: &str) -> Result<(f32, f32), String> {
    let numbers =
        typed.split_once(',').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers.ok_or_else(|| "a place is two numbers with a comma, such as 72,144.5".into())
}

/// A score as typed.
fn score(typed: &str) -> Result<f64, String> {
    let score = typed.parse().ok().filter(|score| (0.0..=1.0).contains(score));
    score.ok_or_else(|| "a score lies between 0 and 1".into())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Args::command().debug_assert();
    }
}

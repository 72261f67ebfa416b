//! What was typed: the command line as clap reads it, with the help that teaches it.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::exit::Exit;
use crate::page_selection::{PageSelection, page_number};

/// Exit codes stand in every help text, because scripts depend on them.
const EXIT_CODES: &str = "\
Exit codes:
  0  all is well (damage that was repaired counts as well; it is told in diagnostics)
  1  a file could not be read, the output could not be written, or the time was over
  2  the command line is wrong, a file is not a readable PDF, or it lacks the page asked for
  3  a file is locked, and the password is missing or wrong
  With several files the highest of their codes is returned; one bad file does not stop the others.";

const EXAMPLES: &str = "\
Examples:
  pdftract report.pdf                         the text of a file
  pdftract --pages 1-5,12- report.pdf         of some of its pages
  curl -s https://example.org/a.pdf | pdftract -
                                              from standard input
  pdftract --password-file pw.txt locked.pdf  of a locked file
  pdftract info report.pdf                    what a file says about itself
  pdftract fonts report.pdf                   its fonts, and how their text is known
  pdftract glyphs --page 3 report.pdf         where each glyph of a page stands
  A file that is named like a command can be given as ./info.";

const INFO_EXAMPLES: &str = "\
Examples:
  pdftract info *.pdf                         several files, one after the other
  pdftract info --json report.pdf             the same as JSON, complete
  pdftract info --json *.pdf > facts.ndjson   one JSON object per line and file";

/// Prints the text of PDF files and tells what else is in them, even when they are damaged.
///
/// Text comes in the order in which it is drawn, pages in the order of the file with a form feed between them. Reading
/// order by layout is coming and will be the default; `--raw` will go on giving the order of drawing.
#[derive(Debug, Parser)]
#[command(name = "pdftract", version, arg_required_else_help = true)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) text: TextArgs,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show what PDF files say about themselves: pages, metadata, encryption, outline, forms, attachments, damage
    #[command(arg_required_else_help = true, after_help = format!("{INFO_EXAMPLES}\n\n{EXIT_CODES}"))]
    Info(InfoArgs),
    /// Show the fonts that the pages of a PDF use, and how the text of their codes is known
    #[command(arg_required_else_help = true, after_help = EXIT_CODES)]
    Fonts(FontsArgs),
    /// Show each glyph of a page: what it says, how that is known, where it stands
    #[command(arg_required_else_help = true, after_help = EXIT_CODES)]
    Glyphs(GlyphsArgs),
}

/// Arguments of `pdftract` without a subcommand.
#[derive(Debug, clap::Args)]
pub(crate) struct TextArgs {
    /// PDF files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Give text in the order in which it is drawn
    ///
    /// For now this is the only order there is. Reading order by layout is coming and will be the default.
    #[arg(long)]
    pub(crate) raw: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// Tell on standard error what was lost or repaired, one line each
    #[arg(short = 'v', long)]
    pub(crate) diagnostics: bool,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Arguments of `pdftract fonts`.
#[derive(Debug, clap::Args)]
pub(crate) struct FontsArgs {
    /// PDF file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// Tell on standard error what was lost or repaired, one line each
    #[arg(short = 'v', long)]
    pub(crate) diagnostics: bool,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Arguments of `pdftract glyphs`.
#[derive(Debug, clap::Args)]
pub(crate) struct GlyphsArgs {
    /// PDF file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The page, counted from 1
    #[arg(long, value_name = "N", default_value = "1", value_parser = page_number)]
    pub(crate) page: usize,

    /// Print JSON, one glyph per line
    #[arg(long)]
    pub(crate) json: bool,

    /// Tell on standard error what was lost or repaired, one line each
    #[arg(short = 'v', long)]
    pub(crate) diagnostics: bool,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Arguments of commands that read pages.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadingArgs {
    /// Pages to read, such as 1-5,7,12- (counted from 1)
    ///
    /// They come in the order of the file, each once. A range may end after the last page; one that begins after it is
    /// an error.
    #[arg(long, value_name = "PAGES", allow_hyphen_values = true)]
    pub(crate) pages: Option<PageSelection>,

    /// Threads that read pages; as many as the machine has cores unless given
    ///
    /// The output is the same with any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_JOBS))]
    pub(crate) jobs: Option<u16>,
}

/// More threads than this only cost memory.
const MAX_JOBS: i64 = 256;

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

/// Arguments of every command that opens a PDF.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Opening files")]
pub(crate) struct OpeningArgs {
    /// Password of locked files, of their user or their owner
    ///
    /// Other people on the same machine can see it in the list of processes; `--password-file` avoids that. Without
    /// either, pdftract asks for a password if it stands at a terminal.
    #[arg(long, value_name = "PASSWORD", conflicts_with = "password_file")]
    pub(crate) password: Option<String>,

    /// File whose first line is the password
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,

    /// Seconds allowed for each file; 0 for no limit
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) time_limit: u64,

    /// Map files into memory instead of reading them
    ///
    /// Spares memory with very large files. If another program shortens the file meanwhile, the system ends pdftract;
    /// if it rewrites the file, the result is wrong. Standard input is always read.
    #[arg(long)]
    pub(crate) mmap: bool,
}

impl Args {
    /// Reads the command line. Help, version and mistakes are printed here; what is left is the exit code.
    pub(crate) fn read() -> Result<Self, Exit> {
        Self::try_parse().map_err(|error| {
            // A closed pipe is no reason to complain: `pdftract --help | head -1`.
            let _ = error.print();
            if error.exit_code() == 0 { Exit::Ok } else { Exit::Unusable }
        })
    }
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

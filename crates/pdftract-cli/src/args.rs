//! What was typed: the command line as clap reads it, with the help that teaches it.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::exit::Exit;

/// Exit codes stand in every help text, because scripts depend on them.
const EXIT_CODES: &str = "\
Exit codes:
  0  all is well (damage that was repaired counts as well; it is listed under Diagnostics)
  1  a file could not be read, the output could not be written, or the time was over
  2  the command line is wrong, or a file is not a readable PDF
  3  a file is locked, and the password is missing or wrong
  With several files the highest of their codes is returned; one bad file does not stop the others.";

const EXAMPLES: &str = "\
Examples:
  pdftract info report.pdf                    what a file says about itself
  pdftract info *.pdf                         several files, one after the other
  curl -s https://example.org/a.pdf | pdftract info -
                                              from standard input
  pdftract info --json report.pdf             the same as JSON, complete
  pdftract info --json *.pdf > facts.ndjson   one JSON object per line and file
  pdftract info --password-file pw.txt locked.pdf
                                              a locked file";

/// Reads PDF files and tells what is in them, even when they are damaged.
#[derive(Debug, Parser)]
#[command(name = "pdftract", version, arg_required_else_help = true, subcommand_required = true)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show what PDF files say about themselves: pages, metadata, encryption, outline, forms, attachments, damage
    #[command(arg_required_else_help = true, after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
    Info(InfoArgs),
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

//! Arguments that several commands share.

use std::path::PathBuf;

use pdftract::PageRanges;

/// The largest number of threads; more would only cost memory.
pub(super) const MAX_JOBS: i64 = 256;

/// Arguments of commands that read pages.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ReadingArgs {
    /// Pages to read, such as 1-5,7,12- or last, -3-, even, odd (counted from 1)
    ///
    /// -1 is the last page, -3- the last three. Pages come in the order of the file, each once. Pages beyond the end
    /// are reported and left out; if no page is left, the file fails.
    #[arg(short, long, value_name = "PAGES", allow_hyphen_values = true)]
    pub(crate) pages: Option<PageRanges>,

    /// Number of threads [default: number of cores]
    ///
    /// The output does not depend on it.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_JOBS))]
    pub(crate) jobs: Option<u16>,
}

/// Arguments of commands that show one file.
#[derive(Debug, clap::Args)]
pub(crate) struct OneFileArgs {
    /// PDF file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) telling: TellingArgs,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

/// Arguments of commands that report damage.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct TellingArgs {
    /// Report on standard error what was lost or repaired
    #[arg(short = 'v', long)]
    pub(crate) diagnostics: bool,
}

/// Arguments of every command that opens a PDF.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Opening files")]
pub(crate) struct OpeningArgs {
    /// User or owner password of encrypted files
    ///
    /// Other users of the machine can see it in the list of processes; `--password-file` avoids that. Without either,
    /// pdftract prompts for the password of a single file when run in a terminal.
    #[arg(long, value_name = "PASSWORD", conflicts_with = "password_file")]
    pub(crate) password: Option<String>,

    /// File whose first line is the password
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,

    /// Time limit for each file; 0 for none [default: 60, or none with OCR]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time_limit: Option<u64>,

    /// Map files into memory instead of reading them
    ///
    /// Saves memory with very large files. If another program truncates the file while it is mapped, the operating
    /// system kills pdftract; if it rewrites the file, the result is wrong. Standard input is never mapped.
    #[arg(long)]
    pub(crate) mmap: bool,

    /// TOML file that maps codes or glyphs of fonts to text; repeatable
    ///
    /// It overrides every other source of Unicode. docs/fonts.md describes the format.
    #[arg(long, value_name = "FILE", help_heading = "Fonts")]
    pub(crate) font_map: Vec<PathBuf>,

    /// File of learned fonts (.ptfp), or a folder of them; repeatable
    ///
    /// `pdftract learn` creates such files. The default is the file or folder in the environment variable
    /// PDFTRACT_FONT_DB.
    #[arg(long, value_name = "FILE", help_heading = "Fonts")]
    pub(crate) font_db: Vec<PathBuf>,
}

//! Arguments that several commands have.

use std::path::PathBuf;

use pdftract::PageRanges;

/// More threads than this only cost memory.
pub(super) const MAX_JOBS: i64 = 256;

/// Arguments of commands that read pages.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ReadingArgs {
    /// Pages to read, such as 1-5,7,12- (counted from 1)
    ///
    /// They come in the order of the file, each once. A range may end after the last page; one that begins after it is
    /// an error.
    #[arg(short, long, value_name = "PAGES", allow_hyphen_values = true)]
    pub(crate) pages: Option<PageRanges>,

    /// Threads that read files and pages; as many as the machine has cores unless given
    ///
    /// The output is the same with any number.
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

/// Arguments of commands that can tell about damage.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct TellingArgs {
    /// Tell on standard error what was lost or repaired, one line each
    #[arg(short = 'v', long)]
    pub(crate) diagnostics: bool,
}

/// Arguments of every command that opens a PDF.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Opening files")]
pub(crate) struct OpeningArgs {
    /// Password of locked files, of their user or their owner
    ///
    /// Other people on the same machine can see it in the list of processes; `--password-file` avoids that. Without
    /// either, pdftract asks for the password of a single file if it stands at a terminal.
    #[arg(long, value_name = "PASSWORD", conflicts_with = "password_file")]
    pub(crate) password: Option<String>,

    /// File whose first line is the password
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,

    /// Seconds allowed for each file; 0 for no limit; 60 unless given, or none with --ocr auto or force
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time_limit: Option<u64>,

    /// Map files into memory instead of reading them
    ///
    /// Spares memory with very large files. If another program shortens the file meanwhile, the system ends pdftract;
    /// if it rewrites the file, the result is wrong. Standard input is always read.
    #[arg(long)]
    pub(crate) mmap: bool,

    /// TOML file that says what codes or glyphs of fonts mean; may be given several times
    ///
    /// It outranks everything that pdftract finds out by itself. docs/fonts.md describes it.
    #[arg(long, value_name = "FILE", help_heading = "Fonts")]
    pub(crate) font_map: Vec<PathBuf>,

    /// File of learned fonts (.ptfp), or a folder of them; may be given several times
    ///
    /// `pdftract learn` makes such files. Without the option, those are used that the environment variable
    /// PDFTRACT_FONT_DB names: a file or a folder.
    #[arg(long, value_name = "FILE", help_heading = "Fonts")]
    pub(crate) font_db: Vec<PathBuf>,
}

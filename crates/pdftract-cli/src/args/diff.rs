//! Arguments of `pdftract diff`.

use std::path::PathBuf;

use super::grep::ColorArg;
use super::shared::{OpeningArgs, ReadingArgs};

/// Arguments of `pdftract diff`.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct DiffArgs {
    /// The old PDF file; `-` is standard input
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,

    /// The new PDF file
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,

    /// Print JSON
    #[arg(long, conflicts_with = "quiet")]
    pub(crate) json: bool,

    /// Print nothing; only set the exit code
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Ignore the difference between upper and lower case
    #[arg(short, long)]
    pub(crate) ignore_case: bool,

    /// Compare running headers, footers and page numbers too
    #[arg(long)]
    pub(crate) keep_headers: bool,

    /// Words shown before and after each change
    #[arg(short = 'U', long, value_name = "N", default_value_t = 8)]
    pub(crate) context: usize,

    /// Colour changes
    #[arg(long, value_name = "WHEN", visible_alias = "colour", value_enum, default_value_t)]
    pub(crate) color: ColorArg,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

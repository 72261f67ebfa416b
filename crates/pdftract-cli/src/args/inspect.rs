//! Arguments of `pdftract inspect`.

use std::path::PathBuf;

use super::OpeningArgs;

/// Examples of `pdftract inspect`.
pub(super) const EXAMPLES: &str = "\
Examples:
  pdftract inspect report.pdf                 open the inspector in the browser
  pdftract inspect --no-open report.pdf       only print its address
  pdftract inspect --against pdftotext report.pdf
                                              mark differences from pdftotext
  pdftract inspect --against old.pdf new.pdf  show two versions side by side
  pdftract inspect --teach corporate.toml bad.pdf
                                              state unknown glyphs and keep them in a font map
  The server listens on this machine only, and its address contains a secret: do not share it. Ctrl-C
  ends it.";

/// Arguments of `pdftract inspect`.
#[derive(Debug, clap::Args)]
pub(crate) struct InspectArgs {
    /// PDF file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Print the address only; do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,

    /// Compare with another version of the document (a PDF), a JSON result of pdftract, or the program pdftotext or mutool
    #[arg(long, value_name = "RESULT")]
    pub(crate) against: Option<PathBuf>,

    /// Font map to write glyphs to that are taught in the browser [default: NAME.fontmap.toml]
    ///
    /// If the file exists, its texts apply from the start and are kept.
    #[arg(long, value_name = "FILE")]
    pub(crate) teach: Option<PathBuf>,

    /// Port to listen on; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,

    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

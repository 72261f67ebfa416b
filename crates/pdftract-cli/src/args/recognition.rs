//! Arguments of optical character recognition.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;

use super::score;

/// How pages without usable text are read.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Recognition (OCR)")]
pub(crate) struct RecognitionArgs {
    /// When to read the picture of a page
    ///
    /// Off unless an option of recognition is given; pages that are pictures are then told in diagnostics. Needs Tesseract
    /// or another engine (see pdftract doctor).
    #[arg(long, value_name = "WHEN", value_enum)]
    pub(crate) ocr: Option<OcrArg>,

    /// Score from 0 to 1 below which text is read again; 0 to trust all text
    #[arg(long, value_name = "SCORE", default_value_t = pdftract::ocr::DEFAULT_THRESHOLD, value_parser = score)]
    pub(crate) ocr_threshold: f64,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// By what the picture of a page is read.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Recognition (OCR)")]
pub(crate) struct EngineArgs {
    /// Languages to expect, such as de or deu+eng; those of the document unless given
    #[arg(long, value_name = "LANGUAGES")]
    pub(crate) ocr_lang: Option<String>,

    /// Dots per inch at which pages are read
    #[arg(long, value_name = "DPI", default_value_t = pdftract::ocr::DEFAULT_DPI,
          value_parser = clap::value_parser!(u32).range(50..=1200))]
    pub(crate) ocr_dpi: u32,

    /// The program Tesseract, if it is not on the path
    #[arg(long, value_name = "PROGRAM", conflicts_with = "ocr_command")]
    pub(crate) ocr_engine: Option<PathBuf>,

    /// Another engine: a command that reads a picture and prints words (docs/ocr.md)
    #[arg(long, value_name = "COMMAND")]
    pub(crate) ocr_command: Option<String>,
}

impl EngineArgs {
    /// Returns the arguments that name the same engine again.
    pub(crate) fn as_arguments(&self) -> Vec<(&'static str, OsString)> {
        let mut arguments = vec![("--ocr-dpi", OsString::from(self.ocr_dpi.to_string()))];
        arguments.extend(self.ocr_lang.as_ref().map(|value| ("--ocr-lang", value.into())));
        arguments.extend(self.ocr_engine.as_ref().map(|value| ("--ocr-engine", value.into())));
        arguments.extend(self.ocr_command.as_ref().map(|value| ("--ocr-command", value.into())));
        arguments
    }

    /// Whether an engine or a language was named.
    pub(crate) fn is_named(&self) -> bool {
        self.ocr_lang.is_some() || self.ocr_engine.is_some() || self.ocr_command.is_some()
    }
}

impl Default for RecognitionArgs {
    fn default() -> Self {
        Self { ocr: None, ocr_threshold: pdftract::ocr::DEFAULT_THRESHOLD, engine: EngineArgs::default() }
    }
}

impl Default for EngineArgs {
    fn default() -> Self {
        Self { ocr_lang: None, ocr_dpi: pdftract::ocr::DEFAULT_DPI, ocr_engine: None, ocr_command: None }
    }
}

/// When the picture of a page is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OcrArg {
    /// Never
    Off,
    /// Where a page has no text, or text that cannot be trusted
    Auto,
    /// On every page, to compare it with the text of the file
    Force,
}

//! Arguments for optical character recognition (OCR).

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;

use super::score;

/// Arguments for pages without usable text.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "OCR")]
pub(crate) struct RecognitionArgs {
    /// Read the image of pages with OCR; without a value: auto
    ///
    /// The default is off unless another OCR option is given. Needs Tesseract or another engine (see pdftract doctor).
    #[arg(long, value_name = "WHEN", value_enum, ignore_case = true, num_args = 0..=1, default_missing_value = "auto")]
    pub(crate) ocr: Option<OcrArg>,

    /// Score from 0 to 1 below which text is replaced by OCR; 0 trusts all text
    #[arg(long, value_name = "SCORE", default_value_t = pdftract::ocr::DEFAULT_THRESHOLD, value_parser = score)]
    pub(crate) ocr_threshold: f64,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// Arguments for the OCR engine.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "OCR")]
pub(crate) struct EngineArgs {
    /// Languages to expect, such as de or deu+eng [default: from the document]
    #[arg(long, value_name = "LANGUAGES")]
    pub(crate) ocr_lang: Option<String>,

    /// Resolution at which pages are read
    #[arg(long, value_name = "DPI", default_value_t = pdftract::ocr::DEFAULT_DPI,
          value_parser = clap::value_parser!(u32).range(50..=1200))]
    pub(crate) ocr_dpi: u32,

    /// Path of the program tesseract, if it is not in PATH
    #[arg(long, value_name = "PROGRAM", conflicts_with = "ocr_command")]
    pub(crate) ocr_engine: Option<PathBuf>,

    /// Another engine: a command that reads an image and prints words (docs/ocr.md)
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

    /// Returns whether an engine or a language was named.
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

/// The pages that are read with OCR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OcrArg {
    /// No page
    Off,
    /// Pages without text, or with text that cannot be trusted
    Auto,
    /// Every page, to compare it with the text of the file
    Force,
}

//! The interface of OCR engines: requests and results.

use std::fmt;
use std::time::Duration;

use super::picture::Picture;

/// An OCR engine, which recognises text in images.
///
/// Engines are external: [`Tesseract`](super::Tesseract) and [`CommandEngine`](super::CommandEngine) run programs;
/// other implementations are possible. The same image must always give the same words.
pub trait Engine: Send + Sync + fmt::Debug {
    /// Returns the name of the engine, for messages.
    fn name(&self) -> String;

    /// Returns the languages that it supports, in the engine's codes; empty if unknown.
    fn languages(&self) -> Vec<String>;

    /// Recognises the words in an image.
    ///
    /// # Errors
    /// Returns an [`EngineFailure`] if the engine is missing, fails, takes too long or is cancelled.
    fn read(&self, picture: &Picture, request: &Request<'_>) -> Result<Vec<Word>, EngineFailure>;
}

/// The parameters of a recognition.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// The resolution of the image in dots per inch.
    pub dpi: u32,
    /// The expected languages, most likely first, in the engine's codes.
    pub languages: &'r [String],
    /// The time limit.
    pub time_limit: Duration,
    /// The maximum size of an answer in bytes.
    pub max_bytes: usize,
    /// Returns `true` if the caller has cancelled.
    pub is_cancelled: &'r (dyn Fn() -> bool + Sync),
}

/// A recognised word.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// The text.
    pub text: String,
    /// The bounding box in pixels: left, top, right, bottom.
    pub bbox: [f32; 4],
    /// The confidence of the engine, in hundredths.
    pub confidence_percent: u8,
    /// The line of the word. Words of a line have the same number and are consecutive.
    pub line: u32,
}

/// The reason why an engine has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineFailure {
    /// The engine is not installed.
    Missing,
    /// It exceeded the time limit and was stopped.
    TooSlow,
    /// It failed with this message.
    Failed(String),
    /// The caller cancelled.
    Cancelled,
}

impl fmt::Display for EngineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => write!(f, "the engine is not installed"),
            Self::TooSlow => write!(f, "the engine took longer than allowed"),
            Self::Failed(why) => write!(f, "the engine failed: {why}"),
            Self::Cancelled => write!(f, "the caller cancelled"),
        }
    }
}

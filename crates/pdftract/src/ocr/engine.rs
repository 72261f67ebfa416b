//! What an engine for optical character recognition is asked and what it answers.

use std::fmt;
use std::time::Duration;

use super::picture::Picture;

/// Reads pictures of text.
///
/// Engines come from outside: [`Tesseract`](super::Tesseract) and [`CommandEngine`](super::CommandEngine) run programs,
/// others may do as they like. The same picture must give the same words.
pub trait Engine: Send + Sync + fmt::Debug {
    /// What it is called, for people.
    fn name(&self) -> String;

    /// The languages it can read, as it calls them; empty when it does not tell.
    fn languages(&self) -> Vec<String>;

    /// Reads a picture.
    fn read(&self, picture: &Picture, request: &Request<'_>) -> Result<Vec<Word>, EngineFailure>;
}

/// How a picture is to be read.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// Dots per inch of the picture.
    pub dpi: u32,
    /// Languages, the likeliest first, as the engine calls them.
    pub languages: &'r [String],
    /// Time allowed.
    pub time_limit: Duration,
    /// How many bytes of an answer are read.
    pub max_bytes: usize,
    /// Whether the caller wants no answer any more.
    pub is_cancelled: &'r (dyn Fn() -> bool + Sync),
}

/// A word that an engine has read.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// Its characters.
    pub text: String,
    /// The box around it in pixels: left, top, right, bottom.
    pub bbox: [f32; 4],
    /// How sure the engine is, in hundredths.
    pub confidence_percent: u8,
    /// The line it stands in. Words of a line have equal numbers and follow each other.
    pub line: u32,
}

/// Why an engine has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineFailure {
    /// It is not there.
    Missing,
    /// It took longer than allowed and was ended.
    TooSlow,
    /// It ended with an error, which it tells in words.
    Failed(String),
    /// The caller wanted no answer any more.
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

//! The answer to "which text does this code mean": text, source and confidence.

use super::source::UnicodeSource;

/// The Unicode text of a code, where it comes from, and how sure that is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Resolved {
    pub(crate) text: String,
    pub(crate) source: UnicodeSource,
    pub(crate) confidence_percent: u8,
}

impl Resolved {
    pub(crate) fn new(text: impl Into<String>, source: UnicodeSource, confidence_percent: u8) -> Self {
        Self { text: text.into(), source, confidence_percent }
    }

    /// Returns the answer for a code without any known meaning.
    pub(crate) fn unknown() -> Self {
        Self::new('\u{FFFD}', UnicodeSource::Unknown, 0)
    }
}

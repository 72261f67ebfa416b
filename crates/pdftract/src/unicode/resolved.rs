//! The resolution of a code: text, source and confidence.

use super::source::UnicodeSource;

/// The Unicode text of a code, with its source and confidence.
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

    /// Returns the result for a code without known text.
    pub(crate) fn unknown() -> Self {
        Self::new('\u{FFFD}', UnicodeSource::Unknown, 0)
    }
}

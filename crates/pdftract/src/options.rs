//! What a caller may ask for when opening a document and of its text.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::budget::CancelFlag;
use crate::knowledge::Knowledge;
use crate::limits::Limits;

/// How to open a document. `Options::default()` tries the empty password and takes as long as it takes.
#[derive(Clone, Default)]
pub struct Options {
    /// Opens a locked file, as its user or its owner. The empty password is tried by itself.
    pub password: Option<String>,
    /// Ceilings on what the document may cost.
    pub limits: Limits,
    /// Time allowed for all work on the document, counted from opening it.
    pub time_limit: Option<Duration>,
    /// Ends the work from outside.
    pub cancel: CancelFlag,
    /// What is known of fonts already: corrections and learned outlines.
    pub knowledge: Arc<Knowledge>,
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The password must not reach a log.
        let password = self.password.as_ref().map(|_| "***");
        f.debug_struct("Options")
            .field("password", &password)
            .field("limits", &self.limits)
            .field("time_limit", &self.time_limit)
            .field("cancel", &self.cancel)
            .finish()
    }
}

/// How letters and marks are composed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Normalization {
    /// As the file has them.
    None,
    /// Composed: one character for `é`, however it was drawn.
    #[default]
    Nfc,
    /// Composed, and characters that merely look different folded: `²` is `2`, `ﾃ` is `テ`. Changes what numbers mean.
    Nfkc,
}

/// What becomes of Latin and Armenian ligatures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ligatures {
    /// They stay.
    Keep,
    /// They become the letters that they join.
    #[default]
    Expand,
}

/// What becomes of a hyphen at the end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Hyphens {
    /// It stays, as does the line end. Soft hyphens become hyphens.
    Keep,
    /// The parts of the word are joined where there is evidence that it is one.
    #[default]
    Join,
}

/// What becomes of characters for private use, which only their font explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PrivateUse {
    /// They stay.
    #[default]
    Keep,
    /// They become U+FFFD.
    Replace,
    /// They go.
    Drop,
}

/// What becomes of spaces at which no line breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Spaces {
    /// Ordinary spaces in plain text and Markdown, as they are in records.
    #[default]
    ByFormat,
    /// Ordinary spaces everywhere.
    Plain,
    /// As they are everywhere.
    Keep,
}

/// How characters become text. The defaults and their reasons stand in `docs/text-policy.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TextPolicy {
    /// How letters and marks are composed.
    pub normalization: Normalization,
    /// What becomes of Latin and Armenian ligatures.
    pub ligatures: Ligatures,
    /// What becomes of a hyphen at the end of a line.
    pub hyphens: Hyphens,
    /// What becomes of characters for private use.
    pub private_use: PrivateUse,
    /// What becomes of spaces at which no line breaks.
    pub spaces: Spaces,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_hides_the_password() {
        let options = Options { password: Some("sesame".into()), ..Options::default() };
        assert!(!format!("{options:?}").contains("sesame"));
    }
}

//! Options for opening a document and for extracting its text.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::budget::{CancelFlag, Refusal};
use crate::geometry::Rect;
use crate::knowledge::{Dictionary, Knowledge};
use crate::limits::Limits;

/// Options for opening a document. `Options::default()` tries the empty password and has no time limit.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// The user or owner password of an encrypted file. The empty password is always tried.
    pub password: Option<String>,
    /// The resource limits of the document.
    pub limits: Limits,
    /// The time limit for all work on the document, counted from opening it.
    pub time_limit: Option<Duration>,
    /// Cancels the work from another thread.
    pub cancel: CancelFlag,
    /// Facts about fonts: corrections and learned outlines.
    pub knowledge: Arc<Knowledge>,
    /// A charge that is refused, for tests.
    pub(crate) refusal: Refusal,
}

impl Options {
    /// Sets the password of an encrypted file.
    pub fn password(mut self, password: impl Into<String>) -> Self {
        self.password = Some(password.into());
        self
    }

    /// Sets the time limit for all work on the document, counted from opening it.
    pub fn time_limit(mut self, time_limit: Duration) -> Self {
        self.time_limit = Some(time_limit);
        self
    }

    /// Refuses a charge to the budget of the document, for tests.
    #[cfg(feature = "internals")]
    pub fn refusing(mut self, refusal: Refusal) -> Self {
        self.refusal = refusal;
        self
    }

    /// Returns these options after applying a change.
    ///
    /// ```
    /// use pdftract::Options;
    /// let options = Options::default().with(|options| options.limits.pages = 100);
    /// # assert_eq!(options.limits.pages, 100);
    /// ```
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The password must not be logged.
        let password = self.password.as_ref().map(|_| "***");
        f.debug_struct("Options")
            .field("password", &password)
            .field("limits", &self.limits)
            .field("time_limit", &self.time_limit)
            .field("cancel", &self.cancel)
            .finish()
    }
}

/// The Unicode normalization of letters and marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Normalization {
    /// As in the file.
    None,
    /// NFC: one character for `é`, however it was drawn.
    #[default]
    Nfc,
    /// NFKC: also folds compatibility characters, so `²` becomes `2` and `ﾃ` becomes `テ`. This can change the meaning
    /// of numbers.
    Nfkc,
}

/// The handling of Latin and Armenian ligatures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Ligatures {
    /// Keep them.
    Keep,
    /// Replace them with their letters.
    #[default]
    Expand,
}

/// The handling of hyphens at line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Hyphens {
    /// Keep the hyphen and the line end. Soft hyphens become hyphens.
    Keep,
    /// Join the parts of a word if there is evidence that it is one word.
    #[default]
    Join,
}

/// The handling of private-use characters, which only their font defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PrivateUse {
    /// Keep them.
    #[default]
    Keep,
    /// Replace them with U+FFFD.
    Replace,
    /// Drop them.
    Drop,
}

/// The handling of non-breaking spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Spaces {
    /// Replace them with ordinary spaces in plain text and Markdown, and keep them in records.
    #[default]
    ByFormat,
    /// Replace them with ordinary spaces everywhere.
    Plain,
    /// Keep them everywhere.
    Keep,
}

/// The rules by which characters become text. `docs/text-policy.md` gives the reasons for the defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TextPolicy {
    /// The Unicode normalization of letters and marks.
    pub normalization: Normalization,
    /// The handling of Latin and Armenian ligatures.
    pub ligatures: Ligatures,
    /// The handling of hyphens at line ends.
    pub hyphens: Hyphens,
    /// The handling of private-use characters.
    pub private_use: PrivateUse,
    /// The handling of non-breaking spaces.
    pub spaces: Spaces,
}

impl TextPolicy {
    /// Returns these rules after applying a change.
    ///
    /// ```
    /// use pdftract::{Hyphens, TextPolicy};
    /// let policy = TextPolicy::default().with(|policy| policy.hyphens = Hyphens::Keep);
    /// # assert_eq!(policy.hyphens, Hyphens::Keep);
    /// ```
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// The handling of hidden text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Hidden {
    /// Keep hidden text on the page, marked as such: drawn without ink, in the colour of the background, or covered.
    /// Leave out text that is outside the page, clipped or on a layer that is switched off.
    Mark,
    /// Leave out all hidden text, except an invisible text layer over an image, as written by OCR. The record of the
    /// page counts omitted text (`dropped`), and `HIDDEN_TEXT_LEFT_OUT` reports it.
    #[default]
    Drop,
    /// Keep all hidden text.
    Keep,
    /// Only hidden text.
    Only,
}

/// The order of plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum TextOrder {
    /// Reading order.
    #[default]
    Reading,
    /// As placed on the page, with spaces for distances.
    Physical,
    /// The order in which it is drawn.
    Drawing,
}

/// The handling of the lines of a paragraph in plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum LineForm {
    /// Keep line ends as on the page.
    #[default]
    Keep,
    /// Join them to one line.
    Reflow,
}

/// The level of detail of page records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Detail {
    /// Facts about the page and its text as one string.
    Pages,
    /// Blocks with their text, role and box.
    Blocks,
    /// Blocks, and their lines with text and box.
    Lines,
    /// Blocks, lines and the spans of every line.
    #[default]
    Spans,
    /// Down to spans, and the words of every line with their bounding boxes.
    Words,
    /// Blocks, lines, spans and the glyphs of every span.
    Glyphs,
}

/// The form of displayed formulas in records and Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Math {
    /// Text on one line: `E = mc2`, `(a+b)/c`.
    #[default]
    Text,
    /// LaTeX where the structure of a formula is certain, else text.
    Latex,
}

/// The handling of running headers, footers and page numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RunningHeads {
    /// Text in reading order, Markdown and chunks leave them out; records have them with their role. With an
    /// [area](ExtractOptions::area) nothing is left out.
    #[default]
    Mark,
    /// All formats contain them.
    Keep,
    /// No format contains them.
    Drop,
}

/// Options of Markdown output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct MarkdownOptions {
    /// Write a comment `<!-- page 3 -->` before each page.
    pub page_markers: bool,
    /// Leave out the placeholders of figures.
    pub no_figures: bool,
}

impl MarkdownOptions {
    /// Sets whether a comment `<!-- page 3 -->` precedes each page.
    pub fn page_markers(mut self, page_markers: bool) -> Self {
        self.page_markers = page_markers;
        self
    }

    /// Sets whether the placeholders of figures are left out.
    pub fn without_figures(mut self, without: bool) -> Self {
        self.no_figures = without;
        self
    }
}

/// The size of chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ChunkOptions {
    /// The most tokens that the text of a chunk may have; at least [`MIN_TOKENS`](Self::MIN_TOKENS).
    pub max_tokens: usize,
    /// The most tokens of the chunk before that a chunk repeats at its start, in whole sentences; at most half of
    /// `max_tokens`.
    pub overlap_tokens: usize,
}

impl ChunkOptions {
    /// The least budget of a chunk; smaller ones are raised to it.
    pub const MIN_TOKENS: usize = 16;

    /// Sets the most tokens that the text of a chunk may have.
    pub fn max_tokens(mut self, max_tokens: usize) -> Self {
        self.max_tokens = max_tokens;
        self
    }

    /// Sets the most tokens of the chunk before that a chunk repeats.
    pub fn overlap_tokens(mut self, overlap_tokens: usize) -> Self {
        self.overlap_tokens = overlap_tokens;
        self
    }
}

impl Default for ChunkOptions {
    fn default() -> Self {
        Self { max_tokens: 512, overlap_tokens: 0 }
    }
}

/// Options for extracting text from pages.
///
/// ```
/// use pdftract::{ExtractOptions, Hidden, RunningHeads};
/// let options = ExtractOptions::default().hidden(Hidden::Drop).running_heads(RunningHeads::Keep);
/// # assert_eq!(options.running_heads, RunningHeads::Keep);
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ExtractOptions {
    /// The handling of hidden text.
    pub hidden: Hidden,
    /// Only glyphs whose centre is in this rectangle (page coordinates, y down).
    pub area: Option<Rect>,
    /// Leave out diagonal text, such as watermarks.
    pub no_diagonal_text: bool,
    /// Ignore the structure tree of a tagged file, and detect order and roles from the page alone.
    pub ignore_tags: bool,
    /// The rules by which characters become text.
    pub policy: TextPolicy,
    /// A word list for spelling correction; `None` corrects nothing.
    #[serde(skip)]
    pub dictionary: Option<Arc<Dictionary>>,
    /// The handling of running headers, footers and page numbers.
    pub running_heads: RunningHeads,
    /// The order of plain text.
    pub order: TextOrder,
    /// The handling of the lines of a paragraph in plain text.
    pub lines: LineForm,
    /// The separator between pages of plain text.
    pub page_separator: String,
    /// The level of detail of records.
    pub detail: Detail,
    /// The form of displayed formulas.
    pub math: Math,
    /// Options of Markdown output.
    pub markdown: MarkdownOptions,
    /// The size of chunks.
    pub chunks: ChunkOptions,
}

impl Default for ExtractOptions {
    fn default() -> Self {
        Self {
            hidden: Hidden::default(),
            area: None,
            no_diagonal_text: false,
            ignore_tags: false,
            policy: TextPolicy::default(),
            dictionary: None,
            running_heads: RunningHeads::default(),
            order: TextOrder::default(),
            lines: LineForm::default(),
            page_separator: "\u{c}".to_owned(),
            detail: Detail::default(),
            math: Math::default(),
            markdown: MarkdownOptions::default(),
            chunks: ChunkOptions::default(),
        }
    }
}

impl ExtractOptions {
    /// Returns `true` if pages are laid out as by default, that is, no option affects glyphs, lines and blocks.
    pub(crate) fn lays_out_by_default(&self) -> bool {
        let Self { hidden, area, no_diagonal_text, ignore_tags, .. } = self;
        *hidden == Hidden::default() && area.is_none() && !no_diagonal_text && !ignore_tags
    }

    /// Sets the handling of hidden text.
    pub fn hidden(mut self, hidden: Hidden) -> Self {
        self.hidden = hidden;
        self
    }

    /// Restricts extraction to glyphs whose centre is in a rectangle (page coordinates, y down).
    pub fn area(mut self, area: Rect) -> Self {
        self.area = Some(area);
        self
    }

    /// Sets whether diagonal text is left out.
    pub fn without_diagonal_text(mut self, without: bool) -> Self {
        self.no_diagonal_text = without;
        self
    }

    /// Sets whether the structure tree of a tagged file is ignored.
    pub fn ignore_tags(mut self, ignore: bool) -> Self {
        self.ignore_tags = ignore;
        self
    }

    /// Sets the rules by which characters become text.
    pub fn policy(mut self, policy: TextPolicy) -> Self {
        self.policy = policy;
        self
    }

    /// Sets the word list for spelling correction.
    pub fn dictionary(mut self, dictionary: Option<Arc<Dictionary>>) -> Self {
        self.dictionary = dictionary;
        self
    }

    /// Returns `true` if text and Markdown contain running headers, footers and page numbers. A part of the page that
    /// the caller chose is complete.
    pub(crate) fn shows_running_heads(&self) -> bool {
        match self.running_heads {
            RunningHeads::Mark => self.area.is_some(),
            RunningHeads::Keep => true,
            RunningHeads::Drop => false,
        }
    }

    /// Sets the handling of running headers, footers and page numbers.
    pub fn running_heads(mut self, running_heads: RunningHeads) -> Self {
        self.running_heads = running_heads;
        self
    }

    /// Sets the order of plain text.
    pub fn order(mut self, order: TextOrder) -> Self {
        self.order = order;
        self
    }

    /// Sets the handling of the lines of a paragraph in plain text.
    pub fn lines(mut self, lines: LineForm) -> Self {
        self.lines = lines;
        self
    }

    /// Sets the separator between pages of plain text, which is a form feed by default.
    pub fn page_separator(mut self, separator: impl Into<String>) -> Self {
        self.page_separator = separator.into();
        self
    }

    /// Sets the options of Markdown output.
    pub fn markdown(mut self, markdown: MarkdownOptions) -> Self {
        self.markdown = markdown;
        self
    }

    /// Sets the size of chunks.
    pub fn chunks(mut self, chunks: ChunkOptions) -> Self {
        self.chunks = chunks;
        self
    }

    /// Sets the form of displayed formulas.
    pub fn math(mut self, math: Math) -> Self {
        self.math = math;
        self
    }

    /// Sets the level of detail of records.
    pub fn detail(mut self, detail: Detail) -> Self {
        self.detail = detail;
        self
    }
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

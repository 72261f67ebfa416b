//! What a caller may ask for when opening a document and of its text.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::budget::CancelFlag;
use crate::geometry::Rect;
use crate::knowledge::{Dictionary, Knowledge};
use crate::limits::Limits;

/// How to open a document. `Options::default()` tries the empty password and takes as long as it takes.
#[derive(Clone, Default)]
#[non_exhaustive]
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

impl Options {
    /// Sets the password that opens a locked file.
    pub fn password(mut self, password: impl Into<String>) -> Self {
        self.password = Some(password.into());
        self
    }

    /// Sets the time allowed for all work on the document, counted from opening it.
    pub fn time_limit(mut self, time_limit: Duration) -> Self {
        self.time_limit = Some(time_limit);
        self
    }

    /// Returns these options with a change.
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
#[non_exhaustive]
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
#[non_exhaustive]
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
#[non_exhaustive]
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
#[non_exhaustive]
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
#[non_exhaustive]
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
#[non_exhaustive]
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

impl TextPolicy {
    /// Returns these rules with a change.
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

/// What to do with text that a person does not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Hidden {
    /// Keep what is on the page without being seen, marked as such: drawn without ink, in the colour of the background,
    /// covered. Leave out what is outside the page, clipped away or on a layer that is switched off.
    Mark,
    /// Leave all of it out, except an invisible layer over a picture, which is what text recognition leaves. What is left
    /// out is counted in the record of the page (`dropped`) and reported as `HIDDEN_TEXT_LEFT_OUT`.
    #[default]
    Drop,
    /// Keep all of it.
    Keep,
    /// Only hidden text.
    Only,
}

/// The order in which plain text comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum TextOrder {
    /// Reading order.
    #[default]
    Reading,
    /// As it is placed on the page, with spaces for distances.
    Physical,
    /// The order in which it is drawn.
    Drawing,
}

/// What becomes of the lines of a paragraph in plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum LineForm {
    /// They end where they end on the page.
    #[default]
    Keep,
    /// They become one line.
    Reflow,
}

/// The level of detail of a page record.
///
/// [`Pages`](Self::Pages), [`Blocks`](Self::Blocks) and [`Lines`](Self::Lines) only shorten the JSON that
/// [`DocumentWriter`](crate::DocumentWriter) writes; a record in memory always has spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
    /// The words of every line with their boxes; in JSON instead of spans, in a record beside them.
    Words,
    /// Blocks, lines, spans and the glyphs of every span.
    Glyphs,
}

/// What to write into Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct MarkdownOptions {
    /// Write running headers, footers, page numbers and watermarks too.
    pub running_heads: bool,
    /// Write a comment `<!-- page 3 -->` before each page.
    pub page_markers: bool,
}

impl MarkdownOptions {
    /// Sets whether running headers, footers, page numbers and watermarks are written too.
    pub fn running_heads(mut self, running_heads: bool) -> Self {
        self.running_heads = running_heads;
        self
    }

    /// Sets whether a comment `<!-- page 3 -->` comes before each page.
    pub fn page_markers(mut self, page_markers: bool) -> Self {
        self.page_markers = page_markers;
        self
    }
}

/// What to extract from pages, and how.
///
/// ```
/// use pdftract::{ExtractOptions, Hidden};
/// let options = ExtractOptions::default().hidden(Hidden::Drop).without_running_heads(true);
/// # assert!(options.no_running_heads);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ExtractOptions {
    /// What to do with text that a person does not see.
    pub hidden: Hidden,
    /// Only glyphs whose centre is in this rectangle (page coordinates, y down).
    pub area: Option<Rect>,
    /// Leave out text that runs diagonally, such as watermarks.
    pub no_diagonal_text: bool,
    /// Find order and roles by what is seen on the page alone, whatever its structure tree says.
    pub ignore_tags: bool,
    /// How characters become text.
    pub policy: TextPolicy,
    /// Words by which others are corrected; by default nothing is.
    pub dictionary: Option<Arc<Dictionary>>,
    /// Leave out running headers, footers and page numbers.
    pub no_running_heads: bool,
    /// The order of plain text.
    pub order: TextOrder,
    /// What becomes of the lines of a paragraph in plain text.
    pub lines: LineForm,
    /// Separates pages of plain text.
    pub page_separator: String,
    /// How deep records go.
    pub detail: Detail,
    /// What to write into Markdown.
    pub markdown: MarkdownOptions,
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
            no_running_heads: false,
            order: TextOrder::default(),
            lines: LineForm::default(),
            page_separator: "\u{c}".to_owned(),
            detail: Detail::default(),
            markdown: MarkdownOptions::default(),
        }
    }
}

impl ExtractOptions {
    /// Returns whether pages are laid out as by default: what is set says nothing of glyphs, lines and blocks.
    pub(crate) fn lays_out_by_default(&self) -> bool {
        let Self { hidden, area, no_diagonal_text, ignore_tags, .. } = self;
        *hidden == Hidden::default() && area.is_none() && !no_diagonal_text && !ignore_tags
    }

    /// Sets what to do with text that a person does not see.
    pub fn hidden(mut self, hidden: Hidden) -> Self {
        self.hidden = hidden;
        self
    }

    /// Takes only glyphs whose centre is in a rectangle (page coordinates, y down).
    pub fn area(mut self, area: Rect) -> Self {
        self.area = Some(area);
        self
    }

    /// Sets whether text that runs diagonally is left out.
    pub fn without_diagonal_text(mut self, without: bool) -> Self {
        self.no_diagonal_text = without;
        self
    }

    /// Sets whether the structure tree of a tagged file is ignored.
    pub fn ignore_tags(mut self, ignore: bool) -> Self {
        self.ignore_tags = ignore;
        self
    }

    /// Sets how characters become text.
    pub fn policy(mut self, policy: TextPolicy) -> Self {
        self.policy = policy;
        self
    }

    /// Corrects words by a list.
    pub fn dictionary(mut self, dictionary: Option<Arc<Dictionary>>) -> Self {
        self.dictionary = dictionary;
        self
    }

    /// Sets whether running headers, footers and page numbers are left out.
    pub fn without_running_heads(mut self, without: bool) -> Self {
        self.no_running_heads = without;
        self
    }

    /// Sets the order of plain text.
    pub fn order(mut self, order: TextOrder) -> Self {
        self.order = order;
        self
    }

    /// Sets what becomes of the lines of a paragraph in plain text.
    pub fn lines(mut self, lines: LineForm) -> Self {
        self.lines = lines;
        self
    }

    /// Sets what separates pages of plain text; a form feed by default.
    pub fn page_separator(mut self, separator: impl Into<String>) -> Self {
        self.page_separator = separator.into();
        self
    }

    /// Sets what to write into Markdown.
    pub fn markdown(mut self, markdown: MarkdownOptions) -> Self {
        self.markdown = markdown;
        self
    }

    /// Sets how deep records go.
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

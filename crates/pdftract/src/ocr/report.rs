//! The result of OCR on a page, as plain data.

use serde::Serialize;

use super::classify::PageType;

/// The relation between the text of the file and the recognised text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MergeOutcome {
    /// The file has no text there; all of it is recognised.
    Recognised,
    /// Both are the same, which confirms the file's text.
    Agree,
    /// They differ in places; the file's text is kept and needs a review.
    Review,
    /// They contradict each other, and the file's text is more plausible.
    FileKept,
    /// They contradict each other, and the recognised text is more plausible.
    FileReplaced,
    /// Neither is plausible: a symbol font, or an image without text. The file's text is kept.
    NoText,
}

/// The result of OCR on a page.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageRecognition {
    /// The engine.
    pub engine: String,
    /// The languages it expected.
    pub languages: Vec<String>,
    /// The resolution of the image in dots per inch.
    pub dpi: u32,
    /// The relation of the recognised text to that of the file.
    pub verdict: MergeOutcome,
    /// The edits per character between both, if the file has text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f32>,
    /// The number of words added to the page.
    pub words_added: usize,
    /// The number of glyphs of the file replaced with words.
    pub glyphs_replaced: usize,
    /// The number of glyphs of the file whose text was found by OCR.
    pub glyphs_settled: usize,
    /// The kind of the page before OCR.
    #[serde(skip)]
    pub page_type: PageType,
    /// Words that differ from the text that was kept.
    #[serde(skip)]
    pub differing: Vec<DifferingWord>,
}

/// A word that differs from the text of the file at the same position, which was kept.
#[derive(Debug, Clone, PartialEq)]
pub struct DifferingWord {
    /// The recognised text.
    pub text: String,
    /// The bounding box, in points.
    pub bbox: [f32; 4],
}

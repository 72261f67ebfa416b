//! What recognition did to a page, as plain data.

use serde::Serialize;

use super::classify::PageType;

/// How two readings of a place stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MergeOutcome {
    /// The file has no text there; all of it is recognised.
    Recognised,
    /// Both say the same, so that the file's text is sure.
    Agree,
    /// They differ here and there; the file's text is kept, and somebody should look.
    Review,
    /// They contradict each other, and the file's text looks more like language.
    FileKept,
    /// They contradict each other, and the recognised text looks more like language.
    FileReplaced,
    /// Neither looks like language: a font of symbols, or a picture that is no text. The file's text is kept.
    NoText,
}

/// What recognition did to a page.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageRecognition {
    /// The engine.
    pub engine: String,
    /// The languages it expected.
    pub languages: Vec<String>,
    /// Dots per inch of the picture.
    pub dpi: u32,
    /// How its reading stands to the text of the file.
    pub verdict: MergeOutcome,
    /// Edits per character between both readings, where the file has text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f32>,
    /// Words that were added to the page.
    pub words_added: usize,
    /// Glyphs of the file that words took the place of.
    pub glyphs_replaced: usize,
    /// Glyphs of the file whose text was found by recognition.
    pub glyphs_settled: usize,
    /// What kind of page it was before.
    #[serde(skip)]
    pub page_type: PageType,
    /// Words that differ from the text that was kept.
    #[serde(skip)]
    pub differing: Vec<DifferingWord>,
}

/// A word that was recognised where the file has another text, which was kept.
#[derive(Debug, Clone, PartialEq)]
pub struct DifferingWord {
    /// What was recognised.
    pub text: String,
    /// Where, in points.
    pub bbox: [f32; 4],
}

//! Searches the text of pages, literally or by regular expression, across line ends and hyphens, with bounding boxes.
//!
//! A search is a pure function of the [record](crate::output::model::Page) of a page. Its text is searched block by
//! block as running text: a line end is a space, or nothing in scripts without spaces. Hyphens at line ends are
//! interpreted both ways, so that `main-⏎tainer` is found as `maintainer` and as `main-tainer`. A paragraph that
//! continues in the next block (another column) is searched together with it. Other blocks, table rows and lines of
//! code are separated by a newline, which `.` in a regular expression does not match.

#[cfg(feature = "search")]
mod folded_text;
mod folding;
mod haystack;
#[cfg(feature = "search")]
mod located;
mod matches;
mod pattern;
#[cfg(feature = "search")]
mod text_pattern;
#[cfg(feature = "search")]
mod text_search;

use serde::Serialize;

#[cfg(feature = "search")]
pub use located::PagePlaces;
pub use pattern::{Search, SearchError, SearchOptions};

#[cfg(feature = "search")]
pub use text_search::{TextSearch, TextSearchOptions};

/// One occurrence of the search pattern.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SearchMatch {
    /// The page, counted from 0.
    pub page_index: usize,
    /// The matched text, as running text.
    pub text: String,
    /// The match with its context.
    pub snippet: String,
    /// The start of the match in the snippet, in characters.
    pub snippet_start: usize,
    /// The end of the match in the snippet, in characters.
    pub snippet_end: usize,
    /// The parts of the match in reading order, one for each line.
    pub parts: Vec<MatchPart>,
}

/// The part of a match on one line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MatchPart {
    /// The block, by its [`id`](crate::output::model::Block::id).
    pub block_id: String,
    /// The start of the part in the block's text, in characters.
    pub start: u32,
    /// The end of the part in the block's text, in characters.
    pub end: u32,
    /// The bounding box, in points.
    pub bbox: [f32; 4],
}

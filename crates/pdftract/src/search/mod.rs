//! Search in the text of pages: literal or by regular expression, over line ends and hyphens, with boxes.
//!
//! A search is a pure function of the [record](crate::output::model::Page) of a page. Its text is searched block by
//! block as running text: a line end is a space, or nothing in scripts without spaces. A hyphen at the end of a line is
//! tried both ways, so that `main-⏎tainer` is found as `maintainer` and as `main-tainer`. A paragraph that visibly goes
//! on in the next block (another column) is searched together with it. Between other blocks, rows of tables and lines of
//! code stands a newline, which `.` of a regular expression does not match.

mod haystack;
mod matches;
mod pattern;

use serde::Serialize;

pub use pattern::{Search, SearchError, SearchOptions};

/// One occurrence of what was searched.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SearchMatch {
    /// The page, counted from 0.
    pub page_index: usize,
    /// The text that was found, as running text.
    pub text: String,
    /// The text around it.
    pub snippet: String,
    /// Where the match begins in the snippet, in characters.
    pub snippet_start: usize,
    /// Where it ends in the snippet.
    pub snippet_end: usize,
    /// Its parts in reading order, one for each line.
    pub parts: Vec<MatchPart>,
}

/// The part of a match on one line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MatchPart {
    /// The block, by its [`id`](crate::output::model::Block::id).
    pub block_id: String,
    /// Where it begins in the block's text, in characters.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// The box around it, in points.
    pub bbox: [f32; 4],
}

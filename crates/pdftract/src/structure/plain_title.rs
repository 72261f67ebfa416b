//! Titles without a style: in a document whose headings look like its text, such as the report of a line printer, the
//! centred lines at the top of the first page are its title.

use super::block_facts::BlockFacts;
use super::byline;
use super::document_style::DocumentStyle;
use super::line_facts::LineFacts;
use super::model::StructuredBlock;
use super::role::{Evidence, Role};
use crate::content::PageGlyphs;

/// The most lines of such a title.
const MAX_LINES: usize = 3;
/// The most characters of such a title.
const MAX_CHARACTERS: usize = 160;
/// The least number of letters of a title.
const MIN_LETTERS: usize = 8;
/// The greatest distance of the middle of a line from the middle of the page, relative to its width.
const CENTRED: f32 = 0.03;
/// A title begins at least this many sizes to the right of the text.
const INDENT: f32 = 3.0;
/// The least distance between a title and the text, in font sizes.
const APART: f32 = 1.2;
/// Pages with fewer blocks are too short for a title.
const MIN_BLOCKS: usize = 4;

/// Makes the first block of a document its title if it is set like one.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn find(
    page: &PageGlyphs,
    blocks: &mut [StructuredBlock],
    facts: &[LineFacts],
    block_facts: &[BlockFacts],
    style: &DocumentStyle,
) {
    if page.page_index > 0 || !style.headings.is_empty() || blocks.len() < MIN_BLOCKS {
        return;
    }
    let mut main = blocks.iter().enumerate().filter(|(_, block)| !block.role.is_furniture());
    let (Some((index, first)), Some((_, next))) = (main.next(), main.next()) else { return };
    let lines = first.lines.slice(facts);
    let (Some(line), Some(own)) = (lines.first(), block_facts.get(index)) else { return };
    let width = page.width as f32;
    let is_centred =
        |line: &LineFacts| (f32::midpoint(line.left, line.right) - width / 2.0).abs() < CENTRED * width;
    let left = blocks.iter().map(|block| block.bbox[0]).fold(f32::MAX, f32::min);
    let is_title = first.role == Role::Paragraph
        && first.table.is_none()
        && lines.len() <= MAX_LINES
        && lines.iter().all(|line| line.is_level && is_centred(line))
        && first.bbox[0] > left + INDENT * line.size
        && next.bbox[1] - first.bbox[3] > APART * line.size
        && is_worded(&own.text);
    if let Some(title) = blocks.get_mut(index).filter(|_| is_title) {
        (title.role, title.level) = (Role::Title, 1);
        title.evidence.push(Evidence::Position);
    }
}

/// Returns `true` if a text may be a title by its wording.
fn is_worded(text: &str) -> bool {
    text.chars().count() <= MAX_CHARACTERS
        && text.chars().filter(|c| c.is_alphabetic()).count() >= MIN_LETTERS
        && !text.ends_with(['.', ',', ';', ':'])
        && !byline::is_date(text)
        && !byline::is_address(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_words_and_not_sentences() {
        assert!(is_worded("Summary of shares by category"));
        for text in ["Page 1", "This is a sentence.", "September 20, 2013", "www.example.org/shares"] {
            assert!(!is_worded(text), "{text}");
        }
    }
}

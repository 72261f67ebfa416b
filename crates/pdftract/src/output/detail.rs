//! Shortens records of pages to the level of detail requested for JSON.

use super::model::{Block, Line, Page};
use crate::options::Detail;

/// Removes everything below a level of detail. Shortening twice is the same as shortening once.
pub(super) fn shorten(page: &mut Page, detail: Detail) {
    match detail {
        Detail::Spans | Detail::Glyphs => {}
        Detail::Words | Detail::Lines => page.blocks.iter_mut().for_each(drop_spans),
        Detail::Blocks => page.blocks.iter_mut().for_each(|block| block.lines.clear()),
        Detail::Pages => {
            if page.text.is_none() {
                let blocks: Vec<&str> = page.blocks.iter().map(|block| block.text.as_str()).collect();
                page.text = Some(blocks.join("\n\n"));
            }
            page.blocks.clear();
            page.readability.block_scores.clear();
        }
    }
}

/// Replaces the spans of each line by its text.
fn drop_spans(block: &mut Block) {
    // Spans count in characters.
    let mut starts: Vec<usize> = block.text.char_indices().map(|(start, _)| start).collect();
    starts.push(block.text.len());
    let text = &block.text;
    let at = |character: u32| starts.get(character as usize).copied().unwrap_or(text.len());
    for line in &mut block.lines {
        let Line { spans, text: line_text, .. } = line;
        if let (Some(first), Some(last)) = (spans.first(), spans.last()) {
            *line_text = text.get(at(first.start)..at(last.end)).map(str::to_owned);
        }
        spans.clear();
    }
}

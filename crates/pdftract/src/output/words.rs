//! Collects the words of lines with their boxes, if requested.

use super::char_boxes::around;
use super::model::{Line, Word};
use super::number::{points, small};
use crate::options::Detail;

/// The words of a line under construction; `None` if they are not requested.
pub(super) struct WordCollector(Option<Vec<Word>>);

impl WordCollector {
    pub(super) fn new(detail: Detail) -> Self {
        Self((detail == Detail::Words).then(Vec::new))
    }

    /// Returns `true` if words are requested.
    #[inline]
    pub(super) fn are_wanted(&self) -> bool {
        self.0.is_some()
    }

    /// Adds a glyph whose characters are at `start..end` of the block's text, in bytes.
    pub(super) fn add(&mut self, block_text: &str, start: usize, end: usize, bbox: [f32; 4]) {
        let Some(words) = &mut self.0 else { return };
        let text = block_text.get(start..end).unwrap_or_default();
        if text.is_empty() {
            // A mark that was composed with the previous letter.
            if let Some(word) = words.last_mut().filter(|word| word.end as usize == start) {
                word.bbox = around(word.bbox, bbox);
            }
            return;
        }
        if let [byte] = text.as_bytes() {
            if !char::from(*byte).is_whitespace() {
                push(words, start, end, bbox);
            }
            return;
        }
        // One glyph may carry several words as its `ActualText`.
        let mut at = start;
        for part in text.split_inclusive(char::is_whitespace) {
            let word = part.trim_end();
            if !word.is_empty() {
                push(words, at, at + word.len(), bbox);
            }
            at += part.len();
        }
    }

    /// Returns the words; offsets are in bytes, and texts are still empty.
    pub(super) fn finish(self) -> Option<Vec<Word>> {
        self.0
    }
}

fn push(words: &mut Vec<Word>, start: usize, end: usize, bbox: [f32; 4]) {
    match words.last_mut().filter(|word| word.end as usize == start) {
        Some(word) => {
            word.end = small(end);
            word.bbox = around(word.bbox, bbox);
        }
        None => words.push(Word { start: small(start), end: small(end), text: String::new(), bbox }),
    }
}

/// Sets the texts of words once that of the block is complete. Offsets of spans and words are still in bytes.
pub(super) fn fill(lines: &mut [Line], block_text: &str) {
    for line in lines {
        let Some(words) = &mut line.words else { continue };
        // A hyphen that divides a word across lines was removed from the last span.
        let line_end = line.spans.last().map_or(0, |span| span.end);
        words.retain_mut(|word| {
            word.end = word.end.min(line_end);
            word.start < word.end
        });
        for word in words {
            word.text = block_text.get(word.start as usize..word.end as usize).unwrap_or_default().to_owned();
            word.bbox = word.bbox.map(points);
        }
    }
}

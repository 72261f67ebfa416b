//! Pieces of a document: a block, or a part of one that is too long for a chunk, with its page and its headings.

use std::ops::Range;
use std::sync::Arc;

use super::super::model::{Block, Line, Page, Span};
use super::super::number::{points, small};
use super::flow::running_text;
use super::sentence::{sentence_ends, word_ends};
use crate::layout::WritingMode;
use crate::structure::Role;

/// A block or a part of one.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// The page that it is on, without blocks.
    pub(super) page: Arc<Page>,
    /// The headings that it is under, the outermost first; of a heading, with itself.
    pub(super) path: Arc<[String]>,
    pub(super) block: Block,
    /// The running text, beginning with `context`.
    pub(super) text: String,
    /// The number of characters at the start of `text` that repeat an earlier piece: the head of a table that was cut.
    pub(super) context: usize,
}

/// Counts the tokens of a text.
pub(super) type Count<'c> = &'c dyn Fn(&str) -> usize;

impl Piece {
    pub(super) fn new(page: &Arc<Page>, path: &Arc<[String]>, block: Block) -> Self {
        let text = running_text(&block);
        Self { page: Arc::clone(page), path: Arc::clone(path), block, text, context: 0 }
    }

    /// Returns whether it is a title or a heading.
    pub(super) fn is_heading(&self) -> bool {
        matches!(self.block.role, Role::Title | Role::Heading)
    }

    /// Returns a piece with another block of the same page and headings.
    pub(super) fn with_block(&self, block: Block) -> Self {
        Self::new(&self.page, &self.path, block)
    }

    /// Returns the end of a piece of running text from a character on, all of it repeated.
    pub(super) fn tail(&self, text: &[char], start: usize) -> Self {
        let mut block = cut(&self.block, text, &self.block.lines, skip_space(text, start)..text.len());
        (block.role, block.list, block.continues, block.goes_on) = (Role::Paragraph, None, None, None);
        let mut tail = self.with_block(block);
        tail.context = tail.text.chars().count();
        tail
    }

    /// Cuts a piece of running text into parts of at most `max` tokens, the first of at most `first` if anything fits into
    /// that: at the ends of sentences, in longer sentences between words, in longer words between characters.
    pub(super) fn split_text(mut self, first: usize, max: usize, count: Count<'_>) -> Vec<Self> {
        let text: Vec<char> = std::mem::take(&mut self.block.text).chars().collect();
        let lines = std::mem::take(&mut self.block.lines);
        let cuts = cuts(&text, first, max, count);
        let mut parts = Vec::with_capacity(cuts.len());
        for range in cuts {
            let mut block = cut(&self.block, &text, &lines, range);
            if block.role == Role::ListItem && !parts.is_empty() {
                // The rest of an item has no marker.
                (block.role, block.list) = (Role::Paragraph, None);
            }
            parts.push(self.with_block(block));
        }
        parts
    }
}

/// Returns the ranges of the parts of a text, without the white space between them.
fn cuts(text: &[char], first: usize, max: usize, count: Count<'_>) -> Vec<Range<usize>> {
    let sentences = sentence_ends(text);
    let words = word_ends(text);
    let mut ranges = Vec::new();
    let mut start = skip_space(text, 0);
    let mut room = first;
    while start < text.len() {
        let fits = |end: usize| {
            let part: String = text.get(start..end).unwrap_or_default().iter().collect();
            count(&part) <= room
        };
        let at_ends = |ends: &[usize]| {
            let after = ends.partition_point(|&end| end <= start);
            furthest(ends.get(after..).unwrap_or_default().iter().copied().chain([text.len()]), fits)
        };
        let end = match at_ends(&sentences) {
            None if room < max => {
                // Nothing fits behind what is in the chunk already, so the part goes into a new one.
                room = max;
                continue;
            }
            None => at_ends(&words).or_else(|| furthest(start + 1..=text.len(), fits)).unwrap_or(start + 1),
            Some(end) => end,
        };
        ranges.push(start..end);
        start = skip_space(text, end);
        room = max;
    }
    ranges
}

/// Returns the last of the ascending candidates that fits, by steps that double: a part is short, the rest of the text may
/// be long.
fn furthest(candidates: impl IntoIterator<Item = usize>, fits: impl Fn(usize) -> bool) -> Option<usize> {
    let mut candidates = candidates.into_iter();
    let mut best = None;
    let mut step = 1;
    loop {
        let window: Vec<usize> = candidates.by_ref().take(step).collect();
        let last = *window.last()?;
        if fits(last) {
            best = Some(last);
            if window.len() < step {
                return best;
            }
            step = step.saturating_mul(2);
            continue;
        }
        let inside = window.partition_point(|&end| fits(end));
        return inside.checked_sub(1).and_then(|at| window.get(at).copied()).or(best);
    }
}

fn skip_space(text: &[char], at: usize) -> usize {
    at + text.iter().skip(at).take_while(|character| character.is_whitespace()).count()
}

/// Returns the part of a block that lies in a range of its characters. `shell` is the block without text and lines.
fn cut(shell: &Block, text: &[char], lines: &[Line], range: Range<usize>) -> Block {
    let mut block = shell.clone();
    block.text = text.get(range.clone()).unwrap_or_default().iter().collect();
    let (start, end) = (small(range.start), small(range.end));
    let first = lines.partition_point(|line| line.spans.last().is_none_or(|span| span.end <= start));
    let reached = |line: &&Line| line.spans.first().is_none_or(|span| span.start < end);
    block.lines =
        lines.iter().skip(first).take_while(reached).filter_map(|line| clip_line(line, start, end)).collect();
    if let Some(bbox) = union(block.lines.iter().map(|line| line.bbox)) {
        block.bbox = bbox;
    }
    block
}

/// Returns the part of a line between two characters of its block, counted from the first of them.
fn clip_line(line: &Line, start: u32, end: u32) -> Option<Line> {
    let spans: Vec<Span> = line.spans.iter().filter_map(|span| clip_span(span, start, end)).collect();
    let bbox = union(spans.iter().map(|span| span.bbox))?;
    let is_whole = spans.len() == line.spans.len();
    let bbox = if is_whole { line.bbox } else { bbox };
    Some(Line { bbox, spans, words: None, ..line.clone() })
}

fn clip_span(span: &Span, start: u32, end: u32) -> Option<Span> {
    let (from, to) = (span.start.max(start), span.end.min(end));
    if from >= to {
        return None;
    }
    let mut part = span.clone();
    let skipped = from - span.start;
    part.text = span.text.chars().skip(skipped as usize).take((to - from) as usize).collect();
    part.bbox = clip_box(span, skipped, to - from);
    if to - from < span.end - span.start {
        (part.raw_text, part.glyphs) = (None, None);
    }
    (part.start, part.end) = (from - start, to - start);
    Some(part)
}

/// Returns about where some characters of a span are, as if all were of one width.
#[allow(clippy::cast_precision_loss)]
fn clip_box(span: &Span, skipped: u32, length: u32) -> [f32; 4] {
    let all = (span.end - span.start).max(1) as f32;
    let (from, to) = (skipped as f32 / all, (skipped + length) as f32 / all);
    let [x0, y0, x1, y1] = span.bbox;
    let between = |a: f32, b: f32, share: f32| points(a + (b - a) * share);
    match span.direction {
        WritingMode::Ltr => [between(x0, x1, from), y0, between(x0, x1, to), y1],
        WritingMode::Rtl => [between(x1, x0, to), y0, between(x1, x0, from), y1],
        WritingMode::Ttb => [x0, between(y0, y1, from), x1, between(y0, y1, to)],
    }
}

/// Returns the box around boxes.
pub(super) fn union(boxes: impl Iterator<Item = [f32; 4]>) -> Option<[f32; 4]> {
    boxes.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, first: usize, max: usize) -> Vec<String> {
        let characters: Vec<char> = text.chars().collect();
        let ranges = cuts(&characters, first, max, &|part| part.chars().count());
        ranges.into_iter().map(|range| characters[range].iter().collect()).collect()
    }

    #[test]
    fn a_text_is_cut_at_sentence_ends_first() {
        assert_eq!(parts("One two. Three four. Five.", 20, 20), ["One two. Three four.", "Five."]);
    }

    #[test]
    fn a_long_sentence_is_cut_between_words_and_a_long_word_between_letters() {
        assert_eq!(parts("alpha beta gamma delta", 11, 11), ["alpha beta", "gamma delta"]);
        assert_eq!(parts("abcdefghij kl", 4, 4), ["abcd", "efgh", "ij", "kl"]);
    }

    #[test]
    fn the_first_part_is_shorter_only_if_a_sentence_fits() {
        assert_eq!(parts("One two. Three four. Five.", 9, 20), ["One two.", "Three four. Five."]);
        assert_eq!(parts("One two three. Four.", 5, 20), ["One two three. Four."]);
    }

    #[test]
    fn the_furthest_end_that_fits_is_found() {
        for limit in 0..40 {
            let expected = (1..=30).filter(|end| *end <= limit).max();
            assert_eq!(furthest(1..=30, |end| end <= limit), expected, "limit {limit}");
        }
    }
}

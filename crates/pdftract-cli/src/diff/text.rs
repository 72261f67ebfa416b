//! The words of a document, with the blocks they are in.

use std::collections::HashMap;
use std::ops::Range;

use pdftract::output::model::Page;
use pdftract::structure::Role;
use pdftract::threads::{PageError, WorkerPermits};
use pdftract::{Document, ExtractOptions, Format, PageAssembler, PageOutput, RunningHeads};

use crate::exit::Failure;
use crate::for_each_file::{lost_pages, time_is_left};
use crate::plan::DiffPlan;

/// A document as a list of words.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub(super) pages: usize,
    /// Pages without readable text, counted from 1.
    pub(super) unreadable: Vec<usize>,
    pub(super) blocks: Vec<Block>,
    /// The words of all blocks.
    pub(super) words: Vec<Word>,
}

/// A block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) id: String,
    pub(super) role: Role,
    pub(super) bbox: [f32; 4],
    /// The page, counted from 0, and its label.
    pub(super) page_index: usize,
    pub(super) label: Option<String>,
    /// The words before the block.
    pub(super) start: usize,
}

/// A word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    /// Its block.
    pub(super) block: usize,
}

impl Words {
    /// Reads the words of a document.
    pub(super) fn read(
        document: &Document,
        plan: &DiffPlan,
        permits: &WorkerPermits,
    ) -> Result<Self, Failure> {
        let heads = if plan.keep_headers { RunningHeads::Keep } else { RunningHeads::Drop };
        let options = ExtractOptions::default().running_heads(heads);
        let pages = plan.reading.pages(document.page_count())?;
        let mut words = Self { pages: pages.len(), ..Self::default() };
        let mut assembler = PageAssembler::new(&options);
        let mut lost = Vec::new();
        let read = |page| document.page_output(page, &options, &[Format::Json]);
        document.map_pages(&pages, permits, read, |page, output| {
            lost.extend((output.as_ref().err() == Some(&PageError::Panicked)).then_some(page));
            words.add(assembler.page(output.unwrap_or_default()));
            Ok::<(), Failure>(())
        })?;
        words.add(assembler.finish());
        lost_pages(&lost)?;
        time_is_left(document)?;
        Ok(words)
    }

    /// Divides a range of words at the ends of blocks.
    pub(super) fn parts(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut parts: Vec<Range<usize>> = Vec::new();
        let mut last = None;
        for at in range {
            let block = self.words.get(at).map(|word| word.block);
            match parts.last_mut().filter(|_| block == last) {
                Some(part) => part.end = at + 1,
                None => parts.push(at..at + 1),
            }
            last = block;
        }
        parts
    }

    fn add(&mut self, page: Option<PageOutput>) {
        let Some(page) = page.and_then(PageOutput::into_record) else { return };
        let is_unreadable = !page.readability.quality.is_readable() && page.empty_because.is_none();
        let is_image = page.readability.ocr_recommended && page.blocks.is_empty();
        if is_unreadable || is_image {
            self.unreadable.push(page.page_number);
        }
        self.add_blocks(page);
    }

    fn add_blocks(&mut self, page: Page) {
        for block in page.blocks {
            let (start, index) = (self.words.len(), self.blocks.len());
            let words = block.text.split_whitespace().flat_map(pieces);
            self.words.extend(words.map(|text| Word { text: text.to_owned(), block: index }));
            self.join_divided(start);
            self.blocks.push(Block {
                id: block.id,
                role: block.role,
                bbox: block.bbox,
                page_index: page.page_index,
                label: page.page_label.clone(),
                start: start.min(self.words.len()),
            });
        }
    }

    /// Joins the last word of the block before with the first one of this block, if it was divided at the end of a
    /// column or page.
    fn join_divided(&mut self, start: usize) {
        let Some(before) = start.checked_sub(1) else { return };
        let is_lower = |word: &Word| word.text.starts_with(char::is_lowercase);
        let is_divided = |word: &Word| {
            let stem = word.text.strip_suffix(['-', '\u{2010}', '\u{AD}']);
            stem.is_some_and(|stem| stem.ends_with(char::is_alphabetic))
        };
        if self.words.get(start).is_some_and(is_lower) && self.words.get(before).is_some_and(is_divided) {
            let rest = self.words.remove(start);
            if let Some(word) = self.words.get_mut(before) {
                word.text.pop();
                word.text.push_str(&rest.text);
            }
        }
    }
}

/// Divides a word of a script without spaces into characters, so that changes are shown there and not for whole lines.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = if is_ideograph(first) {
            first.len_utf8()
        } else {
            rest.find(is_ideograph).unwrap_or(rest.len())
        };
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some(piece)
    })
}

/// Returns whether a character belongs to Chinese, Japanese or Thai text, which has no spaces between words.
pub(super) fn is_ideograph(character: char) -> bool {
    matches!(character, '\u{E00}'..='\u{E7F}' | '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Numbers for equal words.
#[derive(Default)]
pub(super) struct Numbers {
    known: HashMap<String, u32>,
}

impl Numbers {
    /// Returns a number for each word; equal words have equal numbers.
    pub(super) fn of(&mut self, words: &[Word], ignore_case: bool) -> Vec<u32> {
        let mut number = |word: &Word| {
            let key = if ignore_case { word.text.to_lowercase() } else { word.text.clone() };
            let next = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
            *self.known.entry(key).or_insert(next)
        };
        words.iter().map(&mut number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_scripts_without_spaces_are_characters() {
        let all = |word| pieces(word).collect::<Vec<_>>();
        assert_eq!(all("plain-word"), ["plain-word"]);
        assert_eq!(all("a日本b"), ["a", "日", "本", "b"]);
    }

    #[test]
    fn equal_words_have_equal_numbers() {
        let word = |text: &str| Word { text: text.into(), block: 0 };
        let words = [word("a"), word("B"), word("b"), word("a")];
        assert_eq!(Numbers::default().of(&words, false), [0, 1, 2, 0]);
        assert_eq!(Numbers::default().of(&words, true), [0, 1, 1, 0]);
    }
}

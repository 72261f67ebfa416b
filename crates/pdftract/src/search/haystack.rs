//! The running text of a page, with a mapping from each character back to its block.

use std::ops::Range;

use super::folding::{Folding, LineHyphens, LineJoin, fold, line_join, sentence_goes_on};
use crate::output::model::{Block, Page};
use crate::structure::Role;

/// The searched text.
#[derive(Debug, Default)]
pub(super) struct Haystack {
    pub(super) text: String,
    /// The origin of each character, sorted by its position in the text.
    origins: Vec<Origin>,
    /// `true` if a line ends in a hyphen, so that the other interpretation must be searched too.
    pub(super) has_line_hyphens: bool,
}

/// The origin of a character of the haystack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    /// The byte offset in the haystack.
    at: usize,
    pub(super) place: Place,
}

/// The position of a character on a page. Positions are ordered as they are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// The index of the block on the page.
    pub(super) block: usize,
    /// The index of the character in the block's text.
    pub(super) index: u32,
}

impl Haystack {
    /// Builds the running text of a page.
    pub(super) fn new(page: &Page, hyphens: LineHyphens, folding: Folding) -> Self {
        let mut builder = Builder { haystack: Self::default(), hyphens, folding };
        let mut before: Option<&Block> = None;
        for (index, block) in page.blocks.iter().enumerate() {
            if let Some(before) = before.replace(block) {
                builder.separate(before, block, index.saturating_sub(1));
            }
            builder.push_block(block, index);
        }
        builder.haystack
    }

    /// Builds the text of a page without spaces and hyphens, which plain text and records have in different places.
    #[cfg(feature = "search")]
    pub(super) fn squeezed(page: &Page) -> Self {
        let mut haystack = Self::default();
        for (block, found) in page.blocks.iter().enumerate() {
            for (index, character) in (0u32..).zip(found.text.chars()).filter(|(_, c)| is_squeezed(*c)) {
                let at = haystack.text.len();
                haystack.text.push(character);
                haystack.origins.push(Origin { at, place: Place { block, index } });
            }
        }
        haystack
    }

    /// Returns the origins of the characters in a range of bytes.
    pub(super) fn origins(&self, range: Range<usize>) -> &[Origin] {
        let first = self.origins.partition_point(|origin| origin.at < range.start);
        let last = self.origins.partition_point(|origin| origin.at < range.end);
        self.origins.get(first..last).unwrap_or_default()
    }

    /// Returns the byte range of the characters between two origins, both included.
    pub(super) fn range(&self, first: Place, last: Place) -> Range<usize> {
        let at = |index: usize| self.origins.get(index).map_or(self.text.len(), |origin| origin.at);
        let start = self.origins.partition_point(|origin| origin.place < first);
        at(start)..at(self.origins.partition_point(|origin| origin.place <= last))
    }
}

struct Builder {
    haystack: Haystack,
    hyphens: LineHyphens,
    folding: Folding,
}

impl Builder {
    fn push_block(&mut self, block: &Block, index: usize) {
        let keeps_lines = keeps_lines(block);
        let mut characters = (0u32..).zip(block.text.chars()).peekable();
        while let Some((at, character)) = characters.next() {
            let place = Place { block: index, index: at };
            if character == '\n' && !keeps_lines {
                let next = characters.peek().map(|(_, next)| *next);
                self.end_line(next, place);
            } else {
                self.push(character, place);
            }
        }
    }

    /// Adds the separator between two blocks; it belongs to the end of the first.
    fn separate(&mut self, before: &Block, next: &Block, block: usize) {
        let end = u32::try_from(before.text.chars().count()).unwrap_or(u32::MAX);
        let place = Place { block, index: end };
        if goes_on(before, next) {
            self.end_line(next.text.chars().next(), place);
        } else {
            self.push('\n', place);
        }
    }

    /// Continues on the next line, which begins with the character `next`.
    fn end_line(&mut self, next: Option<char>, place: Place) {
        match line_join(&self.haystack.text, next) {
            LineJoin::Hyphen => {
                self.haystack.has_line_hyphens = true;
                if self.hyphens == LineHyphens::Dropped {
                    self.haystack.text.pop();
                    self.haystack.origins.pop();
                }
            }
            LineJoin::Nothing => {}
            LineJoin::Space => self.push(' ', place),
        }
    }

    /// Adds a folded character.
    fn push(&mut self, character: char, place: Place) {
        if character.is_ascii() {
            let lower = if self.folding.lower_case { character.to_ascii_lowercase() } else { character };
            return self.push_folded(if lower == '\t' { ' ' } else { lower }, place);
        }
        fold(character, self.folding).for_each(|folded| self.push_folded(folded, place));
    }

    fn push_folded(&mut self, character: char, place: Place) {
        let at = self.haystack.text.len();
        self.haystack.text.push(character);
        self.haystack.origins.push(Origin { at, place });
    }
}

/// Returns `true` for characters of a squeezed text.
#[cfg(feature = "search")]
pub(super) fn is_squeezed(character: char) -> bool {
    !character.is_whitespace() && !super::folding::is_hyphen(character)
}

/// Returns `true` if the line ends of a block are significant.
fn keeps_lines(block: &Block) -> bool {
    block.table.is_some() || block.role == Role::Code
}

/// Returns `true` if a paragraph continues in the next block, as at the end of a column.
fn goes_on(before: &Block, next: &Block) -> bool {
    let are_paragraphs = before.role == Role::Paragraph && next.role == Role::Paragraph;
    are_paragraphs && sentence_goes_on(before.text.chars().next_back(), next.text.chars().next())
}

//! The plain text of a page as running text, with a mapping from each byte back to the text.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::folding::{Folding, LineHyphens, LineJoin, fold, is_hyphen, line_join, sentence_goes_on};

/// A folded text.
#[derive(Debug, Default)]
pub(super) struct FoldedText {
    pub(super) text: String,
    /// The offset in the original text of the character that each byte comes from.
    origins: Vec<u32>,
    /// `true` if a word may be divided at a line end, so that the other interpretation must be searched too.
    pub(super) has_line_hyphens: bool,
    /// `true` if the text differs from the original.
    pub(super) is_changed: bool,
}

impl FoldedText {
    /// Folds a text. Hyphens at line ends are dropped or kept, always without the line end; so is the line end between
    /// characters of scripts without spaces. A sentence that goes on behind an empty line, as in the next column, goes on
    /// behind a line end.
    pub(super) fn new(original: &str, hyphens: LineHyphens, folding: Folding) -> Self {
        let mut folded = Self::default();
        folded.text.reserve(original.len());
        folded.origins.reserve(original.len());
        let mut rest = original;
        loop {
            rest = folded.push_printable_ascii(rest, original.len() - rest.len());
            let Some(character) = rest.chars().next() else { break };
            let at = original.len() - rest.len();
            rest = rest.get(character.len_utf8()..).unwrap_or_default();
            if character == '\n' {
                rest = folded.end_line(rest, at, hyphens);
            } else {
                folded.push(character, at, folding);
            }
        }
        folded
    }

    /// Adds the printable ASCII characters that a text begins with, which folding keeps; returns the text behind them.
    fn push_printable_ascii<'t>(&mut self, rest: &'t str, start: usize) -> &'t str {
        let count = rest.bytes().take_while(|byte| matches!(byte, b' '..=b'~')).count();
        let (run, behind) = rest.split_at_checked(count).unwrap_or((rest, ""));
        self.text.push_str(run);
        // The text of a page is far below 4 GB.
        let at = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.origins.extend(at(start)..at(start + count));
        behind
    }

    /// Adds a line end, unless the line is joined with the next one; returns the text behind it.
    fn end_line<'t>(&mut self, rest: &'t str, at: usize, hyphens: LineHyphens) -> &'t str {
        let next = |text: &str| text.chars().next();
        let behind = match rest.strip_prefix('\n') {
            // Two empty lines and more separate for good.
            Some(behind) if next(behind) == Some('\n') => return self.push_line_end(rest, at),
            Some(behind) => {
                let last = self.text.chars().next_back();
                // A hyphen belongs to the sentence it may divide.
                if last == Some('\n') || !sentence_goes_on(last, next(behind)) {
                    return self.push_line_end(rest, at);
                }
                self.is_changed = true;
                behind
            }
            None => rest,
        };
        match line_join(&self.text, next(behind)) {
            LineJoin::Hyphen => {
                (self.has_line_hyphens, self.is_changed) = (true, true);
                if hyphens == LineHyphens::Dropped && self.text.chars().next_back().is_some_and(is_hyphen) {
                    self.text.pop();
                    self.origins.truncate(self.text.len());
                }
                behind
            }
            LineJoin::Nothing => {
                self.is_changed = true;
                behind
            }
            LineJoin::Space => self.push_line_end(behind, at),
        }
    }

    fn push_line_end<'t>(&mut self, rest: &'t str, at: usize) -> &'t str {
        self.push_folded('\n', at);
        rest
    }

    fn push(&mut self, character: char, at: usize, folding: Folding) {
        match character {
            '\t' => self.push_folded(' ', at),
            _ if character.is_ascii() => self.push_folded(character, at),
            _ => {
                let start = self.text.len();
                fold(character, folding).for_each(|folded| self.push_folded(folded, at));
                let is_same = self.text.get(start..).is_some_and(|folded| folded.chars().eq([character]));
                self.is_changed |= !is_same;
            }
        }
    }

    fn push_folded(&mut self, character: char, at: usize) {
        self.text.push(character);
        // The text of a page is far below 4 GB.
        self.origins.resize(self.text.len(), u32::try_from(at).unwrap_or(u32::MAX));
    }

    /// Returns the range of the original text that a range of the folded text comes from.
    pub(super) fn original(&self, found: Range<usize>, original: &str) -> Option<Range<usize>> {
        let origin = |at: usize| self.origins.get(at).and_then(|&at| usize::try_from(at).ok());
        let Some(last) = found.end.checked_sub(1).filter(|&last| last >= found.start) else {
            let at = origin(found.start)?;
            return Some(at..at);
        };
        let (start, last) = (origin(found.start)?, origin(last)?);
        let mut behind = original.get(last..)?.chars();
        let mut end = last + behind.next()?.len_utf8();
        // Marks that were stripped belong to their letter.
        for mark in behind.take_while(|mark| is_combining_mark(*mark)) {
            end += mark.len_utf8();
        }
        Some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPATIBLE: Folding = Folding { lower_case: false, strip_marks: false, compatible: true };

    fn dropped(text: &str) -> FoldedText {
        FoldedText::new(text, LineHyphens::Dropped, COMPATIBLE)
    }

    #[test]
    fn words_and_lines_are_joined() {
        let folded = dropped("the main-\ntainer\nof 日本\n語 - \nx²\n");
        assert_eq!(folded.text, "the maintainer\nof 日本語 - \nx2\n");
        assert!(folded.has_line_hyphens && folded.is_changed);
        let kept = FoldedText::new("the main-\ntainer\n", LineHyphens::Kept, COMPATIBLE);
        assert_eq!(kept.text, "the main-tainer\n");
        assert!(!dropped("plain\nlines -\nand signs\n").is_changed);
    }

    #[test]
    fn sentences_go_on_behind_an_empty_line() {
        assert_eq!(
            dropped("one half\n\nof it.\n\nAnother\n\n\nx\n").text,
            "one half\nof it.\n\nAnother\n\n\nx\n"
        );
    }

    #[test]
    fn ranges_lead_back() {
        let text = "a main-\ntainer e\u{301}x";
        let folded = dropped(text);
        let at = folded.text.find("maintainer").unwrap();
        assert_eq!(folded.original(at..at + 10, text), Some(2..14));
        let stripped = Folding { strip_marks: true, ..COMPATIBLE };
        let folded = FoldedText::new(text, LineHyphens::Dropped, stripped);
        let at = folded.text.find(" e").unwrap() + 1;
        assert_eq!(folded.original(at..at + 1, text).and_then(|range| text.get(range)), Some("e\u{301}"));
        assert_eq!(folded.original(3..3, text), Some(3..3));
    }
}

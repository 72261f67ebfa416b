//! Decides whether a hyphen at the end of a line divides a word that continues on the next line.
//!
//! A soft hyphen always does. Other hyphens need evidence: the whole word occurs elsewhere on the page, the hyphen is
//! one that is never typed, or line ends have far more hyphens than expected by chance. The hyphenated word
//! elsewhere, or both parts as words, are evidence against it. In doubt the hyphen is kept, unless the other pages of
//! the document resolve it ([`WordEvidence`](super::evidence::WordEvidence)).

use super::word_hash::HashedWord;
use super::word_set::{WordSet, trimmed, trimmed_ascii};
use crate::char_class::{
    NON_BREAKING_HYPHEN, SOFT_HYPHEN, TYPESET_HYPHEN, ends_in_hyphen, is_letter_or_number,
    is_non_breaking_space,
};
use crate::language::script;

/// The relation of a line to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum LineEnd {
    /// The line ends.
    #[default]
    Break,
    /// The line ends in a hyphen; other pages may decide whether it divides a word.
    Pending,
    /// A word continues on the next line; with the length of its hyphen in bytes.
    Join(u8),
    /// The line ends in a hyphen without meaning; with its length in bytes.
    Drop(u8),
}

/// Shorter parts of words are not evidence.
pub(super) const MIN_PART: usize = 2;
/// Shorter words may occur by chance.
const MIN_WORD: usize = 3;
/// The factor by which hyphens at line ends must exceed those expected by chance.
const BEYOND_CHANCE: usize = 3;
/// Fewer hyphens at line ends may all belong to compounds, such as `price-determining`.
const MIN_ENDS: usize = 3;

/// Decides how a line continues, by its text, that of the next line and the words of the page.
pub(crate) fn judge<'w>(before: &str, after: &str, words: impl FnOnce() -> &'w Words) -> LineEnd {
    let Some(hyphen) = before.chars().next_back().filter(|&c| ends_in_hyphen(c.encode_utf8(&mut [0; 4])))
    else {
        return LineEnd::Break;
    };
    let stem = before.get(..before.len() - hyphen.len_utf8()).unwrap_or_default();
    let drawn = u8::try_from(hyphen.len_utf8()).unwrap_or(0);
    let is_soft = hyphen == SOFT_HYPHEN;
    let (last, first) = (stem.chars().next_back(), after.chars().next());
    let (Some(last), Some(first)) = (last, first) else { return LineEnd::Break };
    if !last.is_alphabetic() || !first.is_alphabetic() {
        return if is_soft { LineEnd::Drop(drawn) } else { LineEnd::Break };
    }
    if is_soft {
        let goes_on = !first.is_uppercase() || last.is_uppercase();
        return if goes_on { LineEnd::Join(drawn) } else { LineEnd::Drop(drawn) };
    }
    if !first.is_lowercase() {
        return LineEnd::Break;
    }
    let is_typeset = matches!(hyphen, TYPESET_HYPHEN | NON_BREAKING_HYPHEN);
    match words().join(last_word(stem), first_word(after), is_typeset) {
        Some(true) => LineEnd::Join(drawn),
        Some(false) => LineEnd::Break,
        None => LineEnd::Pending,
    }
}

/// Words between the parts of `pre- and post-war`: a hyphen before them does not divide a word.
const CONJUNCTIONS: [&str; 18] = [
    "and", "or", "to", "und", "oder", "bis", "sowie", "et", "ou", "y", "o", "e", "en", "of", "och", "og",
    "i", "a",
];

/// Returns `true` if running text has no space between two lines.
pub(super) fn is_unspaced(before: &str, after: &str) -> bool {
    let around = (before.chars().next_back(), after.chars().next());
    matches!(around, (Some(last), Some(first)) if script::is_unspaced(last) && script::is_unspaced(first))
        || goes_on_with_hyphen(before, after)
        || is_in_address(before, after)
}

/// Characters in URLs after which typesetting programs break them.
const ADDRESS_BREAKS: [char; 8] = ['/', '?', '&', '=', '_', '#', '%', '.'];

/// Returns `true` if a URL continues on the next line: `https://example.org/⏎page.html`.
fn is_in_address(before: &str, after: &str) -> bool {
    let breaks = before.ends_with(ADDRESS_BREAKS) || after.starts_with(['/', '?', '&', '=', '#']);
    if !breaks || !after.starts_with(|c: char| c.is_ascii_graphic()) {
        return false;
    }
    // A full stop may end the sentence; then the next one begins with a capital.
    let may_end = before.ends_with('.') && !after.starts_with(char::is_lowercase);
    let address = before.rsplit(is_space).next().unwrap_or_default();
    !may_end && (address.contains("://") || address.contains("www."))
}

/// Returns `true` if a compound continues on the next line after its hyphen.
fn goes_on_with_hyphen(before: &str, after: &str) -> bool {
    let Some(stem) = before.strip_suffix(['-', TYPESET_HYPHEN, NON_BREAKING_HYPHEN]) else { return false };
    stem.ends_with(char::is_alphabetic)
        && after.starts_with(char::is_lowercase)
        && !CONJUNCTIONS.contains(&first_word(after))
}

pub(super) fn last_word(text: &str) -> &str {
    let start = text.rfind(|c: char| !is_in_word(c)).map_or(0, |at| at + 1);
    // The offset may be inside a multi-byte character, so the next boundary is searched.
    (start..=text.len()).find_map(|at| text.get(at..).filter(|_| text.is_char_boundary(at))).unwrap_or(text)
}

pub(super) fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !is_in_word(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or(text)
}

fn is_in_word(character: char) -> bool {
    is_letter_or_number(character) || matches!(character, '-' | TYPESET_HYPHEN | '\'' | '’')
}

fn is_space(character: char) -> bool {
    character.is_ascii_whitespace() || is_non_breaking_space(character)
}

/// The words of a page, as evidence.
#[derive(Debug)]
pub(crate) struct Words {
    words: WordSet,
    lines: usize,
    count: usize,
    /// The number of words with a hyphen within lines.
    hyphenated: usize,
    /// The number of lines that end in a hyphen.
    ends: usize,
}

/// The maximum number of words; a page with more does not consist of words.
const MAX_WORDS: usize = 20_000;

impl Words {
    /// Returns the words of lines.
    pub(crate) fn of_lines<'l>(lines: impl Iterator<Item = &'l str>) -> Self {
        let mut words = Self { words: WordSet::for_page(), lines: 0, count: 0, hyphenated: 0, ends: 0 };
        lines.for_each(|line| words.add_line(line));
        words
    }

    fn add_line(&mut self, line: &str) {
        self.lines += 1;
        let mut last = None;
        for token in line.split_ascii_whitespace() {
            if let Some(before) = last.replace(token) {
                self.add_token(before);
            }
        }
        self.ends += usize::from(ends_in_hyphen(line));
        let Some(last) = last else { return };
        // The last token may be a part of a word if it ends in a hyphen.
        let end =
            if ends_in_hyphen(last) { last.rfind(is_non_breaking_space).unwrap_or(0) } else { last.len() };
        self.add_token(last.get(..end).unwrap_or_default());
    }

    /// Adds what is between two blanks.
    fn add_token(&mut self, token: &str) {
        if token.is_empty() {
            return;
        }
        if token.is_ascii() {
            let word = HashedWord::new(trimmed_ascii(token.as_bytes()));
            self.count_word(word.has_hyphen);
            if token.len() >= MIN_WORD {
                self.words.insert_hashed(word, word.has_ascii_letter, MAX_WORDS);
            }
            return;
        }
        for part in token.split(is_non_breaking_space).filter(|part| !part.is_empty()) {
            let word = trimmed(part);
            self.count_word(word.contains(['-', TYPESET_HYPHEN]));
            if part.len() >= MIN_WORD {
                self.words.insert_trimmed(word, MAX_WORDS);
            }
        }
    }

    fn count_word(&mut self, has_hyphen: bool) {
        self.count += 1;
        self.hyphenated += usize::from(has_hyphen);
    }

    /// Returns `true` if the page has a word, given by its parts.
    pub(super) fn has_word(&self, parts: &[&str]) -> bool {
        self.words.has(parts)
    }

    /// Returns whether two parts are one word; `None` if the page has no evidence.
    fn join(&self, before: &str, after: &str, drawn: bool) -> Option<bool> {
        if before.chars().count() < MIN_PART || after.chars().count() < MIN_PART {
            return Some(false);
        }
        if self.words.has(&[before, "-", after]) {
            Some(false)
        } else if self.words.has(&[before, after]) {
            Some(true)
        } else if before.contains('-') {
            // `self-em-⏎ployed` is one word only if `self-employed` occurs elsewhere.
            None
        } else if drawn {
            Some(true)
        } else {
            let is_word = |part: &str| part.chars().count() >= MIN_WORD && self.words.has(&[part]);
            (self.is_beyond_chance() && !(is_word(before) && is_word(after))).then_some(true)
        }
    }

    /// Returns `true` if more lines end in hyphens than expected by chance from the words with hyphens.
    fn is_beyond_chance(&self) -> bool {
        let expected = self.hyphenated * self.lines;
        self.ends >= MIN_ENDS && self.ends * self.count > expected * BEYOND_CHANCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_continue_without_a_space() {
        assert!(is_unspaced("see http://www.census.gov/", "popest/data"));
        assert!(is_unspaced("see https://example.org/a", "/b"));
        assert!(!is_unspaced("see https://example.org.", "The next"));
        assert!(!is_unspaced("see https://example.org/a", "for more"));
        assert!(!is_unspaced("and/", "or"));
    }

    #[test]
    fn thai_lines_join_without_a_space() {
        assert!(is_unspaced("แพ็กเก", "จหลัก"));
    }
}

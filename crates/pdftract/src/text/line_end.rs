//! Decides whether a hyphen at the end of a line divides a word that continues on the next line.
//!
//! A soft hyphen always does. Other hyphens need evidence: the whole word occurs elsewhere on the page, the hyphen is
//! one that is never typed, or line ends have far more hyphens than expected by chance. The hyphenated word
//! elsewhere, or both parts as words, are evidence against it. In doubt the hyphen is kept, unless the other pages of
//! the document resolve it ([`WordEvidence`](super::evidence::WordEvidence)).

use std::cell::OnceCell;

use super::word_search::{SearchedText, token_at};
use super::word_set::{WordSet, trimmed};
use crate::char_class::{
    NON_BREAKING_HYPHEN, SOFT_HYPHEN, TYPESET_HYPHEN, ends_in_hyphen, has_non_breaking_space,
    is_letter_or_number, is_non_breaking_space,
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

/// Returns `true` if an ASCII letter or digit ends a line and another begins the next: a space separates them, and nothing is
/// to be decided.
pub(super) fn is_between_words(before: &str, after: &str) -> bool {
    let is_plain = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    is_plain(before.as_bytes().last()) && is_plain(after.as_bytes().first())
}

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
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// The words between blanks, without the parts of words before hyphens at line ends.
    text: String,
    /// The same text, to be searched.
    searched: SearchedText,
    /// The same words, collected when a search does not answer.
    set: OnceCell<WordSet>,
    lines: usize,
    /// The number of lines that end in a hyphen.
    ends: usize,
    /// Whether they are more than expected, worked out when a hyphen asks for it.
    is_beyond_chance: OnceCell<bool>,
}

/// The maximum number of words; a page with more does not consist of words.
const MAX_WORDS: usize = 20_000;
/// Each line that ends in a hyphen asks for up to four words: with more such lines, collecting the words of a page costs less
/// than searching for them.
const FEW_ENDS: usize = 6;
/// The most bytes of a text that has no more words than that, with a blank behind each.
const MAX_SEARCHED: usize = MAX_WORDS * (MIN_WORD + 1);

impl Words {
    /// Returns the words of lines.
    pub(crate) fn of_lines<'l>(lines: impl Iterator<Item = &'l str>) -> Self {
        let mut words = Self::default();
        lines.for_each(|line| words.add_line(line));
        if words.text.len() <= MAX_SEARCHED {
            words.searched.push(&words.text);
        }
        words
    }

    fn add_line(&mut self, line: &str) {
        self.lines += 1;
        self.ends += usize::from(ends_in_hyphen(line));
        let whole = without_divided_word(line);
        if has_non_breaking_space(whole) {
            self.text.extend(whole.split(is_non_breaking_space).flat_map(|part| [part, " "]));
        } else {
            self.text.push_str(whole);
        }
        self.text.push('\n');
    }

    /// Returns `true` if the page has a word, given by its parts.
    pub(super) fn has_word(&self, parts: &[&str]) -> bool {
        let found = if self.set.get().is_none() { self.search(parts) } else { None };
        found.unwrap_or_else(|| self.set().has(parts))
    }

    /// Searches a word whose token is long enough because it has so many characters.
    fn search(&self, parts: &[&str]) -> Option<bool> {
        let length = parts.iter().map(|part| part.chars().count()).sum::<usize>();
        let may_search = length >= MIN_WORD && self.ends <= FEW_ENDS && self.text.len() <= MAX_SEARCHED;
        may_search.then(|| self.searched.has(parts, |_, _| true)).flatten()
    }

    fn set(&self) -> &WordSet {
        self.set.get_or_init(|| {
            let mut set = WordSet::for_page();
            let tokens = self.text.split_ascii_whitespace();
            tokens.filter(|token| token.len() >= MIN_WORD).for_each(|token| set.insert(token, MAX_WORDS));
            set
        })
    }

    /// Returns whether two parts are one word; `None` if the page has no evidence.
    fn join(&self, before: &str, after: &str, drawn: bool) -> Option<bool> {
        if before.chars().count() < MIN_PART || after.chars().count() < MIN_PART {
            return Some(false);
        }
        if self.has_word(&[before, "-", after]) {
            Some(false)
        } else if self.has_word(&[before, after]) {
            Some(true)
        } else if before.contains('-') {
            // `self-em-⏎ployed` is one word only if `self-employed` occurs elsewhere.
            None
        } else if drawn {
            Some(true)
        } else {
            let is_word = |part: &str| part.chars().count() >= MIN_WORD && self.has_word(&[part]);
            (self.is_beyond_chance() && !(is_word(before) && is_word(after))).then_some(true)
        }
    }

    /// Returns `true` if more lines end in hyphens than expected by chance from the words with hyphens.
    fn is_beyond_chance(&self) -> bool {
        let is_beyond = || {
            let expected = self.hyphenated() * self.lines;
            self.ends * self.count() > expected * BEYOND_CHANCE
        };
        self.ends >= MIN_ENDS && *self.is_beyond_chance.get_or_init(is_beyond)
    }

    /// Returns the number of words.
    fn count(&self) -> usize {
        let bytes = self.text.as_bytes();
        let next = bytes.get(1..).unwrap_or_default();
        // Counters of a byte let the loop be vectorised.
        let ends = bytes.chunks(COUNTED).zip(next.chunks(COUNTED)).map(|(bytes, next)| {
            bytes.iter().zip(next).fold(0u8, |count, (last, blank)| {
                count.wrapping_add(u8::from(!last.is_ascii_whitespace() & blank.is_ascii_whitespace()))
            })
        });
        ends.map(usize::from).sum()
    }

    /// Returns the number of words with a hyphen within lines.
    fn hyphenated(&self) -> usize {
        let mut count = 0;
        let mut end = 0;
        for at in memchr::memchr2_iter(b'-', LAST_OF_TYPESET_HYPHEN, self.text.as_bytes()) {
            if at >= end {
                let (before, token) = token_at(&self.text, at);
                count += usize::from(trimmed(token).contains(['-', TYPESET_HYPHEN]));
                end = before.len() + token.len();
            }
        }
        count
    }
}

/// The number of bytes in which fewer than 256 words end.
const COUNTED: usize = 255;
/// The last byte of [`TYPESET_HYPHEN`].
const LAST_OF_TYPESET_HYPHEN: u8 = 0x90;

/// Returns a line without its last token, or the part of it behind a non-breaking space, if that may be a part of a word
/// because it ends in a hyphen.
fn without_divided_word(line: &str) -> &str {
    let whole = line.trim_ascii_end();
    if !ends_in_hyphen(whole) {
        return whole;
    }
    whole.rfind(is_space).and_then(|blank| whole.get(..blank)).unwrap_or_default()
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
    fn between_words_nothing_is_decided() {
        let characters = (' '..='\u{250}').chain(['\u{2010}', '\u{2011}', '字', '한']);
        for last in characters.clone() {
            for first in characters.clone() {
                let (before, after) = (format!("see www.{last}"), format!("{first}er"));
                if is_between_words(&before, &after) {
                    assert!(!is_unspaced(&before, &after) && !ends_in_hyphen(&before), "{last:?} {first:?}");
                }
            }
        }
    }

    #[test]
    fn thai_lines_join_without_a_space() {
        assert!(is_unspaced("แพ็กเก", "จหลัก"));
    }

    /// Counts the words of lines, and those with a hyphen, one by one.
    fn counted(lines: &[String]) -> (usize, usize) {
        let mut counts = (0, 0);
        for line in lines {
            let mut tokens: Vec<&str> = line.split_ascii_whitespace().collect();
            if let Some(last) = tokens.last_mut().filter(|last| ends_in_hyphen(last)) {
                *last = last.get(..last.rfind(is_non_breaking_space).unwrap_or(0)).unwrap();
            }
            for part in tokens.iter().flat_map(|token| token.split(is_non_breaking_space)) {
                counts.0 += usize::from(!part.is_empty());
                counts.1 += usize::from(trimmed(part).contains(['-', TYPESET_HYPHEN]));
            }
        }
        counts
    }

    #[test]
    fn words_are_counted_and_found_without_splitting_the_text() {
        let tokens = [
            "main",
            "MAIN-tainer.",
            "a",
            "-",
            "größ\u{2010}ER",
            "(größer",
            "x\u{a0}main-",
            "main-",
            "—",
            "-main-",
            "\u{a0}",
            "Д-",
            "мир",
        ];
        let parts: [&[&str]; 6] =
            [&["main"], &["main", "-", "tainer"], &["grö", "ßer"], &["größ", "-", "er"], &["мир"], &["a"]];
        let mut found = 0;
        for seed in 0..20_000usize {
            let token = |place: u32| tokens[seed / tokens.len().pow(place) % tokens.len()];
            let lines =
                [format!("{} {}  {}", token(0), token(1), token(2)), format!("{} ", token(3)), String::new()];
            let words = Words::of_lines(lines.iter().map(String::as_str));
            assert_eq!((words.count(), words.hyphenated()), counted(&lines), "{lines:?}");
            for parts in parts {
                let searched = words.search(parts);
                assert_eq!(searched.is_none(), parts == ["a"]);
                assert!(searched.is_none_or(|has| has == words.set().has(parts)), "{lines:?} {parts:?}");
                found += usize::from(searched == Some(true));
            }
        }
        assert!(found > 5_000, "{found}");
    }
}

//! Searches the plain text of pages by regular expressions, over line ends, hyphens and forms of characters.

use std::ops::Range;

use regex::{Regex, RegexBuilder};

use super::SearchError;
use super::folded_text::FoldedText;
use super::folding::{Folding, LineHyphens};
use super::text_pattern::{adapted, has_upper_case};

/// The limit on the size of a compiled expression, in bytes; lists of words are long.
const PATTERN_BYTES: usize = 32 << 20;

/// Options of a search in plain text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextSearchOptions {
    /// Patterns are texts, not regular expressions.
    pub literal: bool,
    /// Ignore the difference between upper and lower case.
    pub ignore_case: bool,
    /// Ignore it if no pattern has an upper-case letter.
    pub smart_case: bool,
    /// Ignore diacritics, in patterns and text.
    pub ignore_diacritics: bool,
    /// Only report matches that are not adjacent to letters, digits or underscores.
    pub whole_words: bool,
    /// Only report matches that are whole lines.
    pub whole_lines: bool,
}

impl TextSearchOptions {
    /// Returns the default options after `change`.
    pub fn new(change: impl FnOnce(&mut Self)) -> Self {
        let mut options = Self::default();
        change(&mut options);
        options
    }
}

/// A search for one or several patterns in the plain text of pages.
///
/// Each page is searched line by line as written, and as running text: words that are divided at line ends are joined,
/// with and without their hyphen, and compatibility characters are replaced by plain ones.
#[derive(Debug, Clone)]
pub struct TextSearch {
    /// `None` without any pattern, which matches nothing.
    exact: Option<Regex>,
    /// For folded text, if it differs.
    folded: Option<Regex>,
    folding: Folding,
}

impl TextSearch {
    /// Creates a search for text that matches one of the patterns. An empty pattern matches every line.
    ///
    /// # Errors
    ///
    /// [`SearchError::Pattern`] if a pattern is no regular expression, or all together compile to more than 32 MiB.
    pub fn new<P: AsRef<str>>(patterns: &[P], options: TextSearchOptions) -> Result<Self, SearchError> {
        let folding = Folding { strip_marks: options.ignore_diacritics, compatible: true, lower_case: false };
        if patterns.is_empty() {
            return Ok(Self { exact: None, folded: None, folding });
        }
        let has_capitals = |pattern: &P| {
            let pattern = pattern.as_ref();
            if options.literal { pattern.chars().any(char::is_uppercase) } else { has_upper_case(pattern) }
        };
        let ignore_case = options.ignore_case || (options.smart_case && !patterns.iter().any(has_capitals));
        let marks = Folding { compatible: false, ..folding };
        let exact = compiled(patterns, options, ignore_case, Folding::NONE)?;
        let folded = match options.ignore_diacritics {
            true => Some(compiled(patterns, options, ignore_case, marks)?),
            false => None,
        };
        Ok(Self { exact: Some(exact), folded, folding })
    }

    /// Returns the matches in the text of a page, as ranges of bytes in order. They do not overlap; of those that do, the
    /// first is kept, and the longest of those that begin at the same place.
    pub fn ranges(&self, text: &str) -> Vec<Range<usize>> {
        let Some(exact) = &self.exact else { return Vec::new() };
        let mut found: Vec<Range<usize>> = exact.find_iter(text).map(|found| found.range()).collect();
        let folded = FoldedText::new(text, LineHyphens::Dropped, self.folding);
        if folded.is_changed {
            self.add_folded(&folded, text, &mut found);
            if folded.has_line_hyphens {
                self.add_folded(&FoldedText::new(text, LineHyphens::Kept, self.folding), text, &mut found);
            }
        } else if let Some(regex) = &self.folded {
            found.extend(regex.find_iter(text).map(|found| found.range()));
        }
        // Behind the last line end there is no line.
        found.retain(|range| !range.is_empty() || range.start < text.len());
        found.sort_by(|a, b| a.start.cmp(&b.start).then(b.end.cmp(&a.end)));
        let mut end = None;
        found.retain(|range| {
            let is_new = end.is_none_or(|end| range.start > end || (range.start == end && !range.is_empty()));
            if is_new {
                end = Some(range.end);
            }
            is_new
        });
        found
    }

    fn add_folded(&self, folded: &FoldedText, text: &str, found: &mut Vec<Range<usize>>) {
        let Some(regex) = self.folded.as_ref().or(self.exact.as_ref()) else { return };
        let matches = regex.find_iter(&folded.text).filter_map(|found| folded.original(found.range(), text));
        found.extend(matches);
    }
}

fn compiled<P: AsRef<str>>(
    patterns: &[P],
    options: TextSearchOptions,
    ignore_case: bool,
    folding: Folding,
) -> Result<Regex, SearchError> {
    let mut parts = Vec::with_capacity(patterns.len());
    for pattern in patterns {
        let pattern = pattern.as_ref();
        let escaped = if options.literal { regex::escape(pattern) } else { pattern.to_owned() };
        parts.push(format!("(?:{})", adapted(&escaped, ignore_case, folding).map_err(SearchError::Pattern)?));
    }
    let mut all = parts.join("|");
    if options.whole_lines {
        all = format!("(?m:^)(?:{all})(?m:$)");
    } else if options.whole_words {
        all = format!(r"\b{{start-half}}(?:{all})\b{{end-half}}");
    }
    let regex = RegexBuilder::new(&all).size_limit(PATTERN_BYTES).build();
    regex.map_err(|error| SearchError::Pattern(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<'t>(patterns: &[&str], options: TextSearchOptions, text: &'t str) -> Vec<&'t str> {
        let search = TextSearch::new(patterns, options).unwrap();
        search.ranges(text).into_iter().map(|range| text.get(range).unwrap()).collect()
    }

    fn plain<'t>(pattern: &str, text: &'t str) -> Vec<&'t str> {
        texts(&[pattern], TextSearchOptions::default(), text)
    }

    #[test]
    fn matches_go_over_line_ends() {
        assert_eq!(plain("two words", "these two\nwords here"), ["two\nwords"]);
        assert_eq!(plain(r"two\s+words", "these two\nwords here"), ["two\nwords"]);
        assert_eq!(plain("two.words", "two\nwords"), [""; 0]);
        assert_eq!(plain("t[^;]*", "two\nwords; this"), ["two", "this"]);
        assert_eq!(plain("(?s)t.*s;", "two\nwords; this"), ["two\nwords;"]);
        assert_eq!(plain("^words$", "two\nwords\n"), ["words"]);
    }

    #[test]
    fn divided_words_are_found_in_both_readings() {
        let text = "a main-\ntainer and a well-\nknown one";
        assert_eq!(plain("maintainer", text), ["main-\ntainer"]);
        assert_eq!(plain("well-known", text), ["well-\nknown"]);
        assert_eq!(plain("main-$", text), ["main-"]);
        assert_eq!(plain("日本語", "日本\n語"), ["日本\n語"]);
        assert_eq!(plain("half of", "one half\n\nof it"), ["half\n\nof"]);
    }

    #[test]
    fn forms_of_characters_are_equal() {
        assert_eq!(plain("x2", "x² x2"), ["x²", "x2"]);
        assert_eq!(plain("²", "x² x2"), ["²"]);
        assert_eq!(plain("e\u{301}t", "l'\u{e9}t\u{e9}"), ["\u{e9}t"]);
        assert_eq!(plain("\u{fb01}nd", "find"), ["find"]);
        assert_eq!(plain("ABC", "ＡＢＣ"), ["ＡＢＣ"]);
    }

    #[test]
    fn diacritics_are_ignored_on_request() {
        let options = TextSearchOptions::new(|options| options.ignore_diacritics = true);
        assert_eq!(texts(&["resume"], options, "Résumé résumé resume"), ["résumé", "resume"]);
        assert_eq!(texts(&["résumé"], options, "resume"), ["resume"]);
        assert_eq!(texts(&["r[é]s"], options, "res rés"), ["res", "rés"]);
        assert_eq!(plain("resume", "résumé"), [""; 0]);
    }

    #[test]
    fn options_of_patterns() {
        let with = |change: fn(&mut TextSearchOptions)| TextSearchOptions::new(change);
        assert_eq!(texts(&["a.c"], with(|o| o.literal = true), "abc a.c"), ["a.c"]);
        assert_eq!(texts(&["STRASSE", "b"], with(|o| o.ignore_case = true), "Strasse B"), ["Strasse", "B"]);
        assert_eq!(texts(&["ab"], with(|o| o.whole_words = true), "ab abc, ab"), ["ab", "ab"]);
        assert_eq!(texts(&["ab"], with(|o| o.whole_lines = true), "ab\nab c\nab"), ["ab", "ab"]);
        assert_eq!(texts(&[r"\Sb"], with(|o| o.smart_case = true), "AB ab"), ["AB", "ab"]);
        assert_eq!(texts(&["Ab"], with(|o| o.smart_case = true), "AB Ab"), ["Ab"]);
        assert_eq!(texts(&["b", ""], with(|_| ()), "ab\n"), ["", "b"]);
        assert_eq!(texts(&[], with(|_| ()), "ab\n"), [""; 0]);
    }

    #[test]
    fn mistakes_are_named() {
        let error = TextSearch::new(&["a", "(b"], TextSearchOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), "the regular expression cannot be used: unclosed group in (b");
    }
}

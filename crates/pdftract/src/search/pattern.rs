//! What is searched: a literal text or a regular expression, with options.

use std::fmt;
use std::ops::Range;

use super::haystack::{Folding, folded};

/// How text is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchOptions {
    /// Upper and lower case are the same.
    pub ignore_case: bool,
    /// Letters with and without accents are the same. The letters of a regular expression must then be written without.
    pub ignore_diacritics: bool,
    /// Only matches between characters that are neither letters nor digits.
    pub whole_words: bool,
    /// Matches of one page that are returned at most.
    pub max_matches_per_page: usize,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            ignore_case: false,
            ignore_diacritics: false,
            whole_words: false,
            max_matches_per_page: 10_000,
        }
    }
}

impl SearchOptions {
    /// Returns the default options: exact comparison, at most 10,000 matches per page.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes upper and lower case the same.
    #[must_use]
    pub fn ignore_case(self, ignore_case: bool) -> Self {
        Self { ignore_case, ..self }
    }

    /// Makes letters with and without accents the same.
    #[must_use]
    pub fn ignore_diacritics(self, ignore_diacritics: bool) -> Self {
        Self { ignore_diacritics, ..self }
    }

    /// Finds whole words only.
    #[must_use]
    pub fn whole_words(self, whole_words: bool) -> Self {
        Self { whole_words, ..self }
    }
}

/// A search that can be run on any number of pages, from any thread.
///
/// ```
/// use pdftract::{Search, SearchOptions};
/// use pdftract::ExtractOptions;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/hello.pdf");
/// let document = pdftract::open(path)?;
/// let search = Search::literal("hello, reader", SearchOptions::new().ignore_case(true))?;
/// let found = document.search_page(0, &search, &ExtractOptions::default()).unwrap_or_default();
/// assert_eq!(found[0].text, "Hello, reader");
/// println!("page {} at {:?}", found[0].page_index + 1, found[0].parts[0].bbox);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Search {
    pattern: Pattern,
    pub(super) options: SearchOptions,
}

#[derive(Debug, Clone)]
enum Pattern {
    /// Folded as the haystack is.
    Literal(String),
    #[cfg(feature = "search")]
    Regex(regex::Regex),
}

/// Why there is nothing to search for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// The text to search for is empty.
    Empty,
    /// The regular expression cannot be understood, or is larger than allowed.
    Pattern(String),
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is nothing to search for"),
            Self::Pattern(reason) => write!(f, "the regular expression cannot be used: {reason}"),
        }
    }
}

impl std::error::Error for SearchError {}

/// Bytes that a compiled regular expression, and its cache, may take. The crate allows ten times as much.
#[cfg(feature = "search")]
const PATTERN_BYTES: usize = 1 << 20;

impl Search {
    /// Searches for a text as it is written. White space in it matches a space or a line end.
    ///
    /// # Errors
    ///
    /// [`SearchError::Empty`] when nothing is left of the text, for example because it is white space alone.
    pub fn literal(text: &str, options: SearchOptions) -> Result<Self, SearchError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let folding = Folding { lower_case: options.ignore_case, strip_marks: options.ignore_diacritics };
        let needle = folded(&words.join(" "), folding);
        if needle.is_empty() {
            return Err(SearchError::Empty);
        }
        Ok(Self { pattern: Pattern::Literal(needle), options })
    }

    /// Searches for a regular expression in the syntax of the crate `regex`. Matching takes time that is linear in the
    /// text, whatever the expression. Empty matches are not reported.
    ///
    /// # Errors
    ///
    /// [`SearchError::Pattern`] when the expression is wrong, or compiles to more than 1 MiB.
    ///
    /// ```
    /// use pdftract::{Search, SearchOptions};
    ///
    /// assert!(Search::regex(r"\d{4}-\d\d", SearchOptions::new()).is_ok());
    /// assert!(Search::regex(r"(", SearchOptions::new()).is_err());
    /// ```
    #[cfg(feature = "search")]
    pub fn regex(pattern: &str, options: SearchOptions) -> Result<Self, SearchError> {
        if pattern.is_empty() {
            return Err(SearchError::Empty);
        }
        let regex = regex::RegexBuilder::new(pattern)
            .case_insensitive(options.ignore_case)
            .size_limit(PATTERN_BYTES)
            .dfa_size_limit(PATTERN_BYTES)
            .build()
            .map_err(|error| SearchError::Pattern(error.to_string()))?;
        Ok(Self { pattern: Pattern::Regex(regex), options })
    }

    /// Returns how the text has to be folded for this search.
    pub(super) fn folding(&self) -> Folding {
        let lower_case = match self.pattern {
            Pattern::Literal(_) => self.options.ignore_case,
            #[cfg(feature = "search")]
            Pattern::Regex(_) => false,
        };
        Folding { lower_case, strip_marks: self.options.ignore_diacritics }
    }

    /// Returns the matches in a folded text, in bytes, without overlaps.
    pub(super) fn ranges<'t>(&'t self, text: &'t str) -> Box<dyn Iterator<Item = Range<usize>> + 't> {
        let found: Box<dyn Iterator<Item = Range<usize>> + 't> = match &self.pattern {
            Pattern::Literal(needle) => {
                Box::new(text.match_indices(needle.as_str()).map(|(at, found)| at..at + found.len()))
            }
            #[cfg(feature = "search")]
            Pattern::Regex(regex) => Box::new(regex.find_iter(text).map(|found| found.range())),
        };
        let is_wanted = |range: &Range<usize>| !self.options.whole_words || is_whole(text, range);
        Box::new(found.filter(|range| !range.is_empty()).filter(is_wanted))
    }
}

/// Returns true when no letter or digit touches a match.
fn is_whole(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).and_then(|text| text.chars().next_back());
    let after = text.get(range.end..).and_then(|text| text.chars().next());
    ![before, after].into_iter().flatten().any(|character| character.is_alphanumeric() || character == '_')
}

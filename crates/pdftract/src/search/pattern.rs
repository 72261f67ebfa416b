//! Search patterns: a literal text or a regular expression, with options.

use std::fmt;
use std::ops::Range;

use super::folding::{Folding, folded};

/// Options of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchOptions {
    /// Ignore the difference between upper and lower case.
    pub ignore_case: bool,
    /// Ignore diacritics. The letters of a regular expression must then be written without them.
    pub ignore_diacritics: bool,
    /// Only report matches that are not adjacent to letters or digits.
    pub whole_words: bool,
    /// The maximum number of matches returned per page.
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

    /// Sets whether upper and lower case are treated as equal.
    #[must_use]
    pub fn ignore_case(self, ignore_case: bool) -> Self {
        Self { ignore_case, ..self }
    }

    /// Sets whether letters with and without diacritics are treated as equal.
    #[must_use]
    pub fn ignore_diacritics(self, ignore_diacritics: bool) -> Self {
        Self { ignore_diacritics, ..self }
    }

    /// Sets whether only whole words match.
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
    /// Folded in the same way as the haystack.
    Literal(String),
    #[cfg(feature = "search")]
    Regex(regex::Regex),
}

/// An error in a search pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// The text to search for is empty.
    Empty,
    /// The regular expression is invalid or too large.
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

/// The limit on the size of a compiled regular expression, and of its cache, in bytes: a tenth of the default of the
/// `regex` crate.
#[cfg(feature = "search")]
const PATTERN_BYTES: usize = 1 << 20;

impl Search {
    /// Creates a search for a literal text. White space in it matches a space or a line end.
    ///
    /// # Errors
    ///
    /// [`SearchError::Empty`] if the text is empty or has only white space.
    pub fn literal(text: &str, options: SearchOptions) -> Result<Self, SearchError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let folding = Folding {
            lower_case: options.ignore_case,
            strip_marks: options.ignore_diacritics,
            ..Folding::NONE
        };
        let needle = folded(&words.join(" "), folding);
        if needle.is_empty() {
            return Err(SearchError::Empty);
        }
        Ok(Self { pattern: Pattern::Literal(needle), options })
    }

    /// Creates a search for a regular expression in the syntax of the `regex` crate. Matching takes linear time for
    /// every expression. Empty matches are not reported.
    ///
    /// # Errors
    ///
    /// [`SearchError::Pattern`] if the expression is invalid or compiles to more than 1 MiB.
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

    /// Returns the folding of the text that this search requires.
    pub(super) fn folding(&self) -> Folding {
        let lower_case = match self.pattern {
            Pattern::Literal(_) => self.options.ignore_case,
            #[cfg(feature = "search")]
            Pattern::Regex(_) => false,
        };
        Folding { lower_case, strip_marks: self.options.ignore_diacritics, ..Folding::NONE }
    }

    /// Returns the non-overlapping matches in a folded text, as byte ranges.
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

/// Returns `true` if no letter or digit is adjacent to a match.
fn is_whole(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).and_then(|text| text.chars().next_back());
    let after = text.get(range.end..).and_then(|text| text.chars().next());
    ![before, after].into_iter().flatten().any(|character| character.is_alphanumeric() || character == '_')
}

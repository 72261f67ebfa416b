//! Parses page ranges (`1-5,7,12-`) and selects the pages of a document.
//!
//! ```text
//! ranges = range *( "," range )
//! range  = page [ "-" [ page ] ]      ; `12-` runs to the last page
//! page   = 1*DIGIT                    ; counted from 1
//! ```
//!
//! White space around commas and hyphens is ignored. Words (`last`, `even`) and pages that begin with a hyphen (`-2`)
//! are errors and reserved for later use.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A selection of pages such as `1-5,7,12-`.
///
/// Each page is selected once, in the order of the document, however often the ranges name it.
///
/// ```
/// use pdftract::PageRanges;
///
/// # fn main() -> Result<(), pdftract::PageRangesError> {
/// let ranges: PageRanges = "7, 1-3, 2-4, 9-".parse()?;
/// assert_eq!(ranges.to_string(), "7,1-3,2-4,9-");
/// let page_indices: Vec<usize> = ranges.page_indices(10)?.collect();
/// assert_eq!(page_indices, [0, 1, 2, 3, 6, 8, 9]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRanges {
    ranges: Vec<PageRange>,
}

/// Consecutive pages, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PageRange {
    first: usize,
    /// `None` for the end of the document.
    last: Option<usize>,
}

/// An error in page ranges, or a range that the document does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageRangesError {
    /// A page number is missing, as in `1,,2` and `-3`.
    MissingNumber,
    /// This is not a page number.
    NotANumber(String),
    /// The page number is 0; pages are counted from 1.
    Zero,
    /// This range ends before it begins.
    Backwards(String),
    /// A range begins after the last page.
    NoSuchPage {
        /// The requested page, counted from 1.
        page_number: usize,
        /// The number of pages of the document.
        page_count: usize,
    },
}

impl PageRanges {
    /// Returns the selected pages of a document, counted from 0, in ascending order.
    ///
    /// A range may end after the document, so that `1-5` means the first five pages of long and short documents alike.
    /// The cost depends on the number of ranges, not on the number of pages they name.
    ///
    /// # Errors
    ///
    /// [`PageRangesError::NoSuchPage`] if a range begins after the last page.
    pub fn page_indices(
        &self,
        page_count: usize,
    ) -> Result<impl Iterator<Item = usize> + use<>, PageRangesError> {
        let ranges = self.ranges.iter().map(|range| range.page_indices(page_count));
        let mut ranges = ranges.collect::<Result<Vec<_>, _>>()?;
        ranges.sort_unstable_by_key(|range| range.start);
        let mut next = 0;
        // Overlapping ranges are cut, so that no page occurs twice.
        Ok(ranges.into_iter().flat_map(move |range| {
            let rest = range.start.max(next)..range.end;
            next = next.max(range.end);
            rest
        }))
    }

    /// Parses a single page number, counted from 1, with the errors of ranges.
    ///
    /// # Errors
    ///
    /// The text is empty, is not a number, or is 0.
    ///
    /// ```
    /// use pdftract::{PageRanges, PageRangesError};
    ///
    /// assert_eq!(PageRanges::parse_page_number("12"), Ok(12));
    /// assert_eq!(PageRanges::parse_page_number("0"), Err(PageRangesError::Zero));
    /// ```
    pub fn parse_page_number(typed: &str) -> Result<usize, PageRangesError> {
        match typed.parse() {
            Ok(0) => Err(PageRangesError::Zero),
            Ok(number) => Ok(number),
            Err(_) if typed.is_empty() => Err(PageRangesError::MissingNumber),
            Err(_) => Err(PageRangesError::NotANumber(typed.to_owned())),
        }
    }
}

impl PageRange {
    /// Returns the pages of a document, counted from 0.
    fn page_indices(&self, page_count: usize) -> Result<Range<usize>, PageRangesError> {
        if self.first > page_count {
            return Err(PageRangesError::NoSuchPage { page_number: self.first, page_count });
        }
        Ok(self.first.saturating_sub(1)..self.last.map_or(page_count, |last| last.min(page_count)))
    }
}

impl FromStr for PageRanges {
    type Err = PageRangesError;

    fn from_str(typed: &str) -> Result<Self, PageRangesError> {
        let ranges = typed.split(',').map(|range| range.trim().parse()).collect::<Result<_, _>>()?;
        Ok(Self { ranges })
    }
}

impl FromStr for PageRange {
    type Err = PageRangesError;

    fn from_str(typed: &str) -> Result<Self, PageRangesError> {
        let Some((first, last)) = typed.split_once('-') else {
            let page = PageRanges::parse_page_number(typed)?;
            return Ok(Self { first: page, last: Some(page) });
        };
        let first = PageRanges::parse_page_number(first.trim())?;
        let last = Some(last.trim()).filter(|last| !last.is_empty());
        let last = last.map(PageRanges::parse_page_number).transpose()?;
        if last.is_some_and(|last| last < first) {
            return Err(PageRangesError::Backwards(typed.to_owned()));
        }
        Ok(Self { first, last })
    }
}

impl fmt::Display for PageRanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, range) in self.ranges.iter().enumerate() {
            let separator = if position == 0 { "" } else { "," };
            match *range {
                PageRange { first, last: Some(last) } if first == last => write!(f, "{separator}{first}")?,
                PageRange { first, last: Some(last) } => write!(f, "{separator}{first}-{last}")?,
                PageRange { first, last: None } => write!(f, "{separator}{first}-")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for PageRangesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingNumber => f.write_str("a page number is missing; write it like 1-5,7,12-"),
            Self::NotANumber(typed) => {
                write!(f, "{typed} is not a page number; write pages like 1-5,7,12-")
            }
            Self::Zero => f.write_str("pages are counted from 1"),
            Self::Backwards(typed) => write!(f, "{typed} runs backwards"),
            Self::NoSuchPage { page_number, page_count } => {
                let pages = if *page_count == 1 { "page" } else { "pages" };
                write!(f, "there is no page {page_number}: the file has {page_count} {pages}")
            }
        }
    }
}

impl std::error::Error for PageRangesError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(typed: &str, count: usize) -> Result<Vec<usize>, String> {
        let ranges: PageRanges = typed.parse().map_err(|error: PageRangesError| error.to_string())?;
        ranges.page_indices(count).map(Iterator::collect).map_err(|error| error.to_string())
    }

    #[test]
    fn pages_come_once_and_in_order() {
        assert_eq!(pages("2", 3), Ok(vec![1]));
        assert_eq!(pages("7, 1-3 ,2-4,6-", 8), Ok(vec![0, 1, 2, 3, 5, 6, 7]));
        assert_eq!(pages("1-9,3-4,5", 6), Ok(vec![0, 1, 2, 3, 4, 5]));
        assert_eq!(pages("1-", 2), Ok(vec![0, 1]));
        assert_eq!(pages("1-18446744073709551615", 2), Ok(vec![0, 1]));
    }

    #[test]
    fn mistakes_are_explained() {
        for (typed, message) in [
            ("0", "counted from 1"),
            ("3-1", "3-1 runs backwards"),
            ("", "missing"),
            ("1,,2", "missing"),
            ("-3", "missing"),
            ("one", "one is not a page number"),
            ("1-2-3", "2-3 is not a page number"),
            ("99999999999999999999", "is not a page number"),
            ("4", "there is no page 4: the file has 3 pages"),
            ("2,5-", "there is no page 5"),
        ] {
            let error = pages(typed, 3).unwrap_err();
            assert!(error.contains(message), "{typed}: {error}");
        }
        assert_eq!(pages("2", 1).unwrap_err(), "there is no page 2: the file has 1 page");
    }

    #[test]
    fn ranges_print_as_they_parse() {
        for typed in ["1", "1-5,7,12-", "3-,1"] {
            let ranges: PageRanges = typed.parse().unwrap();
            assert_eq!(ranges.to_string(), typed);
        }
    }

    #[test]
    fn many_ranges_over_many_pages_stay_cheap() {
        let typed = vec!["1-"; 100_000].join(",");
        assert_eq!(pages(&typed, 50_000).unwrap().len(), 50_000);
    }
}

//! Parses page ranges (`1-5,7,12-`) and selects the pages of a document.
//!
//! ```text
//! ranges = range *( "," range )
//! range  = page [ "-" [ page ] ]      ; `12-` runs to the last page
//!        / "-" number [ "-" ]         ; `-1` is the last page, `-3-` the last three
//!        / "even" / "odd"
//! page   = number / "last"
//! number = 1*DIGIT                    ; counted from 1
//! ```
//!
//! White space around commas and hyphens is ignored. Words (`last`, `even`) and pages that begin with a hyphen (`-2`)
//! are errors and reserved for later use.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A selection of pages such as `1-5,7,12-` or `even`.
///
/// Each page is selected once, in the order of the document, however often the ranges name it.
///
/// ```
/// use pdftract::PageRanges;
///
/// # fn main() -> Result<(), pdftract::PageRangesError> {
/// let ranges: PageRanges = "7, 1-3, 2-4, last".parse()?;
/// assert_eq!(ranges.to_string(), "7,1-3,2-4,last");
/// let page_indices: Vec<usize> = ranges.page_indices(10)?.collect();
/// assert_eq!(page_indices, [0, 1, 2, 3, 6, 9]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRanges {
    ranges: Vec<PageRange>,
}

/// Pages, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PageRange {
    /// Consecutive pages.
    Pages { first: PageNumber, last: PageNumber },
    /// Every other page: the even ones, or the odd ones.
    EveryOther { even: bool },
}

/// A page as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PageNumber {
    /// Counted from the start; the first page is 1.
    FromStart(usize),
    /// Counted from the end; the last page is 1.
    FromEnd(usize),
}

/// An error in page ranges, or a range that the document does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageRangesError {
    /// A page number is missing, as in `1,,2`.
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
    /// Ranges that begin after the last page are left out as long as another one selects a page;
    /// [`missing_page`](Self::missing_page) finds them. The cost depends on the number of ranges, not on the number of
    /// pages they name.
    ///
    /// # Errors
    ///
    /// [`PageRangesError::NoSuchPage`] if no range selects a page.
    pub fn page_indices(
        &self,
        page_count: usize,
    ) -> Result<impl Iterator<Item = usize> + use<>, PageRangesError> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let (mut even, mut odd) = (false, false);
        for range in &self.ranges {
            match range {
                PageRange::EveryOther { even: true } => even = true,
                PageRange::EveryOther { even: false } => odd = true,
                PageRange::Pages { first, last } => ranges.extend(indices(*first, *last, page_count)),
            }
        }
        ranges.retain(|range| range.start < range.end);
        let selects_parity = page_count >= 1 && odd || page_count >= 2 && even;
        if ranges.is_empty() && !selects_parity {
            let page_number = self.missing_page(page_count).unwrap_or(1);
            return Err(PageRangesError::NoSuchPage { page_number, page_count });
        }
        ranges.sort_unstable_by_key(|range| range.start);
        // Overlapping ranges are cut, so that no page occurs twice.
        let mut next = 0;
        ranges.retain_mut(|range| {
            range.start = range.start.max(next);
            next = next.max(range.end);
            range.start < range.end
        });
        if !selects_parity {
            return Ok(Selected::Ranges(ranges.into_iter().flatten()));
        }
        let is_named = |index: usize| {
            let is_of_parity = if index % 2 == 1 { even } else { odd };
            let before = ranges.partition_point(|range| range.start <= index).checked_sub(1);
            let range = before.and_then(|before| ranges.get(before));
            is_of_parity || range.is_some_and(|range| range.contains(&index))
        };
        Ok(Selected::Pages((0..page_count).filter(|index| is_named(*index)).collect::<Vec<_>>().into_iter()))
    }

    /// Returns the first page named, counted from 1, beyond the last page of a document.
    pub fn missing_page(&self, page_count: usize) -> Option<usize> {
        self.ranges.iter().find_map(|range| match *range {
            PageRange::Pages { first: PageNumber::FromStart(first), .. } => {
                Some(first).filter(|first| *first > page_count)
            }
            PageRange::Pages { first: PageNumber::FromEnd(back), last }
                if last == PageNumber::FromEnd(back) =>
            {
                Some(back).filter(|back| *back > page_count)
            }
            PageRange::Pages { .. } => None,
            PageRange::EveryOther { even } => {
                let first = if even { 2 } else { 1 };
                Some(first).filter(|first| *first > page_count)
            }
        })
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

/// The selected pages: consecutive ones without a list of them, others as a list.
enum Selected<R, P> {
    Ranges(R),
    Pages(P),
}

impl<R: Iterator<Item = usize>, P: Iterator<Item = usize>> Iterator for Selected<R, P> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Self::Ranges(ranges) => ranges.next(),
            Self::Pages(pages) => pages.next(),
        }
    }
}

/// Returns the pages of a document, counted from 0; none when the range begins after the last page.
fn indices(first: PageNumber, last: PageNumber, page_count: usize) -> Option<Range<usize>> {
    let first = match first {
        PageNumber::FromStart(first) => first.saturating_sub(1),
        // The last five of a document with three pages are all three.
        PageNumber::FromEnd(back) if first != last => page_count.saturating_sub(back),
        PageNumber::FromEnd(back) => page_count.checked_sub(back)?,
    };
    let end = match last {
        PageNumber::FromStart(last) => last.min(page_count),
        PageNumber::FromEnd(back) => (page_count + 1).saturating_sub(back),
    };
    Some(first..end).filter(|range| range.start < page_count)
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
        if typed.eq_ignore_ascii_case("even") || typed.eq_ignore_ascii_case("odd") {
            return Ok(Self::EveryOther { even: typed.eq_ignore_ascii_case("even") });
        }
        if let Some(back) = typed.strip_prefix('-') {
            let (back, is_open) = back.trim().strip_suffix('-').map_or((back, false), |back| (back, true));
            let first = PageNumber::FromEnd(PageRanges::parse_page_number(back.trim())?);
            let last = if is_open { PageNumber::FromEnd(1) } else { first };
            return Ok(Self::Pages { first, last });
        }
        let Some((first, last)) = typed.split_once('-') else {
            let page = typed.parse()?;
            return Ok(Self::Pages { first: page, last: page });
        };
        let first = first.trim().parse()?;
        let last = Some(last.trim()).filter(|last| !last.is_empty());
        let last = last.map_or(Ok(PageNumber::FromEnd(1)), str::parse)?;
        if let (PageNumber::FromStart(first), PageNumber::FromStart(last)) = (first, last)
            && last < first
        {
            return Err(PageRangesError::Backwards(typed.to_owned()));
        }
        Ok(Self::Pages { first, last })
    }
}

impl FromStr for PageNumber {
    type Err = PageRangesError;

    fn from_str(typed: &str) -> Result<Self, PageRangesError> {
        if typed.eq_ignore_ascii_case("last") {
            return Ok(Self::FromEnd(1));
        }
        PageRanges::parse_page_number(typed).map(Self::FromStart)
    }
}

impl fmt::Display for PageRanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, range) in self.ranges.iter().enumerate() {
            f.write_str(if position == 0 { "" } else { "," })?;
            range.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for PageRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::EveryOther { even } => f.write_str(if even { "even" } else { "odd" }),
            Self::Pages { first, last } if first == last => first.fmt(f),
            Self::Pages { first, last: PageNumber::FromEnd(1) } => write!(f, "{first}-"),
            Self::Pages { first, last } => write!(f, "{first}-{last}"),
        }
    }
}

impl fmt::Display for PageNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FromStart(number) => number.fmt(f),
            Self::FromEnd(1) => f.write_str("last"),
            Self::FromEnd(back) => write!(f, "-{back}"),
        }
    }
}

impl fmt::Display for PageRangesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingNumber => {
                f.write_str("a page number is missing; write pages like 1-5,7,12- or last")
            }
            Self::NotANumber(typed) => {
                write!(f, "{typed} is not a page number; write pages like 1-5,7,12- or last, even, odd")
            }
            Self::Zero => f.write_str("pages are counted from 1"),
            Self::Backwards(typed) => write!(f, "{typed} ends before it begins"),
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
            ("3-1", "3-1 ends before it begins"),
            ("", "missing"),
            ("1,,2", "missing"),
            ("-", "missing"),
            ("--3", "-3 is not a page number"),
            ("one", "one is not a page number"),
            ("1-2-3", "2-3 is not a page number"),
            ("99999999999999999999", "is not a page number"),
            ("4", "there is no page 4: the file has 3 pages"),
            ("5-,7", "there is no page 5"),
            ("-4", "there is no page 4"),
        ] {
            let error = pages(typed, 3).unwrap_err();
            assert!(error.contains(message), "{typed}: {error}");
        }
        assert_eq!(pages("2", 1).unwrap_err(), "there is no page 2: the file has 1 page");
    }

    #[test]
    fn ranges_print_as_they_parse() {
        for typed in ["1", "1-5,7,12-", "3-,1", "last", "-3-", "-2", "even,odd", "2-last"] {
            let ranges: PageRanges = typed.parse().unwrap();
            assert_eq!(ranges.to_string(), typed.replace("2-last", "2-"));
        }
    }

    #[test]
    fn pages_count_from_the_end_too() {
        assert_eq!(pages("last", 3), Ok(vec![2]));
        assert_eq!(pages("Last,1", 3), Ok(vec![0, 2]));
        assert_eq!(pages("-1", 3), Ok(vec![2]));
        assert_eq!(pages("-3-", 5), Ok(vec![2, 3, 4]));
        assert_eq!(pages("-5-", 3), Ok(vec![0, 1, 2]));
        assert_eq!(pages("2-last", 3), Ok(vec![1, 2]));
    }

    #[test]
    fn even_and_odd_pages() {
        assert_eq!(pages("even", 5), Ok(vec![1, 3]));
        assert_eq!(pages("ODD", 5), Ok(vec![0, 2, 4]));
        assert_eq!(pages("even,1", 5), Ok(vec![0, 1, 3]));
        assert_eq!(pages("even", 1).unwrap_err(), "there is no page 2: the file has 1 page");
    }

    #[test]
    fn pages_beyond_the_end_are_left_out_and_found() {
        assert_eq!(pages("2,7,9-", 3), Ok(vec![1]));
        let ranges: PageRanges = "2,7,9-".parse().unwrap();
        assert_eq!(ranges.missing_page(3), Some(7));
        assert_eq!(ranges.missing_page(9), None);
    }

    #[test]
    fn many_ranges_over_many_pages_stay_cheap() {
        let typed = vec!["1-"; 100_000].join(",");
        assert_eq!(pages(&typed, 50_000).unwrap().len(), 50_000);
    }
}

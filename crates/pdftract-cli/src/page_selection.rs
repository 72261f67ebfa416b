//! Which pages are wanted: `1-5,7,12-` as typed, and the pages of a file that it means.

use std::str::FromStr;

use crate::exit::{Exit, Failure};

/// Pages as typed. Each page counts once, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageSelection {
    ranges: Vec<PageRange>,
}

/// Pages from a first to a last one, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PageRange {
    first: usize,
    /// `None` for the end of the file.
    last: Option<usize>,
}

impl PageSelection {
    /// The pages of a file that has so many, counted from 0, in rising order.
    ///
    /// A range may end after the file, so that `1-5` means the first five pages of long and short files alike. What
    /// begins after the file is a mistake.
    pub(crate) fn of(&self, page_count: usize) -> Result<Vec<usize>, Failure> {
        let mut pages = Vec::new();
        for range in &self.ranges {
            if range.first > page_count {
                return Err(no_such_page(range.first, page_count));
            }
            pages.extend(range.first - 1..range.last.unwrap_or(page_count).min(page_count));
        }
        pages.sort_unstable();
        pages.dedup();
        Ok(pages)
    }
}

/// The failure of asking for a page, counted from 1, that a file does not have.
pub(crate) fn no_such_page(number: usize, page_count: usize) -> Failure {
    let has = match page_count {
        0 => return no_pages(),
        1 => "1 page".into(),
        count => format!("{count} pages"),
    };
    Failure::new(Exit::Unusable, format!("there is no page {number}: the file has {has}"))
}

/// The failure of reading the pages of a file that has none: nothing to print, but no success either.
pub(crate) fn no_pages() -> Failure {
    Failure::new(Exit::Unusable, "the PDF cannot be read: it has no pages (pdftract info tells more)")
}

impl FromStr for PageSelection {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        let ranges = typed.split(',').map(|range| range.trim().parse()).collect::<Result<_, _>>()?;
        Ok(Self { ranges })
    }
}

impl FromStr for PageRange {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        let Some((first, last)) = typed.split_once('-') else {
            let page = page_number(typed)?;
            return Ok(Self { first: page, last: Some(page) });
        };
        let first = page_number(first.trim())?;
        let last = Some(last.trim()).filter(|last| !last.is_empty()).map(page_number).transpose()?;
        if last.is_some_and(|last| last < first) {
            return Err(format!("{typed} runs backwards"));
        }
        Ok(Self { first, last })
    }
}

/// A page number as people count them, from 1.
pub(crate) fn page_number(typed: &str) -> Result<usize, String> {
    match typed.parse() {
        Ok(0) => Err("pages are counted from 1".into()),
        Ok(number) => Ok(number),
        Err(_) if typed.is_empty() => Err("a page number is missing; write it like 1-5,7,12-".into()),
        Err(_) => Err(format!("{typed} is not a page number; write pages like 1-5,7,12-")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(typed: &str, count: usize) -> Result<Vec<usize>, String> {
        typed.parse::<PageSelection>()?.of(count).map_err(|failure| failure.to_string())
    }

    #[test]
    fn pages_come_once_and_in_order() {
        assert_eq!(pages("2", 3), Ok(vec![1]));
        assert_eq!(pages("7, 1-3 ,2-4,6-", 8), Ok(vec![0, 1, 2, 3, 5, 6, 7]));
        assert_eq!(pages("1-", 2), Ok(vec![0, 1]));
        assert_eq!(pages("1-18446744073709551615", 2), Ok(vec![0, 1]));
    }

    #[test]
    fn mistakes_are_told() {
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
    }
}

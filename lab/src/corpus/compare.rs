//! Compares the results of pdftract and another reader: page counts, and the decoded content of each page.

use std::fmt::Write;

use super::outcome::{Outcome, Result};
use crate::workers::Reading;
use crate::workers::fingerprint::Fingerprint;

/// The side that a difference favours. More pages or bytes count as better, until an inspection of the file shows
/// otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Worse,
    Better,
    Different,
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Difference {
    side: Side,
    what: String,
}

/// The number of differing pages listed per file.
const PAGES_SHOWN: usize = 4;

/// Lists all differences, grouped by side.
pub(super) fn text(results: &[Result]) -> String {
    let mut text = String::new();
    let found: Vec<(&str, Difference)> = results
        .iter()
        .flat_map(|result| {
            differences(result).into_iter().map(|difference| (result.file.as_str(), difference))
        })
        .collect();
    for (side, title) in [(Side::Worse, "worse"), (Side::Better, "better"), (Side::Different, "different")] {
        let group: Vec<_> = found.iter().filter(|(_, difference)| difference.side == side).collect();
        let _ = writeln!(text, "{title} than hayro: {}", group.len());
        for (file, difference) in group {
            let _ = writeln!(text, "  {file}: {}", difference.what);
        }
    }
    text
}

fn differences(result: &Result) -> Vec<Difference> {
    let Some(theirs) = &result.theirs else { return Vec::new() };
    match (result.ours.opened(), theirs.opened()) {
        (Some(ours), Some(theirs)) => {
            page_count(ours, theirs).into_iter().chain(contents(ours, theirs)).collect()
        }
        (None, None) => Vec::new(),
        (Some(ours), None) => vec![opened_by_one(Side::Better, ours, &result.ours, theirs)],
        (None, Some(reading)) => vec![opened_by_one(Side::Worse, reading, &result.ours, theirs)],
    }
}

fn opened_by_one(side: Side, reading: &Reading, ours: &Outcome, theirs: &Outcome) -> Difference {
    let (ours, theirs, pages) = (ours.label(), theirs.label(), reading.pages);
    Difference { side, what: format!("{ours} instead of {theirs}, {pages} pages") }
}

fn page_count(ours: &Reading, theirs: &Reading) -> Option<Difference> {
    let side = side(ours.pages, theirs.pages)?;
    Some(Difference { side, what: format!("{} pages instead of {}", ours.pages, theirs.pages) })
}

/// Returns the pages whose content differs, one entry per side.
fn contents(ours: &Reading, theirs: &Reading) -> Vec<Difference> {
    let pairs = ours.contents.iter().zip(&theirs.contents).enumerate();
    let pages: Vec<(Side, String)> = pairs
        .filter_map(|(index, (ours, theirs))| page_content(index, ours.as_ref(), theirs.as_ref()))
        .collect();
    let of_side = |side| {
        let named: Vec<&str> =
            pages.iter().filter(|page| page.0 == side).map(|page| page.1.as_str()).collect();
        (!named.is_empty()).then(|| Difference { side, what: shortened(&named) })
    };
    [Side::Worse, Side::Better, Side::Different].into_iter().filter_map(of_side).collect()
}

fn page_content(
    index: usize,
    ours: Option<&Fingerprint>,
    theirs: Option<&Fingerprint>,
) -> Option<(Side, String)> {
    if ours == theirs {
        return None;
    }
    let bytes = |content: Option<&Fingerprint>| content.map_or(0, |content| content.bytes);
    let (ours, theirs) = (bytes(ours), bytes(theirs));
    let side = side(ours, theirs).unwrap_or(Side::Different);
    Some((side, format!("page {} has {ours} bytes instead of {theirs}", index + 1)))
}

fn side(ours: usize, theirs: usize) -> Option<Side> {
    match ours.cmp(&theirs) {
        std::cmp::Ordering::Less => Some(Side::Worse),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Side::Better),
    }
}

fn shortened(pages: &[&str]) -> String {
    let shown = pages.iter().take(PAGES_SHOWN).copied().collect::<Vec<_>>().join(", ");
    match pages.len().saturating_sub(PAGES_SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more pages"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::tests::{read, refused};
    use super::*;

    fn compared(ours: Outcome, theirs: Outcome) -> Vec<(Side, String)> {
        let result = Result { file: "a.pdf".into(), ours, theirs: Some(theirs) };
        differences(&result).into_iter().map(|difference| (difference.side, difference.what)).collect()
    }

    #[test]
    fn equal_files_have_no_differences() {
        assert_eq!(compared(read(&["a", "b"]), read(&["a", "b"])), []);
        assert_eq!(compared(refused("locked"), refused("unreadable")), []);
        assert_eq!(compared(refused("locked"), Outcome::Signalled(6)), []);
    }

    #[test]
    fn fewer_pages_are_worse_and_more_bytes_are_better() {
        assert_eq!(
            compared(read(&["longer"]), read(&["short", "b"])),
            [
                (Side::Worse, "1 pages instead of 2".into()),
                (Side::Better, "page 1 has 6 bytes instead of 5".into())
            ]
        );
    }

    #[test]
    fn one_that_only_one_opens_is_named_with_both_outcomes() {
        assert_eq!(
            compared(read(&["a"]), Outcome::Panicked("x".into())),
            [(Side::Better, "ok instead of panic, 1 pages".into())]
        );
        assert_eq!(
            compared(refused("unreadable"), read(&["a"])),
            [(Side::Worse, "error:unreadable instead of ok, 1 pages".into())]
        );
    }

    #[test]
    fn same_length_is_different_and_long_lists_are_cut() {
        let ours = read(&["a", "a", "a", "a", "a", "a"]);
        let theirs = read(&["b", "b", "b", "b", "b", "b"]);
        let found = compared(ours, theirs);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, Side::Different);
        assert!(found[0].1.ends_with("page 4 has 1 bytes instead of 1 and 2 more pages"), "{}", found[0].1);
    }
}

//! The results of all programs for one page.

use crate::workers::glyph_count::GlyphCount;

/// Pages whose character count differs by more than this share of the median are listed.
const MAX_SHARE_OFF: f64 = 0.5;
/// The number of other programs that must find text on a page for it to count.
const QUORUM: usize = 2;

/// The results of all programs for one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PageRow {
    /// The page number, counted from 1.
    pub number: usize,
    /// The characters found by pdftract; `None` if it has no such page.
    pub ours: Option<GlyphCount>,
    /// The characters found by each other program; `None` if it has no such page.
    pub theirs: Vec<Option<usize>>,
}

/// Returns a row for each page that any program has.
pub(super) fn rows(ours: &[GlyphCount], theirs: &[Vec<usize>]) -> Vec<PageRow> {
    let count = theirs.iter().map(Vec::len).chain([ours.len()]).max().unwrap_or(0);
    let row = |index: usize| PageRow {
        number: index + 1,
        ours: ours.get(index).cloned(),
        theirs: theirs.iter().map(|pages| pages.get(index).copied()).collect(),
    };
    (0..count).map(row).collect()
}

impl PageRow {
    /// Returns the number of characters found by pdftract.
    pub(super) fn characters(&self) -> usize {
        self.ours.as_ref().map_or(0, |ours| ours.characters)
    }

    /// Returns `true` if at least two others find text and pdftract finds none.
    pub(super) fn is_lost(&self) -> bool {
        self.characters() == 0 && self.theirs.iter().flatten().filter(|&&count| count > 0).count() >= QUORUM
    }

    /// Returns the median of the other programs; the mean of the middle two.
    pub(super) fn median(&self) -> Option<f64> {
        let mut counts: Vec<f64> = self.theirs.iter().flatten().map(|&count| count as f64).collect();
        counts.sort_by(f64::total_cmp);
        let upper = counts.get(counts.len() / 2).copied()?;
        let lower = counts.get(counts.len().saturating_sub(1) / 2).copied()?;
        Some(f64::midpoint(lower, upper))
    }

    /// Returns the difference of pdftract from the others as a share of their median, if it is large and the page is
    /// not lost.
    pub(super) fn difference(&self) -> Option<f64> {
        let median = self.median()?;
        let share = (self.characters() as f64 - median) / median.max(1.0);
        (share.abs() > MAX_SHARE_OFF && !self.is_lost()).then_some(share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ours: usize, theirs: [usize; 3]) -> PageRow {
        let ours = GlyphCount { characters: ours, ..GlyphCount::default() };
        rows(&[ours], &theirs.map(|count| vec![count])).remove(0)
    }

    #[test]
    fn a_page_is_lost_when_two_others_find_text() {
        assert!(row(0, [0, 1, 9]).is_lost());
        assert!(!row(0, [0, 0, 9]).is_lost());
        assert!(!row(1, [9, 9, 9]).is_lost());
    }

    #[test]
    fn differences_go_both_ways() {
        assert_eq!(row(100, [100, 90, 150]).difference(), None);
        assert_eq!(row(40, [100, 90, 150]).difference(), Some(-0.6));
        assert_eq!(row(200, [100, 90, 150]).difference(), Some(1.0));
        assert_eq!(row(5, [0, 0, 0]).difference(), Some(5.0));
    }

    #[test]
    fn programs_may_disagree_on_the_number_of_pages() {
        let rows = rows(&[], &[vec![1], vec![2, 3], vec![]]);
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[1].theirs, [None, Some(3), None]);
        assert!(rows[0].is_lost());
        assert_eq!(rows[0].median(), Some(1.5));
    }
}

//! Counts characters recovered without a map, by source, and those that were not.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use pdftract::unicode::UnicodeSource;

use super::fold::fold;

/// The numbers of correct and of all characters.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Share {
    right: usize,
    unknown: usize,
    /// The characters given with confidence, and the wrong ones among them.
    sure: usize,
    sure_wrong: usize,
    all: usize,
}

/// Counts of characters by the outcome of the comparison.
#[derive(Debug, Default)]
pub(super) struct Count {
    by_source: BTreeMap<UnicodeSource, Share>,
    /// Confusions: the true text, the text found, its source, and how often.
    wrong: BTreeMap<(String, String, UnicodeSource), usize>,
}

/// The number of confusions in a summary.
const PAIRS: usize = 8;

impl Count {
    /// Counts a glyph whose text is `truth` and that was read as `found`, with confidence or not.
    pub(super) fn add(&mut self, truth: &str, found: &str, source: UnicodeSource, is_sure: bool) {
        let share = self.by_source.entry(source).or_default();
        let is_right = fold(truth) == fold(found);
        share.all += 1;
        share.sure += usize::from(is_sure);
        share.sure_wrong += usize::from(is_sure && !is_right);
        if is_right {
            share.right += 1;
        } else {
            share.unknown += usize::from(found.contains('\u{FFFD}'));
            *self.wrong.entry((truth.to_owned(), found.to_owned(), source)).or_default() += 1;
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (source, share) in &other.by_source {
            let own = self.by_source.entry(*source).or_default();
            own.right += share.right;
            own.unknown += share.unknown;
            own.sure += share.sure;
            own.sure_wrong += share.sure_wrong;
            own.all += share.all;
        }
        for (pair, count) in &other.wrong {
            *self.wrong.entry(pair.clone()).or_default() += count;
        }
    }

    fn total(&self) -> Share {
        self.by_source.values().fold(Share::default(), |sum, share| Share {
            right: sum.right + share.right,
            unknown: sum.unknown + share.unknown,
            sure: sum.sure + share.sure,
            sure_wrong: sum.sure_wrong + share.sure_wrong,
            all: sum.all + share.all,
        })
    }

    /// Returns the number of characters that were not recovered.
    pub(super) fn lost(&self) -> usize {
        let total = self.total();
        total.all - total.right
    }

    /// Returns the percentage of characters that were recovered.
    pub(super) fn share(&self) -> f64 {
        let total = self.total();
        percent(total.right, total.all)
    }

    /// Formats a table by source, in Markdown.
    pub(super) fn table(&self) -> String {
        let mut table = String::from(
            "| source without the map | characters | equal % | different % | unknown % | wrong among certain % |\n|---|---:|---:|---:|---:|---:|\n",
        );
        let rows = self.by_source.iter().map(|(source, share)| (source.as_str(), *share));
        for (source, share) in rows.chain([("all", self.total())]) {
            let another = share.all - share.right - share.unknown;
            let _ = writeln!(
                table,
                "| {source} | {} | {:.2} | {:.2} | {:.2} | {:.2} |",
                share.all,
                percent(share.right, share.all),
                percent(another, share.all),
                percent(share.unknown, share.all),
                100.0 - percent(share.sure - share.sure_wrong, share.sure)
            );
        }
        table
    }

    /// Formats one line: share, number lost, and the most frequent confusions.
    pub(super) fn summary(&self) -> String {
        let mut wrong: Vec<_> = self.wrong.iter().collect();
        wrong.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let pairs = wrong.iter().take(PAIRS);
        let pairs = pairs
            .map(|((truth, found, source), count)| format!("{truth}→{found} {count} {}", source.as_str()));
        let pairs: Vec<String> = pairs.collect();
        format!("{:.2} %, {} lost: {}", self.share(), self.lost(), pairs.join(", "))
    }
}

#[expect(clippy::cast_precision_loss, reason = "characters of a corpus")]
fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ligatures_count_as_their_letters_and_unknown_characters_are_not_wrong() {
        let mut count = Count::default();
        count.add("fi", "\u{FB01}", UnicodeSource::Agl, true);
        count.add("a", "\u{FFFD}", UnicodeSource::Unknown, false);
        count.add("a", "o", UnicodeSource::ShapeMatch, true);
        assert_eq!((count.lost(), count.total().unknown), (2, 1));
        assert!(
            count.table().contains("| shape_match | 1 | 0.00 | 100.00 | 0.00 | 100.00 |"),
            "{}",
            count.table()
        );
        assert!(count.summary().contains("a→o 1 shape_match"));
    }
}

//! Agreement of word boxes: differences of each edge, their medians, and the share within one point.

use std::fmt;

use pdftract::geometry::Rect;

use super::poppler::Word;

/// Edges that differ by at most this many points agree.
const CLOSE: f64 = 1.0;

/// The differences of all words that both sides have in common.
#[derive(Debug, Clone, Default)]
pub(super) struct Agreement {
    /// Differences of pdftract from poppler: left, top, right, bottom.
    differences: Vec<[f64; 4]>,
    /// Descriptions of words with an edge that is off.
    far: Vec<String>,
    /// The number of poppler's words at whose position pdftract has another text.
    unmatched: usize,
}

impl Agreement {
    /// Adds a word with the box around the matching glyphs, or `None` if no glyphs match.
    pub(super) fn add(&mut self, word: &Word, ours: Option<Rect>) {
        let Some(ours) = ours else {
            self.unmatched += 1;
            return;
        };
        let theirs = word.rect;
        let edges = [ours.x0 - theirs.x0, ours.y0 - theirs.y0, ours.x1 - theirs.x1, ours.y1 - theirs.y1];
        if !is_close(&edges) {
            let [left, top, right, bottom] = edges;
            self.far.push(format!("{}: {left:+.1} {top:+.1} {right:+.1} {bottom:+.1}", word.text));
        }
        self.differences.push(edges);
    }

    /// Adds all words of another agreement.
    pub(super) fn merge(&mut self, other: &Self) {
        self.differences.extend(&other.differences);
        self.unmatched += other.unmatched;
    }

    /// Returns the number of words that both have in common.
    pub(super) fn matched(&self) -> usize {
        self.differences.len()
    }

    /// Returns the words that do not agree, with left, top, right and bottom difference.
    pub(super) fn far_words(&self) -> impl Iterator<Item = &str> {
        self.far.iter().map(String::as_str)
    }

    /// Returns the share of common words whose edges all agree.
    pub(super) fn share(&self) -> f64 {
        self.share_of(is_close)
    }

    fn share_of(&self, agrees: impl Fn(&[f64; 4]) -> bool) -> f64 {
        let close = self.differences.iter().filter(|edges| agrees(edges)).count();
        close as f64 / self.differences.len().max(1) as f64
    }

    /// Returns the median distance of each edge, and of both edges of each axis.
    pub(super) fn medians(&self) -> String {
        let of = |wanted: &[usize]| {
            let edges =
                self.differences.iter().flat_map(|edges| wanted.iter().filter_map(|&edge| edges.get(edge)));
            let mut distances: Vec<f64> = edges.map(|difference| difference.abs()).collect();
            distances.sort_by(f64::total_cmp);
            distances.get(distances.len() / 2).copied().unwrap_or(0.0)
        };
        let axes = format!("x {:.3} pt, y {:.3} pt", of(&[0, 2]), of(&[1, 3]));
        format!(
            "{axes}; left {:.3}, right {:.3}, top {:.3}, bottom {:.3}",
            of(&[0]),
            of(&[2]),
            of(&[1]),
            of(&[3])
        )
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| share * 100.0;
        let sideways = self.share_of(|edges| is_close(&[edges[0], 0.0, edges[2], 0.0]));
        let upwards = self.share_of(|edges| is_close(&[0.0, edges[1], 0.0, edges[3]]));
        let (all, words) = (percent(self.share()), self.matched());
        write!(f, "{all:.1} % of {words} words (x {:.1} %, y {:.1} %)", percent(sideways), percent(upwards))?;
        write!(f, ", {} without a match", self.unmatched)
    }
}

fn is_close(edges: &[f64; 4]) -> bool {
    edges.iter().all(|difference| difference.abs() <= CLOSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_medians() {
        let rect = Rect { x0: 10.0, y0: 10.0, x1: 20.0, y1: 20.0 };
        let word = Word { text: "word".into(), rect };
        let mut agreement = Agreement::default();
        agreement.add(&word, Some(rect));
        agreement.add(&word, Some(Rect { y0: 8.0, ..rect }));
        agreement.add(&word, None);
        assert_eq!(agreement.to_string(), "50.0 % of 2 words (x 100.0 %, y 50.0 %), 1 without a match");
        assert_eq!(agreement.far_words().collect::<Vec<_>>(), ["word: +0.0 -2.0 +0.0 +0.0"]);
        assert!(agreement.medians().starts_with("x 0.000 pt, y 0.000 pt"), "{}", agreement.medians());
    }
}

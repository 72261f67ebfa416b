//! Rulings: the horizontal and vertical rules of a page in the coordinates of a frame, with the pieces of one rule
//! joined.

use super::writing_frame::WritingFrame;
use crate::content::PageGlyphs;
use crate::geometry::Rect;

/// Rules closer than this, in points, are one.
pub(super) const TOLERANCE: f32 = 2.0;

/// A rule along one axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ruling {
    /// Its position on the other axis.
    pub(super) at: f32,
    /// Its start.
    pub(super) from: f32,
    /// Its end.
    pub(super) to: f32,
}

/// The rules of a page.
#[derive(Debug, Default)]
pub(super) struct Rulings {
    /// Along the text; `at` is `v`.
    pub(super) level: Vec<Ruling>,
    /// Across the text; `at` is `u`. Sorted by it.
    pub(super) upright: Vec<Ruling>,
    /// Horizontal rules, and the upper and lower edges of backgrounds. Sorted like `level`.
    pub(super) bounds: Vec<Ruling>,
    /// The upper and the lower end of the staves of a page of music, from the first to the last.
    pub(super) music: Option<(f32, f32)>,
}

impl Rulings {
    /// Collects the rules of a page in the coordinates of a frame. A slanted frame has none.
    pub(super) fn new(page: &PageGlyphs, frame: WritingFrame) -> Self {
        let mut rulings = Self::default();
        if (page.rules.is_empty() && page.grounds.is_empty()) || !frame.is_square() {
            return rulings;
        }
        for rule in &page.rules {
            let ([u0, v0], [u1, v1]) = corners(rule, frame);
            if u1 - u0 >= v1 - v0 {
                rulings.level.push(Ruling { at: f32::midpoint(v0, v1), from: u0, to: u1 });
            } else {
                rulings.upright.push(Ruling { at: f32::midpoint(u0, u1), from: v0, to: v1 });
            }
        }
        let mut grounds = Vec::new();
        for ground in &page.grounds {
            let ([u0, v0], [u1, v1]) = corners(ground, frame);
            grounds.extend([v0, v1].map(|at| Ruling { at, from: u0, to: u1 }));
        }
        let bounds = (!grounds.is_empty()).then(|| joined([rulings.level.clone(), grounds].concat()));
        rulings.level = joined(rulings.level);
        rulings.bounds = bounds.unwrap_or_else(|| rulings.level.clone());
        rulings.upright = joined(rulings.upright);
        let staves = staves(&rulings.level);
        if staves.len() >= MIN_STAVES {
            let is_free = |ruling: &Ruling| {
                !staves.iter().any(|staff| (staff.0 - TOLERANCE..=staff.1 + TOLERANCE).contains(&ruling.at))
            };
            rulings.level.retain(is_free);
            rulings.bounds.retain(is_free);
            // Notes and words are above the first staff and below the last one, too.
            let height = staves.first().map_or(0.0, |staff| staff.1 - staff.0);
            let ends = staves.first().zip(staves.last());
            rulings.music = ends.map(|(first, last)| (first.0 - height, last.1 + height));
        }
        rulings
    }

    /// Returns `true` if text between two heights is part of music: notes and syllables are in columns, but are no table.
    pub(super) fn is_music(&self, top: f32, bottom: f32) -> bool {
        self.music.is_some_and(|(first, last)| top < last && bottom > first)
    }

    /// Returns the gaps between two rules of about the same length on one level, as below the titles of two cards.
    pub(super) fn split_rules(&self) -> Vec<SplitRule> {
        let mut found = Vec::new();
        for pair in self.level.windows(2).filter(|_| self.level.len() <= MAX_SPLITS) {
            let [a, b] = pair else { continue };
            let (left, right) = (a.to - a.from, b.to - b.from);
            let is_pair = a.at == b.at
                && left.min(right) > LONG_SPLIT
                && left.max(right) < 1.15 * left.min(right)
                && (b.from - a.to) < 0.4 * left;
            if is_pair {
                found.push(SplitRule { u0: a.to, u1: b.from, v: a.at });
            }
        }
        found
    }

    /// Returns `true` if a vertical rule lies between two positions of a line of text.
    #[inline]
    pub(super) fn separates(&self, from: f32, to: f32, v: f32) -> bool {
        !self.upright.is_empty() && self.has_rule_between(from, to, v)
    }

    fn has_rule_between(&self, from: f32, to: f32, v: f32) -> bool {
        let first = self.upright.partition_point(|ruling| ruling.at < from - TOLERANCE / 2.0);
        let between = self.upright.iter().skip(first).take_while(|ruling| ruling.at <= to + TOLERANCE / 2.0);
        between.take(MAX_LOOKED_AT).any(|ruling| ruling.from <= v && v <= ruling.to)
    }
}

/// The gap between two rules on one level.
#[derive(Debug, Clone, Copy)]
pub(super) struct SplitRule {
    pub(super) u0: f32,
    pub(super) u1: f32,
    pub(super) v: f32,
}

/// Shorter rules, in points, are underlines and parts of tables.
const LONG_SPLIT: f32 = 90.0;
/// Pages with more rules have tables or drawings.
const MAX_SPLITS: usize = 64;

/// The number of lines of a staff of music.
const STAFF_LINES: usize = 5;
/// The distances of the lines of a staff, in points; rows of tables are higher.
const STAFF_STEPS: std::ops::Range<f32> = 2.2..7.6;
/// The least number of staves of a page of music.
const MIN_STAVES: usize = 2;

/// Returns the upper and the lower end of staves of music: five long lines at equal distances.
fn staves(level: &[Ruling]) -> Vec<(f32, f32)> {
    let mut lines: Vec<&Ruling> =
        level.iter().filter(|ruling| ruling.to - ruling.from > LONG_SPLIT).collect();
    lines.dedup_by(|a, b| a.at == b.at);
    let mut found = Vec::new();
    let mut rest = lines.as_slice();
    while let Some(first) = rest.first() {
        let step = |a: &Ruling, b: &Ruling| b.at - a.at;
        let usual = rest.get(1).map_or(0.0, |second| step(first, second));
        let same = rest.windows(2).take_while(|pair| {
            matches!(pair, [a, b] if (step(a, b) - usual).abs() < 0.2 * usual && STAFF_STEPS.contains(&usual))
        });
        let count = same.count() + 1;
        if count == STAFF_LINES {
            found.extend(rest.get(count - 1).map(|last| (first.at, last.at)));
        }
        rest = rest.get(count.max(1)..).unwrap_or_default();
    }
    found
}

/// The most rules in one gap that are examined; more are a drawing.
const MAX_LOOKED_AT: usize = 64;

#[allow(clippy::cast_possible_truncation)]
fn corners(rule: &Rect, frame: WritingFrame) -> ([f32; 2], [f32; 2]) {
    let (a, b) = (frame.place(rule.x0 as f32, rule.y0 as f32), frame.place(rule.x1 as f32, rule.y1 as f32));
    ([a.0.min(b.0), a.1.min(b.1)], [a.0.max(b.0), a.1.max(b.1)])
}

/// Joins the pieces of one rule, such as the borders of neighbouring cells.
fn joined(mut rulings: Vec<Ruling>) -> Vec<Ruling> {
    rulings.sort_by(|a, b| a.at.total_cmp(&b.at).then_with(|| a.from.total_cmp(&b.from)));
    level_out(&mut rulings);
    // The positions are still in order.
    for same in rulings.chunk_by_mut(|a, b| a.at == b.at) {
        same.sort_by(|a, b| a.from.total_cmp(&b.from));
    }
    let mut list: Vec<Ruling> = Vec::with_capacity(rulings.len());
    for ruling in rulings {
        match list.last_mut() {
            Some(last) if last.at == ruling.at && ruling.from <= last.to + TOLERANCE => {
                last.to = last.to.max(ruling.to);
            }
            _ => list.push(ruling),
        }
    }
    list
}

/// Gives rules at almost the same position the same position.
fn level_out(rulings: &mut [Ruling]) {
    let mut place = f32::MIN;
    for ruling in rulings {
        if ruling.at - place > TOLERANCE {
            place = ruling.at;
        }
        ruling.at = place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_of_neighbouring_cells_are_one_line() {
        let pieces = [(10.0, 0.0, 50.0), (10.4, 50.5, 90.0), (30.0, 0.0, 90.0)];
        let lines = joined(pieces.map(|(at, from, to)| Ruling { at, from, to }).to_vec());
        assert_eq!(lines.len(), 2);
        assert!((lines[0].to - 90.0).abs() < 0.01);
    }

    #[test]
    fn staves_have_five_lines_at_equal_distances() {
        let lines = |count: u8, step: f32| -> Vec<Ruling> {
            let line = |index: u8| Ruling { at: 100.0 + step * f32::from(index), from: 0.0, to: 300.0 };
            (0..count).map(line).collect()
        };
        assert_eq!(staves(&lines(5, 4.0)), [(100.0, 116.0)]);
        assert_eq!(staves(&lines(6, 4.0)), []);
        assert_eq!(staves(&lines(5, 14.0)), []);
    }
}

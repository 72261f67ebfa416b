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
        let mut bounds = rulings.level.clone();
        for ground in &page.grounds {
            let ([u0, v0], [u1, v1]) = corners(ground, frame);
            bounds.extend([v0, v1].map(|at| Ruling { at, from: u0, to: u1 }));
        }
        rulings.bounds = joined(bounds);
        rulings.level = joined(rulings.level);
        rulings.upright = joined(rulings.upright);
        rulings
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

/// The most rules in one gap that are examined; more are a drawing.
const MAX_LOOKED_AT: usize = 64;

#[allow(clippy::cast_possible_truncation)]
fn corners(rule: &Rect, frame: WritingFrame) -> ([f32; 2], [f32; 2]) {
    let (a, b) = (frame.place(rule.x0 as f32, rule.y0 as f32), frame.place(rule.x1 as f32, rule.y1 as f32));
    ([a.0.min(b.0), a.1.min(b.1)], [a.0.max(b.0), a.1.max(b.1)])
}

/// Joins the pieces of one rule, such as the borders of neighbouring cells.
fn joined(mut rulings: Vec<Ruling>) -> Vec<Ruling> {
    rulings.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    level_out(&mut rulings);
    rulings.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
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
}

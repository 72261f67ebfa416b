//! Stretches: plain glyphs that continue the run and the baseline of a fragment, which are nearly all of a text.
//!
//! This is the fast path of [`fragment`](super::fragment): it decides as `Builder::add` does, from the few facts that
//! may change within a run, and leaves every other glyph to it.

use super::bounds::union;
use super::fragment::{Builder, COPY_DISTANCE, Fragment, Last, MIN_CELL_GAP, SPLIT_GAP, STEP_BACK};
use super::glyph_class::{Kind, kind_in_line};
use crate::content::Run;

/// A forward step of the pen from the end of one glyph to the start of the next; neither of them is blank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// The position of the second glyph.
    pub(super) position: u32,
    /// The distance that the pen moved, in points.
    pub(super) width: f32,
    /// `true` if both glyphs are letters.
    pub(super) is_between_letters: bool,
}

/// The least distance, as a fraction of the font size, that counts as a step. Kerning moves the pen by less.
const CLOSE: f32 = 0.03;
/// The greatest ratio of a fragment's size to its line's. Below it, no step that was not recorded can be a gap of the
/// line, whose letter-spacing counts from 0.04 font sizes on.
const LARGER: f32 = 1.3;

impl Fragment {
    /// Returns `true` if a line of this size can be built from the fragment without examining each of its glyphs.
    pub(super) fn is_even_at(&self, size: f32) -> bool {
        self.is_even && self.size <= LARGER * size
    }

    /// Counts the step to the last glyph of an even fragment.
    pub(super) fn count_step(&mut self, last: &Last, next: &Last, steps: &mut Vec<Step>) {
        if next.u - last.end <= CLOSE * self.size {
            self.close_pairs += u32::from(last.kind.common(next.kind).is(Kind::LETTER));
        } else {
            self.keep_step(self.glyphs.end - 1, last, next, steps);
        }
    }

    /// Records a step that is not close, unless it begins or ends at a blank.
    fn keep_step(&mut self, position: u32, last: &Last, next: &Last, steps: &mut Vec<Step>) {
        if !last.kind.with(next.kind).is(Kind::SPACE) {
            let is_between_letters = last.kind.common(next.kind).is(Kind::LETTER);
            steps.push(Step { position, width: next.u - last.end, is_between_letters });
            self.steps.end += 1;
        }
    }
}

impl Builder<'_> {
    /// Adds the plain glyphs from a position on that continue the last one in its run; returns their number.
    #[inline(never)]
    pub(super) fn take_stretch(&mut self, position: u32, run_index: u32, run: &Run) -> u32 {
        let Some(open) = &mut self.open else { return 0 };
        let size = open.size;
        let [left, top, right, bottom] = run.cell;
        let is_level = run.direction == [1.0, 0.0] && left == 0.0 && right == 0.0;
        let is_open = open.is_even && open.glyphs.end == position && !open.touches_accents();
        if !is_level || !is_open || size != run.size || size < 0.1 {
            return 0;
        }
        let page = self.page;
        let has_lines = !self.rulings.upright.is_empty();
        // A wider gap may contain a rule.
        let farthest = if has_lines { MIN_CELL_GAP * size } else { SPLIT_GAP * size };
        let (nearest, copy_distance, close) = (-size * STEP_BACK, COPY_DISTANCE * size, CLOSE * size);
        let (mut u0, mut u1, mut kinds, mut last) = (open.u0, open.u1, open.kinds, self.last);
        let (mut blanks, mut close_pairs) = (0, 0);
        let rest = page.glyphs.get(position as usize..).unwrap_or_default();
        let mut taken = 0;
        for glyph in rest {
            let kind = kind_in_line(page, glyph);
            let (u, end) = (glyph.x, glyph.x + glyph.advance);
            let gap = u - u1;
            let continues = glyph.run == run_index
                && glyph.y == open.v
                && gap < farthest
                && gap > nearest
                && end >= u
                && !kind.is(Kind::UNUSUAL)
                && (glyph.text != last.text || (u - last.u).abs() >= copy_distance);
            if !continues {
                break;
            }
            let next = Last { u, end, text: glyph.text, kind };
            if u - last.end <= close {
                close_pairs += u32::from(kind.common(last.kind).is(Kind::LETTER));
            } else {
                open.keep_step(position + taken, &last, &next, &mut self.fragments.steps);
            }
            kinds = kinds.with(kind);
            if kind.is(Kind::SPACE) {
                blanks += 1;
            } else {
                u0 = if u < u0 { u } else { u0 };
                u1 = if end > u1 { end } else { u1 };
            }
            taken += 1;
            last = next;
        }
        open.glyphs.end += taken;
        open.inked += taken - blanks;
        open.close_pairs += close_pairs;
        (open.u1, open.kinds, self.last) = (u1, kinds, last);
        if taken > blanks {
            open.bbox = union(open.bbox, [u0, open.v + top, u1, open.v + bottom]);
        }
        taken
    }
}

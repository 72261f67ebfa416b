//! Stretches: plain glyphs that continue the run and the baseline of a fragment, which are nearly all of a text.
//!
//! This is the fast path of [`fragment`](super::fragment): it decides as `Builder::add` does, from the few facts that
//! may change within a run, and leaves every other glyph to it.

use super::bounds::union;
use super::fragment::{Builder, COPY_DISTANCE, Fragment, Last, MIN_CELL_GAP, SPLIT_GAP, STEP_BACK};
use super::glyph_class::{Kind, kind_in_line};
use super::model::to_index;
use crate::content::{Glyph, Run};

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

    /// Counts the step to the last glyph of an even fragment. One that is not close is recorded, unless it begins or ends at
    /// a blank.
    pub(super) fn count_step(&mut self, last: &Last, next: &Last, steps: &mut Vec<Step>) {
        let width = next.u - last.end;
        let is_between_letters = last.kind.common(next.kind).is(Kind::LETTER);
        if width <= CLOSE * self.size {
            self.close_pairs += u32::from(is_between_letters);
        } else if !last.kind.with(next.kind).is(Kind::SPACE) {
            steps.push(Step { position: self.glyphs.end - 1, width, is_between_letters });
            self.steps.end += 1;
        }
    }
}

impl Builder<'_> {
    /// Adds the plain glyphs at the start of `rest`, which are at a position and behind it, that continue the last one;
    /// returns their number. The last one is of `run`.
    #[inline(never)]
    pub(super) fn take_stretch(&mut self, position: u32, rest: &[Glyph], run_index: u32, run: &Run) -> u32 {
        let page = self.page;
        let (mut index, mut run) = (run_index, run);
        let mut taken = 0;
        loop {
            let own = rest.get(taken as usize..).unwrap_or_default();
            taken += self.take_of_run(position + taken, own, index, run);
            let Some(next) = rest.get(taken as usize).filter(|next| next.run != index) else { return taken };
            let is_same =
                |next: &&Run| next.size == run.size && next.direction == run.direction && !next.vertical;
            let Some(next_run) = page.run(next).filter(is_same) else { return taken };
            (index, run) = (next.run, next_run);
        }
    }

    /// Adds the plain glyphs of one run.
    fn take_of_run(&mut self, position: u32, rest: &[Glyph], run_index: u32, run: &Run) -> u32 {
        let Some(open) = &mut self.open else { return 0 };
        let size = open.size;
        let [left, top, right, bottom] = run.cell;
        let is_level = run.direction == [1.0, 0.0] && left == 0.0 && right == 0.0;
        let is_open = open.is_even && open.glyphs.end == position && !open.touches_accents();
        if !is_level || !is_open || size != run.size || size < 0.1 {
            return 0;
        }
        let (page, baseline) = (self.page, open.v);
        let has_lines = !self.rulings.upright.is_empty();
        // A wider gap may contain a rule.
        let farthest = if has_lines { MIN_CELL_GAP * size } else { SPLIT_GAP * size };
        let (nearest, copy_distance, close) = (-size * STEP_BACK, COPY_DISTANCE * size, CLOSE * size);
        let (mut u0, mut u1, mut kinds, mut last) = (open.u0, open.u1, open.kinds, self.last);
        let (mut blanks, mut close_pairs) = (0, 0);
        let mut glyphs = rest;
        while let Some((glyph, behind)) = glyphs.split_first() {
            if glyph.run != run_index || glyph.y != baseline {
                break;
            }
            let (u, end) = (glyph.x, glyph.x + glyph.advance);
            let gap = u - u1;
            let kind = kind_in_line(page, glyph);
            let continues = gap < farthest && gap > nearest && end >= u && !kind.is(Kind::UNUSUAL);
            if !continues || (glyph.text == last.text && (u - last.u).abs() < copy_distance) {
                break;
            }
            let width = u - last.end;
            let is_between_letters = kind.common(last.kind).is(Kind::LETTER);
            if width <= close {
                close_pairs += u32::from(is_between_letters);
            } else if !kind.with(last.kind).is(Kind::SPACE) {
                let position = position + to_index(rest.len() - glyphs.len());
                self.fragments.steps.push(Step { position, width, is_between_letters });
                open.steps.end += 1;
            }
            kinds = kinds.with(kind);
            if kind.is(Kind::SPACE) {
                blanks += 1;
            } else {
                u0 = if u < u0 { u } else { u0 };
                u1 = if end > u1 { end } else { u1 };
            }
            last = Last { u, end, text: glyph.text, kind };
            glyphs = behind;
        }
        let taken = to_index(rest.len() - glyphs.len());
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

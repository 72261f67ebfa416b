//! Stretches: plain glyphs that continue the run and the baseline of a fragment, which are nearly all of a text.
//!
//! This is the fast path of [`fragment`](super::fragment): it decides as `Builder::add` does, from the few facts that
//! may change within a run, and leaves every other glyph to it.

use super::bounds::union;
use super::fragment::{
    Builder, COPY_DISTANCE, Fragment, HALF_X_HEIGHT, Last, MIN_CELL_GAP, SPLIT_GAP, STEP_BACK,
};
use super::glyph_class::{Kind, kind_in_line};
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
        let (page, rulings) = (self.page, self.rulings);
        let Some(open) = &mut self.open else { return 0 };
        let is_open = open.is_even && open.glyphs.end == position && !open.touches_accents();
        if !is_open || !is_level(run, open.size) || open.size < 0.1 {
            return 0;
        }
        let (size, baseline) = (open.size, open.v);
        let (farthest, nearest, cell_gap) = (SPLIT_GAP * size, -size * STEP_BACK, MIN_CELL_GAP * size);
        let (copy_distance, close, middle) =
            (COPY_DISTANCE * size, CLOSE * size, baseline - size * HALF_X_HEIGHT);
        let mut run_index = run_index;
        let mut extent = Extent { cell: (run.cell[1], run.cell[3]), ..Extent::default() };
        let (mut u0, mut u1, mut kinds, mut last) = (open.u0, open.u1, open.kinds, self.last);
        let mut taken = 0;
        for glyph in rest {
            if glyph.run != run_index {
                let Some(next) = page.run(glyph).filter(|next| is_level(next, size)) else { break };
                run_index = glyph.run;
                extent.begin_run(next);
            }
            let (u, end) = (glyph.x, glyph.x + glyph.advance);
            let gap = u - u1;
            let kind = kind_in_line(page, glyph);
            let continues = gap < farthest && gap > nearest && end >= u && !kind.is(Kind::UNUSUAL);
            if !continues || glyph.y != baseline {
                break;
            }
            let is_copy = glyph.text == last.text && (u - last.u).abs() < copy_distance;
            if is_copy || (gap > cell_gap && rulings.separates(u1, u, middle)) {
                break;
            }
            let width = u - last.end;
            if width <= close {
                open.close_pairs += u32::from(kind.common(last.kind).is(Kind::LETTER));
            } else if !kind.with(last.kind).is(Kind::SPACE) {
                let is_between_letters = kind.common(last.kind).is(Kind::LETTER);
                self.fragments.steps.push(Step { position: position + taken, width, is_between_letters });
                open.steps.end += 1;
            }
            kinds = kinds.with(kind);
            if !kind.is(Kind::SPACE) {
                extent.inked += 1;
                u0 = if u < u0 { u } else { u0 };
                u1 = if end > u1 { end } else { u1 };
            }
            last = Last { u, end, text: glyph.text, kind };
            taken += 1;
        }
        open.glyphs.end += taken;
        (open.u1, open.kinds, self.last) = (u1, kinds, last);
        open.inked += extent.inked;
        if let Some((top, bottom)) = extent.end() {
            open.bbox = union(open.bbox, [u0, baseline + top, u1, baseline + bottom]);
        }
        taken
    }
}

/// Returns `true` if the glyphs of a run have this size, are written from left to right, and are as wide as their advances.
fn is_level(run: &Run, size: f32) -> bool {
    let [left, _, right, _] = run.cell;
    run.size == size && run.direction == [1.0, 0.0] && !run.vertical && left == 0.0 && right == 0.0
}

/// The height of the ink of a stretch, over all runs that have any.
#[derive(Debug, Default)]
struct Extent {
    /// The number of glyphs that are not blank.
    inked: u32,
    /// The same before the current run.
    inked_before: u32,
    /// The top and the bottom of the glyphs of the current run, relative to the baseline.
    cell: (f32, f32),
    /// Those of the runs before it that have ink.
    before: Option<(f32, f32)>,
}

impl Extent {
    fn begin_run(&mut self, run: &Run) {
        self.before = self.end();
        (self.inked_before, self.cell) = (self.inked, (run.cell[1], run.cell[3]));
    }

    /// Returns the top and the bottom of all ink so far, if there is any.
    fn end(&self) -> Option<(f32, f32)> {
        if self.inked == self.inked_before {
            return self.before;
        }
        let ((top, bottom), (above, below)) = (self.cell, self.before.unwrap_or(self.cell));
        Some((top.min(above), bottom.max(below)))
    }
}

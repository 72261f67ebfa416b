//! Stretches: plain glyphs that go on in the run and on the baseline of a fragment, which are nearly all of a text.
//!
//! This is the fast path of [`fragment`](super::fragment): it decides as `Builder::add` does, from the few facts that
//! may change within a run, and leaves every other glyph to it.

use super::fragment::{Builder, COPY_DISTANCE, Fragment, Last, MIN_CELL_GAP, SPLIT_GAP, STEP_BACK};
use super::glyph_class::{Kind, kind_in_line};

/// A step of the pen forward from the end of one glyph to the start of the next; neither of them is blank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// The position of the second glyph.
    pub(super) position: u32,
    /// How far the pen moved, in points.
    pub(super) width: f32,
    /// Whether both glyphs are letters.
    pub(super) is_between_letters: bool,
}

/// Pens that move on by more than this part of the font size make a step. Kerning moves them by less.
const CLOSE: f32 = 0.03;
/// Fragments may be larger than their line by this factor. No step that is not kept is then a gap of the line: its
/// letter-spacing counts from 0.04 sizes on.
const LARGER: f32 = 1.3;

impl Fragment {
    /// Returns whether a line of this size can be made of the fragment without looking at each of its glyphs.
    pub(super) fn is_even_at(&self, size: f32) -> bool {
        self.is_even && self.size <= LARGER * size
    }

    /// Counts the step between two glyphs of an even fragment.
    pub(super) fn count_step(&mut self, last: &Last, next: &Last, steps: &mut Vec<Step>) {
        let is_between_letters = last.kind.common(next.kind).is(Kind::LETTER);
        let width = next.u - last.end;
        if width <= CLOSE * self.size {
            self.close_pairs += u32::from(is_between_letters);
        } else if !last.kind.with(next.kind).is(Kind::SPACE) {
            steps.push(Step { position: self.glyphs.end - 1, width, is_between_letters });
            self.steps.end += 1;
        }
    }
}

impl Builder<'_> {
    /// Adds the plain glyphs from a position on that continue the last one in its run; returns how many.
    #[inline(never)]
    pub(super) fn take_stretch(&mut self, position: u32, run: u32) -> u32 {
        let Some(fragment) = &mut self.open else { return 0 };
        let size = fragment.size;
        if !fragment.is_even || fragment.touches_accents() || fragment.glyphs.end != position || size < 0.1 {
            return 0;
        }
        let page = self.page;
        let rest = page.glyphs.get(position as usize..).unwrap_or_default();
        let (farthest, nearest) = (size * SPLIT_GAP, -size * STEP_BACK);
        // A wider gap may have a line in it.
        let farthest =
            if self.rulings.upright.is_empty() { farthest } else { farthest.min(MIN_CELL_GAP * size) };
        let (copy_distance, close) = (COPY_DISTANCE * size, CLOSE * size);
        let (mut open, mut last) = (*fragment, self.last);
        for glyph in rest {
            let kind = kind_in_line(page, glyph);
            let (u, end) = (glyph.x, glyph.x + glyph.advance);
            let gap = u - open.u1;
            let continues = glyph.run == run
                && glyph.y == open.v
                && glyph.size == size
                && gap < farthest
                && gap > nearest
                && !kind.is(Kind::UNUSUAL)
                && (glyph.text != last.text || (u - last.u).abs() >= copy_distance);
            if !continues {
                break;
            }
            open.glyphs.end += 1;
            let next = Last { u, end, text: glyph.text, kind };
            if u - last.end <= close {
                open.close_pairs += u32::from(kind.common(last.kind).is(Kind::LETTER));
            } else {
                open.count_step(&last, &next, &mut self.fragments.steps);
            }
            open.kinds = open.kinds.with(kind);
            if !kind.is(Kind::SPACE) {
                open.add_ink(end, glyph.bbox);
            }
            last = next;
        }
        let taken = open.glyphs.end - position;
        (*fragment, self.last) = (open, last);
        taken
    }
}

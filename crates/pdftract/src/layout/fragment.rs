//! Fragments: glyphs drawn one after the other on one baseline without a jump. Later passes do not split them.
//!
//! A fragment summarises the facts of its glyphs that later passes need, so rows, order and most lines are built
//! without examining them again. Where a glyph is plain and continues the run of the one before,
//! [`stretch`](super::stretch) takes it.

use super::bounds::{EMPTY_BOX, union};
use super::glyph_class::{Kind, kinds};
use super::model::{IndexRange, to_index};
use super::ruling::Rulings;
use super::select::Wanted;
use super::stretch::Step;
use super::writing_frame::{WritingFrame, WritingFrames};
use crate::content::{Glyph, PageGlyphs, Run, TextId};

/// A fragment in the coordinates of its frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fragment {
    /// Its glyphs, as a range of the selected glyphs in drawing order.
    pub(super) glyphs: IndexRange,
    /// The frame it is written in.
    pub(super) frame: u8,
    /// The left edge of its ink, along the line.
    pub(super) u0: f32,
    /// The right edge of its ink, along the line.
    pub(super) u1: f32,
    /// The baseline.
    pub(super) v: f32,
    /// The font size.
    pub(super) size: f32,
    /// The number of glyphs that are not blank.
    pub(super) inked: u32,
    /// `true` if the last glyph is an accent that may belong to a neighbour.
    pub(super) ends_in_accent: bool,
    /// `true` if there are only marks so far, which may be off the baseline of their letter.
    only_marks: bool,
    /// `true` if there is a single accent so far. Over a capital it is raised.
    only_accent: bool,
    /// The union of the kinds of its characters.
    pub(super) kinds: Kind,
    /// `true` if it is horizontal and all its glyphs are selected, have its size and its baseline, and are not
    /// [unusual](Kind::UNUSUAL). The fields below are valid for such fragments only.
    pub(super) is_even: bool,
    /// The bounding box of its ink on the page.
    pub(super) bbox: [f32; 4],
    /// The number of pairs of adjacent letters without a step.
    pub(super) close_pairs: u32,
    /// The steps of the pen between glyphs that are not blank, as a range of [`Fragments::steps`].
    pub(super) steps: IndexRange,
}

/// The fragments of a page.
#[derive(Debug, Default)]
pub(super) struct Fragments {
    /// The fragments in drawing order.
    pub(super) list: Vec<Fragment>,
    /// The steps of the pen within even fragments.
    pub(super) steps: Vec<Step>,
}

/// The widest gap within a fragment, as a fraction of the font size: beyond it columns, cells and labels begin.
pub(super) const SPLIT_GAP: f32 = 0.9;
/// The farthest that the pen may step back within a fragment, as a fraction of the font size. Kerning steps back by
/// less.
pub(super) const STEP_BACK: f32 = 0.3;
/// The farthest that the pen may step back to set a letter under its accent, or an accent over its letter.
const STEP_TO_ACCENT: f32 = 0.8;
/// The farthest that the pen may leave the baseline within a fragment, as a fraction of the font size.
const BASELINE_SHIFT: f32 = 0.07;
/// The farthest that a mark may be raised or lowered against its letter, as a fraction of the font size.
const MARK_SHIFT: f32 = 0.6;
/// The greatest ratio of sizes within a fragment.
const SIZE_STEP: f32 = 1.12;

/// The greatest distance between a glyph and its copy, as a fraction of the font size. Doubled letters such as `ll`
/// are at least 0.2 apart.
pub(super) const COPY_DISTANCE: f32 = 0.16;
/// Half the x-height, in font sizes: the height at which a rule between cells crosses the text.
pub(super) const HALF_X_HEIGHT: f32 = 0.25;
/// The least distance between the cells of a table, in font sizes.
pub(super) const MIN_CELL_GAP: f32 = 0.1;

/// The position of a glyph in its frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub(super) u: f32,
    pub(super) v: f32,
    pub(super) end: f32,
}

/// The height of the middle of a line above its baseline, in font sizes.
const MIDDLE: f32 = 0.25;

/// Returns the position of a glyph in a frame.
#[inline]
pub(super) fn place(page: &PageGlyphs, glyph: &Glyph, frame: WritingFrame) -> Placed {
    if frame == WritingFrame::PAGE {
        return placed(glyph, frame, 0.0);
    }
    let column = page.run(glyph).filter(|run| run.vertical);
    placed(glyph, frame, column.map_or(0.0, |run| MIDDLE * run.size))
}

/// Returns the position of a glyph in a frame. In vertical writing the pen is on the centre line of the column;
/// `beside` is the distance from it to the baseline that a line would have.
#[inline]
fn placed(glyph: &Glyph, frame: WritingFrame, beside: f32) -> Placed {
    let (u, v) = frame.place(glyph.x, glyph.y);
    Placed { u, v: v + beside, end: u + glyph.advance }
}

/// Cuts the selected glyphs into `fragments`.
pub(super) fn fragments(
    page: &PageGlyphs,
    wanted: &Wanted,
    rulings: &Rulings,
    frames: &mut WritingFrames,
    fragments: &mut Fragments,
) {
    fragments.list.clear();
    fragments.steps.clear();
    let mut builder = Builder::new(page, rulings, frames, fragments);
    let mut last_run: Option<(u32, &Run)> = None;
    let mut frame = 0;
    let mut position = 0;
    // The glyphs of the positions before this one follow each other.
    let mut consecutive = 0;
    while (position as usize) < wanted.len() {
        if position >= consecutive {
            consecutive = wanted.end_of_consecutive(position);
        }
        let index = wanted.get(position);
        position += 1;
        let glyphs = index.and_then(|index| page.glyphs.get(index as usize..));
        let Some((glyph, rest)) = glyphs.and_then(<[Glyph]>::split_first) else { continue };
        let run = match last_run {
            Some((index, run)) if index == glyph.run => run,
            _ => {
                let Some(run) = page.run(glyph) else { continue };
                frame = builder.frames.index(run);
                builder.axes = builder.frames.get(frame);
                last_run = Some((glyph.run, run));
                run
            }
        };
        builder.add(position - 1, glyph, run, frame);
        let rest = rest.get(..(consecutive - position) as usize).unwrap_or_default();
        position += builder.take_stretch(position, rest, glyph.run, run);
    }
    builder.close();
}

pub(super) struct Builder<'f> {
    pub(super) page: &'f PageGlyphs,
    frames: &'f mut WritingFrames,
    /// The rules of the page, for horizontal text.
    pub(super) rulings: &'f Rulings,
    /// The frame of the current glyph.
    axes: WritingFrame,
    pub(super) fragments: &'f mut Fragments,
    pub(super) open: Option<Fragment>,
    pub(super) last: Last,
}

/// The last glyph.
#[derive(Clone, Copy)]
pub(super) struct Last {
    /// Its start along the line.
    pub(super) u: f32,
    /// Its end along the line.
    pub(super) end: f32,
    /// Its text.
    pub(super) text: TextId,
    /// Its kind within a line.
    pub(super) kind: Kind,
}

impl<'f> Builder<'f> {
    fn new(
        page: &'f PageGlyphs,
        rulings: &'f Rulings,
        frames: &'f mut WritingFrames,
        fragments: &'f mut Fragments,
    ) -> Self {
        let last = Last { u: f32::MIN, end: f32::MIN, text: TextId::NONE, kind: Kind::OTHER };
        Self { page, axes: WritingFrame::PAGE, frames, rulings, fragments, open: None, last }
    }

    fn add(&mut self, position: u32, glyph: &Glyph, run: &Run, frame: u8) {
        let size = run.size;
        let (kind, in_line) = kinds(self.page, glyph);
        let placed = placed(glyph, self.axes, if run.vertical { MIDDLE * size } else { 0.0 });
        let now = Last { u: placed.u, end: placed.end, text: glyph.text, kind: in_line };
        let last = std::mem::replace(&mut self.last, now);
        // The same text at the same position is a copy, which must not be read beside its original.
        let is_copy = last.text == glyph.text && (placed.u - last.u).abs() < COPY_DISTANCE * size;
        if let Some(open) = &mut self.open
            && open.frame == frame
            && open.glyphs.end == position
            && !is_copy
            && continues(open, &placed, size, kind)
            && !(placed.u - open.u1 > MIN_CELL_GAP * size
                && self.axes == WritingFrame::PAGE
                && self.rulings.separates(open.u1, placed.u, placed.v - size * HALF_X_HEIGHT))
        {
            open.is_even &= size == open.size && placed.v == open.v;
            open.is_even &= !in_line.is(Kind::UNUSUAL) && !run.vertical;
            open.add(&placed, kind, run.bbox(glyph));
            open.kinds = open.kinds.with(in_line);
            if open.is_even {
                open.count_step(&last, &now, &mut self.fragments.steps);
            }
            return;
        }
        self.close();
        if !kind.is(Kind::SPACE) {
            let steps = to_index(self.fragments.steps.len());
            let is_upright = self.axes == WritingFrame::PAGE && !run.vertical;
            self.open = Some(Fragment {
                kinds: in_line,
                is_even: is_upright && !in_line.is(Kind::UNUSUAL),
                bbox: run.bbox(glyph),
                steps: IndexRange { start: steps, end: steps },
                ..Fragment::new(position, frame, &placed, size, kind)
            });
        }
    }

    fn close(&mut self) {
        let Some(mut fragment) = self.open.take() else { return };
        let most = fragment.glyphs.len() / 2;
        if fragment.steps.len() > most.max(ORDINARY_STEPS) {
            // Spaced letters, which `line` examines one by one.
            fragment.is_even = false;
        }
        if !fragment.is_even {
            self.fragments.steps.truncate(fragment.steps.start as usize);
            fragment.steps.end = fragment.steps.start;
        }
        self.fragments.list.push(fragment);
    }
}

/// The number of steps that any fragment may have.
const ORDINARY_STEPS: usize = 8;

/// Characters that may be set over or under a letter.
const ACCENT_OR_MARK: Kind = Kind::ACCENT.with(Kind::MARK);

impl Fragment {
    fn new(position: u32, frame: u8, placed: &Placed, size: f32, kind: Kind) -> Self {
        let is_mark = kind.is(Kind::MARK);
        Self {
            glyphs: IndexRange { start: position, end: position + 1 },
            frame,
            u0: placed.u.min(placed.end),
            u1: placed.u.max(placed.end),
            v: placed.v,
            size,
            inked: 1,
            ends_in_accent: kind.is(ACCENT_OR_MARK),
            only_marks: is_mark,
            only_accent: kind.is(Kind::ACCENT) && !is_mark,
            kinds: Kind::OTHER,
            is_even: false,
            bbox: EMPTY_BOX,
            close_pairs: 0,
            steps: IndexRange::default(),
        }
    }

    /// Adds the next glyph.
    fn add(&mut self, placed: &Placed, kind: Kind, bbox: [f32; 4]) {
        self.glyphs.end += 1;
        if self.touches_accents() || kind.is(ACCENT_OR_MARK) {
            let is_mark = kind.is(Kind::MARK);
            if !is_mark && (self.only_marks || self.only_accent) {
                self.v = placed.v;
            }
            self.only_marks &= is_mark;
            self.only_accent = false;
            self.ends_in_accent = kind.is(ACCENT_OR_MARK);
        }
        if !kind.is(Kind::SPACE) {
            self.add_ink(placed.end, bbox);
        }
    }

    /// Adds a glyph that is not blank, whose advance ends at `end`.
    #[inline]
    pub(super) fn add_ink(&mut self, end: f32, bbox: [f32; 4]) {
        self.inked += 1;
        if end > self.u1 {
            self.u1 = end;
        }
        self.bbox = union(self.bbox, bbox);
    }

    /// Returns `true` if it ends in an accent or consists of marks, so that the next glyph may belong to it.
    pub(super) fn touches_accents(&self) -> bool {
        self.ends_in_accent | self.only_marks | self.only_accent
    }
}

/// Returns `true` if a glyph continues the fragment.
fn continues(open: &Fragment, placed: &Placed, own_size: f32, kind: Kind) -> bool {
    let is_same = open.size == own_size;
    let (smaller, larger) = match is_same {
        true => (open.size, open.size),
        false => (open.size.min(own_size), open.size.max(own_size)),
    };
    let size = smaller.max(0.1);
    let gap = placed.u - open.u1;
    let (step, shift) = if open.touches_accents() || kind.is(ACCENT_OR_MARK) {
        reach_of_accents(open, placed, kind)
    } else {
        (STEP_BACK, BASELINE_SHIFT)
    };
    gap < size * SPLIT_GAP
        && gap > -size * step
        && (placed.v - open.v).abs() < size * shift
        && larger < size * SIZE_STEP
}

/// Returns how far the pen may step back and how far it may leave the baseline at an accent or a mark.
fn reach_of_accents(open: &Fragment, placed: &Placed, kind: Kind) -> (f32, f32) {
    let step = if kind.is(ACCENT_OR_MARK) || open.ends_in_accent { STEP_TO_ACCENT } else { STEP_BACK };
    let is_under_accent =
        open.only_accent && (placed.u..placed.end).contains(&f32::midpoint(open.u0, open.u1));
    let is_raised = kind.is(Kind::MARK) || open.only_marks || is_under_accent;
    (step, if is_raised { MARK_SHIFT } else { BASELINE_SHIFT })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{RunOrigin, Visibility};
    use crate::geometry::Rect;
    use crate::layout::{LayoutOptions, select};
    use crate::unicode::UnicodeSource;

    /// Returns the next of some numbers that look random.
    fn next(state: &mut u32) -> usize {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*state >> 16) as usize
    }

    fn run(size: f32, top: f32) -> Run {
        Run {
            font: 0,
            direction: [1.0, 0.0],
            vertical: false,
            rendering_mode: 0,
            color: Some(0),
            mcid: None,
            artifact: false,
            rise: 0.0,
            origin: RunOrigin::Content,
            size,
            cell: [0.0, top, 0.0, 2.0],
        }
    }

    /// Returns lines of words in several runs, with rules across some of the gaps.
    fn page(seed: u32) -> PageGlyphs {
        let mut state = seed;
        let mut page = PageGlyphs { width: 600.0, height: 800.0, ..PageGlyphs::default() };
        page.runs = vec![run(10.0, -8.0), run(10.0, -7.0), run(10.0, -9.0), run(12.0, -9.0)];
        for (number, line) in (0u8..12).enumerate() {
            let (mut x, y) = (50.0, 100.0 + 15.0 * f32::from(line));
            for _ in 0..60 {
                let character = ['a', 'b', 'l', ' ', '.', 'é', '`', '字'][next(&mut state) % 8];
                x += [0.0, 0.0, 0.1, 0.5, 2.0, 4.0, 11.0, -1.0, -9.0][next(&mut state) % 9];
                let run = [0, 0, 0, 1, 1, 2, 3][(next(&mut state) / 4) % 7];
                page.glyphs.push(Glyph {
                    code: 0,
                    text: TextId::from_char(character),
                    source: UnicodeSource::ToUnicode,
                    confidence_percent: 100,
                    visibility: Visibility::Visible,
                    code_bytes: 1,
                    x,
                    y: if next(&mut state).is_multiple_of(40) { y + 0.5 } else { y },
                    advance: 5.0,
                    run,
                });
                x += 5.0;
            }
            let at = 60.0 + 30.0 * number as f64;
            page.rules.push(Rect { x0: at, y0: 90.0, x1: at + 0.5, y1: 200.0 });
        }
        page
    }

    fn text_of(fragments: &Fragments) -> Vec<String> {
        let steps = |fragment: &Fragment| format!("{:?}", fragment.steps.slice(&fragments.steps));
        fragments.list.iter().map(|fragment| format!("{fragment:?} {}", steps(fragment))).collect()
    }

    #[test]
    fn stretches_agree_with_glyphs_taken_one_by_one() {
        for (seed, has_rules) in (0..40).flat_map(|seed| [(seed, true), (seed, false)]) {
            let mut page = page(seed);
            if !has_rules {
                page.rules.clear();
            }
            let (wanted, _) = select::wanted(&page, &LayoutOptions::default());
            let rulings = Rulings::new(&page, WritingFrame::PAGE);
            let (mut found, mut expected) = (Fragments::default(), Fragments::default());
            fragments(&page, &wanted, &rulings, &mut WritingFrames::default(), &mut found);
            let mut frames = WritingFrames::default();
            let frame = frames.index(&page.runs[0]);
            let mut builder = Builder::new(&page, &rulings, &mut frames, &mut expected);
            for (position, glyph) in (0..).zip(&page.glyphs) {
                builder.add(position, glyph, &page.runs[glyph.run as usize], frame);
            }
            builder.close();
            assert_eq!(text_of(&found), text_of(&expected), "{seed}");
            assert!(found.list.len() > 100 && found.list.iter().any(|fragment| fragment.glyphs.len() > 5));
        }
    }
}

//! Fragments: glyphs drawn one after the other on one baseline without a jump. They stay whole from here on.

use super::Part;
use super::frame::{Frame, Frames};
use super::glyph_class::{Kind, kind};
use super::overprint::COPY_DISTANCE;
use super::row::X_HEIGHT;
use super::ruling::Rulings;
use crate::content::{Glyph, PageGlyphs, TextId};

/// A fragment in the coordinates of its frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fragment {
    /// Its glyphs: a part of the list of wanted glyphs, in drawing order.
    pub(super) glyphs: Part,
    /// The frame it is written in.
    pub(super) frame: u8,
    /// Where its first ink begins.
    pub(super) u0: f32,
    /// Where its last ink ends.
    pub(super) u1: f32,
    /// The baseline.
    pub(super) v: f32,
    /// The font size.
    pub(super) size: f32,
    /// How many glyphs are not blank.
    pub(super) inked: u32,
    /// Whether the last glyph is an accent that may belong to a neighbour.
    pub(super) ends_in_accent: bool,
    /// Whether there are only marks so far, which may stand off the baseline of their letter.
    only_marks: bool,
    /// Whether there is a single accent so far. Over a capital it is raised.
    only_accent: bool,
}

/// Gaps wider than this part of the font size end a fragment: columns, cells and labels begin beyond.
pub(super) const SPLIT_GAP: f32 = 0.9;
/// A pen that steps back by more than this part of the font size ends a fragment. Kerning steps back by less.
const STEP_BACK: f32 = 0.3;
/// A pen may step back so far to put a letter under its accent, or an accent over its letter.
const STEP_TO_ACCENT: f32 = 0.8;
/// A pen that leaves the baseline by more than this part of the font size ends a fragment.
const BASELINE_SHIFT: f32 = 0.07;
/// A mark may be raised or lowered by this part of the font size against its letter.
const MARK_SHIFT: f32 = 0.6;
/// Sizes that differ by more than this factor end a fragment.
const SIZE_STEP: f32 = 1.12;

/// Cells of a table keep at least this distance, in font sizes.
const MIN_CELL_GAP: f32 = 0.1;

/// Where a glyph stands in its frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub(super) u: f32,
    pub(super) v: f32,
    pub(super) end: f32,
}

/// How far above its baseline the middle of a line stands, in font sizes.
const MIDDLE: f32 = 0.25;

/// Where a glyph stands in a frame.
#[inline]
pub(super) fn place(page: &PageGlyphs, glyph: &Glyph, frame: Frame) -> Placed {
    let is_vertical = frame != Frame::PAGE && page.run(glyph).is_some_and(|run| run.vertical);
    placed(glyph, frame, is_vertical)
}

/// In vertical writing the pen stands on the middle of the column, beside which a line would have its baseline.
#[inline]
fn placed(glyph: &Glyph, frame: Frame, is_vertical: bool) -> Placed {
    let (u, v) = frame.place(glyph.x, glyph.y);
    let v = if is_vertical { v + MIDDLE * glyph.size } else { v };
    Placed { u, v, end: u + glyph.advance }
}

/// Cuts the wanted glyphs into fragments.
pub(super) fn fragments(
    page: &PageGlyphs,
    wanted: &[u32],
    rulings: &Rulings,
    frames: &mut Frames,
) -> Vec<Fragment> {
    let mut builder = Builder {
        page,
        axes: Frame::PAGE,
        is_vertical: false,
        frames,
        rulings,
        list: Vec::with_capacity(wanted.len() / 8 + 4),
        open: None,
        last: (f32::MIN, TextId::NONE),
    };
    let mut last_run = None;
    let mut frame = 0;
    for (position, &index) in (0u32..).zip(wanted) {
        let Some(glyph) = page.glyphs.get(index as usize) else { continue };
        if last_run != Some(glyph.run) {
            let Some(run) = page.run(glyph) else { continue };
            frame = builder.frames.index(run);
            builder.axes = builder.frames.get(frame);
            builder.is_vertical = run.vertical;
            last_run = Some(glyph.run);
        }
        builder.add(position, glyph, frame);
    }
    builder.close();
    builder.list
}

struct Builder<'f> {
    page: &'f PageGlyphs,
    frames: &'f mut Frames,
    /// The lines of the page, for upright text.
    rulings: &'f Rulings,
    /// The frame of the glyph at hand.
    axes: Frame,
    /// Whether its pen stands on the middle of a column.
    is_vertical: bool,
    list: Vec<Fragment>,
    open: Option<Fragment>,
    /// Where the last glyph began, and what it says.
    last: (f32, TextId),
}

impl Builder<'_> {
    fn add(&mut self, position: u32, glyph: &Glyph, frame: u8) {
        let kind = kind(self.page, glyph);
        let (blank, mark) = (kind.is(Kind::SPACE), kind.is(Kind::MARK));
        let is_accent = kind.is(Kind::ACCENT.with(Kind::MARK));
        let placed = placed(glyph, self.axes, self.is_vertical);
        let (last_u, last_text) = std::mem::replace(&mut self.last, (placed.u, glyph.text));
        // The same again in the same place is a copy, which must not stand beside its original.
        let is_copy = last_text == glyph.text && (placed.u - last_u).abs() < COPY_DISTANCE * glyph.size;
        if let Some(open) = &mut self.open
            && open.frame == frame
            && open.glyphs.end == position
            && !is_copy
            && continues(open, &placed, glyph, (is_accent, mark))
            && !(placed.u - open.u1 > MIN_CELL_GAP * glyph.size
                && self.axes == Frame::PAGE
                && self.rulings.separates(open.u1, placed.u, placed.v - glyph.size * X_HEIGHT))
        {
            open.glyphs.end += 1;
            if !mark && (open.only_marks || open.only_accent) {
                open.v = placed.v;
            }
            open.only_marks &= mark;
            open.only_accent = false;
            open.ends_in_accent = is_accent;
            if !blank {
                open.u1 = open.u1.max(placed.end);
                open.inked += 1;
            }
            return;
        }
        self.close();
        if !blank {
            let glyphs = Part { start: position, end: position + 1 };
            let (u0, u1) = (placed.u.min(placed.end), placed.u.max(placed.end));
            let (v, size) = (placed.v, glyph.size);
            self.open = Some(Fragment {
                glyphs,
                frame,
                u0,
                u1,
                v,
                size,
                inked: 1,
                ends_in_accent: is_accent,
                only_marks: mark,
                only_accent: is_accent && !mark,
            });
        }
    }

    fn close(&mut self) {
        self.list.extend(self.open.take());
    }
}

/// Whether a glyph goes on where the fragment ends.
fn continues(open: &Fragment, placed: &Placed, glyph: &Glyph, (is_accent, mark): (bool, bool)) -> bool {
    let size = open.size.min(glyph.size).max(0.1);
    let gap = placed.u - open.u1;
    let step = if is_accent || open.ends_in_accent { STEP_TO_ACCENT } else { STEP_BACK };
    let is_under_accent =
        open.only_accent && (placed.u..placed.end).contains(&f32::midpoint(open.u0, open.u1));
    let shift = if mark || open.only_marks || is_under_accent { MARK_SHIFT } else { BASELINE_SHIFT };
    gap < size * SPLIT_GAP
        && gap > -size * step
        && (placed.v - open.v).abs() < size * shift
        && open.size.max(glyph.size) < size * SIZE_STEP
}

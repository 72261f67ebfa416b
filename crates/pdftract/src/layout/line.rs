//! Lines: the glyphs of a row within its region, with spaces found and right-to-left text in its logical order.

use super::bidi;
use super::fragment::place;
use super::frame::{Frame, Frames};
use super::glyph_class::is_blank;
use super::overprint::DROPPED;
use super::row::{Rows, Segment};
use super::space::Spacing;
use super::{BaselineShift, Gap, Line, PageLayout, Part, Piece};
use crate::content::{Glyph, PageGlyphs};

/// A glyph smaller than this part of its line's size, off its baseline, is a script.
const SCRIPT_SIZE: f32 = 0.86;
/// Scripts are off the baseline by at least this part of the line's size.
const SCRIPT_SHIFT: f32 = 0.06;

/// Something of a line, from left to right: a glyph or a gap.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    /// The glyph; [`DROPPED`] for a gap.
    pub(super) glyph: u32,
    /// Its first character; `None` when unknown or a gap.
    pub(super) character: Option<char>,
    /// What a gap is.
    pub(super) gap: Gap,
    /// How the glyph stands to the baseline.
    shift: BaselineShift,
    /// Where it begins.
    pub(super) u0: f32,
    /// Where it ends.
    pub(super) u1: f32,
}

/// Makes lines of rows, keeping its buffers from line to line.
pub(super) struct LineMaker<'p> {
    page: &'p PageGlyphs,
    frames: &'p Frames,
    frame: Frame,
    wanted: &'p [u32],
    rows: &'p Rows,
    placed: Vec<Item>,
    gaps: Vec<f32>,
    items: Vec<Item>,
}

impl<'p> LineMaker<'p> {
    pub(super) fn new(
        page: &'p PageGlyphs,
        frames: &'p Frames,
        frame: Frame,
        wanted: &'p [u32],
        rows: &'p Rows,
    ) -> Self {
        Self { page, frames, frame, wanted, rows, placed: Vec::new(), gaps: Vec::new(), items: Vec::new() }
    }

    /// The box on the page around a box of the frame.
    pub(super) fn page_box(&self, bounds: [f32; 4]) -> [f32; 4] {
        self.frame.page_box(bounds)
    }

    /// Appends one line made of segments that stand in one row.
    pub(super) fn push(&mut self, segments: &[&Segment], layout: &mut PageLayout) {
        let size = segments.iter().map(|segment| segment.size).fold(0.1, f32::max);
        let baseline = segments.first().map_or(0.0, |segment| segment.v);
        self.placed.clear();
        for segment in segments {
            self.place(segment, size, baseline);
        }
        self.find_spaces(size);
        bidi::to_logical(&mut self.items);
        self.write(size, layout);
    }

    /// The glyphs of a segment in the order of the line.
    fn place(&mut self, segment: &Segment, size: f32, baseline: f32) {
        for fragment in segment.fragments.of(&self.rows.fragments) {
            for &index in fragment.glyphs.of(self.wanted) {
                let Some(glyph) = self.page.glyphs.get(index as usize) else { continue };
                let placed = place(glyph, self.frames, fragment.frame);
                self.placed.push(Item {
                    glyph: index,
                    character: first_character(self.page, glyph),
                    gap: Gap::None,
                    shift: shift(glyph, placed.v - baseline, size),
                    u0: placed.u,
                    u1: placed.end,
                });
            }
        }
    }

    /// Puts gaps between the glyphs.
    fn find_spaces(&mut self, size: f32) {
        self.gaps.clear();
        for pair in self.placed.windows(2) {
            let [before, next] = pair else { continue };
            if before.is_letter() && next.is_letter() {
                self.gaps.push((next.u0 - before.u1) / size);
            }
        }
        let spacing = Spacing::learn(&mut self.gaps);
        self.items.clear();
        let mut before: Option<Item> = None;
        for item in &self.placed {
            if let Some(before) = before {
                let gap = if before.is_blank(self.page) || item.is_blank(self.page) {
                    Gap::None
                } else {
                    spacing.judge((item.u0 - before.u1) / size, before.character, item.character)
                };
                if gap != Gap::None {
                    self.items.push(Item::gap(gap, before.u1, item.u0));
                }
            }
            self.items.push(*item);
            before = Some(*item);
        }
    }

    fn write(&self, size: f32, layout: &mut PageLayout) {
        let start = count(layout.pieces.len());
        let mut bbox = EMPTY_BOX;
        let mut gap = Gap::None;
        for item in &self.items {
            if item.glyph == DROPPED {
                gap = item.gap;
                continue;
            }
            let Some(glyph) = self.page.glyphs.get(item.glyph as usize) else { continue };
            if !is_blank(glyph) {
                bbox = union(bbox, glyph.bbox);
            }
            layout.pieces.push(Piece { glyph: item.glyph, gap, shift: item.shift });
            gap = Gap::None;
        }
        let end = count(layout.pieces.len());
        if end > start {
            layout.lines.push(Line { pieces: Part { start, end }, bbox, size });
        }
    }
}

impl Item {
    fn gap(gap: Gap, u0: f32, u1: f32) -> Self {
        Self { glyph: DROPPED, character: None, gap, shift: BaselineShift::None, u0, u1 }
    }

    fn is_letter(&self) -> bool {
        self.character.is_some_and(char::is_alphanumeric)
    }

    fn is_blank(&self, page: &PageGlyphs) -> bool {
        page.glyphs.get(self.glyph as usize).is_some_and(is_blank)
    }
}

/// A box around nothing.
pub(super) const EMPTY_BOX: [f32; 4] = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];

/// The box around two boxes.
pub(super) fn union(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (a, b);
    [a0.min(b0), a1.min(b1), a2.max(b2), a3.max(b3)]
}

/// A length as an index.
pub(super) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn first_character(page: &PageGlyphs, glyph: &Glyph) -> Option<char> {
    glyph.text.character().or_else(|| {
        let index = glyph.text.index()?;
        page.texts.get(index)?.chars().next()
    })
}

fn shift(glyph: &Glyph, below: f32, size: f32) -> BaselineShift {
    if glyph.size > size * SCRIPT_SIZE || below.abs() < size * SCRIPT_SHIFT {
        BaselineShift::None
    } else if below < 0.0 {
        BaselineShift::Super
    } else {
        BaselineShift::Sub
    }
}

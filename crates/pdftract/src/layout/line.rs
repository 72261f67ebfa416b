//! Lines: the glyphs of a row within its region, with spaces found and right-to-left text in its logical order.

use super::accent;
use super::bidi;
use super::fragment::{Fragment, place};
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
    /// A mark that another glyph draws over it.
    pub(super) accent: Option<char>,
    is_blank: bool,
    /// Where it begins.
    pub(super) u0: f32,
    /// Where it ends.
    pub(super) u1: f32,
    v: f32,
}

/// Makes lines of rows, keeping its buffers from line to line.
pub(super) struct LineMaker<'p> {
    page: &'p PageGlyphs,
    frames: &'p Frames,
    frame: Frame,
    wanted: &'p [u32],
    rows: &'p Rows,
    fragments: Vec<Fragment>,
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
        Self {
            page,
            frames,
            frame,
            wanted,
            rows,
            fragments: Vec::new(),
            placed: Vec::new(),
            gaps: Vec::new(),
            items: Vec::new(),
        }
    }

    /// The page whose lines are made.
    pub(super) fn page(&self) -> &'p PageGlyphs {
        self.page
    }

    /// The box on the page around a box of the frame.
    pub(super) fn page_box(&self, bounds: [f32; 4]) -> [f32; 4] {
        self.frame.page_box(bounds)
    }

    /// Appends one line made of segments that stand in one row.
    pub(super) fn push(&mut self, segments: &[&Segment], layout: &mut PageLayout) {
        let rows = self.rows;
        self.fragments.clear();
        self.fragments.extend(segments.iter().flat_map(|segment| segment.fragments.of(&rows.fragments)));
        self.finish(segments.first().map_or(0.0, |segment| segment.v), layout);
    }

    /// Appends one line made of several rows, in the order in which they were drawn.
    pub(super) fn push_as_drawn(&mut self, members: &[Vec<&Segment>], layout: &mut PageLayout) {
        let rows = self.rows;
        self.fragments.clear();
        let segments = members.iter().flatten();
        self.fragments.extend(segments.flat_map(|segment| segment.fragments.of(&rows.fragments)));
        self.fragments.sort_by_key(|fragment| fragment.glyphs.start);
        let main = members.iter().flatten().max_by_key(|segment| segment.inked);
        self.finish(main.map_or(0.0, |segment| segment.v), layout);
    }

    fn finish(&mut self, baseline: f32, layout: &mut PageLayout) {
        let size = self.usual_size();
        self.place(size, baseline);
        accent::join(self.page, &mut self.placed);
        self.find_spaces(size);
        bidi::to_logical(&mut self.items);
        self.write(size, layout);
    }

    /// The size that most of the ink has.
    fn usual_size(&self) -> f32 {
        let mut best = (0, 0.1);
        for fragment in &self.fragments {
            let same = self
                .fragments
                .iter()
                .take(MAX_COMPARED)
                .filter(|other| (other.size - fragment.size).abs() < 0.1);
            let inked: u32 = same.map(|other| other.inked).sum();
            if inked > best.0 {
                best = (inked, fragment.size);
            }
            if inked * 2 > self.fragments.iter().map(|other| other.inked).sum() {
                break;
            }
        }
        best.1
    }

    /// The glyphs of the fragments in the order of the line.
    fn place(&mut self, size: f32, baseline: f32) {
        self.placed.clear();
        for fragment in &self.fragments {
            for &index in fragment.glyphs.of(self.wanted) {
                let Some(glyph) = self.page.glyphs.get(index as usize) else { continue };
                let placed = place(glyph, self.frames, fragment.frame);
                self.placed.push(Item {
                    glyph: index,
                    character: first_character(self.page, glyph),
                    gap: Gap::None,
                    shift: shift(glyph, placed.v - baseline, size),
                    accent: None,
                    is_blank: is_blank(glyph),
                    u0: placed.u,
                    u1: placed.end,
                    v: placed.v,
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
            let gap = before.map_or(Gap::None, |before| between(&before, item, size, &spacing));
            if gap != Gap::None {
                self.items.push(Item::gap(gap, item.u0));
            }
            self.items.push(*item);
            before = Some(*item);
        }
        self.set_marker_apart();
    }

    /// The raised number at the beginning of a footnote is not part of its first word.
    fn set_marker_apart(&mut self) {
        let marker = self.items.iter().take_while(|item| item.is_raised() || item.is_digit()).count();
        let (start, rest) = self.items.split_at(marker);
        let Some(next) = rest.first().copied().filter(|next| !next.is_blank && next.glyph != DROPPED) else {
            return;
        };
        // Some fonts have raised characters for some digits only; then a letter must follow, since 2² is a power.
        let begins = start.first().is_some_and(Item::is_raised);
        if begins || (next.is_letter() && start.iter().any(Item::is_raised)) {
            self.items.insert(marker, Item::gap(Gap::Space, next.u0));
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
            layout.pieces.push(Piece { glyph: item.glyph, gap, shift: item.shift, accent: item.accent });
            gap = Gap::None;
        }
        let end = count(layout.pieces.len());
        if end > start {
            layout.lines.push(Line { pieces: Part { start, end }, bbox, size });
        }
    }
}

impl Item {
    fn gap(gap: Gap, u: f32) -> Self {
        let shift = BaselineShift::None;
        Self {
            glyph: DROPPED,
            character: None,
            gap,
            shift,
            accent: None,
            is_blank: true,
            u0: u,
            u1: u,
            v: 0.0,
        }
    }

    /// Whether it is raised by its place, or by the character that a font has for that.
    fn is_raised(&self) -> bool {
        let by_character = |c: char| matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹');
        self.shift == BaselineShift::Super || self.character.is_some_and(by_character)
    }

    fn is_digit(&self) -> bool {
        self.character.is_some_and(|c| c.is_ascii_digit())
    }

    fn is_letter(&self) -> bool {
        self.character
            .is_some_and(|c| if c.is_ascii() { c.is_ascii_alphanumeric() } else { c.is_alphanumeric() })
    }
}

/// Fragments compared when the usual size is sought.
const MAX_COMPARED: usize = 64;
/// A pen that jumps back or to another height by this part of the size begins something else.
const JUMP: f32 = 0.5;

/// What stands between two neighbours.
fn between(before: &Item, item: &Item, size: f32, spacing: &Spacing) -> Gap {
    if before.is_blank || item.is_blank {
        return Gap::None;
    }
    let gap = (item.u0 - before.u1) / size;
    let on_line = before.shift == BaselineShift::None || item.shift == BaselineShift::None;
    if on_line && gap < -JUMP && (item.v - before.v).abs() > JUMP * size {
        return Gap::Space;
    }
    spacing.judge(gap, before.character, item.character)
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

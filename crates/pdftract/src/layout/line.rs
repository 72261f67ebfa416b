//! Lines: the glyphs of a row within its region, with spaces found and right-to-left text in its logical order.

use unicode_normalization::char::compose;

use super::accent;
use super::bidi;
use super::fragment::{Fragment, place};
use super::frame::{Frame, Frames};
use super::glyph_class::{Kind, kind};
use super::overprint::DROPPED;
use super::row::{Rows, Segment};
use super::space::{GapCount, Spacing};
use super::{BaselineShift, Gap, Line, PageLayout, Part, Piece};
use super::{mark, mirror};
use crate::content::{Glyph, PageGlyphs};
use crate::language::script::{is_arabic, is_nonspacing_mark};

/// A glyph smaller than this part of its line's size, off its baseline, is a script.
const SCRIPT_SIZE: f32 = 0.86;
/// Scripts are off the baseline by at least this part of the line's size.
const SCRIPT_SHIFT: f32 = 0.06;

/// One glyph of a line, from left to right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    /// The glyph; [`DROPPED`] for a gap that stands alone.
    pub(super) glyph: u32,
    /// Its first character that is no mark; `None` when unknown.
    pub(super) character: Option<char>,
    /// What stands before it.
    pub(super) gap: Gap,
    /// How the glyph stands to the baseline.
    shift: BaselineShift,
    /// A mark that another glyph draws over it.
    pub(super) accent: Option<char>,
    /// Whether it is a bracket that was named by its shape in right-to-left text.
    pub(super) mirrored: bool,
    /// What its character is. A mark stands over, under or within another glyph and takes no room.
    kind: Kind,
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
    items: Vec<Item>,
    /// What the characters of the line are together.
    kinds: Kind,
    gaps: Vec<f32>,
    /// Whether any text of the page runs from right to left.
    has_right_to_left: bool,
    /// How the text around the next line runs, if known; see [`bidi::leaning`].
    around: Option<i32>,
}

impl<'p> LineMaker<'p> {
    pub(super) fn new(
        page: &'p PageGlyphs,
        frames: &'p Frames,
        frame: Frame,
        wanted: &'p [u32],
        rows: &'p Rows,
        has_right_to_left: bool,
    ) -> Self {
        Self {
            page,
            frames,
            frame,
            wanted,
            rows,
            fragments: Vec::new(),
            items: Vec::new(),
            kinds: Kind::OTHER,
            gaps: Vec::new(),
            has_right_to_left,
            around: None,
        }
    }

    /// Finds out how the text around a row runs, for the line that is made of it. Returns whether the row itself holds
    /// right-to-left text, which is never a formula.
    pub(super) fn tell_direction(&mut self, rows: &[&[&Segment]], at: usize) -> bool {
        if !self.has_right_to_left {
            return false;
        }
        let around = rows.get(at.saturating_sub(SURROUNDINGS)..(at + SURROUNDINGS + 1).min(rows.len()));
        self.around = Some(self.leaning(around.unwrap_or_default()));
        self.leaning(rows.get(at..=at).unwrap_or_default()) > 0
    }

    /// How the letters of some rows run; see [`bidi::leaning`].
    fn leaning(&self, rows: &[&[&Segment]]) -> i32 {
        let segments = rows.iter().copied().flatten();
        let fragments = segments.flat_map(|segment| segment.fragments.of(&self.rows.fragments));
        let glyphs = fragments.flat_map(|fragment| fragment.glyphs.of(self.wanted));
        let glyphs = glyphs.filter_map(|&index| self.page.glyphs.get(index as usize));
        bidi::leaning(glyphs.filter_map(|glyph| first_character(self.page, glyph)))
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
    pub(super) fn push_as_drawn(&mut self, members: &[&[&Segment]], layout: &mut PageLayout) {
        let rows = self.rows;
        self.fragments.clear();
        let segments = members.iter().copied().flatten();
        self.fragments.extend(segments.flat_map(|segment| segment.fragments.of(&rows.fragments)));
        self.fragments.sort_by_key(|fragment| fragment.glyphs.start);
        let main = members.iter().copied().flatten().max_by_key(|segment| segment.inked);
        self.finish(main.map_or(0.0, |segment| segment.v), layout);
    }

    fn finish(&mut self, baseline: f32, layout: &mut PageLayout) {
        let size = self.usual_size();
        self.place(size, baseline);
        let runs_right = self.kinds.is(Kind::RIGHT_TO_LEFT);
        if runs_right {
            // Letters that were drawn from right to left in small steps.
            self.items.sort_by(|a, b| (a.u0 + a.u1).total_cmp(&(b.u0 + b.u1)));
        }
        if self.kinds.is(Kind::ACCENT) {
            accent::join(self.page, &mut self.items);
        }
        if self.kinds.is(Kind::MARK) {
            mark::gather(&mut self.items);
        }
        if runs_right {
            self.hide_blanks();
        }
        self.find_spaces(size);
        self.set_marker_apart();
        let around = self.around.take();
        if runs_right {
            bidi::to_logical(&mut self.items, around);
        }
        self.write(size, layout);
    }

    /// The size that most of the ink has.
    fn usual_size(&self) -> f32 {
        let total: u32 = self.fragments.iter().map(|fragment| fragment.inked).sum();
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
            if inked * 2 > total {
                break;
            }
        }
        best.1
    }

    /// The glyphs of the fragments in the order of the line.
    fn place(&mut self, size: f32, baseline: f32) {
        self.items.clear();
        let mut kinds = Kind::OTHER;
        let (page, glyphs) = (self.page, self.page.glyphs.as_slice());
        for fragment in &self.fragments {
            let frame = self.frames.get(fragment.frame);
            for &index in fragment.glyphs.of(self.wanted) {
                let Some(glyph) = glyphs.get(index as usize) else { continue };
                let placed = place(page, glyph, frame);
                let (character, kind) = reading(page, glyph);
                kinds = kinds.with(kind);
                self.items.push(Item {
                    glyph: index,
                    character,
                    gap: Gap::None,
                    shift: shift(glyph, placed.v - baseline, size),
                    accent: None,
                    mirrored: false,
                    kind,
                    u0: placed.u,
                    u1: placed.end,
                    v: placed.v,
                });
            }
        }
        self.kinds = kinds;
    }

    /// Leaves of blanks that nobody sees nothing but that letters do not join there.
    fn hide_blanks(&mut self) {
        for index in 0..self.items.len() {
            if self.is_non_joiner(index)
                && let Some(item) = self.items.get_mut(index)
            {
                *item = item.gap_alone(Gap::NonJoiner);
            }
        }
    }

    /// Puts gaps between the glyphs.
    fn find_spaces(&mut self, size: f32) {
        let spacing = self.spacing(size);
        let mut before: Option<Item> = None;
        for item in self.items.iter_mut().filter(|item| !item.is_mark() && !item.is_gap()) {
            item.gap = before.map_or(Gap::None, |before| between(&before, item, size, &spacing));
            before = Some(*item);
        }
    }

    /// What the gaps between neighbouring letters have in common.
    fn spacing(&mut self, size: f32) -> Spacing {
        self.gaps.clear();
        let mut count = GapCount::default();
        each_letter_gap(&self.items, size, |gap| count.add(gap));
        if count.may_be_tracked() {
            each_letter_gap(&self.items, size, |gap| self.gaps.push(gap));
        }
        // It matters between Arabic letters alone.
        let is_asked = self.kinds.is(Kind::RIGHT_TO_LEFT);
        let draws_spaces = is_asked && self.items.iter().any(|item| item.is_blank() && !item.is_gap());
        Spacing::learn(&mut self.gaps, draws_spaces)
    }

    /// Whether a blank is drawn over its neighbours, so that nobody sees it. Shapers leave it where Arabic letters must
    /// not join.
    fn is_non_joiner(&self, index: usize) -> bool {
        let Some(blank) = self.items.get(index).filter(|item| item.is_blank()) else { return false };
        let is_inked = |item: &&Item| !item.kind.is(Kind::MARK.with(Kind::SPACE));
        let left = self.items.iter().take(index).rev().find(is_inked);
        let right = self.items.iter().skip(index + 1).find(is_inked);
        let (Some(left), Some(right)) = (left, right) else { return false };
        let is_arabic = |item: &Item| item.character.is_some_and(is_arabic);
        let seen = (blank.u1.min(right.u0) - blank.u0.max(left.u1)).max(0.0);
        is_arabic(left) && is_arabic(right) && seen < HIDDEN_BLANK * (blank.u1 - blank.u0)
    }

    /// The raised number at the beginning of a footnote is not part of its first word.
    fn set_marker_apart(&mut self) {
        let is_part = |item: &&Item| item.gap == Gap::None && (item.is_raised() || item.is_digit());
        let marker = self.items.iter().take_while(is_part).count();
        let (start, rest) = self.items.split_at_mut(marker);
        let Some(next) = rest.first_mut().filter(|next| next.gap == Gap::None && next.is_inked()) else {
            return;
        };
        // Some fonts have raised characters for some digits only; then a letter must follow, since 2² is a power.
        let begins = start.first().is_some_and(Item::is_raised);
        if begins || (next.is_letter() && start.iter().any(Item::is_raised)) {
            next.gap = Gap::Space;
        }
    }

    fn write(&self, size: f32, layout: &mut PageLayout) {
        let start = count(layout.pieces.len());
        let mut bbox = EMPTY_BOX;
        let mut gap_before = Gap::None;
        let glyphs = self.page.glyphs.as_slice();
        for item in &self.items {
            let gap = if item.gap == Gap::None { gap_before } else { item.gap };
            gap_before = gap;
            let Some(glyph) = glyphs.get(item.glyph as usize) else { continue };
            if !item.is_blank() {
                bbox = union(bbox, glyph.bbox);
            }
            let Item { glyph, shift, accent, mirrored, .. } = *item;
            layout.pieces.push(Piece { glyph, gap, shift, accent, mirrored });
            gap_before = Gap::None;
        }
        let end = count(layout.pieces.len());
        if end > start {
            layout.lines.push(Line { pieces: Part { start, end }, bbox, size, ruby: false });
        }
    }
}

impl Item {
    /// A gap without a glyph behind it, in the place of an item.
    pub(super) fn gap_alone(self, gap: Gap) -> Self {
        Self { glyph: DROPPED, character: None, gap, kind: Kind::SPACE, ..self }
    }

    /// Whether it is a gap that stands alone.
    #[inline]
    pub(super) fn is_gap(&self) -> bool {
        self.glyph == DROPPED
    }

    #[inline]
    fn is_blank(&self) -> bool {
        self.kind.is(Kind::SPACE)
    }

    /// Whether it stands over, under or within another glyph.
    #[inline]
    pub(super) fn is_mark(&self) -> bool {
        self.kind.is(Kind::MARK)
    }

    /// Whether marks may stand on it.
    pub(super) fn is_base(&self) -> bool {
        !self.is_mark() && self.is_inked()
    }

    fn is_inked(&self) -> bool {
        !self.is_blank() && !self.is_gap()
    }

    /// The same, turned if it is a bracket and that is asked.
    pub(super) fn facing(self, mirrored: bool) -> Self {
        Self { mirrored: mirrored && self.character.is_some_and(mirror::is_bracket), ..self }
    }

    /// Takes an accent that another glyph draws over it.
    pub(super) fn take_accent(&mut self, accent: char) {
        self.accent = Some(accent);
        self.character = self.character.and_then(|base| compose(base, accent));
        self.kind = self.character.map_or(Kind::OTHER, Kind::of);
    }

    /// Whether it is raised by its place, or by the character that a font has for that.
    fn is_raised(&self) -> bool {
        let by_character = |c: char| matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹');
        self.shift == BaselineShift::Super || self.character.is_some_and(by_character)
    }

    fn is_digit(&self) -> bool {
        self.character.is_some_and(|c| c.is_ascii_digit())
    }

    #[inline]
    fn is_letter(&self) -> bool {
        self.kind.is(Kind::LETTER)
    }
}

/// So many rows before and behind a line are asked for the direction of its text.
const SURROUNDINGS: usize = 2;
/// A blank of which less than this part is free between its neighbours is not seen.
const HIDDEN_BLANK: f32 = 0.25;
/// Fragments compared when the usual size is sought.
const MAX_COMPARED: usize = 64;
/// A pen that jumps back or to another height by this part of the size begins something else.
const JUMP: f32 = 0.5;

/// Looks at the gaps between neighbouring letters, in sizes of the line.
#[inline]
fn each_letter_gap(items: &[Item], size: f32, mut see: impl FnMut(f32)) {
    let mut before: Option<&Item> = None;
    for item in items.iter().filter(|item| !item.is_mark()) {
        if let Some(before) = before.filter(|before| before.is_letter() && item.is_letter()) {
            see((item.u0 - before.u1) / size);
        }
        before = Some(item);
    }
}

/// What stands between two neighbours.
fn between(before: &Item, item: &Item, size: f32, spacing: &Spacing) -> Gap {
    if before.is_blank() || item.is_blank() {
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
#[inline]
pub(super) fn union(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (a, b);
    // Numbers are compared, so that what is no number never counts.
    let less = |a: f32, b: f32| if b < a { b } else { a };
    let more = |a: f32, b: f32| if b > a { b } else { a };
    [less(a0, b0), less(a1, b1), more(a2, b2), more(a3, b3)]
}

/// A length as an index.
pub(super) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// The first character of a glyph that is no mark.
#[inline]
pub(super) fn first_character(page: &PageGlyphs, glyph: &Glyph) -> Option<char> {
    glyph.text.character().or_else(|| first_of_sequence(page.sequence(glyph)))
}

fn first_of_sequence(text: &str) -> Option<char> {
    text.chars().find(|&character| !is_nonspacing_mark(character)).or_else(|| text.chars().next())
}

/// The first character of a glyph that is no mark, and what it is. A glyph of several characters is never blank.
#[inline]
fn reading(page: &PageGlyphs, glyph: &Glyph) -> (Option<char>, Kind) {
    let kind = kind(page, glyph);
    if let Some(character) = glyph.text.character() {
        return (Some(character), kind);
    }
    let first = first_of_sequence(page.sequence(glyph));
    let of_first = first.map_or(Kind::OTHER, Kind::of);
    (first, of_first.without(Kind::SPACE.with(Kind::MARK)).with(kind))
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

//! Lines: the glyphs of a row within its region, with spaces found and right-to-left text in logical order.

use super::accent;
use super::bidi;
use super::bounds::{EMPTY_BOX, union};
use super::fraction::{self, PlacedFragment};
use super::fragment::{Fragment, place};
use super::glyph_class::{Kind, first_character, reading};
use super::line_item::Item;
use super::line_marker::behind_marker;
use super::mark;
use super::model::{BaselineShift, CombiningMark, Gap, IndexRange, LayoutLine, PageLayout, Piece};
use super::piece_signs::PieceSigns;
use super::row::{Rows, Segment};
use super::ruling::Ruling;
use super::select::Wanted;
use super::space::{GapCount, Spacing};
use super::stretch::Step;
use super::writing_frame::{WritingFrame, WritingFrames};
use crate::content::PageGlyphs;
use crate::language::script::is_arabic;

/// The greatest size of a superscript or subscript, as a fraction of the line's size.
const SCRIPT_SIZE: f32 = 0.86;
/// The least distance of a superscript or subscript from the baseline, as a fraction of the line's size.
const SCRIPT_SHIFT: f32 = 0.06;

/// The buffers of a [`LineMaker`].
#[derive(Debug, Default)]
pub(super) struct LineBuffers {
    fragments: Vec<Fragment>,
    items: Vec<Item>,
    gaps: Vec<f32>,
}

impl LineBuffers {
    /// Returns the number of glyphs that fit without allocating.
    pub(super) fn capacity(&self) -> usize {
        self.items.capacity()
    }
}

/// Builds lines from rows, reusing its buffers from line to line.
pub(super) struct LineMaker<'p> {
    pub(super) page: &'p PageGlyphs,
    frames: &'p WritingFrames,
    frame: WritingFrame,
    pub(super) wanted: &'p Wanted,
    rows: &'p Rows,
    /// The steps of the pen within even fragments.
    pub(super) steps: &'p [Step],
    pub(super) fragments: Vec<Fragment>,
    items: Vec<Item>,
    /// The union of the kinds of the line's characters.
    kinds: Kind,
    gaps: Vec<f32>,
    /// The level lines of the page.
    bars: &'p [Ruling],
    /// `true` if any text of the page runs from right to left.
    has_right_to_left: bool,
    /// The leaning of the text around the next line, if known; see [`bidi::leaning`].
    around: Option<i32>,
}

impl<'p> LineMaker<'p> {
    pub(super) fn new(
        page: &'p PageGlyphs,
        frames: &'p WritingFrames,
        frame: WritingFrame,
        wanted: &'p Wanted,
        rows: &'p Rows,
        steps: &'p [Step],
        has_right_to_left: bool,
    ) -> Self {
        Self {
            page,
            frames,
            frame,
            wanted,
            rows,
            steps,
            fragments: Vec::new(),
            items: Vec::new(),
            kinds: Kind::OTHER,
            gaps: Vec::new(),
            bars: &[],
            has_right_to_left,
            around: None,
        }
    }

    /// Takes the level lines of the page, in the order of their heights, for fraction bars.
    pub(super) fn with_bars(self, bars: &'p [Ruling]) -> Self {
        Self { bars, ..self }
    }

    /// Reuses the buffers of another page.
    pub(super) fn with_buffers(self, buffers: LineBuffers) -> Self {
        let LineBuffers { fragments, items, gaps } = buffers;
        Self { fragments, items, gaps, ..self }
    }

    /// Returns the buffers for the lines of another page.
    pub(super) fn into_buffers(self) -> LineBuffers {
        LineBuffers { fragments: self.fragments, items: self.items, gaps: self.gaps }
    }

    /// Determines the direction of the text around a row, for the line that is built from it. Returns `true` if the
    /// row itself holds right-to-left text, which is never a formula.
    pub(super) fn tell_direction(&mut self, rows: &[&[&Segment]], at: usize) -> bool {
        if !self.has_right_to_left {
            return false;
        }
        let around = rows.get(at.saturating_sub(SURROUNDINGS)..(at + SURROUNDINGS + 1).min(rows.len()));
        self.around = Some(self.leaning(around.unwrap_or_default()));
        self.leaning(rows.get(at..=at).unwrap_or_default()) > 0
    }

    /// Returns the leaning of the letters of some rows; see [`bidi::leaning`].
    fn leaning(&self, rows: &[&[&Segment]]) -> i32 {
        let segments = rows.iter().copied().flatten();
        let fragments = segments.flat_map(|segment| segment.fragments.slice(&self.rows.fragments));
        let glyphs = fragments.flat_map(|fragment| self.wanted.glyphs(fragment.glyphs));
        let glyphs = glyphs.filter_map(|index| self.page.glyphs.get(index as usize));
        bidi::leaning(glyphs.filter_map(|glyph| first_character(self.page, glyph)))
    }

    /// Returns the page whose lines are built.
    pub(super) fn page(&self) -> &'p PageGlyphs {
        self.page
    }

    /// Returns the page box of a box in frame coordinates.
    pub(super) fn page_box(&self, bounds: [f32; 4]) -> [f32; 4] {
        self.frame.page_box(bounds)
    }

    /// Appends one line built from the segments of one row.
    pub(super) fn push(&mut self, segments: &[&Segment], layout: &mut PageLayout) {
        let rows = self.rows;
        self.fragments.clear();
        self.fragments.extend(segments.iter().flat_map(|segment| segment.fragments.slice(&rows.fragments)));
        if self.may_have_small_fraction() && fraction::has_fraction(&self.fragments, self.bars) {
            let is_sum = |fragment: &Fragment| self.is_sum(fragment);
            if let Some(placed) = fraction::arrange(&self.fragments, self.bars, is_sum) {
                self.finish_formula(&placed, layout);
                return;
            }
        }
        self.finish(segments.first().map_or(0.0, |segment| segment.v), layout);
    }

    /// Returns whether a row has text above other text, as the fractions among words have.
    fn may_have_small_fraction(&self) -> bool {
        let is_stacked = |pair: &[Fragment]| {
            let [above, below] = pair else { return false };
            let is_lower = below.v - above.v > SCRIPT_JUMP * above.size;
            is_lower && below.u0 < f32::midpoint(above.u0, above.u1)
        };
        !self.bars.is_empty() && !self.has_right_to_left && self.fragments.windows(2).any(is_stacked)
    }

    /// Appends one line made of several rows: fractions by their bars, all else in the order in which it was drawn.
    pub(super) fn push_formula(&mut self, members: &[&[&Segment]], layout: &mut PageLayout) {
        self.collect(members);
        self.fragments.sort_by_key(|fragment| fragment.glyphs.start);
        let is_sum = |fragment: &Fragment| self.is_sum(fragment);
        if let Some(placed) = fraction::arrange(&self.fragments, self.bars, is_sum) {
            self.finish_formula(&placed, layout);
            return;
        }
        let main = members.iter().copied().flatten().max_by_key(|segment| segment.inked);
        self.finish(main.map_or(0.0, |segment| segment.v), layout);
    }

    /// Returns whether a bar between rows makes fractions of some of their text.
    pub(super) fn has_fraction(&mut self, members: &[&[&Segment]]) -> bool {
        if self.bars.is_empty() {
            return false;
        }
        self.collect(members);
        fraction::has_fraction(&self.fragments, self.bars)
    }

    fn collect(&mut self, members: &[&[&Segment]]) {
        let rows = self.rows;
        self.fragments.clear();
        let segments = members.iter().copied().flatten();
        self.fragments.extend(segments.flat_map(|segment| segment.fragments.slice(&rows.fragments)));
    }

    /// Returns whether a fragment has a sign that is weaker than a fraction bar.
    fn is_sum(&self, fragment: &Fragment) -> bool {
        let glyphs = self.wanted.glyphs(fragment.glyphs);
        let mut glyphs = glyphs.filter_map(|index| self.page.glyphs.get(index as usize));
        glyphs.any(|glyph| {
            first_character(self.page, glyph)
                .is_some_and(|c| matches!(c, '+' | '-' | '−' | '±' | '∓' | '=' | '/'))
        })
    }

    fn finish_formula(&mut self, placed: &[PlacedFragment], layout: &mut PageLayout) {
        let size = usual_size(self.fragments.iter().map(|fragment| (fragment.inked, fragment.size)));
        self.around = None;
        let mut items = std::mem::take(&mut self.items);
        items.clear();
        for part in placed {
            let start = items.len();
            let glyphs = self.wanted.glyphs(part.fragment.glyphs);
            items.extend(
                glyphs.filter_map(|index| self.item(index, part.fragment.frame, size, part.baseline)),
            );
            let last = items.len().saturating_sub(1).max(start);
            let mut sign = |at: usize, signs: PieceSigns| {
                items.get_mut(at).into_iter().for_each(|item| item.signs = item.signs.with(signs));
            };
            sign(start, part.before);
            sign(last, part.behind);
        }
        self.kinds = items.iter().fold(Kind::OTHER, |kinds, item| kinds.with(item.kind));
        self.items = items;
        if self.kinds.is(Kind::ACCENT) {
            accent::join(self.page, &mut self.items);
        }
        if self.kinds.is(Kind::MARK) {
            accent::negate(&mut self.items);
            mark::gather(&mut self.items);
        }
        self.find_spaces(size);
        let bars = self.items.iter_mut().filter(|item| item.signs.has(PieceSigns::DENOMINATOR));
        bars.for_each(|item| item.gap = Gap::None);
        self.write(size, layout);
    }

    fn finish(&mut self, baseline: f32, layout: &mut PageLayout) {
        let size = usual_size(self.fragments.iter().map(|fragment| (fragment.inked, fragment.size)));
        let around = self.around.take();
        if self.push_even(size, baseline, layout) {
            return;
        }
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
            accent::negate(&mut self.items);
            mark::gather(&mut self.items);
        }
        if runs_right {
            self.hide_blanks();
        }
        self.find_spaces(size);
        if let Some(next) = behind_marker(self.items.iter().map(Item::lead)) {
            self.items.get_mut(next).into_iter().for_each(|item| item.gap = Gap::Space);
        }
        if runs_right {
            bidi::to_logical(&mut self.items, around);
        }
        self.write(size, layout);
    }

    /// Collects the glyphs of the fragments in the order of the line.
    fn place(&mut self, size: f32, baseline: f32) {
        let mut items = std::mem::take(&mut self.items);
        items.clear();
        for fragment in &self.fragments {
            let glyphs = self.wanted.glyphs(fragment.glyphs);
            items.extend(glyphs.filter_map(|index| self.item(index, fragment.frame, size, baseline)));
        }
        self.kinds = items.iter().fold(Kind::OTHER, |kinds, item| kinds.with(item.kind));
        self.items = items;
    }

    /// Returns the line item of a glyph.
    pub(super) fn item(&self, index: u32, frame: u8, size: f32, baseline: f32) -> Option<Item> {
        let glyph = self.page.glyphs.get(index as usize)?;
        let placed = place(self.page, glyph, self.frames.get(frame));
        let (character, kind) = reading(self.page, glyph);
        Some(Item {
            glyph: index,
            character,
            gap: Gap::None,
            shift: shift(self.page.size(glyph), placed.v - baseline, size),
            accent: None,
            mirrored: false,
            signs: PieceSigns::default(),
            kind,
            u0: placed.u,
            u1: placed.end,
            v: placed.v,
        })
    }

    /// Replaces blanks that are not visible by non-joiners.
    fn hide_blanks(&mut self) {
        for index in 0..self.items.len() {
            if self.is_non_joiner(index)
                && let Some(item) = self.items.get_mut(index)
            {
                *item = item.gap_alone(Gap::NonJoiner);
            }
        }
    }

    /// Sets the gaps between the glyphs.
    fn find_spaces(&mut self, size: f32) {
        let spacing = self.spacing(size);
        let mut before: Option<&Item> = None;
        for item in self.items.iter_mut().filter(|item| !item.is_mark() && !item.is_gap()) {
            item.gap = before.map_or(Gap::None, |before| between(before, item, size, &spacing));
            before = Some(item);
        }
        if let [cap, next, ..] = self.items.as_mut_slice()
            && is_drop_cap(cap, next, size)
        {
            next.gap = Gap::None;
        }
    }

    /// Measures the letter-spacing of the line.
    fn spacing(&mut self, size: f32) -> Spacing {
        self.gaps.clear();
        let mut count = GapCount::default();
        each_letter_gap(&self.items, size, |gap| count.add(gap));
        if count.may_be_tracked() {
            // Glyphs that are whole words, as in some Type 3 fonts, are separated by spaces and not by
            // letter-spacing.
            let letters = self.items.iter().filter(|item| item.is_letter());
            let words = letters.clone().filter(|item| item.u1 - item.u0 > size * WIDEST_LETTER).count();
            if words * 3 < letters.count() {
                each_letter_gap(&self.items, size, |gap| self.gaps.push(gap));
            }
        }
        // It matters between Arabic letters only.
        let is_asked = self.kinds.is(Kind::RIGHT_TO_LEFT);
        let draws_spaces = is_asked && self.items.iter().any(|item| item.is_blank() && !item.is_gap());
        Spacing::learn(&mut self.gaps, draws_spaces)
    }

    /// Returns `true` if a blank is drawn over its neighbours, so that it is not visible. Shapers emit one where
    /// Arabic letters must not join.
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

    fn write(&self, size: f32, layout: &mut PageLayout) {
        let start = layout.pieces.len();
        let mut bbox = EMPTY_BOX;
        let mut gap_before = Gap::None;
        let glyphs = self.page.glyphs.as_slice();
        for item in &self.items {
            let gap = if item.gap == Gap::None { gap_before } else { item.gap };
            gap_before = gap;
            let Some(glyph) = glyphs.get(item.glyph as usize) else { continue };
            if !item.is_blank() {
                bbox = union(bbox, self.page.bbox(glyph));
            }
            let Item { glyph, shift, accent, mirrored, signs, .. } = *item;
            let accent = accent.and_then(CombiningMark::new);
            let signs = if mirrored { signs.with(PieceSigns::MIRRORED) } else { signs };
            layout.pieces.push(Piece { glyph, gap, shift, accent, signs });
            gap_before = Gap::None;
        }
        push_line(start, bbox, size, layout);
    }
}

/// Appends the line that consists of the pieces from `start` on.
pub(super) fn push_line(start: usize, bbox: [f32; 4], size: f32, layout: &mut PageLayout) {
    let pieces = IndexRange::between(start, layout.pieces.len());
    if !pieces.is_empty() {
        layout.lines.push(LayoutLine { pieces, bbox, size, ruby: false });
    }
}

/// Returns the font size of most of the ink, of fragments with their ink and size.
fn usual_size(fragments: impl Iterator<Item = (u32, f32)> + Clone) -> f32 {
    let total: u32 = fragments.clone().map(|(inked, _)| inked).sum();
    let mut best = (0, 0.1);
    let mut last = None;
    for (_, size) in fragments.clone() {
        // What was counted for this size already is not counted again.
        if last.replace(size) == Some(size) || (best.0 > 0 && size == best.1) {
            continue;
        }
        let same = fragments.clone().take(MAX_COMPARED).filter(|(_, other)| (other - size).abs() < 0.1);
        let inked: u32 = same.map(|(inked, _)| inked).sum();
        if inked > best.0 {
            best = (inked, size);
        }
        if inked * 2 > total {
            break;
        }
    }
    best.1
}

/// The number of rows before and after a line that are examined for its direction.
const SURROUNDINGS: usize = 2;
/// A blank of which less than this fraction is free between its neighbours is not visible.
const HIDDEN_BLANK: f32 = 0.25;
/// The most fragments that are compared to find the usual size.
const MAX_COMPARED: usize = 64;
/// A pen that jumps back from one script to another lower by this part of the size begins another row of them.
const SCRIPT_JUMP: f32 = 0.3;
/// A pen that jumps back or to another height by this fraction of the size begins another text.
const JUMP: f32 = 0.5;

/// The width of the widest letters, in font sizes of the line: letters of extended faces and ligatures of three
/// letters are narrower.
const WIDEST_LETTER: f32 = 1.25;

/// Calls `see` with each gap between neighbouring letters, in font sizes of the line.
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

/// Returns the gap between two neighbours.
pub(super) fn between(before: &Item, item: &Item, size: f32, spacing: &Spacing) -> Gap {
    if before.is_blank() || item.is_blank() {
        return Gap::None;
    }
    let gap = (item.u0 - before.u1) / size;
    let on_line = before.shift == BaselineShift::None || item.shift == BaselineShift::None;
    // Two rows of scripts, as below a sum, are less apart than rows of text.
    let step = if on_line { JUMP } else { SCRIPT_JUMP };
    let is_same_side = on_line || before.shift == item.shift;
    if is_same_side && gap < -JUMP && (item.v - before.v).abs() > step * size {
        return Gap::Space;
    }
    if is_stacked_number(before, item, size) {
        return Gap::Space;
    }
    spacing.judge(gap, before.character, item.character)
}

/// Returns `true` for digits above each other, as of limits and small fractions. As neighbours they would be one number: a
/// half would be twelve.
fn is_stacked_number(before: &Item, item: &Item, size: f32) -> bool {
    let is_digit = |item: &Item| item.character.is_some_and(|character| character.is_ascii_digit());
    (item.v - before.v).abs() > SCRIPT_JUMP * size
        && item.u0 < f32::midpoint(before.u0, before.u1)
        && is_digit(before)
        && is_digit(item)
}

/// The baseline of a drop cap is at least this many sizes below its line.
const DROPPED: f32 = 0.9;

/// Returns `true` for a capital at the start of a line whose baseline is below the line: it begins the word behind it.
fn is_drop_cap(cap: &Item, next: &Item, size: f32) -> bool {
    cap.v - next.v > DROPPED * size
        && cap.shift == BaselineShift::None
        && cap.character.is_some_and(char::is_uppercase)
        && next.is_letter()
}

/// Returns the shift of text whose baseline is this far below that of its line.
pub(super) fn shift(own_size: f32, below: f32, size: f32) -> BaselineShift {
    if own_size > size * SCRIPT_SIZE || below.abs() < size * SCRIPT_SHIFT {
        BaselineShift::None
    } else if below < 0.0 {
        BaselineShift::Super
    } else {
        BaselineShift::Sub
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the ink of the size of each fragment.
    fn size_by_each(fragments: &[(u32, f32)]) -> f32 {
        let mut best = (0, 0.1);
        for (_, size) in fragments {
            let same = fragments.iter().take(MAX_COMPARED).filter(|(_, other)| (other - size).abs() < 0.1);
            let inked: u32 = same.map(|(inked, _)| inked).sum();
            if inked > best.0 {
                best = (inked, *size);
            }
            if inked * 2 > fragments.iter().map(|(inked, _)| inked).sum() {
                break;
            }
        }
        best.1
    }

    #[test]
    fn sizes_are_counted_once() {
        let fragments = [(0, 9.0), (3, 9.0), (4, 9.05), (2, 12.0), (5, 12.14), (1, f32::NAN), (9, 8.96)];
        for seed in 0..fragments.len().pow(5) {
            let fragment = |place: u32| fragments[seed / fragments.len().pow(place) % fragments.len()];
            let line: Vec<(u32, f32)> = (0..5).map(fragment).collect();
            assert_eq!(usual_size(line.iter().copied()), size_by_each(&line), "{line:?}");
        }
    }
}

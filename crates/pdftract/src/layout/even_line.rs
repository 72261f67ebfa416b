//! Even lines: lines that can be built from their fragments without examining each glyph.
//!
//! This is the fast path of [`line`](super::line) for lines whose fragments are all even and whose letters are not
//! spaced: nearly all text. Glyphs are read only at the ends of fragments and at wide steps of the pen.

use super::bounds::{EMPTY_BOX, union};
use super::fragment::Fragment;
use super::glyph_class::{first_character, reading};
use super::line::{LineMaker, between, push_line, shift};
use super::line_item::Item;
use super::line_marker::{Lead, behind_marker};
use super::model::{BaselineShift, Gap, IndexRange, PageLayout, Piece};
use super::piece_signs::PieceSigns;
use super::space::{GapCount, Spacing};
use super::stretch::Step;

/// The values of a line that all its gaps depend on.
struct Ruler {
    size: f32,
    baseline: f32,
    spacing: Spacing,
}

impl LineMaker<'_> {
    /// Appends a line if it is even. Returns `false`, with nothing appended, if its glyphs must be examined.
    pub(super) fn push_even(&self, size: f32, baseline: f32, layout: &mut PageLayout) -> bool {
        let ruler = Ruler { size, baseline, spacing: Spacing::default() };
        let is_even = self.fragments.iter().all(|fragment| fragment.is_even_at(size));
        if !is_even || (!self.is_close() && self.count_gaps(&ruler).may_be_tracked()) {
            return false;
        }
        let start = layout.pieces.len();
        let mut bbox = EMPTY_BOX;
        let mut before: Option<&Fragment> = None;
        for fragment in &self.fragments {
            let gap = before.map_or(Gap::None, |before| self.gap_between(before, fragment, &ruler));
            let shift = shift(fragment.size, fragment.v - baseline, size);
            self.push_fragment(fragment, gap, shift, &ruler, &mut layout.pieces);
            bbox = union(bbox, fragment.bbox);
            before = Some(fragment);
        }
        self.set_marker_apart(start, &mut layout.pieces);
        push_line(start, bbox, size, layout);
        true
    }

    /// Returns `true` if pairs of letters without a step are so many that the other gaps do not matter to
    /// [`may_be_tracked`](GapCount::may_be_tracked), whatever they are.
    fn is_close(&self) -> bool {
        let close: usize = self.fragments.iter().map(|fragment| fragment.close_pairs as usize).sum();
        let steps: usize = self.fragments.iter().map(|fragment| fragment.steps.len()).sum();
        close > (close + steps + self.fragments.len()) / 3
    }

    /// Returns the gap between two fragments.
    fn gap_between(&self, before: &Fragment, fragment: &Fragment, ruler: &Ruler) -> Gap {
        match (self.end_item(before, ruler), self.start_item(fragment, ruler)) {
            (Some(before), Some(first)) => between(&before, &first, ruler.size, &ruler.spacing),
            _ => Gap::None,
        }
    }

    /// Counts the gaps between letters.
    fn count_gaps(&self, ruler: &Ruler) -> GapCount {
        let mut count = GapCount::default();
        let mut before: Option<Item> = None;
        for fragment in &self.fragments {
            let (first, last) = (self.start_item(fragment, ruler), self.end_item(fragment, ruler));
            if let (Some(before), Some(first)) = (before, first)
                && before.is_letter()
                && first.is_letter()
            {
                count.add((first.u0 - before.u1) / ruler.size);
            }
            count.add_narrow(fragment.close_pairs);
            let steps = fragment.steps.slice(self.steps).iter();
            steps.filter(|step| step.is_between_letters).for_each(|step| count.add(step.width / ruler.size));
            before = last;
        }
        count
    }

    /// Returns the first glyph of a fragment.
    fn start_item(&self, fragment: &Fragment, ruler: &Ruler) -> Option<Item> {
        self.item_at(fragment.glyphs.start, fragment, ruler)
    }

    /// Returns the last glyph of a fragment.
    fn end_item(&self, fragment: &Fragment, ruler: &Ruler) -> Option<Item> {
        self.item_at(fragment.glyphs.end - 1, fragment, ruler)
    }

    fn item_at(&self, position: u32, fragment: &Fragment, ruler: &Ruler) -> Option<Item> {
        self.item(self.wanted.get(position)?, fragment.frame, ruler.size, ruler.baseline)
    }

    /// Appends the pieces of a fragment; `gap` precedes the first of them.
    fn push_fragment(
        &self,
        fragment: &Fragment,
        gap: Gap,
        shift: BaselineShift,
        ruler: &Ruler,
        pieces: &mut Vec<Piece>,
    ) {
        let IndexRange { start, end } = fragment.glyphs;
        let first = pieces.len();
        let signs = PieceSigns::default();
        let piece = |glyph| Piece { glyph, gap: Gap::None, shift, accent: None, signs };
        if self.wanted.is_all() {
            pieces.extend((start..end).map(piece));
        } else {
            pieces.extend(self.wanted.glyphs(fragment.glyphs).map(piece));
        }
        let mut set = |position: u32, gap: Gap| {
            let piece = pieces.get_mut(first + (position - start) as usize);
            piece.into_iter().for_each(|piece| piece.gap = gap);
        };
        set(start, gap);
        for step in fragment.steps.slice(self.steps) {
            set(step.position, self.gap_of(step, ruler));
        }
    }

    /// Returns the gap that a step within a fragment makes.
    fn gap_of(&self, step: &Step, ruler: &Ruler) -> Gap {
        let gap = step.width / ruler.size;
        if !ruler.spacing.may_separate(gap) {
            return Gap::None;
        }
        let character = |position| {
            let glyph = self.page.glyphs.get(self.wanted.get(position)? as usize)?;
            first_character(self.page, glyph)
        };
        ruler.spacing.judge(gap, character(step.position - 1), character(step.position))
    }

    fn set_marker_apart(&self, start: usize, pieces: &mut [Piece]) {
        let lead = |piece: &Piece| {
            let (character, kind) = reading(self.page, self.page.glyphs.get(piece.glyph as usize)?);
            Some(Lead { gap: piece.gap, shift: piece.shift, character, kind })
        };
        let line = pieces.get(start..).unwrap_or_default();
        if let Some(next) = behind_marker(line.iter().map_while(lead)) {
            pieces.get_mut(start + next).into_iter().for_each(|piece| piece.gap = Gap::Space);
        }
    }
}

//! First pass: selects the glyphs to read. Glyphs that are not visible are counted and, by default, omitted.

use super::model::{Dropped, IndexRange, to_index};
use super::options::LayoutOptions;
use crate::content::{Glyph, PageGlyphs, Seen, TextId, Visibility};
use crate::options::Hidden;

/// The selected glyphs, in drawing order. The passes of layout identify a glyph by its position among them.
#[derive(Debug)]
pub(super) struct Wanted {
    length: u32,
    /// The glyph indices by position; `None` while all glyphs of the page are selected, where position and index are
    /// the same.
    listed: Option<Vec<u32>>,
}

/// The index in place of a glyph that was dropped after selection.
const DROPPED: u32 = u32::MAX;

impl Wanted {
    fn all(page: &PageGlyphs) -> Self {
        Self { length: to_index(page.glyphs.len()), listed: None }
    }

    fn listed(list: Vec<u32>) -> Self {
        Self { length: to_index(list.len()), listed: Some(list) }
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.length as usize
    }

    /// Returns the index of the glyph at a position; `None` if it was dropped.
    #[inline]
    pub(super) fn get(&self, position: u32) -> Option<u32> {
        match &self.listed {
            None => (position < self.length).then_some(position),
            Some(list) => list.get(position as usize).copied().filter(|&index| index != DROPPED),
        }
    }

    /// Returns the first position from a given one on whose glyph does not follow the one before it.
    pub(super) fn end_of_consecutive(&self, position: u32) -> u32 {
        let Some(list) = &self.listed else { return self.length };
        let rest = list.get(position as usize..).unwrap_or_default();
        let steps = rest.windows(2).take_while(|pair| matches!(pair, [a, b] if *b == a.saturating_add(1)));
        position + to_index(steps.count()) + 1
    }

    /// Returns `true` if position and index are the same.
    pub(super) fn is_all(&self) -> bool {
        self.listed.is_none()
    }

    /// Returns the indices of the glyphs of a range of positions, without the dropped ones.
    #[inline]
    pub(super) fn glyphs(&self, positions: IndexRange) -> impl Iterator<Item = u32> + '_ {
        (positions.start..positions.end).filter_map(|position| self.get(position))
    }

    /// Returns the indices of all glyphs.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.glyphs(IndexRange { start: 0, end: self.length })
    }

    /// Drops the glyph at a position.
    pub(super) fn drop(&mut self, position: u32) {
        let length = self.length;
        let list = self.listed.get_or_insert_with(|| (0..length).collect());
        if let Some(slot) = list.get_mut(position as usize) {
            *slot = DROPPED;
        }
    }
}

/// Returns the selected glyphs and the numbers of the omitted ones.
pub(super) fn wanted(page: &PageGlyphs, options: &LayoutOptions) -> (Wanted, Dropped) {
    let mut dropped = Dropped::default();
    let is_visible = |glyph: &Glyph| glyph.visibility == Visibility::Visible;
    if options.area.is_none() && options.hidden != Hidden::Only && page.glyphs.iter().all(is_visible) {
        return (Wanted::all(page), dropped);
    }
    let person = Seen::new(page);
    let mut wanted = Vec::with_capacity(page.glyphs.len());
    for (index, glyph) in (0u32..).zip(&page.glyphs) {
        if !in_area(page, glyph, options) {
            continue;
        }
        let seen = person.sees(glyph);
        let keep = match options.hidden {
            Hidden::Mark => seen || is_on_page(glyph.visibility),
            Hidden::Drop => seen,
            Hidden::Keep => true,
            Hidden::Only => !seen,
        };
        if keep {
            wanted.push(index);
        } else if !seen && !is_blank(page, glyph) {
            count(&mut dropped, glyph.visibility);
        }
    }
    (Wanted::listed(wanted), dropped)
}

/// Returns `true` if a glyph is a space, whose omission is not counted.
fn is_blank(page: &PageGlyphs, glyph: &Glyph) -> bool {
    page.text(glyph).chars().all(char::is_whitespace) && glyph.text != TextId::NONE
}

/// Returns `true` if a glyph is on the page and merely not visible.
fn is_on_page(visibility: Visibility) -> bool {
    matches!(visibility, Visibility::InvisibleMode | Visibility::SameAsBackground | Visibility::Covered)
}

fn in_area(page: &PageGlyphs, glyph: &Glyph, options: &LayoutOptions) -> bool {
    options.area.is_none_or(|area| area.contains_centre(&page.rect(glyph)))
}

fn count(dropped: &mut Dropped, visibility: Visibility) {
    match visibility {
        Visibility::OffPage => dropped.off_page += 1,
        Visibility::LayerOff => dropped.layer_off += 1,
        _ => dropped.hidden += 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_glyphs_end_at_the_first_gap() {
        let some = Wanted::listed(vec![3, 4, 5, 9, 10, 12]);
        let ends: Vec<u32> = (0..6).map(|position| some.end_of_consecutive(position)).collect();
        assert_eq!(ends, [3, 3, 3, 5, 5, 6]);
        let all = Wanted { length: 7, listed: None };
        assert_eq!(all.end_of_consecutive(2), 7);
    }
}

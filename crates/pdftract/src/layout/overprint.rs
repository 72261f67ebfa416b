//! Overprints: text drawn again at the same position, for a bold look or a shadow, is read once.

use super::fragment::{COPY_DISTANCE, Fragment, Placed, place};
use super::glyph_class::is_blank;
use super::model::{Dropped, IndexRange};
use super::select::Wanted;
use super::writing_frame::WritingFrames;
use crate::content::{Glyph, PageGlyphs};

/// Finds copies and drops their glyphs.
pub(super) struct Overprints<'p> {
    pub(super) page: &'p PageGlyphs,
    pub(super) frames: &'p WritingFrames,
    pub(super) wanted: &'p mut Wanted,
    pub(super) dropped: &'p mut Dropped,
}

impl Overprints<'_> {
    /// Drops glyphs of a fragment that fragments of a track already show. Returns `true` if none of it is left.
    pub(super) fn repeats(&mut self, track: &[Fragment], fragment: &mut Fragment) -> bool {
        let mut left = fragment.inked;
        fragment.is_even = false;
        for original in
            track.iter().rev().take_while(|original| original.u1 > fragment.u0).take(MAX_ORIGINALS)
        {
            left -= self.drop_copies(original, fragment).min(left);
        }
        if left < fragment.inked {
            fragment.inked = left;
            self.shrink(fragment);
        }
        left == 0
    }

    /// Cuts a fragment before its first glyph right of a place of the line; returns what is behind the cut. `None` when a
    /// glyph covers the place.
    pub(super) fn cut(&self, fragment: &mut Fragment, place: f32) -> Option<Fragment> {
        let reach = COPY_DISTANCE * fragment.size;
        let IndexRange { start, end } = fragment.glyphs;
        let mut inked = 0;
        for position in start..end {
            let Some((glyph, placed)) = self.glyph(position, fragment.frame) else { continue };
            if is_blank(glyph) {
                continue;
            }
            if placed.u > place - reach && inked > 0 {
                fragment.is_even = false;
                let mut rest = *fragment;
                (fragment.glyphs.end, rest.glyphs.start) = (position, position);
                (fragment.inked, rest.inked) = (inked, fragment.inked.saturating_sub(inked));
                self.shrink(fragment);
                self.shrink(&mut rest);
                return Some(rest);
            }
            if placed.end > place + reach {
                return None;
            }
            inked += 1;
        }
        None
    }

    /// Moves in the ends of a fragment whose outer glyphs were dropped.
    fn shrink(&self, fragment: &mut Fragment) {
        let places = (fragment.glyphs.start..fragment.glyphs.end).filter_map(|position| {
            let (glyph, placed) = self.glyph(position, fragment.frame)?;
            (!is_blank(glyph)).then_some((placed.u, placed.end))
        });
        let (u0, u1) = places.fold((f32::MAX, f32::MIN), |(u0, u1), (u, end)| (u0.min(u), u1.max(end)));
        if u0 <= u1 {
            (fragment.u0, fragment.u1) = (u0, u1);
        }
    }

    /// Drops glyphs that the original has at the same position; returns their number.
    fn drop_copies(&mut self, original: &Fragment, fragment: &Fragment) -> u32 {
        let mut copies = 0;
        let mut from = original.glyphs.start;
        for position in fragment.glyphs.start..fragment.glyphs.end {
            let Some((copy, placed)) = self.glyph(position, fragment.frame) else { continue };
            let reach = COPY_DISTANCE * self.page.size(copy);
            let mut at = from;
            while at < original.glyphs.end {
                let Some((glyph, other)) = self.glyph(at, original.frame) else {
                    at += 1;
                    continue;
                };
                if other.u > placed.u + reach {
                    break;
                }
                if other.u < placed.u - reach {
                    from = at;
                }
                let near = (other.u - placed.u).abs() < reach && (other.v - placed.v).abs() < reach;
                if near && self.same_text(glyph, copy) && self.same_size(glyph, copy) {
                    copies += u32::from(!is_blank(copy));
                    self.drop(position);
                    break;
                }
                at += 1;
            }
        }
        copies
    }

    /// Returns `true` if all characters of a fragment that are not blank satisfy `is`.
    pub(super) fn is_all(&self, fragment: &Fragment, is: impl Fn(char) -> bool) -> bool {
        (fragment.glyphs.start..fragment.glyphs.end).all(|position| {
            let glyph = self.glyph(position, fragment.frame).map(|(glyph, _)| glyph);
            glyph.is_none_or(|glyph| is_blank(glyph) || glyph.text.character().is_some_and(&is))
        })
    }

    /// Returns `true` if no glyph of a fragment is selected.
    pub(super) fn is_empty(&self, fragment: &Fragment) -> bool {
        (fragment.glyphs.start..fragment.glyphs.end)
            .all(|position| self.glyph(position, fragment.frame).is_none())
    }

    /// Drops the glyphs of a fragment between two positions of its line.
    pub(super) fn drop_between(&mut self, fragment: &mut Fragment, begin: f32, end: f32) {
        fragment.is_even = false;
        for position in fragment.glyphs.start..fragment.glyphs.end {
            let Some((glyph, placed)) = self.glyph(position, fragment.frame) else { continue };
            if placed.end > begin && placed.u < end {
                fragment.inked -= u32::from(!is_blank(glyph)).min(fragment.inked);
                self.drop(position);
            }
        }
        self.shrink(fragment);
    }

    fn glyph(&self, position: u32, frame: u8) -> Option<(&Glyph, Placed)> {
        let glyph = self.page.glyphs.get(self.wanted.get(position)? as usize)?;
        Some((glyph, place(self.page, glyph, self.frames.get(frame))))
    }

    /// Returns whether two glyphs have about the same size; a large title over a text may share a letter with it by chance.
    fn same_size(&self, one: &Glyph, other: &Glyph) -> bool {
        let (one, other) = (self.page.size(one), self.page.size(other));
        one.max(other) < SAME_SIZE * one.min(other)
    }

    fn same_text(&self, one: &Glyph, other: &Glyph) -> bool {
        one.text == other.text
            || (one.text.character().is_none() && self.page.text(one) == self.page.text(other))
    }

    fn drop(&mut self, position: u32) {
        self.wanted.drop(position);
        self.dropped.duplicate += 1;
    }
}

/// Copies differ from their original by less than this factor: bold looks and shadows have its size.
const SAME_SIZE: f32 = 1.2;

/// The most originals that a fragment is compared with.
const MAX_ORIGINALS: usize = 64;

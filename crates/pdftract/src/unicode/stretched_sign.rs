//! Recognises forms of Indic vowel signs by the sign that the font's map has.
//!
//! The signs i and ii of northern scripts have an arch over the consonant beside them. Fonts have the sign with arches of
//! several lengths, of which only one has a code point, so that maps made from the font's `cmap` lack the others. All of
//! them are one stem with the same foot, the same height and the same advance. The signs e and ai of Bengali lack the head
//! line on their left at the beginning of words, and are the same otherwise.

use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::outline::{Bounds, Segment};
use crate::font::to_unicode::{Mapped, ToUnicode};
use crate::language::indic::{has_arch, has_initial_form};

/// The confidence in hundredths.
const CONFIDENCE: u8 = 80;
/// The greatest difference of the stems of two forms, in thousandths of an em.
const SAME_STEM: f32 = 12.0;
/// The greatest difference of their heights: longer arches are flatter.
const SAME_HEIGHT: f32 = 16.0;
/// The least length of an arch beyond the stem.
const ARCH: f32 = 120.0;
/// The greatest difference of the numbers of their segments; a form with another sign on it has ten more.
const SAME_SEGMENTS: usize = 4;
/// The length of the head line on the left of a sign.
const HEAD_LINE: std::ops::RangeInclusive<f32> = 40.0..=140.0;
/// The greatest difference of the advances with and without it.
const HEAD_LINE_ADVANCE: f32 = 25.0;
/// The maximum number of codes of a map that are examined.
const MOST_CODES: usize = 1_000;

/// The measures of a sign, in thousandths of an em.
#[derive(Debug, Clone, Copy)]
struct Sign {
    bounds: Bounds,
    advance: f32,
    contours: usize,
    segments: usize,
}

/// The side of the stem on which the arch is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Returns the text of a code if its outline is that of a sign of the map with another length.
pub(super) fn by_outline(
    font: &ResolvedFont,
    access: Access<'_>,
    map: &ToUnicode,
    code: CharCode,
) -> Option<Resolved> {
    let mut signs = map.codes(MOST_CODES).filter_map(|known| match map.lookup(known) {
        Some(Mapped::Char(sign)) if has_arch(sign) || has_initial_form(sign) => {
            Some((CharCode { value: known, ..code }, sign))
        }
        _ => None,
    });
    // Most fonts have no such sign, so that the outline is not looked at.
    let first = signs.next()?;
    let own = Sign::measure(font, access, code)?;
    let mut found: Option<char> = None;
    for (known, sign) in std::iter::once(first).chain(signs) {
        let is_form = |known: Sign| match has_arch(sign) {
            true => own.is_form_of(&known),
            false => own.is_initial_form_of(&known),
        };
        if Sign::measure(font, access, known).is_some_and(is_form) {
            if found.is_some_and(|found| found != sign) {
                return None;
            }
            found = Some(sign);
        }
    }
    found.map(|sign| Resolved::new(sign, UnicodeSource::ShapeMatch, CONFIDENCE))
}

impl Sign {
    fn measure(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Self> {
        let outline = font.outline(access, code)?;
        let segments = outline.segments();
        Some(Self {
            bounds: outline.bounds()?,
            advance: font.outline_advance(access, code),
            contours: segments.iter().filter(|segment| matches!(segment, Segment::Move(_))).count(),
            segments: segments.len(),
        })
    }

    /// Returns the side of the arch; `None` if it has none or two.
    fn arch(&self) -> Option<Side> {
        match (self.bounds.x0 < -ARCH, self.bounds.x1 > self.advance + ARCH) {
            (true, false) => Some(Side::Left),
            (false, true) => Some(Side::Right),
            _ => None,
        }
    }

    /// Returns whether it is another sign except for the length of its arch.
    fn is_form_of(&self, other: &Self) -> bool {
        let Some(side) = self.arch() else { return false };
        let (own, known) = (&self.bounds, &other.bounds);
        let foot = match side {
            Side::Left => own.x1 - known.x1,
            Side::Right => own.x0 - known.x0,
        };
        other.arch() == Some(side)
            && self.contours == other.contours
            && self.segments.abs_diff(other.segments) <= SAME_SEGMENTS
            && foot.abs() <= SAME_STEM
            && (self.advance - other.advance).abs() <= SAME_STEM
            && (own.y0 - known.y0).abs() <= SAME_STEM
            && (own.y1 - known.y1).abs() <= SAME_HEIGHT
    }

    /// Returns whether it is another sign except for the head line on its left.
    fn is_initial_form_of(&self, other: &Self) -> bool {
        let (own, known) = (&self.bounds, &other.bounds);
        let bearings = (self.advance - own.x1) - (other.advance - known.x1);
        HEAD_LINE.contains(&(own.x0 - known.x0))
            && self.contours == other.contours
            && self.segments.abs_diff(other.segments) <= 2 * SAME_SEGMENTS
            && bearings.abs() <= SAME_STEM
            && (self.advance - other.advance).abs() <= HEAD_LINE_ADVANCE
            && (own.y0 - known.y0).abs() <= SAME_STEM
            && (own.y1 - known.y1).abs() <= SAME_STEM
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign([x0, x1, y1]: [f32; 3], segments: usize) -> Sign {
        Sign { bounds: Bounds { x0, y0: 0.0, x1, y1 }, advance: 290.0, contours: 1, segments }
    }

    #[test]
    fn forms_differ_by_their_arches() {
        let short = sign([-15.0, 596.0, 1028.0], 20);
        assert!(sign([-19.0, 986.0, 1030.0], 23).is_form_of(&short));
        assert!(sign([-527.0, 304.0, 1031.0], 22).is_form_of(&sign([-306.0, 309.0, 1029.0], 23)));
    }

    #[test]
    fn initial_forms_lack_the_head_line() {
        let plain = sign([-63.0, 409.0, 753.0], 20);
        assert!(sign([56.0, 409.0, 757.0], 16).is_initial_form_of(&plain));
        assert!(!plain.is_initial_form_of(&plain));
        assert!(!sign([56.0, 341.0, 753.0], 16).is_initial_form_of(&plain));
    }

    #[test]
    fn other_signs_are_no_forms() {
        let short = sign([-15.0, 596.0, 1028.0], 20);
        // With a reph on it, with its arch on the other side, without an arch, with a nasal dot.
        assert!(!sign([-15.0, 911.0, 1037.0], 31).is_form_of(&short));
        assert!(!sign([-306.0, 309.0, 1029.0], 20).is_form_of(&short));
        assert!(!sign([-15.0, 310.0, 700.0], 20).is_form_of(&short));
        assert!(!Sign { contours: 2, ..short }.is_form_of(&short));
    }
}

//! The rough form of Latin letters and digits: how many contours draw them, and how far they reach up and down.
//!
//! An outline tells its form without being drawn, so that claims about many glyphs are checked for the price of one
//! picture. A form fits a dozen letters; the forms of a font fit one assignment of letters.

use crate::font::outline::{Outline, Segment};

/// Top in thousandths of the em above which a glyph is taller than an `x`, and below which it is not. Faces differ, so
/// that tops in between go with both.
const TALL_FROM: f32 = 560.0;
const SHORT_TO: f32 = 590.0;
/// Bottom in thousandths of the em below which a glyph descends, and above which it does not.
const DEEP_TO: f32 = -100.0;
const LEVEL_FROM: f32 = -160.0;

/// The form of a glyph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Form {
    contours: usize,
    top: f32,
    bottom: f32,
}

impl Form {
    /// Measures an outline; `None` for a glyph without ink.
    pub(super) fn measure(outline: &Outline) -> Option<Self> {
        let bounds = outline.bounds()?;
        let contours = outline.segments().iter().filter(|segment| matches!(segment, Segment::Move(_)));
        Some(Self { contours: contours.count(), top: bounds.y1, bottom: bounds.y0 })
    }

    /// Returns whether the glyph may be a letter; `None` for characters whose form is not known.
    pub(super) fn fits(self, letter: char) -> Option<bool> {
        USUAL.iter().find(|usual| usual.letters.contains(letter)).map(|usual| usual.allows(self))
    }

    /// Returns the part of all letters and digits that have such a form.
    #[expect(clippy::cast_precision_loss, reason = "counts of letters")]
    pub(super) fn share(self) -> f32 {
        let count = |usual: &Usual| usual.letters.len();
        let fitting: usize = USUAL.iter().filter(|usual| usual.allows(self)).map(count).sum();
        let all: usize = USUAL.iter().map(count).sum();
        fitting as f32 / all as f32
    }
}

/// The usual form of some letters.
struct Usual {
    letters: &'static str,
    /// Fewest and most contours.
    contours: (usize, usize),
    /// Whether they are taller than an `x`; `None` where faces differ.
    is_tall: Option<bool>,
    /// Whether they descend; `None` where faces differ.
    is_deep: Option<bool>,
}

const USUAL: [Usual; 16] = [
    Usual { letters: "cmnrsuvwxz", contours: (1, 1), is_tall: Some(false), is_deep: Some(false) },
    Usual { letters: "aeo", contours: (2, 2), is_tall: Some(false), is_deep: Some(false) },
    Usual { letters: "hkl", contours: (1, 1), is_tall: Some(true), is_deep: Some(false) },
    Usual { letters: "f", contours: (1, 1), is_tall: Some(true), is_deep: None },
    Usual { letters: "t", contours: (1, 1), is_tall: None, is_deep: Some(false) },
    Usual { letters: "bd", contours: (2, 2), is_tall: Some(true), is_deep: Some(false) },
    Usual { letters: "i", contours: (2, 2), is_tall: None, is_deep: Some(false) },
    Usual { letters: "j", contours: (2, 2), is_tall: None, is_deep: Some(true) },
    Usual { letters: "pq", contours: (2, 2), is_tall: Some(false), is_deep: Some(true) },
    Usual { letters: "g", contours: (2, 3), is_tall: Some(false), is_deep: Some(true) },
    Usual { letters: "y", contours: (1, 1), is_tall: Some(false), is_deep: Some(true) },
    Usual { letters: "CEFGHIKLMNSTUVWXYZ", contours: (1, 1), is_tall: Some(true), is_deep: Some(false) },
    Usual { letters: "ADOPR", contours: (2, 2), is_tall: Some(true), is_deep: Some(false) },
    Usual { letters: "B", contours: (3, 3), is_tall: Some(true), is_deep: Some(false) },
    Usual { letters: "12357J", contours: (1, 1), is_tall: None, is_deep: None },
    Usual { letters: "04689Q", contours: (2, 3), is_tall: None, is_deep: None },
];

impl Usual {
    fn allows(&self, form: Form) -> bool {
        let (fewest, most) = self.contours;
        let is_high = match self.is_tall {
            Some(true) => form.top > TALL_FROM,
            Some(false) => form.top < SHORT_TO,
            None => true,
        };
        let is_low = match self.is_deep {
            Some(true) => form.bottom < DEEP_TO,
            Some(false) => form.bottom > LEVEL_FROM,
            None => true,
        };
        (fewest..=most).contains(&form.contours) && is_high && is_low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_tell_groups_of_letters_apart() {
        let form = |contours, top, bottom| Form { contours, top, bottom };
        let (o, p, n, h) =
            (form(2, 480.0, -10.0), form(2, 480.0, -210.0), form(1, 480.0, 0.0), form(1, 700.0, 0.0));
        assert_eq!(
            "aeonph".chars().map(|c| o.fits(c) == Some(true)).collect::<Vec<_>>(),
            [true, true, true, false, false, false]
        );
        assert!(p.fits('q') == Some(true) && p.fits('d') == Some(false));
        assert!(n.fits('x') == Some(true) && n.fits('l') == Some(false) && n.fits('y') == Some(false));
        assert!(h.fits('L') == Some(true) && h.fits('n') == Some(false));
        assert_eq!(o.fits('я'), None);
        assert!(p.share() <= o.share() && o.share() < n.share() && h.share() < 0.6, "{}", h.share());
    }

    #[test]
    fn every_letter_and_digit_has_one_form() {
        let all: String = USUAL.iter().map(|usual| usual.letters).collect();
        let mut sorted: Vec<char> = all.chars().collect();
        sorted.sort_unstable();
        let expected: Vec<char> = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
        assert_eq!(sorted, expected);
    }
}

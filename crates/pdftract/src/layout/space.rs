//! Spaces between the words of a line: gaps that exceed the letter-spacing of the line.
//!
//! Producers omit spaces and move the pen instead, or letter-space a text. So the rule considers all gaps of a line:
//! the gap of most neighbours is its letter-spacing (tracking), and a gap that exceeds it by a fraction of the font
//! size is a space. The thresholds are those of [`spacing`](crate::spacing).

use super::glyph_class::is_ideographic;
use super::model::Gap;
use crate::language::script::is_arabic;
use crate::spacing::{
    WIDE_GAP, WORD_GAP, WORD_GAP_BESIDE_IDEOGRAPH, WORD_GAP_BETWEEN_IDEOGRAPHS, WORD_GAP_IN_ARABIC,
};

/// The least number of gaps from which tracking is derived.
const MIN_GAPS: usize = 5;
/// Tracking below this is the ordinary spacing of a font.
const NO_TRACKING: f32 = 0.04;

/// Fast path: detects lines without letter-spacing from a count of narrow gaps.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct GapCount {
    all: usize,
    narrow: usize,
}

impl GapCount {
    #[inline]
    pub(super) fn add(&mut self, gap: f32) {
        self.all += 1;
        self.narrow += usize::from(gap <= NO_TRACKING);
    }

    /// Adds gaps that are certainly narrow.
    #[inline]
    pub(super) fn add_narrow(&mut self, gaps: u32) {
        self.all += gaps as usize;
        self.narrow += gaps as usize;
    }

    /// Returns `true` if enough of the gaps are wide to measure the tracking.
    pub(super) fn may_be_tracked(&self) -> bool {
        self.all >= MIN_GAPS && self.narrow <= self.all / 3
    }
}

/// The letter-spacing of a line, and whether its spaces are drawn.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Spacing {
    tracking: f32,
    draws_spaces: bool,
}

impl Spacing {
    /// Derives the spacing from the gaps between neighbouring letters of a line, in font sizes, if it may be tracked,
    /// and from whether glyphs draw any of its spaces. `gaps` is reordered.
    pub(super) fn learn(gaps: &mut [f32], draws_spaces: bool) -> Self {
        Self { tracking: tracking(gaps), draws_spaces }
    }

    /// Returns `true` if a gap, in font sizes, may be a space between some characters.
    #[inline]
    pub(super) fn may_separate(&self, gap: f32) -> bool {
        gap - self.tracking > WORD_GAP
    }

    /// Returns the kind of a gap before `next`, in font sizes.
    #[inline]
    pub(super) fn judge(&self, gap: f32, before: Option<char>, next: Option<char>) -> Gap {
        let gap = gap - self.tracking;
        if gap > WIDE_GAP {
            Gap::Wide
        } else if gap > WORD_GAP && gap > self.least(before, next) {
            Gap::Space
        } else {
            Gap::None
        }
    }

    /// Returns the smallest gap between two characters that is a space; it is never less than [`WORD_GAP`].
    fn least(&self, before: Option<char>, next: Option<char>) -> f32 {
        let least = match (before.is_some_and(is_ideographic), next.is_some_and(is_ideographic)) {
            (true, true) => WORD_GAP_BETWEEN_IDEOGRAPHS,
            (true, false) | (false, true) => WORD_GAP_BESIDE_IDEOGRAPH,
            (false, false) => WORD_GAP + self.tracking * TRACKING_SLACK,
        };
        let is_kerned = self.draws_spaces && before.is_some_and(is_arabic) && next.is_some_and(is_arabic);
        if is_kerned { least.max(WORD_GAP_IN_ARABIC) } else { least }
    }
}

/// The variation of the gaps of letter-spaced text, as a fraction of its tracking.
const TRACKING_SLACK: f32 = 0.35;

/// Returns the gap of most neighbours; 0 when it is small.
fn tracking(gaps: &mut [f32]) -> f32 {
    if gaps.is_empty() {
        return 0.0;
    }
    let (_, &mut middle, _) = gaps.select_nth_unstable_by(gaps.len() / 3, f32::total_cmp);
    if middle > NO_TRACKING { middle } else { 0.0 }
}

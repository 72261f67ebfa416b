//! Spaces between the words of a line: gaps that exceed the letter-spacing of the line.
//!
//! Producers leave out spaces and move the pen instead, or space letters out. So the rule looks at all gaps of a line:
//! what most neighbours have is its letter-spacing (tracking), and what exceeds that by a part of the font size is a
//! space. The thresholds are those of [`spacing`](crate::spacing).

use super::glyph_class::is_ideographic;
use super::model::Gap;
use crate::language::script::is_arabic;
use crate::spacing::{
    WIDE_GAP, WORD_GAP, WORD_GAP_BESIDE_IDEOGRAPH, WORD_GAP_BETWEEN_IDEOGRAPHS, WORD_GAP_IN_ARABIC,
};

/// Tracking is believed from this many gaps on.
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

    /// Adds gaps that are narrow for sure.
    #[inline]
    pub(super) fn add_narrow(&mut self, gaps: u32) {
        self.all += gaps as usize;
        self.narrow += gaps as usize;
    }

    /// Returns whether the gaps are worth a closer look: enough of them are wide.
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
    /// Learns from the gaps between neighbouring letters of a line, in font sizes, if they may be tracked, and whether
    /// glyphs draw any of its spaces. `gaps` is used up.
    pub(super) fn learn(gaps: &mut [f32], draws_spaces: bool) -> Self {
        Self { tracking: tracking(gaps), draws_spaces }
    }

    /// Returns whether a gap, in font sizes, may be a space, whatever stands beside it.
    #[inline]
    pub(super) fn may_separate(&self, gap: f32) -> bool {
        gap - self.tracking > WORD_GAP
    }

    /// Returns what a gap before `next`, in font sizes, is.
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

    /// Returns the smallest gap between two characters that is a space; nowhere is it less than [`WORD_GAP`].
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

/// Letters that are spaced out waver by this part of their spacing.
const TRACKING_SLACK: f32 = 0.35;

/// Returns the gap that most neighbours have; 0 when it is small.
fn tracking(gaps: &mut [f32]) -> f32 {
    if gaps.is_empty() {
        return 0.0;
    }
    let (_, &mut middle, _) = gaps.select_nth_unstable_by(gaps.len() / 3, f32::total_cmp);
    if middle > NO_TRACKING { middle } else { 0.0 }
}

//! Spaces between words: the one rule that decides whether a gap between two glyphs is a space.
//!
//! Producers leave out spaces and move the pen instead, or space letters out. So the rule looks at all gaps of a line:
//! what most neighbours have is the line's tracking, and what stands out from that by a part of the font size is a
//! space.

use super::model::Gap;
use super::glyph_class::is_ideographic;
use crate::script::is_arabic;

/// A gap this much wider than the tracking separates words, in font sizes. Kerning stays below 0.1.
const WORD_GAP: f32 = 0.115;
/// Beside an ideograph, where Latin text is set apart without a space.
const GAP_BESIDE_IDEOGRAPH: f32 = 0.13;
/// Between letters of Arabic, which are kerned apart within words, in a line whose spaces are drawn.
const GAP_BETWEEN_ARABIC: f32 = 0.2;
/// Between ideographs, which have no spaces.
const GAP_BETWEEN_IDEOGRAPHS: f32 = 0.9;
/// A gap this wide separates what merely shares a line.
pub(super) const WIDE_GAP: f32 = 1.6;
/// Tracking is believed from so many gaps on.
const MIN_GAPS: usize = 5;
/// Tracking below this is the ordinary spacing of a font.
const NO_TRACKING: f32 = 0.04;

/// Tells most lines, whose letters are not spaced out, by a count.
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

    /// Whether the gaps are worth a closer look: enough of them are wide.
    pub(super) fn may_be_tracked(&self) -> bool {
        self.all >= MIN_GAPS && self.narrow <= self.all / 3
    }
}

/// What the gaps of a line have in common.
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

    /// What a gap before `next` means, in font sizes.
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

    /// The least gap between two characters that is a space; nowhere is it less than [`WORD_GAP`].
    fn least(&self, before: Option<char>, next: Option<char>) -> f32 {
        let least = match (before.is_some_and(is_ideographic), next.is_some_and(is_ideographic)) {
            (true, true) => GAP_BETWEEN_IDEOGRAPHS,
            (true, false) | (false, true) => GAP_BESIDE_IDEOGRAPH,
            (false, false) => WORD_GAP + self.tracking * TRACKING_SLACK,
        };
        let is_kerned = self.draws_spaces && before.is_some_and(is_arabic) && next.is_some_and(is_arabic);
        if is_kerned { least.max(GAP_BETWEEN_ARABIC) } else { least }
    }
}

/// Letters that are spaced out waver by this part of their spacing.
const TRACKING_SLACK: f32 = 0.35;

/// The gap that most neighbours have; 0 when it is small.
fn tracking(gaps: &mut [f32]) -> f32 {
    if gaps.is_empty() {
        return 0.0;
    }
    let (_, &mut middle, _) = gaps.select_nth_unstable_by(gaps.len() / 3, f32::total_cmp);
    if middle > NO_TRACKING { middle } else { 0.0 }
}

//! Detects fonts of ideographs by their widths: most of their glyphs are one em wide, and equally wide.

use std::ops::RangeInclusive;

/// The advances of ideographs and Hangul syllables, in thousandths of an em: usually 1000, 920 for the syllables of
/// some fonts.
const MAY_BE: RangeInclusive<f32> = 900.0..=1100.0;

/// The least number of glyphs of that width: Western fonts have one or two as wide, and not equally wide.
const LEAST: usize = 4;

/// Returns the width shared by at least half of the glyphs, if it is that of ideographs.
pub(super) fn shared_by(advances: impl Iterator<Item = f32>) -> Option<f32> {
    let mut advances: Vec<f32> = advances.map(f32::round).collect();
    advances.sort_by(f32::total_cmp);
    let half = advances.len().div_ceil(2);
    let runs = advances.chunk_by(|one, next| one.total_cmp(next).is_eq());
    let shared = runs.filter(|run| run.len() >= half.max(LEAST)).find_map(|run| run.first().copied());
    shared.filter(|width| MAY_BE.contains(width))
}

/// Returns `true` if a glyph has the width shared by most glyphs of its font.
pub(super) fn is_shared(full_width: Option<f32>, advance: f32) -> bool {
    full_width.is_some_and(|width| (width - advance).abs() < 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ideographs_share_their_width_and_letters_do_not() {
        assert_eq!(shared_by([1000.0, 1000.0, 1000.0, 500.0, 1000.0, 620.0].into_iter()), Some(1000.0));
        assert_eq!(shared_by([920.0; 4].into_iter()), Some(920.0));
        assert_eq!(shared_by([1000.0; 3].into_iter()), None, "too few to tell");
        assert_eq!(shared_by([600.0; 40].into_iter()), None, "a typewriter");
        assert_eq!(shared_by([250.0, 944.0, 722.0, 500.0, 1000.0].into_iter()), None);
    }
}

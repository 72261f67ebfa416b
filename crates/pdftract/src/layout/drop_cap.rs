//! Drop caps: large first letters that reach down over several lines. They are read with the first of these lines.

use super::fragment::Fragment;
use super::overprint::Overprints;
use super::row::ASCENT;

/// A drop cap is larger than the text beside it by at least this factor.
const LARGER: f32 = 1.7;
/// A drop cap has at most this many glyphs: a letter, perhaps with a quotation mark before it.
const MAX_GLYPHS: u32 = 2;
/// The greatest distance between a drop cap and the lines beside it, in sizes of these.
const MAX_DISTANCE: f32 = 1.3;
/// The lines beside a drop cap begin at most this far before its right edge, in their sizes.
const OVERLAP: f32 = 0.6;
/// The tops of a drop cap and of its first line differ by at most this, in sizes of the line.
const TOP: f32 = 0.75;
/// The baselines of a drop cap and of its last line differ by at most this, in sizes of the line.
const BOTTOM: f32 = 0.4;
/// More letters of this size on a page are not drop caps.
const MAX_CAPS: usize = 16;

/// Moves drop caps to the baseline of the first line beside them. The layout then treats them as part of that line.
pub(super) fn raise(fragments: &mut [Fragment], overprints: &Overprints<'_>) {
    let Some(main) = fragments.iter().max_by_key(|fragment| fragment.inked).map(|main| main.size) else {
        return;
    };
    let is_large = |fragment: &Fragment| {
        fragment.inked <= MAX_GLYPHS && fragment.size > LARGER * main && fragment.inked > 0
    };
    let large: Vec<usize> =
        (0..).zip(&*fragments).filter(|(_, fragment)| is_large(fragment)).map(|(index, _)| index).collect();
    if large.is_empty() || large.len() > MAX_CAPS {
        return;
    }
    for index in large {
        let Some(cap) = fragments.get(index).copied() else { continue };
        let is_letter = |c: char| c.is_alphabetic() || matches!(c, '“' | '"' | '‘' | '«' | '„');
        if !overprints.is_all(&cap, is_letter) {
            continue;
        }
        if let Some(first) = first_line(fragments, &cap)
            && let Some(cap) = fragments.get_mut(index)
        {
            (cap.v, cap.size, cap.is_even) = (first.v, first.size, false);
        }
    }
}

/// Returns the first of the lines beside a drop cap; `None` if it is not one.
fn first_line(fragments: &[Fragment], cap: &Fragment) -> Option<Fragment> {
    let top = cap.v - ASCENT * cap.size;
    let is_beside = |line: &&Fragment| {
        line.size * LARGER < cap.size
            && line.u0 > cap.u1 - OVERLAP * line.size
            && line.u0 < cap.u1 + MAX_DISTANCE * line.size
            && line.v > top
            && line.v < cap.v + BOTTOM * line.size
    };
    let beside = || fragments.iter().filter(is_beside);
    let first = *beside().min_by(|a, b| a.v.total_cmp(&b.v).then(a.u0.total_cmp(&b.u0)))?;
    let last = beside().max_by(|a, b| a.v.total_cmp(&b.v))?;
    let is_level_above = (first.v - ASCENT * first.size - top).abs() < TOP * first.size;
    let is_level_below = (last.v - cap.v).abs() < BOTTOM * last.size;
    (is_level_above && is_level_below && last.v - first.v > 0.6 * first.size).then_some(first)
}

//! Leaders: rows of dots between a label and its number. Some are drawn across the whole line, with the label over
//! them; the dots under the label are not text.

use super::fragment::Fragment;
use super::overprint::Overprints;

/// The least number of dots of a leader.
const FEWEST_DOTS: u32 = 8;
/// The most leaders on one baseline; more are a drawing.
const MOST_LEADERS: usize = 64;
/// A dot is under a text if it begins before the end of the text by this fraction of its size.
const UNDER: f32 = 0.05;

/// Dots that extend beyond the other end of a text by up to this fraction of the size are under it too.
const STRAY: f32 = 0.6;

/// Drops the dots under the texts of one row, so that leaders begin where texts end. Fragments come from left to
/// right.
pub(super) fn clear(members: &mut Vec<Fragment>, overprints: &mut Overprints<'_>) {
    if !overlap(members) {
        return;
    }
    let (leaders, texts): (Vec<usize>, Vec<usize>) = (0..members.len())
        .partition(|&index| members.get(index).is_some_and(|member| is_leader(member, overprints)));
    if leaders.len() > MOST_LEADERS {
        return;
    }
    let texts: Vec<Fragment> = texts.into_iter().filter_map(|index| members.get(index).copied()).collect();
    let mut is_cleared = false;
    for leader in leaders {
        let Some(leader) = members.get_mut(leader) else { continue };
        if let Some((begin, end)) = covered(leader, &texts) {
            overprints.drop_between(leader, begin, end);
            is_cleared = true;
        }
    }
    if is_cleared {
        members.retain(|member| member.inked > 0 || !overprints.is_empty(member));
        members.sort_by(|a, b| a.u0.total_cmp(&b.u0).then(a.glyphs.start.cmp(&b.glyphs.start)));
    }
}

/// Returns the part of a leader that texts cover, from one of its ends on. A leader that continues on both sides is
/// not changed.
fn covered(leader: &Fragment, texts: &[Fragment]) -> Option<(f32, f32)> {
    let over = || texts.iter().filter(|text| is_over(text, leader));
    let begin = over().map(|text| text.u0).reduce(f32::min)?;
    let end = over().map(|text| text.u1).reduce(f32::max)? - UNDER * leader.size;
    let rest = STRAY * leader.size;
    if begin <= leader.u0 + rest {
        Some((leader.u0.min(begin), end))
    } else {
        (leader.u1 <= end + rest).then_some((begin, leader.u1.max(end)))
    }
}

/// Returns `true` if any two neighbours overlap: hardly any row needs closer examination.
fn overlap(members: &[Fragment]) -> bool {
    let long = |one: &Fragment| one.inked >= FEWEST_DOTS;
    let mut reach: Option<&Fragment> = None;
    for member in members {
        if let Some(before) = reach
            && member.u0 < before.u1 - UNDER * member.size
            && (long(before) || long(member))
        {
            return true;
        }
        if reach.is_none_or(|before| member.u1 > before.u1) {
            reach = Some(member);
        }
    }
    false
}

fn is_over(text: &Fragment, leader: &Fragment) -> bool {
    text.frame == leader.frame && text.u0 < leader.u1 && leader.u0 < text.u1
}

fn is_leader(fragment: &Fragment, overprints: &Overprints<'_>) -> bool {
    fragment.inked >= FEWEST_DOTS
        && overprints.is_all(fragment, |character| matches!(character, '.' | '·' | '…'))
}

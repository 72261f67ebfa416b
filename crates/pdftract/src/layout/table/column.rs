//! Columns of a table without vertical rules: strips of white space that the gaps of its lines share.
//!
//! No line decides alone. Headers that span columns have fewer gaps than the rows below, and cells may be empty, so
//! at each position the lines with a gap are weighed against the lines with ink.

use super::word::{CELL_GAP, TextLine};

/// The greatest ratio of lines with ink to lines with a gap in a strip: headers over several columns cross it.
const CROSSED: f32 = 0.34;
/// A strip that no line shows as wide as this, in font sizes, needs more lines as evidence.
const WIDE: f32 = 0.85;
/// The number of lines that a narrow strip needs.
const WITNESSES: f32 = 4.0;
/// The least width of a strip, in font sizes; narrower ones are chance.
const NARROWEST: f32 = 0.25;

/// An interval between two neighbouring ends of words, with the lines that have a gap or ink there.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    u0: f32,
    u1: f32,
    /// The number of lines with a gap between two texts.
    gaps: f32,
    /// The number of lines with text, each weighted by the number of cells it shows.
    ink: f32,
}

/// The least fraction of the lines that must have a gap between two columns. Justified text has wide gaps by chance.
pub(super) const SHARE: f32 = 0.25;

/// Returns the positions between columns, from left to right, that at least a `share` of the lines shows.
pub(super) fn partings(lines: &[TextLine], share: f32) -> Vec<f32> {
    let least = if lines.len() > 2 { 2.0 } else { 1.0 };
    // No strip has gaps of more lines than there are with gaps.
    let several = lines.iter().filter(|line| line.runs.len() > 1).count() as f32;
    if several < least {
        return Vec::new();
    }
    let size = usual_size(lines);
    let stretches = stretches(lines);
    let is_free = |s: &Stretch| s.gaps >= least && s.ink <= CROSSED * s.gaps;
    let mut found = Vec::new();
    for strip in stretches.chunk_by(|a, b| is_free(a) == is_free(b)) {
        if strip.first().is_some_and(is_free) {
            part(strip, lines, size, &mut found);
        }
    }
    let mut places = Vec::with_capacity(lines.len());
    found.retain(|candidate| is_aligned(candidate.place, lines, size, &mut places));
    chosen(found, lines, size, share)
}

/// A possible position between columns.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    place: f32,
    gaps: f32,
    ink: f32,
}

/// Chooses the clearest positions first. A gap that is explained by a clearer position is not evidence for another.
fn chosen(mut candidates: Vec<Candidate>, lines: &[TextLine], size: f32, share: f32) -> Vec<f32> {
    candidates.sort_by(|a, b| {
        a.ink.total_cmp(&b.ink).then(b.gaps.total_cmp(&a.gaps)).then(a.place.total_cmp(&b.place))
    });
    let several = lines.iter().filter(|line| line.runs.len() > 1).count() as f32;
    let least: f32 = if lines.len() > 2 { 2.0 } else { 1.0 };
    let mut found: Vec<f32> = Vec::new();
    for candidate in candidates {
        let (mut support, mut wide) = (0.0, 0.0);
        for line in lines {
            let index = line.runs.partition_point(|run| run.u1 <= candidate.place);
            let (left, right) = (index.checked_sub(1).and_then(|i| line.runs.get(i)), line.runs.get(index));
            let Some((from, to)) = left.zip(right).map(|(left, right)| (left.u1, right.u0)) else { continue };
            if to < candidate.place || found.iter().any(|other| from < *other && *other < to) {
                continue;
            }
            support += 1.0;
            wide += f32::from(u8::from(to - from >= WIDE * size));
        }
        let is_usual = support >= least.max(share * several) && candidate.ink <= CROSSED * support;
        let is_clear = candidate.ink == 0.0 && support >= least && wide == support && share < 0.5;
        let is_shown = wide > 0.0 || (support >= WITNESSES && candidate.ink == 0.0);
        if (is_usual || is_clear) && is_shown {
            found.push(candidate.place);
        }
    }
    found.sort_by(f32::total_cmp);
    found
}

/// Texts of a column begin, end or are centred within this fraction of the font size.
const ALIGNED: f32 = 0.3;

/// Returns `true` if the texts after a column boundary are aligned: gaps of justified text line up by chance. The places
/// of the texts are written to `places`.
fn is_aligned(parting: f32, lines: &[TextLine], size: f32, places: &mut Vec<[f32; 3]>) -> bool {
    let behind = |line: &TextLine| {
        let index = line.runs.partition_point(|run| run.u1 <= parting);
        let run = line.runs.get(index).filter(|run| index > 0 && run.u0 >= parting)?;
        Some([run.u0, run.u1, f32::midpoint(run.u0, run.u1)])
    };
    places.clear();
    places.extend(lines.iter().filter_map(behind));
    if places.len() < 2 {
        return true;
    }
    let edge = |number: usize| places.iter().filter_map(move |place| place.get(number).copied());
    // Texts of most columns are aligned with the one in the middle.
    (0..3).any(|number| are_beside_middle(edge(number), places.len(), size))
        || (0..3).any(|number| are_mostly_aligned(edge(number).collect(), size))
}

/// Returns `true` if enough places for a column are near the one in the middle of the list.
fn are_beside_middle(places: impl Iterator<Item = f32> + Clone, count: usize, size: f32) -> bool {
    let Some(middle) = places.clone().nth(count / 2) else { return false };
    let near = places.filter(|place| (place - middle).abs() <= ALIGNED * size / 2.0);
    let (least, most, near) = near.fold((f32::MAX, f32::MIN, 0), |(least, most, near), place| {
        (least.min(place), most.max(place), near + 1)
    });
    is_column(near, count) && most - least <= ALIGNED * size
}

/// Returns `true` if enough places for a column are within the width that counts as aligned.
fn are_mostly_aligned(mut places: Vec<f32>, size: f32) -> bool {
    places.sort_unstable_by(f32::total_cmp);
    let mut start = 0;
    places.iter().enumerate().any(|(index, place)| {
        while places.get(start).is_some_and(|first| place - first > ALIGNED * size) {
            start += 1;
        }
        is_column(index + 1 - start, places.len())
    })
}

/// Returns `true` if so many of some texts are a column when they are aligned.
fn is_column(aligned: usize, count: usize) -> bool {
    aligned * 5 >= count * 2
}

/// Returns the median font size of lines.
pub(super) fn usual_size(lines: &[TextLine]) -> f32 {
    if let Some((first, rest)) = lines.split_first()
        && rest.iter().all(|line| line.size == first.size)
    {
        return first.size.max(0.1);
    }
    let mut sizes: Vec<f32> = lines.iter().map(|line| line.size).collect();
    sizes.sort_by(f32::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(10.0).max(0.1)
}

/// Returns the number of texts that most lines have. Headers have fewer, justified text has more.
fn usual_runs(lines: &[TextLine]) -> usize {
    let mut counts: Vec<usize> =
        lines.iter().map(|line| line.runs.len()).filter(|count| *count > 1).collect();
    counts.sort_unstable();
    let most = counts.chunk_by(|a, b| a == b).max_by_key(|same| same.len());
    most.and_then(|same| same.first()).copied().unwrap_or(1)
}

fn stretches(lines: &[TextLine]) -> Vec<Stretch> {
    let usual = usual_runs(lines) as f32;
    let mut ends: Vec<RunEnd> =
        Vec::with_capacity(2 * lines.iter().map(|line| line.runs.len()).sum::<usize>());
    for line in lines.iter().filter(|line| line.runs.len() > 1) {
        let weight = (line.runs.len() as f32 / usual).min(1.0);
        let last = line.runs.len() - 1;
        for (index, run) in line.runs.iter().enumerate() {
            let (before, behind) = (index > 0, index < last);
            ends.push(RunEnd { u: run.u0, gaps: if before { -1.0 } else { 0.0 }, ink: weight });
            ends.push(RunEnd { u: run.u1, gaps: if behind { 1.0 } else { 0.0 }, ink: -weight });
        }
    }
    let mut order: Vec<u64> = (0..).zip(&ends).map(|(index, end)| sort_key(end.u, index)).collect();
    order.sort_unstable();
    let index = |key: &u64| usize::try_from(key & u64::from(u32::MAX)).ok();
    let mut sorted = order.iter().filter_map(|key| ends.get(index(key)?));
    let (mut gaps, mut ink) = (0.0, 0.0);
    let mut list = Vec::with_capacity(ends.len());
    let Some(mut end) = sorted.next() else { return list };
    for next in sorted {
        gaps += end.gaps;
        ink += end.ink;
        if next.u > end.u {
            // Sums of fractions may not return to exactly zero.
            list.push(Stretch { u0: end.u, u1: next.u, gaps, ink: if ink < 0.01 { 0.0 } else { ink } });
        }
        end = next;
    }
    list
}

/// Returns a key that sorts by a place, like [`f32::total_cmp`], and then by an index. Integers are sorted with fewer
/// instructions than places.
fn sort_key(place: f32, index: u32) -> u64 {
    const SIGN: u32 = 1 << 31;
    let bits = place.to_bits();
    let key = if bits & SIGN == 0 { bits | SIGN } else { !bits };
    u64::from(key) << 32 | u64::from(index)
}

/// The start or the end of a text of a line, with the changes of gaps and ink at it.
#[derive(Debug, Clone, Copy)]
struct RunEnd {
    u: f32,
    gaps: f32,
    ink: f32,
}

/// Adds the column boundaries of one strip: one, or several where a column with few cells lies within it.
fn part(strip: &[Stretch], lines: &[TextLine], size: f32, found: &mut Vec<Candidate>) {
    let (Some(first), Some(last)) = (strip.first(), strip.last()) else { return };
    let slack = NARROWEST * size;
    let is_inside = |u0: f32, u1: f32| u0 >= first.u0 + slack && u1 <= last.u1 - slack;
    let runs = lines.iter().filter(|line| line.runs.len() > 1).flat_map(|line| &line.runs);
    let mut inner: Vec<(f32, f32)> =
        runs.map(|run| (run.u0, run.u1)).filter(|&(u0, u1)| is_inside(u0, u1)).collect();
    inner.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut left = first.u0;
    let mut covered: Option<(f32, f32)> = None;
    for (u0, u1) in inner {
        match &mut covered {
            Some((_, end)) if u0 <= *end + CELL_GAP * size => *end = end.max(u1),
            _ => {
                if let Some((start, end)) = covered.replace((u0, u1)) {
                    found.extend(place(strip, left, start, size));
                    left = end;
                }
            }
        }
    }
    if let Some((start, end)) = covered {
        found.extend(place(strip, left, start, size));
        left = end;
    }
    found.extend(place(strip, left, last.u1, size));
}

/// Returns the middle of the clearest part of a strip between two positions.
fn place(strip: &[Stretch], from: f32, to: f32, size: f32) -> Option<Candidate> {
    let parts: Vec<Stretch> = strip
        .iter()
        .filter(|s| s.u1 > from && s.u0 < to)
        .map(|s| Stretch { u0: s.u0.max(from), u1: s.u1.min(to), ..*s })
        .collect();
    let ink = parts.iter().map(|s| s.ink).reduce(f32::min)?;
    let gaps = parts.iter().filter(|s| s.ink == ink).map(|s| s.gaps).reduce(f32::max)?;
    let is_best = |s: &Stretch| s.ink == ink && s.gaps == gaps;
    let clearest = parts
        .chunk_by(|a, b| is_best(a) == is_best(b) && a.u1 == b.u0)
        .filter(|part| part.first().is_some_and(is_best))
        .filter_map(|part| Some((part.first()?.u0, part.last()?.u1)))
        .max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)))?;
    let total = parts.last()?.u1 - parts.first()?.u0;
    let place = f32::midpoint(clearest.0, clearest.1);
    (total >= NARROWEST * size).then_some(Candidate { place, gaps, ink })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_sort_like_places() {
        let places = [f32::MIN, -1.5, -1.0, -0.0, 0.0, 1e-40, 0.5, 700.25, f32::MAX, f32::INFINITY, f32::NAN];
        for (a, b) in places.iter().flat_map(|a| places.iter().map(move |b| (*a, *b))) {
            assert_eq!(sort_key(a, 1).cmp(&sort_key(b, 1)), a.total_cmp(&b), "{a} {b}");
            assert_eq!(sort_key(a, 2).cmp(&sort_key(b, 1)), a.total_cmp(&b).then(2.cmp(&1)), "{a} {b}");
        }
    }

    #[test]
    fn two_in_five_texts_of_a_column_are_aligned() {
        let column = [10.0, 30.0, 50.0, 50.5, 90.0];
        assert!(are_beside_middle(column.into_iter(), 5, 10.0));
        assert!(are_mostly_aligned(column.to_vec(), 10.0));
        // The place in the middle of the list is not in the column.
        let column = [50.0, 10.0, 90.0, 30.0, 51.0];
        assert!(!are_beside_middle(column.into_iter(), 5, 10.0));
        assert!(are_mostly_aligned(column.to_vec(), 10.0));
        let scattered = [10.0, 30.0, 50.0, 70.0, 90.0];
        assert!(!are_mostly_aligned(scattered.to_vec(), 10.0));
    }
}

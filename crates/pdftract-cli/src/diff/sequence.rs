//! Differences of two sequences in about linear time.
//!
//! Equal ends are cut off, then elements that occur once in both sequences divide the rest (patience diff). Between them
//! the algorithm of Myers finds the fewest changes, up to a limit; parts that differ more are replaced as a whole.

use std::collections::HashMap;
use std::ops::Range;

/// Changes that are looked for in a part without unique elements. The cost is at most the square of this number.
const MOST_CHANGES: usize = 400;

/// A part that differs; one of the ranges may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

/// Returns the parts of two sequences that differ, in order.
pub(super) fn changes(old: &[u32], new: &[u32]) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    // Parts to compare, the next one last.
    let mut stack = vec![(0..old.len(), 0..new.len())];
    while let Some((a, b)) = stack.pop() {
        let (a, b) = trimmed(old, new, a, b);
        if a.is_empty() || b.is_empty() {
            push(&mut changes, a, b);
            continue;
        }
        let anchors = anchors(old, new, a.clone(), b.clone());
        if anchors.is_empty() {
            myers(old, new, a, b, &mut changes);
            continue;
        }
        let (mut parts, mut from) = (Vec::with_capacity(anchors.len() + 1), (a.start, b.start));
        for (x, y) in anchors {
            parts.push((from.0..x, from.1..y));
            from = (x + 1, y + 1);
        }
        parts.push((from.0..a.end, from.1..b.end));
        stack.extend(parts.into_iter().rev());
    }
    changes
}

/// Adds a change, joined with the last one if nothing is between them.
fn push(changes: &mut Vec<Change>, old: Range<usize>, new: Range<usize>) {
    if old.is_empty() && new.is_empty() {
        return;
    }
    match changes.last_mut().filter(|last| last.old.end == old.start && last.new.end == new.start) {
        Some(last) => (last.old.end, last.new.end) = (old.end, new.end),
        None => changes.push(Change { old, new }),
    }
}

/// Cuts off equal elements at both ends.
fn trimmed(
    old: &[u32],
    new: &[u32],
    mut a: Range<usize>,
    mut b: Range<usize>,
) -> (Range<usize>, Range<usize>) {
    while !a.is_empty() && !b.is_empty() && old[a.start] == new[b.start] {
        (a.start, b.start) = (a.start + 1, b.start + 1);
    }
    while !a.is_empty() && !b.is_empty() && old[a.end - 1] == new[b.end - 1] {
        (a.end, b.end) = (a.end - 1, b.end - 1);
    }
    (a, b)
}

/// Returns the longest list of elements, in order, that occur once in both parts.
fn anchors(old: &[u32], new: &[u32], a: Range<usize>, b: Range<usize>) -> Vec<(usize, usize)> {
    // The place of each element in the old and the new part; `None` once it occurs again.
    let mut places: HashMap<u32, (Option<usize>, Option<usize>, usize)> = HashMap::new();
    for at in a.clone() {
        let place = places.entry(old[at]).or_insert((Some(at), None, 0));
        if place.0 != Some(at) {
            place.0 = None;
        }
    }
    for at in b {
        if let Some(place) = places.get_mut(&new[at]) {
            place.2 += 1;
            place.1 = (place.2 == 1).then_some(at);
        }
    }
    let pairs = a.filter_map(|at| match places.get(&old[at]) {
        Some((Some(x), Some(y), _)) => Some((*x, *y)),
        _ => None,
    });
    increasing(&pairs.collect::<Vec<_>>())
}

/// Returns the longest list of pairs whose second numbers increase; the first ones do already.
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The last pair of the best list of each length, and the pair before each pair.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) =
        (Vec::new(), Vec::with_capacity(pairs.len()));
    for (index, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < pair.1);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(index);
        } else {
            ends[length] = index;
        }
    }
    let mut next = ends.last().copied();
    let mut best = Vec::with_capacity(ends.len());
    while let Some(index) = next {
        best.push(pairs[index]);
        next = before[index];
    }
    best.reverse();
    best
}

/// Adds the fewest changes between two parts; more than the limit replace the whole part.
#[allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]
fn myers(old: &[u32], new: &[u32], a: Range<usize>, b: Range<usize>, changes: &mut Vec<Change>) {
    let (n, m) = (a.len() as isize, b.len() as isize);
    // For each diagonal `x - y` the furthest `x`; a copy of each round leads back from the end.
    let most = (MOST_CHANGES as isize).min(n + m);
    let mut furthest = vec![0_isize; (2 * most + 3) as usize];
    let at = |diagonal: isize| (diagonal + most + 1) as usize;
    let mut rounds: Vec<Vec<isize>> = Vec::new();
    let mut found = None;
    'rounds: for round in 0..=most {
        rounds.push(furthest[at(-round - 1)..=at(round + 1)].to_vec());
        for diagonal in (-round..=round).step_by(2) {
            let goes_down = diagonal == -round
                || (diagonal != round && furthest[at(diagonal - 1)] < furthest[at(diagonal + 1)]);
            let mut x = if goes_down { furthest[at(diagonal + 1)] } else { furthest[at(diagonal - 1)] + 1 };
            let mut y = x - diagonal;
            while x < n && y < m && x >= 0 && y >= 0 && old[a.start + x as usize] == new[b.start + y as usize]
            {
                (x, y) = (x + 1, y + 1);
            }
            furthest[at(diagonal)] = x;
            if x >= n && y >= m {
                found = Some(round);
                break 'rounds;
            }
        }
    }
    let Some(last) = found else { return push(changes, a, b) };
    // Single steps from the end to the start: `(x, y, goes_down)`.
    let (mut x, mut y) = (n, m);
    let mut steps = Vec::new();
    for round in (1..=last).rev() {
        let before = &rounds[round as usize];
        let value = |diagonal: isize| before[(diagonal + round + 1) as usize];
        let diagonal = x - y;
        let goes_down =
            diagonal == -round || (diagonal != round && value(diagonal - 1) < value(diagonal + 1));
        let from = if goes_down { diagonal + 1 } else { diagonal - 1 };
        (x, y) = (value(from), value(from) - from);
        steps.push((x as usize, y as usize, goes_down));
    }
    for (x, y, goes_down) in steps.into_iter().rev() {
        let (x, y) = (a.start + x, b.start + y);
        let (old, new) = if goes_down { (x..x, y..y + 1) } else { (x..x + 1, y..y) };
        push(changes, old, new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    /// Returns the new sequence made from the old one by the changes, and the number of changed elements.
    fn applied(old: &[u32], new: &[u32]) -> (Vec<u32>, usize) {
        let (mut made, mut done, mut cost) = (Vec::new(), 0, 0);
        for change in changes(old, new) {
            made.extend(&old[done..change.old.start]);
            made.extend(&new[change.new.clone()]);
            done = change.old.end;
            cost += change.old.len() + change.new.len();
        }
        made.extend(&old[done..]);
        (made, cost)
    }

    #[test]
    fn changes_lead_from_old_to_new_with_few_steps() {
        for (old, new, most) in [
            ("", "", 0),
            ("abc", "abc", 0),
            ("abc", "", 3),
            ("", "abc", 3),
            ("abcabba", "cbabac", 5),
            ("xxaxx", "xxbxx", 2),
            ("the cat sat", "the dog sat", 6),
            ("aabbaabb", "abababab", 4),
            ("abcdef", "defabc", 6),
        ] {
            let (old, new) = (numbers(old), numbers(new));
            let (made, cost) = applied(&old, &new);
            assert_eq!(made, new);
            assert!(cost <= most, "{cost} > {most}");
        }
    }

    #[test]
    fn random_sequences_of_few_elements_are_right() {
        let mut seed = 7_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 24
        };
        for _ in 0..300 {
            let mut make = || -> Vec<u32> { (0..next() % 40).map(|_| next() % 4).collect() };
            let (old, new) = (make(), make());
            assert_eq!(applied(&old, &new).0, new, "{old:?} {new:?}");
        }
    }

    #[test]
    fn long_sequences_are_not_quadratic() {
        // No element is unique, and nearly all differ: the limit ends the search.
        let old: Vec<u32> = (0..400_000).map(|number| number % 1_000).collect();
        let new: Vec<u32> = (0..400_000).map(|number| number * 7 % 1_003).collect();
        let start = std::time::Instant::now();
        assert_eq!(applied(&old, &new).0, new);
        // Every tenth of many different elements is changed.
        let old: Vec<u32> = (0..400_000).collect();
        let new: Vec<u32> =
            (0..400_000).map(|number| if number % 10 == 0 { number + 1_000_000 } else { number }).collect();
        assert_eq!(applied(&old, &new), (new.clone(), 80_000));
        assert!(start.elapsed().as_secs() < 20);
    }
}

//! The differences between two lists of words (Myers' algorithm), bounded in time and memory.

/// The largest number of differences that are found one by one; beyond it the rest counts as different.
const MOST_STEPS: usize = 1_500;

/// A part of two lists: ranges of the first and of the second. They are equal, or one of them is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The number of words that are the same in both.
    Same(usize),
    /// The number of words that are only in the first.
    First(usize),
    /// The number of words that are only in the second.
    Second(usize),
}

/// Compares two lists.
pub(super) fn diff(first: &[&str], second: &[&str]) -> Vec<Part> {
    let start = first.iter().zip(second).take_while(|(a, b)| a == b).count();
    let (first, second) = (first.get(start..).unwrap_or_default(), second.get(start..).unwrap_or_default());
    let mut parts = Vec::new();
    push(&mut parts, Part::Same(start));
    middle(first, second).into_iter().for_each(|part| push(&mut parts, part));
    parts
}

/// Adds a part, joined with the last one if it is of the same kind.
fn push(parts: &mut Vec<Part>, part: Part) {
    match (parts.last_mut(), part) {
        (_, Part::Same(0) | Part::First(0) | Part::Second(0)) => {}
        (Some(Part::Same(known)), Part::Same(more))
        | (Some(Part::First(known)), Part::First(more))
        | (Some(Part::Second(known)), Part::Second(more)) => *known += more,
        (_, part) => parts.push(part),
    }
}

fn middle(first: &[&str], second: &[&str]) -> Vec<Part> {
    let Some(trace) = trace(first, second) else {
        return vec![Part::First(first.len()), Part::Second(second.len())];
    };
    let (mut x, mut y) = (signed(first.len()), signed(second.len()));
    let mut back = Vec::new();
    for (steps, ends) in trace.iter().enumerate().rev() {
        let steps = signed(steps);
        let at = |k: isize| {
            usize::try_from(k + steps).ok().and_then(|place| ends.get(place)).copied().unwrap_or(-1)
        };
        let k = x - y;
        let is_down = k == -steps || (k != steps && at(k - 1) < at(k + 1));
        let before_k = if is_down { k + 1 } else { k - 1 };
        let before_x = at(before_k);
        let before_y = before_x - before_k;
        let same = if steps == 0 { x } else { (x - before_x - isize::from(!is_down)).max(0) };
        back.push(Part::Same(same.unsigned_abs()));
        if steps > 0 {
            back.push(if is_down { Part::Second(1) } else { Part::First(1) });
        }
        (x, y) = (before_x, before_y);
    }
    back.into_iter().rev().collect()
}

/// Returns, for each number of steps, the farthest places on the diagonals before that step; `None` if there are too many.
fn trace(first: &[&str], second: &[&str]) -> Option<Vec<Vec<isize>>> {
    let (width, height) = (signed(first.len()), signed(second.len()));
    let most = signed(MOST_STEPS.min(first.len() + second.len()));
    // Places by diagonal, shifted so that the lowest diagonal is at 0; -1 is no place.
    let size = usize::try_from(2 * most + 3).ok()?;
    let mut ends = vec![-1_isize; size];
    let index = |k: isize| usize::try_from(k + most + 1).unwrap_or(0);
    let mut trace = Vec::new();
    *ends.get_mut(index(1))? = 0;
    for steps in 0..=most {
        trace.push(ends.get(index(-steps)..=index(steps))?.to_vec());
        for k in (-steps..=steps).step_by(2) {
            let (below, above) = (*ends.get(index(k - 1))?, *ends.get(index(k + 1))?);
            let is_down = k == -steps || (k != steps && below < above);
            let mut x = if is_down { above } else { below + 1 };
            let mut y = x - k;
            while x < width && y < height && word(first, x) == word(second, y) {
                (x, y) = (x + 1, y + 1);
            }
            *ends.get_mut(index(k))? = x;
            if x >= width && y >= height {
                return Some(trace);
            }
        }
    }
    None
}

fn word<'w>(words: &[&'w str], index: isize) -> Option<&'w str> {
    usize::try_from(index).ok().and_then(|index| words.get(index)).copied()
}

fn signed(number: usize) -> isize {
    isize::try_from(number).unwrap_or(isize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts both lists together again.
    fn apply(first: &[&str], second: &[&str]) -> (Vec<Part>, usize) {
        let parts = diff(first, second);
        let (mut a, mut b, mut same) = (0, 0, 0);
        for part in &parts {
            match *part {
                Part::Same(n) => {
                    assert_eq!(first[a..a + n], second[b..b + n]);
                    (a, b, same) = (a + n, b + n, same + n);
                }
                Part::First(n) => a += n,
                Part::Second(n) => b += n,
            }
        }
        assert_eq!((a, b), (first.len(), second.len()), "{parts:?}");
        (parts, same)
    }

    #[test]
    fn differences_are_found() {
        assert_eq!(apply(&[], &[]).0, []);
        assert_eq!(apply(&["a"], &["a"]).0, [Part::Same(1)]);
        assert_eq!(apply(&["a"], &[]).0, [Part::First(1)]);
        assert_eq!(apply(&[], &["a", "b"]).0, [Part::Second(2)]);
        let (parts, same) = apply(&["a", "b", "c", "d"], &["a", "x", "c", "d", "e"]);
        assert_eq!(same, 3);
        assert_eq!(parts.len(), 5);
    }

    #[test]
    fn all_short_lists_are_put_together_again() {
        let letters = ["a", "b", "c"];
        let lists: Vec<Vec<&str>> = (0..243_usize)
            .map(|n| {
                (0..n % 6).map(|place| letters[n / 3_usize.pow(u32::try_from(place).unwrap()) % 3]).collect()
            })
            .collect();
        for first in &lists {
            for second in lists.iter().step_by(7) {
                apply(first, second);
            }
        }
    }

    #[test]
    fn very_different_lists_end_soon() {
        let one: Vec<String> = (0..20_000).map(|n| format!("a{n}")).collect();
        let other: Vec<String> = (0..20_000).map(|n| format!("b{n}")).collect();
        let (one, other): (Vec<&str>, Vec<&str>) =
            (one.iter().map(String::as_str).collect(), other.iter().map(String::as_str).collect());
        assert_eq!(apply(&one, &other).1, 0);
    }
}

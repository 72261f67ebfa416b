//! Marks and the letters they belong to: each mark comes to stand right behind the letter that it touches.
//!
//! Producers draw marks before or after their letters, and those of right-to-left text on either side of them. Where a
//! mark stands tells more than when it was drawn; the order of drawing decides where two letters are equally near.

use super::line::Item;

/// How the marks of a line were drawn, as far as their places tell.
#[derive(Debug, Clone, Copy, Default)]
struct Habit {
    before: u32,
    behind: u32,
}

/// Puts marks behind their letters. `items` come from left to right.
pub(super) fn gather(items: &mut Vec<Item>) {
    if !items.iter().any(Item::is_mark) {
        return;
    }
    let habit = habit(items);
    let mut homes: Vec<(usize, bool)> = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let home = if item.is_mark() { home(items, index, habit) } else { None };
        homes.push((home.unwrap_or(index), home.is_some()));
    }
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&index| homes.get(index).copied());
    *items = order.iter().filter_map(|&index| items.get(index).copied()).collect();
}

/// Counts the marks that only one of their neighbours can own.
fn habit(items: &[Item]) -> Habit {
    let mut habit = Habit::default();
    for (index, item) in items.iter().enumerate().filter(|(_, item)| item.is_mark()) {
        let [left, right] = neighbours(items, index);
        let distances =
            [left, right].map(|letter| letter.map_or(f32::MAX, |letter| distance(items, letter, item)));
        let [Some(left), Some(right)] = [left, right] else { continue };
        let [near_left, near_right] = distances;
        let owner = match near_left.total_cmp(&near_right) {
            std::cmp::Ordering::Less => left,
            std::cmp::Ordering::Greater => right,
            std::cmp::Ordering::Equal => continue,
        };
        if is_drawn_before(items, index, owner) {
            habit.before += 1;
        } else {
            habit.behind += 1;
        }
    }
    habit
}

/// The letter that a mark belongs to.
fn home(items: &[Item], index: usize, habit: Habit) -> Option<usize> {
    let mark = items.get(index)?;
    let [left, right] = neighbours(items, index);
    let (Some(a), Some(b)) = (left, right) else { return left.or(right) };
    let order = distance(items, a, mark).total_cmp(&distance(items, b, mark));
    Some(match order {
        std::cmp::Ordering::Less => a,
        std::cmp::Ordering::Greater => b,
        std::cmp::Ordering::Equal if is_drawn_before(items, index, a) == (habit.before > habit.behind) => a,
        std::cmp::Ordering::Equal => b,
    })
}

/// The nearest letters on both sides.
fn neighbours(items: &[Item], index: usize) -> [Option<usize>; 2] {
    let is_letter = |&at: &usize| items.get(at).is_some_and(Item::is_base);
    let left = (0..index).rev().take(REACH).find(is_letter);
    let right = (index + 1..items.len()).take(REACH).find(is_letter);
    [left, right]
}

/// More marks than this on one letter are a prank.
const REACH: usize = 8;

/// How far a mark stands outside a letter; 0 within.
fn distance(items: &[Item], letter: usize, mark: &Item) -> f32 {
    let Some(letter) = items.get(letter) else { return f32::MAX };
    let middle = f32::midpoint(mark.u0, mark.u1);
    (letter.u0 - middle).max(middle - letter.u1).max(0.0)
}

fn is_drawn_before(items: &[Item], mark: usize, letter: usize) -> bool {
    let drawn = |index: usize| items.get(index).map_or(0, |item| item.glyph);
    drawn(mark) < drawn(letter)
}

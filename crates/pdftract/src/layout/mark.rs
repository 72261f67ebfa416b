//! Marks of right-to-left text: moves each mark directly behind its letter.
//!
//! Producers draw marks before or after their letters and on either side of them, and the edge of a letter is also
//! the edge of its neighbour. So the line decides as a whole: do its marks lie within the letter drawn before them or
//! within the one drawn after them? Each mark follows the majority, unless it clearly lies elsewhere. Marks of other
//! scripts follow their letters in drawing order.

use super::line_item::Item;
use crate::language::script::is_right_to_left;

/// The farthest that a mark may lie outside its letter, as a fraction of the letter's width.
const SLACK: f32 = 0.1;
/// A mark farther outside the letter that the majority suggests belongs to another one.
const ASTRAY: f32 = 0.35;

/// Moves marks behind their letters. `items` come from left to right.
pub(super) fn gather(items: &mut Vec<Item>) {
    if !items.iter().any(is_movable) {
        return;
    }
    let drawn = Drawn::new(items);
    let is_behind = drawn.marks_follow(items);
    let mut homes: Vec<(usize, bool)> = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let home = if is_movable(item) { drawn.home(items, index, is_behind) } else { None };
        homes.push((home.unwrap_or(index), home.is_some()));
    }
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&index| homes.get(index).copied());
    *items = order.iter().filter_map(|&index| items.get(index).copied()).collect();
}

fn is_movable(item: &Item) -> bool {
    item.is_mark() && item.character.is_none_or(is_right_to_left)
}

/// The letters drawn before and after each item, as indices into the line.
struct Drawn {
    before: Vec<Option<usize>>,
    behind: Vec<Option<usize>>,
}

impl Drawn {
    fn new(items: &[Item]) -> Self {
        let mut order: Vec<usize> = (0..items.len()).collect();
        order.sort_by_key(|&index| items.get(index).map(|item| item.glyph));
        let nearest = |order: &mut dyn Iterator<Item = usize>| {
            let mut nearest = vec![None; items.len()];
            let mut last = None;
            for index in order {
                if let Some(place) = nearest.get_mut(index) {
                    *place = last;
                }
                if items.get(index).is_some_and(Item::is_base) {
                    last = Some(index);
                }
            }
            nearest
        };
        let before = nearest(&mut order.iter().copied());
        Self { before, behind: nearest(&mut order.iter().rev().copied()) }
    }

    /// Returns `true` if more marks of a line lie within the letter drawn before them than within the one drawn after
    /// them.
    fn marks_follow(&self, items: &[Item]) -> bool {
        let fits = |letters: &[Option<usize>]| {
            let marks = items.iter().enumerate().filter(|(_, item)| is_movable(item));
            let fitting = marks.filter(|&(index, mark)| {
                let letter = letters.get(index).copied().flatten();
                letter.is_some_and(|letter| distance(items, letter, mark) <= SLACK)
            });
            fitting.count()
        };
        fits(&self.before) >= fits(&self.behind)
    }

    /// Returns the letter that a mark belongs to.
    fn home(&self, items: &[Item], index: usize, is_behind: bool) -> Option<usize> {
        let mark = items.get(index)?;
        let letter = |letters: &[Option<usize>]| letters.get(index).copied().flatten();
        let (before, behind) = (letter(&self.before), letter(&self.behind));
        let (usual, other) = if is_behind { (before, behind) } else { (behind, before) };
        let far = |letter: Option<usize>| letter.map_or(f32::MAX, |letter| distance(items, letter, mark));
        if far(usual) > ASTRAY && far(other) < far(usual) { other } else { usual.or(other) }
    }
}

/// Returns the distance of a mark from a letter, in widths of the letter; 0 within it.
fn distance(items: &[Item], letter: usize, mark: &Item) -> f32 {
    let Some(letter) = items.get(letter) else { return f32::MAX };
    let middle = f32::midpoint(mark.u0, mark.u1);
    let outside = (letter.u0 - middle).max(middle - letter.u1).max(0.0);
    outside / (letter.u1 - letter.u0).abs().max(0.1)
}

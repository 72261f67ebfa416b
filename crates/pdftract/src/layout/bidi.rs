//! Right-to-left text: from the order on the page, left to right, to the order in which it is read.
//!
//! Geometry tells where each glyph stands, whatever order a producer drew it in. A line is turned around when most of
//! its letters run from right to left; numbers and Latin words inside are turned back. In a line of left-to-right text
//! only the right-to-left stretches are turned.

use super::glyph_class::{is_left_to_right, is_right_to_left};
use super::line::Item;

/// What a glyph means for the direction of its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Right,
    Left,
    Digit,
    /// Joins digits: `1,234.5`.
    Joint,
    Neutral,
}

/// Sorts the items of a line, which come from left to right, into logical order.
pub(super) fn to_logical(items: &mut [Item]) {
    let right = items.iter().filter(|item| item.character.is_some_and(is_right_to_left)).count();
    if right == 0 {
        return;
    }
    gather_marks(items);
    let left = items.iter().filter(|item| item.character.is_some_and(is_left_to_right)).count();
    if right >= left {
        items.reverse();
        turn(items, is_left_run);
    } else {
        turn(items, is_right_run);
        // Numbers within the turned stretches run from left to right again.
        turn_numbers_after_right(items);
    }
    marks_behind_bases(items);
}

/// Puts each mark right behind, that is to the right of, the letter that it stands over.
fn gather_marks(items: &mut [Item]) {
    for index in 1..items.len() {
        let (Some(mark), Some(base)) = (items.get(index).copied(), items.get(index - 1).copied()) else {
            continue;
        };
        if is_mark(&base) && !is_mark(&mark) && middle(&base) > mark.u0 && middle(&base) < mark.u1 {
            items.swap(index - 1, index);
        }
    }
}

/// In a turned stretch marks come before their letters; puts them behind.
fn marks_behind_bases(items: &mut [Item]) {
    let mut index = 0;
    while index < items.len() {
        let marks = items.iter().skip(index).take_while(|item| is_mark(item)).count();
        if marks > 0
            && items.get(index + marks).is_some_and(|base| covers(base, items.get(index)))
            && let Some(cluster) = items.get_mut(index..=index + marks)
        {
            cluster.reverse();
        }
        index += marks + 1;
    }
}

fn covers(base: &Item, mark: Option<&Item>) -> bool {
    let slack = (base.u1 - base.u0).abs() * 0.3;
    mark.is_some_and(|mark| middle(mark) > base.u0 - slack && middle(mark) < base.u1 + slack)
}

fn middle(item: &Item) -> f32 {
    f32::midpoint(item.u0, item.u1)
}

/// Vowel signs and other marks of Hebrew and Arabic.
fn is_mark(item: &Item) -> bool {
    item.character.is_some_and(|character| {
        matches!(u32::from(character),
            0x591..=0x5bd | 0x5bf | 0x5c1..=0x5c2 | 0x5c4..=0x5c5 | 0x5c7 | 0x610..=0x61a | 0x64b..=0x65f | 0x670
            | 0x6d6..=0x6dc | 0x6df..=0x6e4 | 0x6e7..=0x6e8 | 0x6ea..=0x6ed | 0x8d3..=0x8ff)
    })
}

fn class(item: &Item) -> Class {
    match item.character {
        Some(c) if is_right_to_left(c) => Class::Right,
        Some(c) if c.is_numeric() => Class::Digit,
        Some(c) if is_left_to_right(c) => Class::Left,
        Some('.' | ',' | ':' | '/' | '-' | '+' | '%' | '\u{66a}' | '\u{66b}' | '\u{66c}') => Class::Joint,
        _ => Class::Neutral,
    }
}

fn is_left_run(class: Class) -> bool {
    matches!(class, Class::Left | Class::Digit)
}

fn is_right_run(class: Class) -> bool {
    class == Class::Right
}

/// Reverses each stretch that begins and ends with an item of a kind and holds none of the other direction.
fn turn(items: &mut [Item], is_kind: fn(Class) -> bool) {
    let mut index = 0;
    while index < items.len() {
        let end = stretch(items, index, is_kind);
        if let Some(run) = items.get_mut(index..end) {
            run.reverse();
        }
        index = end.max(index + 1);
    }
}

/// Where the stretch that begins at an index ends; the index itself when none begins there.
fn stretch(items: &[Item], start: usize, is_kind: fn(Class) -> bool) -> usize {
    let mut end = start;
    let mut only_digits = true;
    for (index, item) in items.iter().enumerate().skip(start) {
        let class = class(item);
        if is_kind(class) {
            only_digits &= class == Class::Digit;
            end = index + 1;
        } else if index == start || ends_stretch(class, only_digits, is_kind) {
            break;
        }
    }
    end
}

fn ends_stretch(class: Class, only_digits: bool, is_kind: fn(Class) -> bool) -> bool {
    match class {
        // Numbers hang together by their joints only; words also by spaces.
        Class::Neutral => only_digits && is_kind(Class::Digit),
        Class::Joint => false,
        Class::Digit => false,
        Class::Left | Class::Right => true,
    }
}

/// Turns numbers that a turned stretch of a left-to-right line holds.
fn turn_numbers_after_right(items: &mut [Item]) {
    let mut index = 0;
    let mut after_right = false;
    while index < items.len() {
        let class = items.get(index).map_or(Class::Neutral, class);
        match class {
            Class::Right => after_right = true,
            Class::Left => after_right = false,
            _ => {}
        }
        let end = if class == Class::Digit && after_right { number_end(items, index) } else { index + 1 };
        // A number between two right-to-left words was turned with them; one behind the last was not.
        let goes_on =
            items.iter().skip(end).map(self::class).find(|c| matches!(c, Class::Right | Class::Left));
        if class == Class::Digit
            && after_right
            && goes_on == Some(Class::Right)
            && let Some(number) = items.get_mut(index..end)
        {
            number.reverse();
        }
        index = end;
    }
}

fn number_end(items: &[Item], start: usize) -> usize {
    let mut end = start;
    for (index, item) in items.iter().enumerate().skip(start) {
        match class(item) {
            Class::Digit => end = index + 1,
            Class::Joint => {}
            _ => break,
        }
    }
    end
}

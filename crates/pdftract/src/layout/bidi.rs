//! Right-to-left text: converts the visual order on the page, left to right, to logical order.
//!
//! The positions of the glyphs give the visual order, whatever order a producer drew them in. A line of right-to-left
//! text is reversed, and the numbers and Latin words inside it are reversed back; in a line of left-to-right text
//! only the right-to-left runs are reversed. The direction of a line follows from its punctuation or from the text
//! around it. The rules for numbers are those of the Unicode bidirectional algorithm (UAX 9), applied in reverse.

use super::bracket::is_bracket;
use super::line_item::Item;
use super::mirror;
use super::model::Gap;
use crate::language::script::{is_arabic, is_left_to_right, is_right_to_left};

/// The effect of a letter with its marks on the direction of its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Right,
    Left,
    Digit,
    /// Joins digits of all kinds: `1,234.5`.
    Joint,
    /// Joins digits in text other than Arabic: `2024-11-16`.
    Sign,
    /// Belongs to digits beside it in text other than Arabic: `50%`.
    Terminator,
    Neutral,
}

/// A letter with its marks, or a gap.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit {
    start: usize,
    end: usize,
    pub(super) class: Class,
    pub(super) character: Option<char>,
    /// `true` if it runs from left to right within its line.
    pub(super) is_left: bool,
    arabic: bool,
}

/// Returns the number of right-to-left letters in a text minus the number of left-to-right ones.
pub(super) fn leaning(characters: impl Iterator<Item = char>) -> i32 {
    characters.map(|c| i32::from(is_right_to_left(c)) - i32::from(is_left_to_right(c))).sum()
}

/// Sorts the items of a line, which come from left to right with marks after their letters, into logical order.
/// `around` is the leaning of the text around the line, itself included; `None` when the line is considered alone.
pub(super) fn to_logical(items: &mut Vec<Item>, around: Option<i32>) {
    if !items.iter().any(|item| item.character.is_some_and(is_right_to_left)) {
        return;
    }
    set_gaps_apart(items);
    let around = around.unwrap_or_else(|| leaning(items.iter().filter_map(|item| item.character)));
    let mut units = units(items);
    if runs_right_to_left(&units, around) {
        units.reverse();
        turn_left_runs(&mut units);
    } else {
        turn_right_runs(&mut units);
    }
    let mirrored = mirror::is_mirrored(&units);
    let mut logical = Vec::with_capacity(items.len());
    for unit in &units {
        let mirror = mirrored && !unit.is_left;
        let members = items.get(unit.start..unit.end).unwrap_or_default();
        logical.extend(members.iter().map(|item| item.facing(mirror)));
    }
    *items = logical;
}

/// Makes each gap an item of its own: its direction depends on its neighbours.
fn set_gaps_apart(items: &mut Vec<Item>) {
    let mut apart = Vec::with_capacity(items.len() * 2);
    for mut item in items.drain(..) {
        if item.gap != Gap::None && !item.is_gap() {
            apart.push(item.gap_alone(item.gap));
            item.gap = Gap::None;
        }
        apart.push(item);
    }
    *items = apart;
}

fn units(items: &[Item]) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        match units.last_mut() {
            Some(unit) if item.is_mark() => unit.end = index + 1,
            _ => units.push(Unit {
                start: index,
                end: index + 1,
                class: item.character.map_or(Class::Neutral, class),
                character: item.character,
                is_left: false,
                arabic: item.character.is_some_and(is_arabic),
            }),
        }
    }
    units
}

fn class(character: char) -> Class {
    match character {
        '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}' | '\u{66b}' | '\u{66c}' => Class::Digit,
        c if is_right_to_left(c) => Class::Right,
        c if c.is_numeric() => Class::Digit,
        c if is_left_to_right(c) => Class::Left,
        '.' | ',' | ':' | '/' | '\u{60c}' | '\u{a0}' => Class::Joint,
        '+' | '-' | '\u{2212}' => Class::Sign,
        '%' | '\u{66a}' | '$' | '€' | '£' | '¥' | '₪' | '°' | '‰' | '#' | '\u{2032}' | '\u{2033}' => {
            Class::Terminator
        }
        _ => Class::Neutral,
    }
}

/// Marks that end sentences and clauses, and so show on which side a line ends.
const CLOSING: &str = ".,;:!?…،؛؟۔";

/// Returns `true` if a line as a whole runs from right to left.
fn runs_right_to_left(units: &[Unit], around: i32) -> bool {
    let closes = |unit: Option<&Unit>| {
        unit.and_then(|unit| unit.character).is_some_and(|character| CLOSING.contains(character))
    };
    let mut inked = units.iter().filter(|unit| unit.character.is_some_and(|c| !c.is_whitespace()));
    let (first, last) = (closes(inked.next()), closes(inked.next_back()));
    if first == last { around >= 0 } else { first }
}

/// Reverses the left-to-right runs of a line that was reversed as a whole.
fn turn_left_runs(units: &mut [Unit]) {
    let mut index = 0;
    let mut after_arabic = false;
    while let Some(unit) = units.get(index).copied() {
        if unit.class == Class::Right {
            after_arabic = unit.arabic;
        }
        let end = left_run(units, index, after_arabic);
        if end > index {
            let start = index - usize::from(closes_before(units, index, end));
            turn(units, start, end);
        }
        index = end.max(index + 1);
    }
}

/// Reverses a range and marks it as running from left to right.
fn turn(units: &mut [Unit], start: usize, end: usize) {
    if let Some(run) = units.get_mut(start..end) {
        run.reverse();
        run.iter_mut().for_each(|unit| unit.is_left = true);
    }
}

/// Returns `true` if the bracket before a run closes one within it: `f(x)`.
fn closes_before(units: &[Unit], start: usize, end: usize) -> bool {
    let is_bracket = |unit: &Unit| unit.character.is_some_and(is_bracket);
    let within = units.get(start..end).unwrap_or_default().iter().filter(|unit| is_bracket(unit)).count();
    within % 2 == 1 && start.checked_sub(1).and_then(|before| units.get(before)).is_some_and(is_bracket)
}

/// Returns the end of the left-to-right run that begins at an index; the index itself when none begins there.
fn left_run(units: &[Unit], start: usize, after_arabic: bool) -> usize {
    match units.get(start).map(|unit| unit.class) {
        Some(Class::Left) => word_run(units, start),
        Some(Class::Digit | Class::Terminator) => {
            let number = number_run(units, start, after_arabic);
            if number > start { name_before(units, number).unwrap_or(number) } else { start }
        }
        _ => start,
    }
}

/// Returns the end of a run of words and numbers: the next right-to-left letter.
fn word_run(units: &[Unit], start: usize) -> usize {
    let mut end = start;
    for (index, unit) in units.iter().enumerate().skip(start) {
        match unit.class {
            Class::Left | Class::Digit => end = index + 1,
            Class::Right => break,
            _ => {}
        }
    }
    end
}

/// Returns the end of a run of digits and the characters that join them.
fn number_run(units: &[Unit], start: usize, after_arabic: bool) -> usize {
    let mut end = start;
    let mut joints = 0;
    for (index, unit) in units.iter().enumerate().skip(start) {
        match unit.class {
            Class::Digit => {
                end = index + 1;
                joints = 0;
            }
            Class::Joint if joints == 0 && end > start => joints = 1,
            Class::Sign if joints == 0 && end > start && !after_arabic => joints = 1,
            Class::Terminator if joints == 0 && !after_arabic => {
                end = if end > start { index + 1 } else { end };
            }
            _ => break,
        }
    }
    end
}

/// The greatest length of a Latin word after a number that is a unit of measure rather than a name, unless it is all
/// capitals.
const UNIT_LETTERS: usize = 3;

/// Returns the end of a word to the left of a number, which is read before it: `Windows 10`. A short word may be a
/// unit, which follows its number on the page as well: then the two are not one run.
fn name_before(units: &[Unit], number: usize) -> Option<usize> {
    let rest = units.get(number..)?;
    let between = rest.iter().take_while(|unit| !matches!(unit.class, Class::Left | Class::Right)).count();
    let letters = rest.iter().skip(between).take_while(|unit| unit.class == Class::Left).count();
    let adjoins = between == 0 || (between == 1 && rest.first()?.class == Class::Sign);
    let word = rest.get(between..between + letters).unwrap_or_default();
    let is_capitals = word.iter().all(|unit| unit.character.is_some_and(char::is_uppercase));
    let is_long = letters > UNIT_LETTERS || (letters == UNIT_LETTERS && is_capitals);
    let is_name = is_long && between <= 1;
    (letters > 0 && (adjoins || is_name)).then(|| word_run(units, number + between))
}

/// Reverses the right-to-left runs of a line that runs from left to right; numbers inside them stay as they are.
fn turn_right_runs(units: &mut [Unit]) {
    units.iter_mut().for_each(|unit| unit.is_left = true);
    let mut index = 0;
    while index < units.len() {
        let end = right_run(units, index);
        if let Some(run) = units.get_mut(index..end) {
            run.reverse();
            run.iter_mut().for_each(|unit| unit.is_left = false);
            turn_left_runs(run);
        }
        index = end.max(index + 1);
    }
}

/// Returns the end of the right-to-left run that begins at an index; the index itself when none begins there.
fn right_run(units: &[Unit], start: usize) -> usize {
    let mut end = start;
    for (index, unit) in units.iter().enumerate().skip(start) {
        match unit.class {
            Class::Right => end = index + 1,
            Class::Left => break,
            _ if end == start => break,
            _ => {}
        }
    }
    end
}

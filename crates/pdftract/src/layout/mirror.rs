//! Brackets in right-to-left text: detects whether a producer encoded them by shape or by meaning.
//!
//! A bracket that opens right-to-left text looks like `)`. Some producers encode it as `)`, others as `(`, as Unicode
//! requires. The positions of the brackets show which: an opening bracket has a space before it, and precedes its
//! partner.

use super::bidi::Unit;
use super::bracket::{is_bracket, mirrored, opens};

/// Returns `true` if the brackets in the right-to-left parts of a line in logical order are encoded by shape.
pub(super) fn is_mirrored(units: &[Unit]) -> bool {
    let brackets: Vec<(usize, char)> = units
        .iter()
        .enumerate()
        .filter(|(_, unit)| !unit.is_left)
        .filter_map(|(index, unit)| Some((index, unit.character.filter(|&c| is_bracket(c))?)))
        .collect();
    let by_place: i32 = brackets.iter().map(|&(index, character)| place(units, index, character)).sum();
    let by_order: i32 =
        brackets.iter().zip(brackets.iter().skip(1)).map(|(&(_, a), &(_, b))| order(a, b)).sum();
    by_place + by_order < 0
}

/// Returns 1 if the position of a bracket agrees with its character, -1 if it contradicts it, and 0 if it is
/// undecided.
fn place(units: &[Unit], index: usize, character: char) -> i32 {
    let is_free = |at: Option<usize>| {
        at.and_then(|at| units.get(at)).is_none_or(|unit| unit.character.is_none_or(|c| !c.is_alphanumeric()))
    };
    match (is_free(index.checked_sub(1)), is_free(Some(index + 1))) {
        (true, false) => vote(opens(character)),
        (false, true) => vote(!opens(character)),
        _ => 0,
    }
}

/// Returns the same for two consecutive brackets.
fn order(first: char, second: char) -> i32 {
    if mirrored(first) == second { vote(opens(first)) } else { 0 }
}

fn vote(yes: bool) -> i32 {
    if yes { 1 } else { -1 }
}

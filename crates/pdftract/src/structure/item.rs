//! List items: blocks that begin with a marker, if the marker is part of a sequence or unambiguous.

use std::collections::HashSet;

use super::line_facts::LineFacts;
use crate::layout::list_marker::MarkerKind;

/// The greatest number that marks an item alone; larger ones must continue a sequence.
const MAX_ALONE: u32 = 99;

/// The numbers and letters at the starts of lines of a page.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    numbers: HashSet<u32>,
    initials: HashSet<u32>,
}

impl Numbers {
    pub(super) fn new(facts: &[LineFacts]) -> Self {
        let mut found = Self::default();
        for marker in facts.iter().filter_map(|line| line.marker) {
            match marker.kind {
                MarkerKind::Number(number) => _ = found.numbers.insert(number),
                MarkerKind::Initial(letter) => _ = found.initials.insert(letter),
                _ => {}
            }
        }
        found
    }
}

/// Returns `true` if lines are a list item.
pub(super) fn is_item(lines: &[LineFacts], numbers: &Numbers) -> bool {
    let Some(first) = lines.first() else { return false };
    let counts = |set: &HashSet<u32>, number: u32| {
        number.checked_sub(1).is_some_and(|before| set.contains(&before)) || set.contains(&(number + 1))
    };
    match first.marker.map(|marker| marker.kind) {
        None => first.has_bullet,
        Some(MarkerKind::Number(number)) => number <= MAX_ALONE || counts(&numbers.numbers, number),
        Some(MarkerKind::Initial(letter)) => counts(&numbers.initials, letter),
        Some(_) => true,
    }
}

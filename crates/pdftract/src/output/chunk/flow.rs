//! The text of a block as it runs on, without the line ends that only the width of the column made.

use super::super::model::Block;
use crate::structure::Role;

/// Returns the text of a block with a space, or nothing in unspaced scripts, for line ends that the column made. Rows of
/// tables, lines of code and intended line breaks stay.
pub(super) fn running_text(block: &Block) -> String {
    if matches!(block.role, Role::Table | Role::Code) {
        return block.text.clone();
    }
    let mut ends = block.lines.iter().filter_map(|line| {
        let end = line.spans.iter().map(|span| span.end).max()?;
        Some((end, line))
    });
    let mut next = ends.next();
    let mut out = String::with_capacity(block.text.len());
    for (at, character) in (0u32..).zip(block.text.chars()) {
        while next.is_some_and(|(end, _)| end < at) {
            next = ends.next();
        }
        match next {
            Some((end, line)) if character == '\n' && end == at && !line.hard_break => {
                if !line.is_unspaced {
                    out.push(' ');
                }
            }
            _ => out.push(character),
        }
    }
    out
}

//! Step 4: soft hyphens. Within a line, visible ones become hyphens and the others are removed.
//!
//! A soft hyphen at the end of a line is kept, because it is resolved when lines are joined.

use super::Context;
use super::tracked_char::Letter;
use crate::char_class::SOFT_HYPHEN;

/// Removes soft hyphens, except at the end.
pub(super) fn take_out(letters: &mut Vec<Letter>, context: &Context<'_>) {
    if !letters.iter().any(|letter| letter.character == SOFT_HYPHEN) {
        return;
    }
    let end = letters.iter().rposition(|letter| letter.character != ' ').unwrap_or(0);
    let mut index = 0;
    letters.retain_mut(|letter| {
        index += 1;
        if letter.character == SOFT_HYPHEN && context.seen_hyphens.contains(&letter.start) {
            letter.character = '-';
        }
        letter.character != SOFT_HYPHEN || index > end
    });
}

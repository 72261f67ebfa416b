//! Step 10: collapses runs of spaces and drops trailing ones, in plain text only.

use super::tracked_char::Letter;
use super::{Context, TextForm};

/// Removes spaces that follow a space or end the text.
pub(super) fn collapse(letters: &mut Vec<Letter>, context: &Context<'_>) {
    if context.form == TextForm::Record {
        return;
    }
    let mut after_space = false;
    letters.retain(|letter| {
        let is_space = letter.character == ' ';
        let extra = is_space && after_space;
        after_space = is_space;
        !extra
    });
    let end = letters.iter().rposition(|letter| letter.character != ' ').map_or(0, |last| last + 1);
    letters.truncate(end);
}

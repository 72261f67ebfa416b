//! Step 10: runs of spaces become one, and none ends a line. For plain text alone.

use super::Context;
use super::letter::Letter;

/// Takes out spaces that follow a space or end the text.
pub(super) fn collapse(letters: &mut Vec<Letter>, context: &Context<'_>) {
    if !context.plain {
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

//! Step 7: spaces at which no line breaks. Plain text has ordinary ones; records keep them unless the policy says
//! otherwise, because in numbers and cells they mean something.

use super::Context;
use super::letter::Letter;
use crate::options::Spaces;

/// Whether a character is a space at which no line breaks.
pub(crate) fn is_no_break_space(character: char) -> bool {
    matches!(character, '\u{a0}' | '\u{202f}' | '\u{2007}')
}

/// Turns them into spaces where that is asked.
// All steps of the table take the same.
#[allow(clippy::ptr_arg)]
pub(super) fn follow_policy(letters: &mut Vec<Letter>, context: &Context<'_>) {
    let plain = match context.policy.spaces {
        Spaces::ByFormat => context.plain,
        Spaces::Plain => true,
        Spaces::Keep => false,
    };
    for letter in letters.iter_mut().filter(|_| plain) {
        if is_no_break_space(letter.character) {
            letter.character = ' ';
        }
    }
}

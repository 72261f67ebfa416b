//! Step 7: non-breaking spaces. Plain text has ordinary spaces instead; by default records keep them, because they
//! may be significant in numbers and cells.

use super::tracked_char::Letter;
use super::{Context, TextForm};
use crate::char_class::is_non_breaking_space;
use crate::options::Spaces;

// All steps of the table have the same signature.
#[allow(clippy::ptr_arg)]
pub(super) fn follow_policy(letters: &mut Vec<Letter>, context: &Context<'_>) {
    let makes_ordinary = match context.policy.spaces {
        Spaces::ByFormat => context.form == TextForm::Plain,
        Spaces::Plain => true,
        Spaces::Keep => false,
    };
    for letter in letters.iter_mut().filter(|_| makes_ordinary) {
        if is_non_breaking_space(letter.character) {
            letter.character = ' ';
        }
    }
}

//! Step 3: private-use characters, which only their font defines. By default they are kept.

use super::Context;
use super::tracked_char::Letter;
use crate::char_class::is_private_use;
use crate::options::PrivateUse;

/// Keeps, replaces or drops them.
pub(super) fn follow_policy(letters: &mut Vec<Letter>, context: &Context<'_>) {
    match context.policy.private_use {
        PrivateUse::Keep => {}
        PrivateUse::Drop => letters.retain(|letter| !is_private_use(letter.character)),
        PrivateUse::Replace => {
            for letter in letters.iter_mut().filter(|letter| is_private_use(letter.character)) {
                letter.character = char::REPLACEMENT_CHARACTER;
            }
        }
    }
}

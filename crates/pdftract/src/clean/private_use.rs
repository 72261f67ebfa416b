//! Step 3: characters for private use, which only their font explains. They stay unless the policy says otherwise.

use super::Context;
use super::letter::Letter;
use crate::options::PrivateUse;

/// Whether a character has no meaning but the one its font gives it.
pub(crate) fn is_private_use(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}')
}

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

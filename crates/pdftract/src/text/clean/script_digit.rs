//! Step 6: superscript and subscript digits. They are kept, since `10³` is not `103`, unless the policy requires
//! NFKC.

use unicode_normalization::char::decompose_compatible;

use super::Context;
use super::tracked_char::{Letter, replace_each};
use crate::options::Normalization;

/// Folds them if requested.
pub(super) fn follow_policy(letters: &mut Vec<Letter>, context: &Context<'_>) {
    if context.policy.normalization != Normalization::Nfkc {
        return;
    }
    replace_each(letters, |letter, out| {
        if is_script(letter.character) {
            decompose_compatible(letter.character, |c| out.push(letter.with(c)));
        } else {
            out.push(letter);
        }
    });
}

fn is_script(character: char) -> bool {
    matches!(character, '²' | '³' | '¹' | '\u{2070}'..='\u{209c}')
}

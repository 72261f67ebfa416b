//! Step 9: composes letters and marks according to the policy, to NFC by default.

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};

use super::Context;
use super::tracked_char::Letter;
use crate::char_class::is_nonspacing_mark;
use crate::options::Normalization;

/// Composes each letter with its marks.
pub(super) fn compose(letters: &mut Vec<Letter>, context: &Context<'_>) {
    let form = context.policy.normalization;
    if form == Normalization::None || letters.iter().all(|letter| begins_cluster(letter.character, form)) {
        return;
    }
    let before = std::mem::take(letters);
    letters.reserve(before.len());
    for cluster in before.chunk_by(|_, next| !begins_cluster(next.character, form)) {
        if quick(cluster.iter().map(|letter| letter.character), form) == IsNormalized::Yes {
            letters.extend_from_slice(cluster);
        } else {
            compose_cluster(cluster, form, letters);
        }
    }
}

fn compose_cluster(cluster: &[Letter], form: Normalization, out: &mut Vec<Letter>) {
    let start = cluster.iter().map(|letter| letter.start).min().unwrap_or(0);
    let end = cluster.iter().map(|letter| letter.end).max().unwrap_or(0);
    let characters = cluster.iter().map(|letter| letter.character);
    let whole = |character| Letter { character, start, end };
    match form {
        Normalization::Nfkc => out.extend(characters.nfkc().map(whole)),
        _ => out.extend(characters.nfc().map(whole)),
    }
}

/// Returns `true` if a character does not interact with any character before it.
#[inline]
pub(super) fn begins_cluster(character: char, form: Normalization) -> bool {
    character.is_ascii()
        || (!is_nonspacing_mark(character) && quick(std::iter::once(character), form) == IsNormalized::Yes)
}

fn quick(characters: impl Iterator<Item = char>, form: Normalization) -> IsNormalized {
    match form {
        Normalization::Nfkc => is_nfkc_quick(characters),
        _ => is_nfc_quick(characters),
    }
}

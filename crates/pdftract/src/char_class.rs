//! Classes of characters that several stages ask for: hyphens, non-breaking spaces, private use.

/// Shows as a hyphen only where a line breaks a word.
pub(crate) const SOFT_HYPHEN: char = '\u{ad}';

/// The hyphen that typesetting programs draw; people type `-`.
pub(crate) const TYPESET_HYPHEN: char = '\u{2010}';

/// The hyphen at which lines do not break; some fonts say so of the one that typesetting programs draw.
pub(crate) const NON_BREAKING_HYPHEN: char = '\u{2011}';

/// All characters that may divide a word at the end of a line.
pub(crate) const HYPHENS: [char; 4] = ['-', TYPESET_HYPHEN, SOFT_HYPHEN, NON_BREAKING_HYPHEN];

/// Returns whether a text ends in what may be a hyphen within a word.
#[inline]
pub(crate) fn ends_in_hyphen(text: &str) -> bool {
    text.ends_with(HYPHENS)
}

/// Returns whether a line never breaks at this space.
pub(crate) fn is_non_breaking_space(character: char) -> bool {
    matches!(character, '\u{a0}' | '\u{202f}' | '\u{2007}')
}

/// Returns whether a character has no meaning but the one its font gives it.
pub(crate) fn is_private_use(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}')
}

/// Returns whether two spaces follow each other.
pub(crate) fn has_double_space(text: &str) -> bool {
    let bytes = text.as_bytes();
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    // Without an early exit the loop is vectorised, and lines are short.
    pairs.fold(false, |found, (&byte, &next)| found | ((byte == b' ') & (next == b' ')))
}

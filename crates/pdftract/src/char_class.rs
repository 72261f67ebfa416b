//! Character classes shared by several stages: hyphens, non-breaking spaces, private use.

/// Visible as a hyphen only at a line break within a word.
pub(crate) const SOFT_HYPHEN: char = '\u{ad}';

/// The hyphen of typesetting programs; people type `-`.
pub(crate) const TYPESET_HYPHEN: char = '\u{2010}';

/// The non-breaking hyphen; some fonts map the hyphen of typesetting programs to it.
pub(crate) const NON_BREAKING_HYPHEN: char = '\u{2011}';

/// All characters that may divide a word at the end of a line.
pub(crate) const HYPHENS: [char; 4] = ['-', TYPESET_HYPHEN, SOFT_HYPHEN, NON_BREAKING_HYPHEN];

/// Returns `true` if a text ends in a character that may be a hyphen within a word.
#[inline]
pub(crate) fn ends_in_hyphen(text: &str) -> bool {
    text.ends_with(HYPHENS)
}

/// Returns `true` for spaces at which lines never break.
pub(crate) fn is_non_breaking_space(character: char) -> bool {
    matches!(character, '\u{a0}' | '\u{202f}' | '\u{2007}')
}

/// Returns `true` for characters that only their font defines.
pub(crate) fn is_private_use(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}')
}

/// Returns `true` if the text has two consecutive spaces.
pub(crate) fn has_double_space(text: &str) -> bool {
    let bytes = text.as_bytes();
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    // Without an early exit the loop is vectorised, and lines are short.
    pairs.fold(false, |found, (&byte, &next)| found | ((byte == b' ') & (next == b' ')))
}

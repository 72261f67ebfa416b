//! Brackets and the brackets that face them.

/// Brackets and the ones that face them.
const PAIRS: [(char, char); 8] =
    [('(', ')'), ('[', ']'), ('{', '}'), ('«', '»'), ('‹', '›'), ('<', '>'), ('⟨', '⟩'), ('⟦', '⟧')];

/// Returns whether a character is a bracket.
pub(super) fn is_bracket(character: char) -> bool {
    character != mirrored(character)
}

/// Returns the bracket that faces a bracket, and any other character itself.
pub(crate) fn mirrored(character: char) -> char {
    let partner = PAIRS.iter().find_map(|&(open, close)| match character {
        c if c == open => Some(close),
        c if c == close => Some(open),
        _ => None,
    });
    partner.unwrap_or(character)
}

/// Returns whether a bracket opens.
pub(super) fn opens(character: char) -> bool {
    PAIRS.iter().any(|&(open, _)| open == character)
}

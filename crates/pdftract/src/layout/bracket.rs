//! Pairs of brackets that mirror each other.

/// Opening brackets and their closing counterparts.
const PAIRS: [(char, char); 8] =
    [('(', ')'), ('[', ']'), ('{', '}'), ('«', '»'), ('‹', '›'), ('<', '>'), ('⟨', '⟩'), ('⟦', '⟧')];

/// Returns `true` if a character is a bracket.
pub(super) fn is_bracket(character: char) -> bool {
    character != mirrored(character)
}

/// Returns the mirror image of a bracket, and any other character unchanged.
pub(crate) fn mirrored(character: char) -> char {
    let partner = PAIRS.iter().find_map(|&(open, close)| match character {
        c if c == open => Some(close),
        c if c == close => Some(open),
        _ => None,
    });
    partner.unwrap_or(character)
}

/// Returns `true` for an opening bracket.
pub(super) fn opens(character: char) -> bool {
    PAIRS.iter().any(|&(open, _)| open == character)
}

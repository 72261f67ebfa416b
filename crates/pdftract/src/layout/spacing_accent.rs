//! Spacing accents: characters such as `´` that stand for a combining mark when they are drawn over a letter.

/// Spacing accents and their combining marks.
const ACCENTS: [(char, char); 19] = [
    ('`', '\u{300}'),
    ('\u{2cb}', '\u{300}'),
    ('\u{b4}', '\u{301}'),
    ('\u{2ca}', '\u{301}'),
    ('^', '\u{302}'),
    ('\u{2c6}', '\u{302}'),
    ('~', '\u{303}'),
    ('\u{2dc}', '\u{303}'),
    ('\u{af}', '\u{304}'),
    ('\u{2c9}', '\u{304}'),
    ('\u{2d8}', '\u{306}'),
    ('\u{2d9}', '\u{307}'),
    ('\u{a8}', '\u{308}'),
    ('\u{2da}', '\u{30a}'),
    ('\u{2dd}', '\u{30b}'),
    ('\u{2c7}', '\u{30c}'),
    ('\u{b8}', '\u{327}'),
    ('\u{2db}', '\u{328}'),
    ('\u{2bc}', '\u{301}'),
];

/// Returns the combining mark that a spacing accent stands for.
pub(super) fn combining_mark(character: char) -> Option<char> {
    ACCENTS.iter().find(|(accent, _)| *accent == character).map(|(_, mark)| *mark)
}

/// Returns `true` if a character is a spacing accent.
#[inline]
pub(super) fn is_accent(character: char) -> bool {
    !character.is_ascii_alphanumeric() && u32::from(character) < 0x300 && combining_mark(character).is_some()
}

/// Returns the letter that a dotless i or j becomes under an accent, which replaces the dot.
pub(crate) fn dotted(base: char) -> char {
    match base {
        'ı' => 'i',
        'ȷ' => 'j',
        other => other,
    }
}

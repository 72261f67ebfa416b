//! A character with its range of the raw text.

/// A character that passes through the steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Letter {
    pub(crate) character: char,
    /// The start of its range in the raw text, in bytes.
    pub(crate) start: u32,
    /// The end of its range in the raw text, in bytes.
    pub(crate) end: u32,
}

impl Letter {
    /// Returns another character with the same range.
    pub(super) fn with(self, character: char) -> Self {
        Self { character, ..self }
    }
}

/// Returns the characters of a text. Offsets saturate at 4 GiB, which no line reaches.
pub(super) fn letters(raw: &str) -> Vec<Letter> {
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let each = |(at, character): (usize, char)| Letter {
        character,
        start: place(at),
        end: place(at + character.len_utf8()),
    };
    let mut letters = Vec::with_capacity(raw.len());
    letters.extend(raw.char_indices().map(each));
    letters
}

/// Replaces each character with any number of characters.
pub(super) fn replace_each(letters: &mut Vec<Letter>, mut replace: impl FnMut(Letter, &mut Vec<Letter>)) {
    let before = std::mem::take(letters);
    letters.reserve(before.len());
    for letter in before {
        replace(letter, letters);
    }
}

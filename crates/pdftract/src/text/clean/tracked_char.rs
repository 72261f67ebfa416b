//! A character and the part of the raw text that it stands for.

/// A character on its way through the steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Letter {
    pub(crate) character: char,
    /// Where the part of the raw text begins, in bytes.
    pub(crate) start: u32,
    /// Where it ends.
    pub(crate) end: u32,
}

impl Letter {
    /// Another character for the same part.
    pub(super) fn with(self, character: char) -> Self {
        Self { character, ..self }
    }
}

/// The characters of a text. Places beyond 4 GB stay at its end; no line is that long.
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

/// Puts several characters, or none, in the place of each one.
pub(super) fn replace_each(letters: &mut Vec<Letter>, mut replace: impl FnMut(Letter, &mut Vec<Letter>)) {
    let before = std::mem::take(letters);
    letters.reserve(before.len());
    for letter in before {
        replace(letter, letters);
    }
}

//! Garbles text in the ways that broken PDF fonts do, to test quality detectors.

use std::collections::BTreeMap;

use crate::random::Random;

/// A way to garble text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Garble {
    /// Each letter is replaced by the one a fixed distance further, as in a font whose codes are off by a constant.
    Shift,
    /// Letters are permuted, as in a font with another glyph order.
    Permutation,
    /// Letters become private-use characters.
    Private,
    /// UTF-8 is decoded as Latin-1.
    WrongCodePage,
    /// Letters become control characters, as when glyph numbers are taken for text.
    Controls,
    /// Four characters in ten are replaced by U+FFFD.
    Unknown,
}

impl Garble {
    /// All variants.
    pub const ALL: [Self; 6] =
        [Self::Shift, Self::Permutation, Self::Private, Self::WrongCodePage, Self::Controls, Self::Unknown];

    /// Returns `true` if this changes the text noticeably. A wrong code page does not affect ASCII letters.
    pub fn affects(self, text: &str) -> bool {
        let beyond = text.chars().filter(|character| !character.is_ascii()).count();
        self != Self::WrongCodePage || beyond * 50 > text.chars().count()
    }

    /// Garbles a text.
    pub fn apply(self, text: &str, random: &mut Random) -> String {
        match self {
            Self::Shift => shift(text, 1 + random.below(12)),
            Self::Permutation => permute(text, random),
            Self::Private => text.chars().map(|character| moved(character, 0xE000, 0x1900)).collect(),
            Self::WrongCodePage => text.bytes().map(char::from).collect(),
            Self::Controls => text.chars().map(|character| moved(character, 0x01, 8)).collect(),
            Self::Unknown => {
                let lost = |character: char| !character.is_whitespace() && random.below(10) < 4;
                text.chars().map(with(lost, '\u{FFFD}')).collect()
            }
        }
    }
}

fn with(mut lost: impl FnMut(char) -> bool, other: char) -> impl FnMut(char) -> char {
    move |character| if lost(character) { other } else { character }
}

fn moved(character: char, first: u32, count: u32) -> char {
    let place = first + u32::from(character) % count;
    if character.is_alphabetic() { char::from_u32(place).unwrap_or(character) } else { character }
}

fn shift(text: &str, by: usize) -> String {
    let by = u32::try_from(by).unwrap_or(1);
    let shifted = |character: char| match character {
        'a'..='z' | 'A'..='Z' => {
            let base = if character.is_ascii_lowercase() { b'a' } else { b'A' };
            let place = (u32::from(character) - u32::from(base) + by) % 26;
            char::from_u32(u32::from(base) + place).unwrap_or(character)
        }
        _ if character.is_alphabetic() => char::from_u32(u32::from(character) + by).unwrap_or(character),
        _ => character,
    };
    text.chars().map(shifted).collect()
}

/// Permutes the letters that occur in the text; the result is in lower case.
fn permute(text: &str, random: &mut Random) -> String {
    let lower = |character: char| character.to_lowercase().next().unwrap_or(character);
    let mut letters: Vec<char> = text.chars().filter(|letter| letter.is_alphabetic()).map(lower).collect();
    letters.sort_unstable();
    letters.dedup();
    let mut others = letters.clone();
    for last in (1..others.len()).rev() {
        others.swap(last, random.below(last + 1));
    }
    let other: BTreeMap<char, char> = letters.into_iter().zip(others).collect();
    text.chars().map(|character| other.get(&lower(character)).copied().unwrap_or(character)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn garbling_is_repeatable_and_keeps_spaces() {
        for garble in Garble::ALL {
            let once = garble.apply("Über den Wolken", &mut Random::new(7));
            assert_eq!(once, garble.apply("Über den Wolken", &mut Random::new(7)));
            assert_ne!(once, "Über den Wolken");
            assert_eq!(once.matches(' ').count(), 2, "{garble:?}: {once}");
        }
    }
}

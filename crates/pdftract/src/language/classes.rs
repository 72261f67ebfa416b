//! Trigram costs of character classes: where upper case, digits and punctuation occur in text of any language.
//!
//! The language models judge letters regardless of case; classes cover the rest. All languages share one table, in
//! the units of [`super::model::STEP_BITS`].

use std::collections::HashMap;
use std::sync::OnceLock;

use super::table::{Section, section};

/// Classes before those of punctuation: white space, lower case, upper case, digit.
const FIRST_PUNCTUATION: u8 = 4;

/// The class of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CharClass(u8);

impl CharClass {
    /// White space.
    pub(crate) const SPACE: Self = Self(0);

    /// Returns the class of a character.
    pub(crate) fn of_char(character: char) -> Self {
        let classes = classes();
        Self(match character {
            _ if character.is_whitespace() => 0,
            _ if character.is_lowercase() => 1,
            _ if character.is_uppercase() => 2,
            _ if character.is_numeric() => 3,
            _ => classes.punctuation.get(&character).copied().unwrap_or(classes.other),
        })
    }

    /// Returns the cost, in steps, of the last of three classes after the two before it.
    pub(crate) fn cost(trigram: [Self; 3]) -> i32 {
        let classes = classes();
        let count = usize::from(classes.other) + 1;
        let index = trigram.into_iter().fold(0, |index, Self(class)| index * count + usize::from(class));
        let two = classes.costs.get(index / 2).copied().unwrap_or(u8::MAX);
        i32::from(if index.is_multiple_of(2) { two & 15 } else { two >> 4 })
    }
}

struct Classes {
    /// Classes of listed punctuation characters.
    punctuation: HashMap<char, u8>,
    /// The class of all other characters, the last one.
    other: u8,
    /// Costs of trigrams; a byte holds two.
    costs: &'static [u8],
}

fn classes() -> &'static Classes {
    static CLASSES: OnceLock<Classes> = OnceLock::new();
    CLASSES.get_or_init(read)
}

fn read() -> Classes {
    let mut reader = section(Section::Classes);
    let count = reader.byte();
    let mut punctuation = HashMap::new();
    for class in 0..count {
        punctuation.extend(reader.text(1).chars().map(|character| (character, class + FIRST_PUNCTUATION)));
    }
    let other = count + FIRST_PUNCTUATION;
    let costs = reader.take((usize::from(other) + 1).pow(3).div_ceil(2));
    Classes { punctuation, other, costs }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_cost_more_inside_words_than_at_their_beginning() {
        let cost = |text: &str| {
            let classes: Vec<CharClass> = text.chars().map(CharClass::of_char).collect();
            CharClass::cost(classes.try_into().unwrap())
        };
        assert!(cost(". A") < cost("abC"));
        assert!(cost("ab.") < cost("ab("));
        assert!(cost("123") < cost("ab3"));
    }
}

//! Estimates how many tokens a language model reads in a text, without the vocabulary of any particular model.

/// Letters of a word that one token covers on average. Byte-pair vocabularies trained on English need 4 to 4.5 letters a
/// token and fewer for other languages, so that the estimate errs on the high side.
const LETTERS_PER_TOKEN: usize = 4;

/// Digits of a number that one token covers; common vocabularies split numbers into groups of three.
const DIGITS_PER_TOKEN: usize = 3;

/// Estimates the number of tokens of a text.
///
/// A run of letters counts one token for every four letters begun, a run of digits one for every three, and each
/// ideograph, syllable of an unspaced script or other sign counts one. White space is free, so the estimate of a text is
/// the sum of the estimates of its words.
pub(crate) fn estimate(text: &str) -> usize {
    let mut tokens = 0;
    let mut run = Run::None;
    for character in text.chars() {
        run = match (Kind::of(character), run) {
            (Kind::Space, _) => Run::None,
            (Kind::Single, _) => {
                tokens += 1;
                Run::None
            }
            (Kind::Letter, Run::Letters(count)) if count < LETTERS_PER_TOKEN => Run::Letters(count + 1),
            (Kind::Digit, Run::Digits(count)) if count < DIGITS_PER_TOKEN => Run::Digits(count + 1),
            (Kind::Letter, _) => {
                tokens += 1;
                Run::Letters(1)
            }
            (Kind::Digit, _) => {
                tokens += 1;
                Run::Digits(1)
            }
        };
    }
    tokens
}

/// The token that the last character belongs to, with the number of its characters so far.
#[derive(Debug, Clone, Copy)]
enum Run {
    None,
    Letters(usize),
    Digits(usize),
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Space,
    Letter,
    Digit,
    /// A character that is a token by itself.
    Single,
}

impl Kind {
    fn of(character: char) -> Self {
        match character {
            _ if character.is_whitespace() => Self::Space,
            '0'..='9' => Self::Digit,
            'a'..='z' | 'A'..='Z' => Self::Letter,
            // Alphabets up to Georgian; vocabularies cover the scripts behind them with about a token a character.
            '\u{00C0}'..='\u{10FF}' if character.is_alphabetic() && !is_syllabic(character) => Self::Letter,
            '\u{1E00}'..='\u{1FFF}' if character.is_alphabetic() => Self::Letter,
            _ => Self::Single,
        }
    }
}

/// Returns whether a character belongs to an Indic or South-East Asian script, from Devanagari to Myanmar.
fn is_syllabic(character: char) -> bool {
    matches!(character, '\u{0900}'..='\u{109F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_ideographs_have_known_costs() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("The cat sat."), 4);
        assert_eq!(estimate("extraction"), 3);
        assert_eq!(estimate("1234567"), 3);
        assert_eq!(estimate("日本語"), 3);
        assert_eq!(estimate("Zürich"), 2);
    }

    #[test]
    fn white_space_is_free_and_parts_add_up() {
        let (left, right) = ("Some words, 42 of them", "and more: 日本 (two)");
        assert_eq!(estimate(&format!("{left}\n\n {right}")), estimate(left) + estimate(right));
    }
}

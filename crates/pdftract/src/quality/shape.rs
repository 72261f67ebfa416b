//! Facts about the shape of a text that need no language: the positions of signs, the lengths of words, and whether
//! its characters appear in the order of their codes.

use super::direction::is_direction_mark;
use crate::char_class::{self, is_letter_or_number};
use crate::language::Script;
use crate::language::signs::SignCost;
use crate::language::tokens::{Kinds, Token, tokens};

/// Fewer characters have no shape.
const MIN_CHARACTERS: u32 = 20;
/// The mean cost of signs is lowered by this divided by the square root of their number.
const DOUBT_BITS: f64 = 2.0;
/// Formulas have signs anywhere: the reduction of the cost per share of mathematical signs, and its maximum.
const MATHEMATICS_BITS: f64 = 8.0;
const MAX_MATHEMATICS_BITS: f64 = 0.8;
/// The least number of different characters, and of pairs with signs among them, from which codes assigned in the
/// order of first use are detected.
const MIN_KINDS: usize = 14;
const MIN_PAIRS: u32 = 10;
const MAX_KINDS: usize = 128;
/// The least share of repeated characters: an alphabet has its letters in order as well, but each of them once.
const MIN_REPEATED: f64 = 0.15;
/// The maximum length of a word in scripts with spaces, except for names of chemicals and a few compounds.
const LONGEST_WORD: usize = 30;
/// The maximum length of names in code, which have at least three letters on average.
const LONGEST_NAME: usize = 24;
const MEAN_NAME: usize = 3;
/// The maximum number of different letters of a sequence.
const SEQUENCE_KINDS: usize = 4;
/// The least number of letters from which words are measured.
const MIN_LETTERS: u32 = 40;

/// The shape of a text.
#[derive(Debug, Clone, Default)]
pub struct Shape {
    signs: SignCost,
    /// The share of steps between first uses of characters that go to the next code.
    in_order: f64,
    words: WordLengths,
}

/// Counts of letters of scripts with spaces between words, by the length of their token.
#[derive(Debug, Clone, Copy, Default)]
struct WordLengths {
    letters: u32,
    /// The number of letters in tokens that are longer than any word.
    glued: u32,
    /// The number of tokens with letters.
    tokens: u32,
    /// The number of tokens of a single letter.
    single: u32,
    /// The number of tokens with the same letter three times in a row.
    stuttering: u32,
    /// The number of all characters without blanks.
    all: u32,
}

impl Shape {
    /// Measures a text.
    pub fn measure(text: &str) -> Self {
        Self { signs: SignCost::measure(text), in_order: in_order(text), words: WordLengths::measure(text) }
    }

    /// Returns the cost of the signs in bits per character, reduced by its uncertainty; `None` for a text that is too
    /// short.
    pub fn sign_bits(&self) -> Option<f64> {
        let characters = self.signs.characters;
        let mathematics = (self.signs.mathematical_share() * MATHEMATICS_BITS).min(MAX_MATHEMATICS_BITS);
        let doubt = DOUBT_BITS / f64::from(characters.max(1)).sqrt();
        (characters >= MIN_CHARACTERS).then(|| self.signs.mean_bits() - doubt - mathematics)
    }

    /// Returns the share of characters that first appear directly after their predecessor in Unicode, like the codes
    /// of a font that were assigned one after the other.
    pub fn code_order(&self) -> f64 {
        self.in_order
    }

    /// Returns the share of letters in tokens that are longer than words.
    pub fn glued_share(&self) -> f64 {
        let WordLengths { letters, glued, .. } = self.words;
        if letters < MIN_LETTERS { 0.0 } else { f64::from(glued) / f64::from(letters) }
    }

    /// Returns the share of words with the same letter three times in a row, which does not occur in any language.
    pub fn stuttering_share(&self) -> f64 {
        let WordLengths { letters, tokens, stuttering, .. } = self.words;
        if letters < MIN_LETTERS { 0.0 } else { f64::from(stuttering) / f64::from(tokens.max(10)) }
    }

    /// Returns the share of single letters among tokens with letters, in a text of letters.
    pub fn single_share(&self) -> f64 {
        let WordLengths { letters, tokens, single, all, .. } = self.words;
        // Answers, axes and formulas have single letters between digits and signs.
        let is_of_letters = letters >= MIN_LETTERS && letters * 5 >= all * 3;
        if is_of_letters { f64::from(single) / f64::from(tokens.max(1)) } else { 0.0 }
    }
}

impl WordLengths {
    fn measure(text: &str) -> Self {
        let mut lengths = Self::default();
        tokens(text).for_each(|token| lengths.add(token));
        lengths
    }

    fn add(&mut self, token: Token<'_>) {
        let (all, letters) = counts(token);
        self.all += all;
        if letters == 0 {
            return;
        }
        self.letters += letters;
        self.tokens += 1;
        self.single += u32::from(letters == 1 && all <= 2);
        self.stuttering += u32::from(is_stuttering(token));
        if all as usize > LONGEST_WORD && letters * 2 > all && !is_address_or_key(token.text) {
            self.glued += letters;
        }
    }
}

/// Returns the number of characters of a token, and that of letters of scripts with spaces between words.
fn counts(Token { text: token, kinds }: Token<'_>) -> (u32, u32) {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    if kinds.has_only(Kinds::ASCII_LETTER) {
        return (count(token.len()), count(token.len()));
    }
    if !kinds.has(Kinds::NON_ASCII) {
        let letters = token.bytes().filter(u8::is_ascii_alphabetic).count();
        return (count(token.len()), count(letters));
    }
    let is_counted = |character: char| Script::from_char(character).is_some_and(has_spaces);
    let solid = token.chars().filter(|character| !is_direction_mark(*character));
    let add = |(all, letters), character| (all + 1, letters + u32::from(is_counted(character)));
    solid.fold((0, 0), add)
}

/// Detects the same letter three times in a row. Numbers and placeholders have capitals, colours and keys have digits
/// or signs, and URLs begin with `www`.
fn is_stuttering(Token { text: token, kinds }: Token<'_>) -> bool {
    let has_three = if kinds.has(Kinds::NON_ASCII) {
        has_three_letters(token.chars())
    } else {
        has_three_letters(token.bytes().map(char::from))
    };
    has_three
        && !token.bytes().any(|byte| byte.is_ascii_digit() || b"#+=/".contains(&byte))
        && !is_sequence(token)
}

/// Detects the same small letter three times in a row.
fn has_three_letters(mut characters: impl Iterator<Item = char>) -> bool {
    let is_counted = |character: char| {
        char_class::is_letter(character) && !character.is_uppercase() && !"wxi".contains(character)
    };
    let (mut before, mut count) = (None, 0);
    characters.any(|character| {
        count = if before == Some(character) { count + 1 } else { 1 };
        before = Some(character);
        count == 3 && is_counted(character)
    })
}

/// Detects sequences of few different letters, such as nucleotides.
fn is_sequence(token: &str) -> bool {
    let mut kinds: Vec<char> = Vec::with_capacity(SEQUENCE_KINDS + 1);
    token.chars().all(|letter| {
        if !kinds.contains(&letter) {
            kinds.push(letter);
        }
        kinds.len() <= SEQUENCE_KINDS
    })
}

fn has_spaces(script: Script) -> bool {
    !script.is_unspaced() && !matches!(script, Script::Hangul | Script::Other)
}

/// Detects URLs, paths, identifiers, and keys in Base64.
fn is_address_or_key(token: &str) -> bool {
    let has = |test: fn(&u8) -> bool| token.bytes().any(|byte| test(&byte));
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=_-".contains(&byte);
    let is_key = has(u8::is_ascii_digit)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && token.bytes().all(belongs);
    is_key || token.contains("://") || (token.is_ascii() && is_made_of_names(token))
}

/// Detects words between joints and capitals, as in `FontProgram::glyphCount(font_file)`.
fn is_made_of_names(token: &str) -> bool {
    let (mut names, mut letters, mut longest, mut length) = (0usize, 0usize, 0usize, 0usize);
    let mut before = ' ';
    for character in token.chars() {
        let is_letter = char_class::is_letter(character);
        let is_new = length == 0 || (before.is_lowercase() && character.is_uppercase());
        names += usize::from(is_letter && is_new);
        length = if !is_letter {
            0
        } else if is_new {
            1
        } else {
            length + 1
        };
        letters += usize::from(is_letter);
        longest = longest.max(length);
        before = character;
    }
    names > 1 && longest <= LONGEST_NAME && letters >= names * MEAN_NAME
}

/// Returns whether a character was not seen before, and remembers it if it is ASCII.
#[inline]
fn is_new(character: char, seen: &[char], seen_ascii: &mut [bool; 128]) -> bool {
    match seen_ascii.get_mut(character as usize) {
        Some(slot) => !std::mem::replace(slot, true),
        None => !seen.contains(&character),
    }
}

/// Returns the share of first uses beside signs that go to the next code.
fn in_order(text: &str) -> f64 {
    let mut seen: Vec<char> = Vec::with_capacity(MAX_KINDS);
    // Nearly all characters are ASCII and were seen before.
    let mut seen_ascii = [false; 128];
    let (mut steps, mut pairs, mut all) = (0u32, 0u32, 0u32);
    for character in text.chars().filter(|character| !character.is_whitespace()) {
        all += 1;
        if seen.len() < MAX_KINDS && is_new(character, &seen, &mut seen_ascii) {
            // Letters and digits are in order in lists as well.
            let sign_before =
                seen.last().filter(|last| !is_letter_or_number(**last) || !is_letter_or_number(character));
            pairs += u32::from(sign_before.is_some());
            steps += u32::from(sign_before.is_some_and(|last| u32::from(*last) + 1 == u32::from(character)));
            seen.push(character);
        }
        // Text in any language has shown by then that its characters come in no order.
        if all as usize > MAX_KINDS * 8 {
            break;
        }
    }
    let kinds = u32::try_from(seen.len()).unwrap_or(u32::MAX);
    let repeated = f64::from(all - kinds) / f64::from(all.max(1));
    let is_enough = seen.len() >= MIN_KINDS && pairs >= MIN_PAIRS && repeated >= MIN_REPEATED;
    if is_enough { f64::from(steps) / f64::from(pairs) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_in_the_order_of_first_use_are_seen_and_an_alphabet_is_not() {
        let shape = |text: &str| Shape::measure(text).code_order();
        assert!(shape("!\"#$%&'#()$%*+$,-$)\"#$.*&&#/$0*($1&*-)#'$2#3%4#$)\"#") > 0.6);
        assert!(shape("ABCDEFGHIJKLMNOPQRSTUVWXYZ") < 0.1);
        assert!(
            shape("The lighthouse keeper at Troms counted ships before the fog closed the harbour.") < 0.2
        );
        assert!(shape("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28") < 0.2);
    }

    #[test]
    fn glued_words_and_single_letters_are_measured_and_addresses_are_not() {
        let glued = "canbeusedtosynthesizeacomplexdecisionsurface thatcanclassifyhighdimensionalpatterns";
        assert!(Shape::measure(glued).glued_share() > 0.9);
        let names =
            "crate::language::signs::SignCost::measure_the_text /usr/share/doc/python3-doc/html/index.html";
        assert!(Shape::measure(names).glued_share() < 0.1);
        let spaced =
            "t h e m u s e u m l i s t s c l o c k s o f w h i c h o n l y s e v e n s t i l l a g r e e";
        assert!(Shape::measure(spaced).single_share() > 0.9);
        let lines: String = "המפותהישנותבספרייהמסודרותלפינהרותולאלפיארצות"
            .chars()
            .map(|letter| format!("\u{202b}{letter}\u{202c}\n"))
            .collect();
        assert!(Shape::measure(&lines).single_share() > 0.9, "each letter in marks of direction");
        assert!(Shape::measure("1 A 2 B 3 C 4 D 5 A 6 B 7 C 8 D ".repeat(8).as_str()).single_share() < 0.1);
    }
}

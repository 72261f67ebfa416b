//! What the characters of a word tell about it: numbers, leaders, formulas, programs, labels.

use crate::bmp_table::BmpTable;
use crate::content::{Glyph, PageGlyphs};
use crate::language::script::is_unspaced;
use crate::layout::glyph_class::{first_character, is_space};

/// The traits of a character that matter to tables, or those of several characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Traits(u16);

impl Traits {
    /// No character.
    pub(super) const NONE: Self = Self(0);
    pub(super) const SPACE: Self = Self(1);
    const NUMBER: Self = Self(1 << 1);
    const LETTER: Self = Self(1 << 2);
    /// Neither a letter nor a number.
    const SIGN: Self = Self(1 << 3);
    /// A letter in lower case.
    const LOWER: Self = Self(1 << 4);
    /// A letter of a script without spaces between words.
    const UNSPACED: Self = Self(1 << 5);
    /// A part of leaders.
    pub(super) const DOT: Self = Self(1 << 6);
    /// A sign that formulas share with other texts.
    const OPERATOR: Self = Self(1 << 7);
    /// A sign of formulas: the pieces of tall brackets, and signs of sums, roots and sets.
    const MATH: Self = Self(1 << 8);
    /// A sign that parts the names of the parties from the number of a case.
    const DIVIDER: Self = Self(1 << 9);
    const COLON: Self = Self(1 << 10);
    /// A sign of programs.
    const CODE: Self = Self(1 << 11);
    const BRACKET: Self = Self(1 << 12);
    const ROUND_OPEN: Self = Self(1 << 13);
    const ROUND_CLOSE: Self = Self(1 << 14);
    const ALL: Self = Self(u16::MAX);

    /// Returns the traits of the character that a glyph is read as; none if it has no text.
    #[inline(always)]
    pub(super) fn of_glyph(page: &PageGlyphs, glyph: &Glyph) -> Self {
        let of_ascii = glyph.text.ascii().and_then(|byte| ASCII.get(usize::from(byte)));
        of_ascii.copied().unwrap_or_else(|| Self::of_glyph_beyond_ascii(page, glyph))
    }

    fn of_glyph_beyond_ascii(page: &PageGlyphs, glyph: &Glyph) -> Self {
        // A glyph of several characters is never a space.
        let is_blank = glyph.text.character().is_some_and(is_space);
        if is_blank { Self::SPACE } else { first_character(page, glyph).map_or(Self::NONE, Self::of) }
    }

    /// Returns the traits of a character that does not separate words.
    fn of(character: char) -> Self {
        static CLASSES: BmpTable = BmpTable::new();
        match ASCII.get(character as usize) {
            Some(&Self::SPACE) => Self::SIGN,
            Some(&traits) => traits,
            None => match CLASSES.get(character, Self::class_by_properties) {
                0 => Self::of_sign(character),
                class => Self(u16::from(class)),
            },
        }
    }

    /// Returns the traits of a letter or number, which are among the first seven; 0 for other characters.
    fn class_by_properties(character: char) -> u8 {
        let traits = if character.is_numeric() {
            Self::NUMBER
        } else if character.is_alphabetic() {
            let is_lower = character.is_lowercase();
            Self::LETTER.with_if(Self::LOWER, is_lower).with_if(Self::UNSPACED, is_unspaced(character))
        } else {
            Self::NONE
        };
        u8::try_from(traits.0).unwrap_or(0)
    }

    const fn of_sign(sign: char) -> Self {
        Self::SIGN
            .with_if(Self::DOT, matches!(sign, '.' | '·' | '…' | '_' | '‥'))
            .with_if(Self::OPERATOR, matches!(sign, '=' | '+' | '−' | '≤' | '≥' | '≈' | '±' | '∼'))
            .with_if(
                Self::MATH,
                matches!(sign, '\u{239B}'..='\u{23B3}' | '∑' | '∏' | '∫' | '√' | '∂' | '∇' | '∈' | '∀' | '∃'),
            )
            .with_if(Self::DIVIDER, matches!(sign, ':' | ')' | '(' | '|' | '§'))
            .with_if(Self::COLON, matches!(sign, ':' | '：'))
            .with_if(Self::CODE, matches!(sign, '{' | '}' | ';' | '\\'))
            .with_if(Self::BRACKET, matches!(sign, '(' | ')' | '[' | ']' | '{' | '}' | '|' | '⌊' | '⌋'))
            .with_if(Self::ROUND_OPEN, sign == '(')
            .with_if(Self::ROUND_CLOSE, sign == ')')
    }

    /// Returns the union of two sets of traits.
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn with_if(self, other: Self, is_so: bool) -> Self {
        if is_so { self.with(other) } else { self }
    }

    /// Returns `true` if it includes any of `traits`.
    #[inline]
    pub(super) const fn is(self, traits: Self) -> bool {
        self.0 & traits.0 != 0
    }

    #[allow(clippy::indexing_slicing)]
    const fn ascii() -> [Self; 128] {
        let mut traits = [Self::NONE; 128];
        let mut code: u8 = 0;
        while code < 128 {
            traits[code as usize] = match code {
                b' ' | b'\t' => Self::SPACE,
                b'a'..=b'z' => Self(Self::LETTER.0 | Self::LOWER.0),
                b'A'..=b'Z' => Self::LETTER,
                b'0'..=b'9' => Self::NUMBER,
                _ => Self::of_sign(code as char),
            };
            code += 1;
        }
        traits
    }
}

static ASCII: [Traits; 128] = Traits::ascii();

/// The characters of a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spelling {
    pub(super) digits: u32,
    pub(super) letters: u32,
    pub(super) signs: u32,
    /// The number that its digits make.
    value: u32,
    /// The traits that any of its characters has.
    any: Traits,
    /// The traits that all of its characters have.
    all: Traits,
    /// The first character.
    first: Traits,
    /// The first letter or digit.
    lead: Traits,
    /// The last character.
    last: Traits,
}

impl Default for Spelling {
    fn default() -> Self {
        let none = Traits::NONE;
        Self {
            digits: 0,
            letters: 0,
            signs: 0,
            value: 0,
            any: none,
            all: Traits::ALL,
            first: none,
            lead: none,
            last: none,
        }
    }
}

impl Spelling {
    /// Adds the character of a glyph with its traits.
    #[inline(always)]
    pub(super) fn count(&mut self, traits: Traits, page: &PageGlyphs, glyph: &Glyph) {
        if traits == self.last && traits.is(Traits::LETTER) {
            // Most letters are like the ones before them, which tell the same.
            self.letters += 1;
        } else {
            self.add(traits, page, glyph);
        }
    }

    #[inline(always)]
    fn add(&mut self, traits: Traits, page: &PageGlyphs, glyph: &Glyph) {
        if traits == Traits::NONE {
            return;
        }
        if self.any == Traits::NONE {
            self.first = traits;
        }
        if !self.any.is(LETTER_OR_DIGIT) {
            self.lead = traits;
        }
        if traits.is(Traits::LETTER) {
            self.letters += 1;
        } else if traits.is(Traits::NUMBER) {
            self.digits += 1;
            self.add_digit(first_character(page, glyph));
        } else {
            self.signs += 1;
        }
        self.any = Traits(self.any.0 | traits.0);
        self.all = Traits(self.all.0 & traits.0);
        self.last = traits;
    }

    fn add_digit(&mut self, character: Option<char>) {
        if let Some(digit) = character.and_then(|character| character.to_digit(10)) {
            self.value = self.value.saturating_mul(10).saturating_add(digit);
        }
    }

    /// Returns `true` if it may have signs of formulas or programs.
    pub(super) fn may_have_signs(&self) -> bool {
        self.any.is(FORMULA_OR_CODE)
    }

    /// Returns `true` if it has more digits than letters, or is a dash or another sign that is set in place of a
    /// number.
    pub(super) fn is_numeric(&self) -> bool {
        self.digits > self.letters || (self.letters == 0 && self.signs > 0)
    }

    /// Returns `true` if it consists of leader dots only.
    #[inline]
    pub(super) fn is_dots(&self) -> bool {
        self.all.is(Traits::DOT)
    }

    /// Returns `true` if its first letter is lower case.
    pub(super) fn is_lower(&self) -> bool {
        self.lead.is(Traits::LOWER)
    }

    /// Returns `true` if it begins with a letter of a script without spaces between words.
    pub(super) fn is_unspaced(&self) -> bool {
        self.lead.is(Traits::UNSPACED)
    }

    /// Returns `true` if it ends with a colon.
    pub(super) fn is_label(&self) -> bool {
        self.last.is(Traits::COLON)
    }

    /// Returns `true` if it has a sign of programs.
    pub(super) fn has_code_sign(&self) -> bool {
        self.any.is(Traits::CODE)
    }

    /// Returns `true` if it has a sign that formulas share with other texts.
    pub(super) fn has_operator(&self) -> bool {
        self.any.is(Traits::OPERATOR)
    }

    /// Returns `true` if it is a sign of formulas, such as a sum or a bracket alone.
    pub(super) fn is_formula_sign(&self) -> bool {
        self.any.is(Traits::MATH) || (self.all.is(Traits::BRACKET) && self.signs > 0)
    }

    /// Returns `true` if it parts the names of the parties from the number of a case in court.
    pub(super) fn is_divider(&self) -> bool {
        self.all.is(Traits::DIVIDER) && self.signs > 0
    }

    /// Returns `true` if it is an operator and nothing else.
    pub(super) fn is_operator(&self) -> bool {
        self.has_operator() && self.letters_and_digits() == 0
    }

    /// Returns the number of letters and digits.
    pub(super) fn letters_and_digits(&self) -> u32 {
        self.letters.saturating_add(self.digits)
    }

    /// Returns `true` if it has at most two letters and digits, as variables and their factors do.
    pub(super) fn is_short(&self) -> bool {
        self.letters_and_digits() <= 2
    }

    /// Returns the number of an equation, as in `(15)` or `(2.1a)`.
    pub(super) fn equation_number(&self) -> Option<u32> {
        let is_bracketed = self.first.is(Traits::ROUND_OPEN)
            && self.last.is(Traits::ROUND_CLOSE)
            && self.signs <= MOST_SIGNS_OF_NUMBER;
        (is_bracketed && self.digits > 0 && self.letters <= 1).then_some(self.value)
    }
}

/// The signs of formulas, which brackets may be, and of programs.
const FORMULA_OR_CODE: Traits = Traits::MATH.with(Traits::BRACKET).with(Traits::OPERATOR).with(Traits::CODE);
/// The letters and digits.
const LETTER_OR_DIGIT: Traits = Traits::LETTER.with(Traits::NUMBER);
/// The number of an equation has at most so many signs: its brackets and a full stop.
const MOST_SIGNS_OF_NUMBER: u32 = 3;

#[cfg(test)]
impl Spelling {
    /// Returns the spelling of a word.
    pub(super) fn of(word: &str) -> Self {
        Self::counted(word, Self::count)
    }

    /// Returns the spelling of a word whose characters are counted in some way.
    fn counted(word: &str, count: impl Fn(&mut Self, Traits, &PageGlyphs, &Glyph)) -> Self {
        use crate::content::{TextId, Visibility};
        use crate::unicode::UnicodeSource;

        let (mut spelling, page) = (Self::default(), PageGlyphs::default());
        for character in word.chars() {
            let glyph = Glyph {
                code: 0,
                text: TextId::from_char(character),
                source: UnicodeSource::Unknown,
                confidence_percent: 100,
                visibility: Visibility::Visible,
                code_bytes: 1,
                x: 0.0,
                y: 0.0,
                advance: 5.0,
                run: 0,
            };
            count(&mut spelling, Traits::of_glyph(&page, &glyph), &page, &glyph);
        }
        spelling
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_equations_are_in_brackets() {
        let number = |word| Spelling::of(word).equation_number();
        assert_eq!((number("(15)"), number("(2.1a)")), (Some(15), Some(21)));
        assert_eq!([number("15)"), number("(15"), number("(a)"), number("(1.2.3)")], [None; 4]);
    }

    #[test]
    fn letters_are_counted_alike_whatever_precedes_them() {
        for word in
            ["river", "River", "RIVER", "riVER2ss", "漢字漢", "a;bb", "x=∑(yy)", "éa", "(2.1a)", ":", "..."]
        {
            let spelling = Spelling::of(word);
            assert_eq!(format!("{spelling:?}"), format!("{:?}", Spelling::counted(word, Spelling::add)));
            let has_signs = spelling.is_formula_sign() || spelling.has_operator() || spelling.has_code_sign();
            assert!(spelling.may_have_signs() || !has_signs, "{word}");
        }
    }

    #[test]
    fn a_word_is_judged_by_all_its_characters() {
        let of = Spelling::of;
        assert!(of("...").is_dots() && !of("1..").is_dots());
        assert!(of("(river").is_lower() && !of("2river").is_lower() && !of("River").is_lower());
        assert!(of("Name:").is_label() && !of("a:b").is_label());
        assert!(of("—").is_numeric() && of("12a").is_numeric() && !of("river").is_numeric());
        assert!(of("∑x").is_formula_sign() && of("()").is_formula_sign() && !of("(x)").is_formula_sign());
        assert!(of(":)").is_divider() && of("=").is_operator() && !of("x=").is_operator());
        assert!(of("漢字").is_unspaced() && of("a;").has_code_sign());
    }
}

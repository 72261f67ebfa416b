//! Splits text at white space and finds the kinds of characters of each token, in one pass over its bytes.

/// A text between white space.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'t> {
    pub(crate) text: &'t str,
    pub(crate) kinds: Kinds,
}

/// The kinds of characters that a token has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const LOWER: Self = Self(1);
    pub(crate) const UPPER: Self = Self(1 << 1);
    pub(crate) const DIGIT: Self = Self(1 << 2);
    pub(crate) const COLON: Self = Self(1 << 3);
    pub(crate) const AT: Self = Self(1 << 4);
    pub(crate) const FULL_STOP: Self = Self(1 << 5);
    /// Other signs and controls of ASCII.
    pub(crate) const SIGN: Self = Self(1 << 6);
    pub(crate) const NON_ASCII: Self = Self(1 << 7);
    pub(crate) const ASCII_LETTER: Self = Self(Self::LOWER.0 | Self::UPPER.0);

    /// Returns `true` if the token has a character of one of some kinds.
    #[inline]
    pub(crate) fn has(self, kinds: Self) -> bool {
        self.0 & kinds.0 != 0
    }

    /// Returns `true` if the token has no character of other kinds.
    #[inline]
    pub(crate) fn has_only(self, kinds: Self) -> bool {
        self.0 & !kinds.0 == 0
    }
}

/// The kind of each byte; none for white space.
static KINDS: [u8; 256] = kinds();

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)]
const fn kinds() -> [u8; 256] {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < kinds.len() {
        kinds[byte] = match byte as u8 {
            b'\t'..=b'\r' | b' ' => 0,
            b'a'..=b'z' => Kinds::LOWER.0,
            b'A'..=b'Z' => Kinds::UPPER.0,
            b'0'..=b'9' => Kinds::DIGIT.0,
            b':' => Kinds::COLON.0,
            b'@' => Kinds::AT.0,
            b'.' => Kinds::FULL_STOP.0,
            0x80.. => Kinds::NON_ASCII.0,
            _ => Kinds::SIGN.0,
        };
        byte += 1;
    }
    kinds
}

#[inline]
fn kind(byte: u8) -> u8 {
    KINDS.get(usize::from(byte)).copied().unwrap_or(0)
}

/// Returns the tokens of a text, as [`str::split_whitespace`] does.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = without_blanks(rest);
        let (end, kinds) = extent(rest);
        let (token, after) = rest.split_at_checked(end)?;
        rest = after;
        (!token.is_empty()).then_some(Token { text: token, kinds })
    })
}

/// Returns a text without the white space that it begins with.
#[inline]
fn without_blanks(text: &str) -> &str {
    let blanks = text.bytes().take_while(|byte| kind(*byte) == 0).count();
    let rest = text.get(blanks..).unwrap_or_default();
    // White space outside ASCII is rare, and may be mixed with the other.
    if rest.bytes().next().is_some_and(|byte| !byte.is_ascii()) { rest.trim_start() } else { rest }
}

/// Returns the length of the token that a text begins with, and the kinds of its characters.
#[inline]
fn extent(text: &str) -> (usize, Kinds) {
    let mut kinds = 0;
    let mut end = 0;
    for byte in text.bytes() {
        let kind = kind(byte);
        if kind == 0 {
            return (end, Kinds(kinds));
        }
        if kind == Kinds::NON_ASCII.0 {
            return extent_beyond_ascii(text, end, kinds);
        }
        kinds |= kind;
        end += 1;
    }
    (end, Kinds(kinds))
}

/// Continues at the first character outside ASCII of a token, at a place in a text.
fn extent_beyond_ascii(text: &str, from: usize, mut kinds: u8) -> (usize, Kinds) {
    let rest = text.get(from..).unwrap_or_default();
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    rest.bytes().take(length).for_each(|byte| kinds |= kind(byte));
    (from + length, Kinds(kinds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_those_between_white_space() {
        let blanks = [" ", "\t", "\n", "\u{b}", "\u{a0}", "\u{2003}", "\u{3000}", "\u{85}", " \u{a0} ", ""];
        let words = ["word", "é", "a\u{1f}b", "x\u{200b}", "漢字", "1:2", "É.é"];
        for (place, blank) in blanks.iter().enumerate() {
            let text: String = words.iter().map(|word| format!("{blank}{word}{blank}")).collect();
            for text in [text.as_str(), text.trim()] {
                let found: Vec<&str> = tokens(text).map(|token| token.text).collect();
                assert_eq!(found, text.split_whitespace().collect::<Vec<_>>(), "{place}");
            }
        }
    }

    #[test]
    fn kinds_are_those_of_all_characters_of_a_token() {
        let of = |text| tokens(text).next().map_or(Kinds(0), |token| token.kinds);
        assert_eq!(of("word"), Kinds::LOWER);
        assert_eq!(of("aB "), Kinds::ASCII_LETTER);
        assert_eq!(of("a\u{a0}B"), Kinds::LOWER, "the blank is not part of it");
        assert!(of("éA:1").has(Kinds::COLON) && of("éA:1").has(Kinds::UPPER) && of("éA:1").has(Kinds::DIGIT));
        assert!(of("a@b.c").has(Kinds::AT) && of("a@b.c").has(Kinds::FULL_STOP));
        assert!(of("a(").has(Kinds::SIGN) && !of("a(").has_only(Kinds::ASCII_LETTER));
        assert!(!of("word").has(Kinds::NON_ASCII) && of("wörd").has(Kinds::NON_ASCII));
    }
}

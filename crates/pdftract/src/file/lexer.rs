//! Splits bytes into PDF tokens, borrowed from the bytes; never fails, never allocates.
//!
//! Anything that is not a token is skipped, so the lexer reaches the end of any input in one pass. Strings and names
//! are returned raw; [`escapes`](super::escapes) decodes them.

use crate::clock;

/// Bytes of white space between two looks at the clock.
const BYTES_BETWEEN_CHECKS: usize = 1 << 16;

/// The lexical class of a byte (ISO 32000-1, 7.2.2).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    White,
    Delimiter,
    Regular,
}

const fn class_of(byte: u8) -> Class {
    match byte {
        b'\0' | b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' => Class::White,
        b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%' => Class::Delimiter,
        _ => Class::Regular,
    }
}

/// The class of each byte, computed at compile time.
#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)]
static CLASSES: [Class; 256] = {
    let mut table = [Class::Regular; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class_of(byte as u8);
        byte += 1;
    }
    table
};

#[inline]
pub(crate) fn class(byte: u8) -> Class {
    CLASSES.get(usize::from(byte)).copied().unwrap_or(Class::Regular)
}

#[inline]
pub(crate) fn is_white(byte: u8) -> bool {
    class(byte) == Class::White
}

#[inline]
pub(crate) fn is_regular(byte: u8) -> bool {
    class(byte) == Class::Regular
}

/// One token, borrowed from the input.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Token<'a> {
    Int(i64),
    Real(f64),
    /// Without the slash, `#xx` not yet decoded.
    Name(&'a [u8]),
    /// Between the outer parentheses, escapes not yet decoded.
    Literal(&'a [u8]),
    /// Between the angle brackets.
    Hex(&'a [u8]),
    ArrayOpen,
    ArrayClose,
    DictOpen,
    DictClose,
    Keyword(&'a [u8]),
    End,
}

/// A lexer with its position in bytes.
#[derive(Debug, Clone)]
pub(crate) struct Lexer<'a> {
    data: &'a [u8],
    position: usize,
    /// `true` if a number was too long and read as 0.
    pub(crate) long_number: bool,
    number_bytes: usize,
}

impl<'a> Lexer<'a> {
    /// Starts at `position`; a position past the end yields [`Token::End`].
    pub(crate) fn new(data: &'a [u8], position: usize) -> Self {
        Self { data, position: position.min(data.len()), long_number: false, number_bytes: 64 }
    }

    pub(crate) fn position(&self) -> usize {
        self.position
    }

    pub(crate) fn set_position(&mut self, position: usize) {
        self.position = position.min(self.data.len());
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        self.data.get(self.position..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.data.get(self.position).copied()
    }

    fn slice(&self, start: usize, end: usize) -> &'a [u8] {
        self.data.get(start..end).unwrap_or_default()
    }

    /// Skips white space and comments.
    pub(crate) fn skip_white(&mut self) {
        while let Some(byte) = self.peek() {
            // A stream may decode to nothing but spaces.
            if self.position % BYTES_BETWEEN_CHECKS == BYTES_BETWEEN_CHECKS - 1 && clock::is_over() {
                self.position = self.data.len();
                return;
            }
            match class(byte) {
                Class::White => self.position += 1,
                _ if byte == b'%' => self.skip_line(),
                _ => return,
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.position += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    }

    /// Returns the next token; [`Token::End`] forever once the input is exhausted. Most take no longer than a call.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Token<'a> {
        loop {
            self.skip_white();
            let Some(byte) = self.peek() else { return Token::End };
            return match byte {
                b'0'..=b'9' | b'+' | b'-' | b'.' => self.number(),
                b'/' => self.name(),
                b'(' => self.literal(),
                b'<' => self.angle_open(),
                b'>' => {
                    self.position += 1;
                    if self.peek() != Some(b'>') {
                        continue;
                    }
                    self.position += 1;
                    Token::DictClose
                }
                b'[' => self.single(Token::ArrayOpen),
                b']' => self.single(Token::ArrayClose),
                b')' | b'{' | b'}' => {
                    self.position += 1;
                    continue;
                }
                _ => self.keyword(),
            };
        }
    }

    /// Skips the rest of a reference to an object of generation 0, as most files write it, and returns `true` if it is there.
    #[inline]
    pub(crate) fn skip_reference_end(&mut self) -> bool {
        let is_reference = match *self.rest() {
            [b' ', b'0', b' ', b'R'] => true,
            [b' ', b'0', b' ', b'R', next, ..] => !is_regular(next),
            _ => false,
        };
        self.position += if is_reference { 4 } else { 0 };
        is_reference
    }

    /// Returns the next token without advancing.
    pub(crate) fn lookahead(&self) -> Token<'a> {
        self.clone().next()
    }

    fn single(&mut self, token: Token<'a>) -> Token<'a> {
        self.position += 1;
        token
    }

    fn keyword(&mut self) -> Token<'a> {
        let start = self.position;
        let rest = self.rest();
        let length = rest.iter().position(|&b| !is_regular(b)).unwrap_or(rest.len());
        self.position += length;
        Token::Keyword(self.slice(start, self.position))
    }

    fn name(&mut self) -> Token<'a> {
        self.position += 1;
        match self.keyword() {
            Token::Keyword(bytes) => Token::Name(bytes),
            other => other,
        }
    }

    /// What takes long is not inlined, so that short tokens need few registers.
    #[inline(never)]
    fn angle_open(&mut self) -> Token<'a> {
        self.position += 1;
        if self.peek() == Some(b'<') {
            return self.single(Token::DictOpen);
        }
        let start = self.position;
        let rest = self.rest();
        let length = memchr::memchr(b'>', rest).unwrap_or(rest.len());
        self.position = (start + length + 1).min(self.data.len());
        Token::Hex(self.slice(start, start + length))
    }

    /// Reads a literal string; nested parentheses are counted. An unclosed string extends to the end of the input.
    #[inline(never)]
    fn literal(&mut self) -> Token<'a> {
        self.position += 1;
        let start = self.position;
        let mut depth = 1usize;
        loop {
            let rest = self.rest();
            // A search takes longer than a look at the next byte, and hostile strings have nothing but parentheses.
            let found = match rest.first() {
                Some(b'(' | b')' | b'\\') => Some(0),
                _ => memchr::memchr3(b'(', b')', b'\\', rest),
            };
            let Some(found) = found else {
                self.position = self.data.len();
                return Token::Literal(self.slice(start, self.position));
            };
            self.position += found;
            match self.peek() {
                Some(b'(') => depth += 1,
                Some(b'\\') => self.position += 1,
                _ => depth -= 1,
            }
            let end = self.position;
            self.position = (self.position + 1).min(self.data.len());
            if depth == 0 {
                return Token::Literal(self.slice(start, end));
            }
        }
    }

    /// Reads a number tolerantly: signs may repeat, and a second dot or a stray sign ends the value.
    fn number(&mut self) -> Token<'a> {
        match short_integer(self.rest()) {
            Some((value, length)) if !self.is_exponent(self.position + length) => {
                self.position += length;
                Token::Int(value)
            }
            _ => self.any_number(),
        }
    }

    /// Returns whether an exponent as in `1e3` begins at a position. ISO 32000 has none, but files and other readers do.
    #[inline]
    fn is_exponent(&self, position: usize) -> bool {
        // Nearly all numbers end at white space.
        let Some(b'e' | b'E') = self.data.get(position) else { return false };
        let behind = self.data.get(position + 1..).unwrap_or_default();
        matches!(behind, [b'0'..=b'9', ..] | [b'+' | b'-', b'0'..=b'9', ..])
    }

    /// Applies the exponent behind a number, if there is one. Values that no coordinate has become the largest one.
    fn with_exponent(&mut self, token: Token<'a>) -> Token<'a> {
        let value = match token {
            #[allow(clippy::cast_precision_loss)]
            Token::Int(value) => value as f64,
            Token::Real(value) => value,
            _ => return token,
        };
        if !self.is_exponent(self.position) {
            return token;
        }
        self.position += 1;
        let is_negative = self.peek() == Some(b'-');
        if let Some(b'+' | b'-') = self.peek() {
            self.position += 1;
        }
        let (exponent, _) = self.digits();
        let exponent = i32::try_from(exponent.min(400)).unwrap_or(400);
        let scaled = value * 10_f64.powi(if is_negative { -exponent } else { exponent });
        Token::Real(scaled.clamp(f64::from(f32::MIN), f64::from(f32::MAX)))
    }

    #[inline(never)]
    fn any_number(&mut self) -> Token<'a> {
        let start = self.position;
        let mut negative = false;
        while let Some(sign @ (b'+' | b'-')) = self.peek() {
            negative |= sign == b'-';
            self.position += 1;
        }
        let (whole, whole_digits) = self.digits();
        let mut token = Token::Int(if negative { whole.wrapping_neg() } else { whole });
        let mut digits = whole_digits;
        if self.peek() == Some(b'.') {
            self.position += 1;
            let fraction_start = self.position;
            let (_, fraction_digits) = self.digits();
            digits += fraction_digits;
            let value = decimal(whole, whole_digits, self.slice(fraction_start, self.position));
            token = Token::Real(if negative { -value } else { value });
        } else if whole_digits > 18 {
            let value = decimal(whole, whole_digits, &[]);
            token = Token::Real(if negative { -value } else { value });
        }
        if digits > 0 {
            token = self.with_exponent(token);
        }
        self.skip_number_noise();
        if digits == 0 {
            return self.not_a_number(start, token);
        }
        if self.position - start > self.number_bytes {
            self.long_number = true;
            return Token::Int(0);
        }
        token
    }

    /// Skips the rest of `1.2.3` and `12-34`, which occur; readers agree to drop everything after the first value.
    fn skip_number_noise(&mut self) {
        while let Some(b'0'..=b'9' | b'.' | b'-') = self.peek() {
            self.position += 1;
        }
    }

    /// A single sign or dot is 0, as in `. 5`; followed by letters, it is part of a keyword.
    fn not_a_number(&mut self, start: usize, zero: Token<'a>) -> Token<'a> {
        if self.peek().is_some_and(is_regular) {
            self.position = start;
            return self.keyword();
        }
        match zero {
            Token::Real(_) => Token::Real(0.0),
            _ => Token::Int(0),
        }
    }

    /// Reads digits; the value saturates, the count does not.
    fn digits(&mut self) -> (i64, usize) {
        let start = self.position;
        let mut value = 0i64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
            self.position += 1;
        }
        (value, self.position - start)
    }
}

/// Reads a short regular integer, and returns its length.
#[inline]
fn short_integer(text: &[u8]) -> Option<(i64, usize)> {
    let mut value = 0i64;
    for (length, byte) in text.iter().take(SHORT_INTEGER + 1).enumerate() {
        match byte {
            b'0'..=b'9' => value = value * 10 + i64::from(byte - b'0'),
            b'.' | b'-' => return None,
            _ => return (length > 0).then_some((value, length)),
        }
    }
    None
}

/// The number of digits of object numbers, offsets and most other integers.
const SHORT_INTEGER: usize = 10;

/// The powers of ten that a double represents exactly.
const POWERS: [f64; 19] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18];

/// The reciprocals of the powers of ten.
pub(crate) const FRACTIONS: [f64; 19] = [
    1e0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15,
    1e-16, 1e-17, 1e-18,
];

/// Returns the value of a decimal number; digits of the fraction beyond the fifteenth are irrelevant for pages.
#[allow(clippy::cast_precision_loss)]
fn decimal(whole: i64, whole_digits: usize, fraction: &[u8]) -> f64 {
    let kept = fraction.get(..fraction.len().min(15)).unwrap_or_default();
    let mut mantissa = 0i64;
    for digit in kept {
        mantissa = mantissa * 10 + i64::from(digit - b'0');
    }
    let scale = POWERS.get(kept.len()).copied().unwrap_or(1e15);
    let whole = if whole_digits > 300 { 0.0 } else { whole as f64 };
    whole + mantissa as f64 / scale
}

/// Counts the tokens, for benchmarks of the lexer.
pub fn count_tokens(data: &[u8]) -> usize {
    let mut lexer = Lexer::new(data, 0);
    std::iter::from_fn(|| Some(lexer.next()).filter(|token| !matches!(token, Token::End))).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(data: &[u8]) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(data, 0);
        let mut list = Vec::new();
        loop {
            match lexer.next() {
                Token::End => return list,
                token => list.push(token),
            }
        }
    }

    fn number(data: &[u8]) -> Token<'_> {
        tokens(data)[0]
    }

    #[test]
    fn numbers_as_files_write_them() {
        assert_eq!(number(b"12"), Token::Int(12));
        assert_eq!(number(b"-7"), Token::Int(-7));
        assert_eq!(number(b"+7"), Token::Int(7));
        assert_eq!(number(b"--7"), Token::Int(-7));
        assert_eq!(number(b"-.5"), Token::Real(-0.5));
        assert_eq!(number(b"4."), Token::Real(4.0));
        assert_eq!(number(b"0.1"), Token::Real(0.1));
        assert_eq!(number(b"1.2.3"), Token::Real(1.2));
        assert_eq!(number(b"12-34"), Token::Int(12));
        assert_eq!(number(b"."), Token::Real(0.0));
        assert_eq!(number(b"-"), Token::Int(0));
        assert_eq!(tokens(b"1234567890 12345678901 7"), [1_234_567_890, 12_345_678_901, 7].map(Token::Int));
        assert_eq!(number(b"1e3"), Token::Real(1_000.0));
        assert_eq!(number(b"-2.5E-1"), Token::Real(-0.25));
        assert_eq!(number(b"1e99999"), Token::Real(f64::from(f32::MAX)));
        assert_eq!(tokens(b"12e"), [Token::Int(12), Token::Keyword(b"e")]);
        assert_eq!(tokens(b"123endobj"), [Token::Int(123), Token::Keyword(b"endobj")]);
        assert_eq!(number(b"99999999999999999999"), Token::Real(9_223_372_036_854_775_807.0));
    }

    #[test]
    fn long_number_is_zero_and_noted() {
        let digits = vec![b'9'; 3_000];
        let mut lexer = Lexer::new(&digits, 0);
        assert_eq!(lexer.next(), Token::Int(0));
        assert!(lexer.long_number);
        assert_eq!(lexer.next(), Token::End);
    }

    #[test]
    fn structure_and_comments() {
        let found = tokens(b"<</A[1 /B%c\n(x)]>> ]>)}");
        let want = [
            Token::DictOpen,
            Token::Name(b"A"),
            Token::ArrayOpen,
            Token::Int(1),
            Token::Name(b"B"),
            Token::Literal(b"x"),
            Token::ArrayClose,
            Token::DictClose,
            Token::ArrayClose,
        ];
        assert_eq!(found, want);
    }

    #[test]
    fn strings_nest_and_may_lack_their_end() {
        assert_eq!(tokens(b"(a(b)c\\))d"), [Token::Literal(b"a(b)c\\)"), Token::Keyword(b"d")]);
        assert_eq!(tokens(b"(abc"), [Token::Literal(b"abc")]);
        assert_eq!(tokens(b"(abc\\"), [Token::Literal(b"abc\\")]);
        assert_eq!(tokens(b"<41 4"), [Token::Hex(b"41 4")]);
    }
}

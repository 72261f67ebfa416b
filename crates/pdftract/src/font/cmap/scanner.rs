//! Splits the bytes of a CMap into PostScript tokens, borrowed from the input.
//!
//! It supports only the PostScript that occurs in CMaps: braces of procedures are dropped, and nothing is executed.
//! Every byte is read once and no input is rejected.

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// `<…>`: hexadecimal digits and white space, nothing else.
    Hex {
        /// The digits between the brackets.
        digits: &'a [u8],
        /// `true` if the closing `>` is present.
        closed: bool,
    },
    /// `(…)` without its outer parentheses, with escapes not decoded.
    Literal(&'a [u8]),
    /// `/…` without the slash.
    Name(&'a [u8]),
    /// A number; decimals are dropped.
    Number(i64),
    /// An operator or any other bare word.
    Word(&'a [u8]),
    /// `<<` or `>>`
    DictionaryMark,
    /// `[`
    ArrayStart,
    /// `]`
    ArrayEnd,
}

/// The scanner.
#[derive(Debug, Clone)]
pub(crate) struct Scanner<'a> {
    rest: &'a [u8],
}

impl<'a> Scanner<'a> {
    /// Creates a scanner at the first byte.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Takes the bytes before the first one that fails `belongs`.
    #[inline]
    fn take_while(&mut self, belongs: impl Fn(u8) -> bool) -> &'a [u8] {
        let end = self.rest.iter().position(|&byte| !belongs(byte)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, &[]));
        self.rest = rest;
        taken
    }

    /// Consumes the next byte if it is `byte`.
    fn take_if(&mut self, byte: u8) -> bool {
        match self.rest.split_first() {
            Some((&first, rest)) if first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    #[inline]
    fn hex(&mut self) -> Token<'a> {
        // The most common form, without a loop.
        if let Some((digits, [b'>', rest @ ..])) = self.rest.split_at_checked(4)
            && digits.iter().all(|&byte| class(byte) == Class::HexDigit)
        {
            self.rest = rest;
            return Token::Hex { digits, closed: true };
        }
        let digits = self.take_while(is_hex_or_space);
        Token::Hex { digits, closed: self.take_if(b'>') }
    }

    fn comment(&mut self) {
        let end = memchr::memchr2(b'\r', b'\n', self.rest).unwrap_or(self.rest.len());
        self.rest = self.rest.get(end..).unwrap_or_default();
    }

    /// Counts parentheses, so that `(a (b) c)` is one string. An unclosed string extends to the end of the input.
    fn literal(&mut self) -> Token<'a> {
        let (mut depth, mut escaped) = (1_u64, false);
        let end = self.rest.iter().position(|&byte| {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let text = self.rest.get(..end.unwrap_or(self.rest.len())).unwrap_or_default();
        self.rest = self.rest.get(text.len() + 1..).unwrap_or_default();
        Token::Literal(text)
    }

    /// A number ends before the first byte that cannot be part of it, so that `2beginbfchar` is read as two tokens.
    fn number(&mut self, start: &'a [u8]) -> Token<'a> {
        self.rest = start;
        let text = self.take_while(|byte| matches!(byte, b'+' | b'-' | b'.' | b'0'..=b'9'));
        let negative = text.first() == Some(&b'-');
        let digits = text.iter().skip_while(|byte| matches!(byte, b'+' | b'-'));
        let magnitude = digits
            .take_while(|byte| byte.is_ascii_digit())
            .fold(0_i64, |value, &byte| value.saturating_mul(10).saturating_add(i64::from(byte - b'0')));
        Token::Number(if negative { -magnitude } else { magnitude })
    }

    fn word(&mut self, start: &'a [u8]) -> Token<'a> {
        self.rest = start;
        Token::Word(self.take_while(is_regular))
    }
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let start = self.rest;
            let (&first, rest) = start.split_first()?;
            self.rest = rest;
            match first {
                b'<' if self.take_if(b'<') => return Some(Token::DictionaryMark),
                b'>' if self.take_if(b'>') => return Some(Token::DictionaryMark),
                b'<' => return Some(self.hex()),
                b'%' => self.comment(),
                b'/' => return Some(Token::Name(self.take_while(is_regular))),
                b'[' => return Some(Token::ArrayStart),
                b']' => return Some(Token::ArrayEnd),
                b'(' => return Some(self.literal()),
                b'>' | b')' | b'{' | b'}' => {}
                b'+' | b'-' | b'.' | b'0'..=b'9' => return Some(self.number(start)),
                _ if is_space(first) => {}
                _ => return Some(self.word(start)),
            }
        }
    }
}

/// The lexical class of a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Delimiter,
    HexDigit,
    Other,
}

/// The class of each byte; a table, because it is looked up for every byte.
const CLASSES: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut rest: &mut [Class] = &mut table;
    let mut byte = 0_u8;
    while let Some((slot, after)) = rest.split_first_mut() {
        *slot = match byte {
            b' ' | b'\n' | b'\r' | b'\t' | 0x0C | 0 => Class::Space,
            b'<' | b'>' | b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'/' | b'%' => Class::Delimiter,
            b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F' => Class::HexDigit,
            _ => Class::Other,
        };
        rest = after;
        byte = byte.wrapping_add(1);
    }
    table
};

#[inline]
fn class(byte: u8) -> Class {
    CLASSES.get(usize::from(byte)).copied().unwrap_or(Class::Other)
}

fn is_space(byte: u8) -> bool {
    class(byte) == Class::Space
}

fn is_regular(byte: u8) -> bool {
    matches!(class(byte), Class::HexDigit | Class::Other)
}

fn is_hex_or_space(byte: u8) -> bool {
    matches!(class(byte), Class::HexDigit | Class::Space)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(bytes: &[u8]) -> Vec<Token<'_>> {
        Scanner::new(bytes).collect()
    }

    fn hex(digits: &[u8]) -> Token<'_> {
        Token::Hex { digits, closed: true }
    }

    #[test]
    fn every_kind_of_token() {
        let tokens = scan(b"2 beginbfchar<01><00 41>/space [ ] (a\\)(b)) -1.9 << /K >> {x} def");
        let expected = [
            Token::Number(2),
            Token::Word(b"beginbfchar"),
            hex(b"01"),
            hex(b"00 41"),
            Token::Name(b"space"),
            Token::ArrayStart,
            Token::ArrayEnd,
            Token::Literal(b"a\\)(b)"),
            Token::Number(-1),
            Token::DictionaryMark,
            Token::Name(b"K"),
            Token::DictionaryMark,
            Token::Word(b"x"),
            Token::Word(b"def"),
        ];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn gr_9_comments() {
        assert_eq!(scan(b"% <01>\r<02>%<03>\n%"), [hex(b"02")]);
    }

    #[test]
    fn unclosed_strings_end_at_the_next_bracket_or_the_end() {
        let open = |digits| Token::Hex { digits, closed: false };
        assert_eq!(scan(b"<01<02>"), [open(b"01"), hex(b"02")]);
        assert_eq!(scan(b"<0"), [open(b"0")]);
        assert_eq!(scan(b"(abc"), [Token::Literal(b"abc")]);
        assert_eq!(scan(b"(abc\\"), [Token::Literal(b"abc\\")]);
        assert_eq!(scan(b"/"), [Token::Name(b"")]);
        assert_eq!(scan(b"<"), [open(b"")]);
    }

    #[test]
    fn numbers_do_not_overflow_and_end_before_words() {
        assert_eq!(scan(b"99999999999999999999"), [Token::Number(i64::MAX)]);
        assert_eq!(scan(b"2beginbfchar"), [Token::Number(2), Token::Word(b"beginbfchar")]);
        assert_eq!(scan(b"-"), [Token::Number(0)]);
    }
}

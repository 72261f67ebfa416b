//! Splits PostScript text into names, words, strings and brackets; everything else is skipped.

use memchr::{memchr2, memmem};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A literal name, without the slash.
    Name(&'a [u8]),
    /// A number or an executable name.
    Word(&'a [u8]),
    /// The text between parentheses, not decoded.
    Text(&'a [u8]),
    /// `[` or `{`.
    Open,
    /// `]` or `}`.
    Close,
}

impl Token<'_> {
    pub(super) fn number(self) -> Option<f32> {
        match self {
            Self::Word(word) => {
                std::str::from_utf8(word).ok()?.parse().ok().filter(|number: &f32| number.is_finite())
            }
            _ => None,
        }
    }

    /// Parses an integer, also with a radix: `8#101`, `16#41`.
    pub(super) fn whole(self) -> Option<i32> {
        let Self::Word(word) = self else { return None };
        let text = std::str::from_utf8(word).ok()?;
        match text.split_once('#') {
            Some((radix, digits)) => {
                let radix = radix.parse().ok().filter(|radix| (2..=36).contains(radix))?;
                i32::from_str_radix(digits, radix).ok()
            }
            None => text.parse().ok(),
        }
    }
}

/// A scanner with its position in the text.
#[derive(Debug, Clone)]
pub(super) struct Scanner<'a> {
    data: &'a [u8],
    at: usize,
    /// `true` if a string was found to be unclosed, so that the search for its end is not repeated.
    is_open: bool,
}

impl<'a> Scanner<'a> {
    /// Returns a scanner after the first occurrence of a key, including its slash, as a whole word.
    pub(super) fn after_key(data: &'a [u8], key: &[u8]) -> Option<Self> {
        Self::after_keys(data, key).next()
    }

    /// Returns scanners after every occurrence of a key.
    pub(super) fn after_keys(data: &'a [u8], key: &[u8]) -> impl Iterator<Item = Self> {
        let ends: Vec<usize> = memmem::find_iter(data, key).map(|at| at + key.len()).collect();
        let whole = move |end: &usize| data.get(*end).is_none_or(|byte| !is_regular(*byte));
        ends.into_iter().filter(whole).map(move |at| Self { data, at, is_open: false })
    }

    /// Returns the offset after the last token.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Returns `true` if more text after that of the scanner would not change the tokens read so far.
    pub(super) fn is_settled(&self) -> bool {
        self.at < self.data.len() && !self.is_open
    }

    /// Skips binary data.
    pub(super) fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    fn word(&mut self) -> &'a [u8] {
        let rest = self.data.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| !is_regular(*byte)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// Reads a string in parentheses, which may nest; its opening one has been read.
    fn text(&mut self) -> &'a [u8] {
        let start = self.at;
        if self.is_open {
            return &[];
        }
        let mut depth = 1_usize;
        while let Some(byte) = self.data.get(self.at) {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'(' => depth += 1,
                b')' if depth == 1 => return self.data.get(start..self.at - 1).unwrap_or_default(),
                b')' => depth -= 1,
                _ => {}
            }
        }
        // It is never closed, so the parenthesis is treated as a stray character.
        self.is_open = true;
        self.at = start;
        &[]
    }

    fn skip_comment(&mut self) {
        let rest = self.data.get(self.at..).unwrap_or_default();
        self.at += memchr2(b'\r', b'\n', rest).unwrap_or(rest.len());
    }
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let byte = *self.data.get(self.at)?;
            if is_regular(byte) {
                return Some(Token::Word(self.word()));
            }
            self.at += 1;
            match byte {
                b'/' => return Some(Token::Name(self.word())),
                b'(' => return Some(Token::Text(self.text())),
                b'[' | b'{' => return Some(Token::Open),
                b']' | b'}' => return Some(Token::Close),
                b'%' => self.skip_comment(),
                _ => {}
            }
        }
    }
}

fn is_regular(byte: u8) -> bool {
    !matches!(
        byte,
        0 | b'\t'
            | b'\n'
            | 12
            | b'\r'
            | b' '
            | b'('
            | b')'
            | b'<'
            | b'>'
            | b'['
            | b']'
            | b'{'
            | b'}'
            | b'/'
            | b'%'
    )
}

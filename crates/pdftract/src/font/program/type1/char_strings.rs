//! Finds the glyphs of a Type 1 program: the names in `/CharStrings` and the locations of their charstrings.

use std::ops::Range;

use super::eexec;
use super::scanner::{Scanner, Token};

/// The maximum number of glyphs; the largest Type 1 fonts have a few thousand.
const MOST_GLYPHS: usize = 65_536;

/// The number of random bytes before a charstring if `/lenIV` is missing.
const DEFAULT_LEAD: i32 = 4;

#[derive(Debug)]
struct Glyph {
    name: Range<usize>,
    char_string: Range<usize>,
}

/// The glyphs in the order of the program, as ranges of its private portion.
#[derive(Debug)]
pub(super) struct CharStrings {
    glyphs: Vec<Glyph>,
    lead: i32,
}

impl CharStrings {
    /// Reads the first `/CharStrings` that has a glyph.
    pub(super) fn read(private: &[u8]) -> Self {
        let stated = Scanner::after_key(private, b"/lenIV").and_then(|mut tokens| tokens.next()?.whole());
        let found =
            Scanner::after_keys(private, b"/CharStrings").take(4).map(|tokens| glyphs(private, tokens));
        Self {
            glyphs: found.into_iter().find(|glyphs| !glyphs.is_empty()).unwrap_or_default(),
            lead: stated.unwrap_or(DEFAULT_LEAD),
        }
    }

    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.glyphs.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn name<'a>(&self, private: &'a [u8], glyph: u32) -> Option<&'a [u8]> {
        private.get(self.glyph(glyph)?.name.clone())
    }

    /// Returns the charstring of a glyph, decrypted.
    pub(super) fn char_string(&self, private: &[u8], glyph: u32) -> Option<Vec<u8>> {
        let cipher = private.get(self.glyph(glyph)?.char_string.clone())?;
        Some(eexec::char_string(cipher, self.lead))
    }

    /// Returns the number of random bytes before each charstring; negative if charstrings are not encrypted.
    pub(super) fn lead(&self) -> i32 {
        self.lead
    }

    fn glyph(&self, glyph: u32) -> Option<&Glyph> {
        self.glyphs.get(usize::try_from(glyph).ok()?)
    }
}

/// Reads `/name length RD bytes ND` until `end`. The names of `RD` and `ND` differ between fonts.
fn glyphs(private: &[u8], mut tokens: Scanner<'_>) -> Vec<Glyph> {
    let mut glyphs = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            Token::Name(name) => {
                let end = tokens.offset();
                let mut ahead = tokens.clone();
                if let Some(char_string) = binary(private, &mut ahead) {
                    tokens.skip_to(char_string.end);
                    glyphs.push(Glyph { name: end - name.len()..end, char_string });
                }
            }
            Token::Word(b"end") if !glyphs.is_empty() => break,
            _ => {}
        }
        if glyphs.len() >= MOST_GLYPHS {
            break;
        }
    }
    glyphs
}

/// Reads `length RD` and returns the range of that many bytes, which starts after exactly one byte.
pub(super) fn binary(private: &[u8], tokens: &mut Scanner<'_>) -> Option<Range<usize>> {
    let length = usize::try_from(tokens.next()?.whole()?).ok()?;
    let Token::Word(_) = tokens.next()? else { return None };
    let start = tokens.offset().checked_add(1)?;
    let end = start.checked_add(length).filter(|end| *end <= private.len())?;
    Some(start..end)
}

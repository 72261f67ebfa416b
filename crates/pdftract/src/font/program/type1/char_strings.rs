//! Finds the glyphs of a Type 1 program: the names in `/CharStrings` and where their charstrings are.

use std::ops::Range;

use super::eexec;
use super::scanner::{Scanner, Token};

/// Glyphs kept; the largest Type 1 fonts have a few thousand.
const MOST_GLYPHS: usize = 65_536;

/// Random bytes before a charstring where `/lenIV` does not say.
const DEFAULT_LEAD: i32 = 4;

#[derive(Debug)]
struct Glyph {
    name: Range<usize>,
    char_string: Range<usize>,
}

/// The glyphs in the order of the program, as places in its private part.
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

    /// Random bytes before each charstring; negative when charstrings are not encrypted.
    pub(super) fn lead(&self) -> i32 {
        self.lead
    }

    fn glyph(&self, glyph: u32) -> Option<&Glyph> {
        self.glyphs.get(usize::try_from(glyph).ok()?)
    }
}

/// Reads `/name length RD bytes ND` until `end`. What `RD` and `ND` are called differs from font to font.
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

/// `length RD` and, behind exactly one byte, the range of that many bytes.
pub(super) fn binary(private: &[u8], tokens: &mut Scanner<'_>) -> Option<Range<usize>> {
    let length = usize::try_from(tokens.next()?.whole()?).ok()?;
    let Token::Word(_) = tokens.next()? else { return None };
    let start = tokens.offset().checked_add(1)?;
    let end = start.checked_add(length).filter(|end| *end <= private.len())?;
    Some(start..end)
}

//! Finds the subroutines of a Type 1 program: the charstrings in `/Subrs`, by their numbers.

use std::borrow::Cow;
use std::ops::Range;

use super::char_strings::binary;
use super::eexec;
use super::scanner::{Scanner, Token};

/// The maximum number of subroutines; fonts have up to a few thousand.
const MOST_SUBROUTINES: usize = 65_536;

/// The subroutines as ranges of the private portion, sorted by number.
#[derive(Debug, Default)]
pub(super) struct Subroutines {
    places: Vec<(i32, Range<usize>)>,
}

impl Subroutines {
    /// Reads the first `/Subrs` that is not empty.
    pub(super) fn read(private: &[u8]) -> Self {
        let mut found = Scanner::after_keys(private, b"/Subrs").take(4).map(|tokens| places(private, tokens));
        let mut places = found.find(|places| !places.is_empty()).unwrap_or_default();
        places.sort_by_key(|(number, _)| *number);
        Self { places }
    }

    /// Returns the decrypted charstring with a number.
    pub(super) fn get<'a>(&self, private: &'a [u8], number: i32, lead: i32) -> Option<Cow<'a, [u8]>> {
        let place = self.places.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        let (_, range) = self.places.get(place)?;
        Some(Cow::Owned(eexec::char_string(private.get(range.clone())?, lead)))
    }
}

/// Reads `dup number length RD bytes NP` until there is something else in place of `dup`.
fn places(private: &[u8], mut tokens: Scanner<'_>) -> Vec<(i32, Range<usize>)> {
    let mut places = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            Token::Word(b"dup") => {
                let Some(number) = tokens.next().and_then(Token::whole) else { break };
                let Some(range) = binary(private, &mut tokens) else { break };
                tokens.skip_to(range.end);
                places.push((number, range));
            }
            // The glyphs or the next entry follow.
            Token::Name(_) => break,
            _ => {}
        }
        if places.len() >= MOST_SUBROUTINES {
            break;
        }
    }
    places
}

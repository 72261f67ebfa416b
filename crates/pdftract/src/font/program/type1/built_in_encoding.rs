//! Reads the `/Encoding` of a Type 1 program: `StandardEncoding`, an array literal, or names stored one by one.

use super::scanner::{Scanner, Token};
use crate::font::encoding::{BaseEncoding, Differences, Encoding, Item};

/// The maximum number of codes and names; a font that sets each code once has 512.
const MOST_ITEMS: usize = 4096;

/// Returns the encoding; `None` if there is no readable one.
pub(super) fn read(text: &[u8]) -> Option<Encoding> {
    Scanner::after_keys(text, b"/Encoding").find_map(read_at)
}

fn read_at(mut tokens: Scanner<'_>) -> Option<Encoding> {
    let differences = match tokens.next()? {
        Token::Word(b"StandardEncoding") => {
            return Some(Encoding { base: Some(BaseEncoding::Standard), ..Encoding::default() });
        }
        Token::Open => in_brackets(tokens),
        first => {
            first.whole()?;
            put_one_by_one(tokens)
        }
    };
    Some(Encoding { base: None, differences })
}

/// Reads `[ /a /b … ]`: the names of the codes from 0 on.
fn in_brackets(tokens: Scanner<'_>) -> Differences {
    let names = tokens.map_while(|token| match token {
        Token::Name(name) => Some(Item::Name(name)),
        _ => None,
    });
    Differences::from_items(names.take(256))
}

/// Reads `256 array 0 1 255 {1 index exch /.notdef put} for dup 65 /A put … readonly def`.
fn put_one_by_one(mut tokens: Scanner<'_>) -> Differences {
    let mut items = Vec::new();
    let mut depth = 0_usize;
    let mut code = None;
    while let Some(token) = tokens.next().filter(|_| items.len() < MOST_ITEMS) {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            Token::Word(b"def" | b"readonly") => break,
            Token::Name(name) => {
                if let Some(code) = code.take() {
                    items.extend([Item::Code(i64::from(code)), Item::Name(name)]);
                }
            }
            word => code = word.whole(),
        }
    }
    Differences::from_items(items)
}

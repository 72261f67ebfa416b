//! Reads the `/Encoding` of a Type 1 program: `StandardEncoding`, an array literal, or names stored one by one.

use super::scanner::{Scanner, Token};
use crate::font::encoding::{BaseEncoding, Differences, Encoding, Item};

/// The maximum number of codes and names; a font that sets each code once has 512.
const MOST_ITEMS: usize = 4096;

/// Returns the encoding; `None` if there is no readable one.
pub(super) fn read(text: &[u8]) -> Option<Encoding> {
    Scanner::after_keys(text, b"/Encoding").find_map(|mut tokens| read_at(&mut tokens))
}

/// Returns the encoding of a text of which only the beginning is given, if it does not depend on the rest.
pub(super) fn read_beginning(text: &[u8]) -> Option<Encoding> {
    for mut tokens in Scanner::after_keys(text, b"/Encoding") {
        let found = read_at(&mut tokens);
        if !tokens.is_settled() {
            return None;
        }
        if found.is_some() {
            return found;
        }
    }
    None
}

fn read_at(tokens: &mut Scanner<'_>) -> Option<Encoding> {
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
fn in_brackets(tokens: &mut Scanner<'_>) -> Differences {
    let names = tokens.by_ref().map_while(|token| match token {
        Token::Name(name) => Some(Item::Name(name)),
        _ => None,
    });
    Differences::from_items(names.take(256))
}

/// Reads `256 array 0 1 255 {1 index exch /.notdef put} for dup 65 /A put … readonly def`.
fn put_one_by_one(tokens: &mut Scanner<'_>) -> Differences {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Wherever a program is cut, what is read of its beginning is what is read of the whole.
    #[test]
    fn the_rest_of_a_program_does_not_change_what_its_beginning_settles() {
        let texts: [(&[u8], bool); 7] = [
            (b"/Encoding StandardEncoding def /a", true),
            (b"/Encoding [/A /B (c)] def /a", true),
            (
                b"/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for dup 65 /Aring put readonly def",
                true,
            ),
            (b"/EncodingScheme 1 /Encoding 256 array dup 65 /A (put % ) def\ndup 66 /B put def", true),
            (b"/Encoding (a\\)b) /Encoding % def\n[/A/B{ def", true),
            // The string may end in the rest.
            (b"/Encoding 8#101 dup 6 /A put dup 70 /B (put dup 71 /C put def /a", false),
            (b"/Encoding ] /Encoding 256 array def /a", true),
        ];
        for (text, settles) in texts {
            let whole = read(text);
            let mut is_settled = false;
            for end in 0..=text.len() {
                if let Some(beginning) = read_beginning(&text[..end]) {
                    assert_eq!(Some(beginning), whole, "{:?}", String::from_utf8_lossy(&text[..end]));
                    is_settled = true;
                }
            }
            assert_eq!(is_settled, settles, "{:?}", String::from_utf8_lossy(text));
        }
    }
}

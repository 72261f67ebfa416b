//! Rewrites a content stream: operators and numbers are kept; text, comments and inline images are replaced.

use super::anonymous_codes::{FontSubstitutes, anonymous};
use super::value::write_string;
use crate::clock;
use crate::file::escapes::{decode_hex, decode_literal, decode_name};
use crate::file::lexer::{Lexer, Token, is_white};

/// The maximum depth of fonts saved by `q`.
const MOST_SAVED: usize = 512;

/// The current font, across all content streams of a page.
#[derive(Default)]
pub(crate) struct TextState<'s> {
    font: Option<&'s FontSubstitutes>,
    saved: Vec<Option<&'s FontSubstitutes>>,
}

/// An operand that waits for its operator.
enum Operand<'d> {
    Raw(&'d [u8]),
    String(Vec<u8>),
}

/// Rewrites content; `font_named` looks up its fonts. Inline images are kept if they draw glyphs.
pub(crate) fn scrub<'s>(
    data: &[u8],
    state: &mut TextState<'s>,
    font_named: &dyn Fn(&[u8]) -> Option<&'s FontSubstitutes>,
    keeps_pictures: bool,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len());
    let mut lexer = Lexer::new(data, 0);
    let mut operands: Vec<Operand<'_>> = Vec::new();
    let mut name: Vec<u8> = Vec::new();
    // A copy is not used when its time is over.
    while !clock::is_over_often() {
        lexer.skip_white();
        let start = lexer.position();
        let token = lexer.next();
        let raw = data.get(start..lexer.position()).unwrap_or_default();
        match token {
            Token::End => break,
            Token::Literal(text) => operands.push(Operand::String(decoded(text, decode_literal))),
            Token::Hex(text) => operands.push(Operand::String(decoded(text, decode_hex))),
            Token::Name(text) => {
                name = decoded(text, decode_name);
                operands.push(Operand::Raw(raw));
            }
            Token::Keyword(operator) => {
                state.apply(operator, &name, font_named);
                let use_of_strings =
                    if has_properties(operator) { Strings::Properties } else { state.strings() };
                flush(&mut operands, use_of_strings, &mut out);
                out.extend_from_slice(raw);
                if operator == b"ID" {
                    skip_picture(data, &mut lexer, keeps_pictures, &mut out);
                }
                out.push(b'\n');
            }
            _ => operands.push(Operand::Raw(raw)),
        }
    }
    // The operator may be in the next content stream of the page.
    flush(&mut operands, state.strings(), &mut out);
    out
}

impl<'s> TextState<'s> {
    fn apply(
        &mut self,
        operator: &[u8],
        name: &[u8],
        font_named: &dyn Fn(&[u8]) -> Option<&'s FontSubstitutes>,
    ) {
        match operator {
            b"Tf" => self.font = font_named(name),
            b"q" if self.saved.len() < MOST_SAVED => self.saved.push(self.font),
            b"Q" => self.font = self.saved.pop().unwrap_or(self.font),
            _ => {}
        }
    }

    /// Returns the interpretation of strings shown in the current font.
    fn strings(&self) -> Strings<'s> {
        self.font.map_or(Strings::Codes, Strings::Text)
    }
}

/// The interpretation of strings.
#[derive(Clone, Copy)]
enum Strings<'s> {
    /// Text in the codes of a font.
    Text(&'s FontSubstitutes),
    /// Text in the codes of an unknown font.
    Codes,
    /// Property values, such as `/ActualText`.
    Properties,
}

impl Strings<'_> {
    fn replace(self, text: &[u8]) -> Vec<u8> {
        match self {
            Self::Text(font) => font.replace(text),
            Self::Codes => vec![b'x'; text.len()],
            Self::Properties => anonymous(text),
        }
    }
}

/// Returns `true` if the string operands of an operator are property values.
fn has_properties(operator: &[u8]) -> bool {
    matches!(operator, b"BDC" | b"DP")
}

fn decoded(raw: &[u8], decode: impl Fn(&[u8], &mut Vec<u8>)) -> Vec<u8> {
    let mut out = Vec::new();
    decode(raw, &mut out);
    out
}

fn flush(operands: &mut Vec<Operand<'_>>, strings: Strings<'_>, out: &mut Vec<u8>) {
    for operand in operands.drain(..) {
        match operand {
            Operand::Raw(raw) => out.extend_from_slice(raw),
            Operand::String(text) => write_string(&strings.replace(&text), out),
        }
        out.push(b' ');
    }
}

/// Skips the data of an inline image and writes the same number of blank bytes.
fn skip_picture(data: &[u8], lexer: &mut Lexer<'_>, keeps_it: bool, out: &mut Vec<u8>) {
    let start = lexer.position();
    let rest = data.get(start..).unwrap_or_default();
    let ends = memchr::memmem::find_iter(rest, b"EI").find(|&at| {
        let before = at.checked_sub(1).and_then(|before| rest.get(before));
        let after = rest.get(at + 2);
        before.is_some_and(|byte| is_white(*byte)) && after.is_none_or(|byte| is_white(*byte))
    });
    let end = ends.unwrap_or(rest.len());
    let picture = rest.get(..end).unwrap_or_default();
    if keeps_it {
        out.extend_from_slice(picture);
    } else {
        out.push(b' ');
        out.resize(out.len() + picture.len().saturating_sub(2), b'x');
        out.push(b'\n');
    }
    lexer.set_position(start + end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_replaced_for_operators_in_any_stream() {
        let scrubbed = |content: &[u8]| {
            String::from_utf8(scrub(content, &mut TextState::default(), &|_| None, false)).unwrap()
        };
        for content in ["[(\x01\x02) 5 (ab)] TJ", "[(\x01\x02) 5 (ab)", "(\x01\x02ab) unknown"] {
            let out = scrubbed(content.as_bytes());
            assert!(!out.contains("ab") && !out.contains('\x01') && !out.contains("0102"), "{out}");
        }
        assert!(scrubbed(b"/Span <</ActualText (Ab 1)>> BDC").contains("Xx 0"));
    }
}

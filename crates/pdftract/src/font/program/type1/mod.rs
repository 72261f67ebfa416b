//! Reads a Type 1 program: glyph names, the built-in encoding, advances and font-wide facts.
//!
//! The lengths of the three portions stated in the PDF are often wrong and are not used. The encrypted portion
//! follows `eexec`. No PostScript is executed; charstrings are read up to `hsbw`, and executed only to draw an
//! outline.

mod built_in_encoding;
mod char_strings;
mod charstring;
mod eexec;
mod scanner;
mod segments;
mod subroutines;
mod width;

use std::sync::OnceLock;

use memchr::memmem;

use super::facts::{ProgramFacts, family_of_bytes, weight_of_word};
use crate::font::encoding::{BaseEncoding, Encoding};
use crate::font::outline::{Affine, Outline, OutlinePoint, Pen};
use char_strings::CharStrings;
use scanner::{Scanner, Token};
pub(super) use segments::without_segment_headers;
use subroutines::Subroutines;

/// The longest accepted program. The largest Type 1 fonts in use have about 1 MB.
const LONGEST_PROGRAM: usize = 16 << 20;

/// The scale from glyph space to text space if the font has no usable matrix.
const DEFAULT_SCALE: f32 = 0.001;

/// Returns `true` if the data may be a Type 1 program.
pub(super) fn looks_like_type1(data: &[u8]) -> bool {
    data.len() <= LONGEST_PROGRAM && [eexec::MARK, b"/CharStrings"].iter().any(|mark| holds(data, mark))
}

fn holds(data: &[u8], word: &[u8]) -> bool {
    memmem::find(data, word).is_some()
}

/// The parts of a Type 1 program that were read so far. The built-in encoding, which is often all that is asked for, is
/// nearly always in clear text.
#[derive(Debug, Default)]
pub(super) struct Type1 {
    encoding: OnceLock<Encoding>,
    portions: OnceLock<Portions>,
}

/// The two portions of a Type 1 program, of which the private one is decrypted once.
#[derive(Debug)]
struct Portions {
    /// The length of the clear-text portion.
    clear: usize,
    /// The decrypted private portion after `eexec`; empty if the program is not encrypted.
    private: Vec<u8>,
    char_strings: CharStrings,
    subroutines: OnceLock<Subroutines>,
    scale: f32,
}

impl Portions {
    fn read(data: &[u8]) -> Self {
        let (clear, private) = eexec::split(data);
        let char_strings = CharStrings::read(if private.is_empty() { data } else { &private });
        let scale = scale(data.get(..clear).unwrap_or_default());
        Self { clear, char_strings, subroutines: OnceLock::new(), scale, private }
    }

    fn clear_text<'a>(&self, data: &'a [u8]) -> &'a [u8] {
        data.get(..self.clear).unwrap_or_default()
    }

    fn private_part<'a>(&'a self, data: &'a [u8]) -> &'a [u8] {
        if self.private.is_empty() { data } else { &self.private }
    }
}

impl Type1 {
    fn portions(&self, data: &[u8]) -> &Portions {
        self.portions.get_or_init(|| Portions::read(data))
    }

    /// Returns the scale from glyph space to text space.
    pub(super) fn scale(&self, data: &[u8]) -> f32 {
        self.portions(data).scale
    }

    pub(super) fn glyph_count(&self, data: &[u8]) -> u32 {
        self.portions(data).char_strings.len()
    }

    /// Returns the name of a glyph; glyphs are numbered in the order of the program.
    pub(super) fn glyph_name<'a>(&'a self, data: &'a [u8], glyph: u32) -> Option<&'a [u8]> {
        let portions = self.portions(data);
        portions.char_strings.name(portions.private_part(data), glyph)
    }

    pub(super) fn built_in_name(&self, data: &[u8], code: u8) -> Option<&[u8]> {
        self.encoding.get_or_init(|| self.encoding(data)).name(code)
    }

    fn encoding(&self, data: &[u8]) -> Encoding {
        // The clear text goes at least to the first `eexec`.
        let clear = memmem::find(data, eexec::MARK).and_then(|end| data.get(..end)).unwrap_or_default();
        built_in_encoding::read_beginning(clear).unwrap_or_else(|| {
            let portions = self.portions(data);
            let stated = built_in_encoding::read(portions.clear_text(data));
            stated.or_else(|| built_in_encoding::read(&portions.private)).unwrap_or_default()
        })
    }

    /// Returns the advance width of a glyph in thousandths of an em.
    pub(super) fn advance(&self, data: &[u8], glyph: u32) -> Option<f32> {
        let portions = self.portions(data);
        let char_string = portions.char_strings.char_string(portions.private_part(data), glyph)?;
        Some(width::width(&char_string)? * (portions.scale * 1000.0))
    }

    /// Returns the outline of a glyph in thousandths of an em; `None` if its charstring is invalid. `by_name` finds
    /// the parts of accented letters.
    pub(super) fn outline(
        &self,
        data: &[u8],
        glyph: u32,
        by_name: impl Fn(&[u8]) -> Option<u32>,
    ) -> Option<Outline> {
        let origin = OutlinePoint::default();
        let mut pen = Pen::default();
        if let charstring::End::Accented(parts) = self.draw(data, glyph, origin, &mut pen)? {
            for (code, place) in [(parts.base, origin), (parts.accent, parts.offset)] {
                // The standard does not allow a part that is itself accented; its parts are ignored.
                self.draw(data, by_name(BaseEncoding::Standard.name(code)?.as_bytes())?, place, &mut pen)?;
            }
        }
        pen.finish()?.transformed(&Affine::scale(self.scale(data) * 1000.0))
    }

    fn draw(&self, data: &[u8], glyph: u32, origin: OutlinePoint, pen: &mut Pen) -> Option<charstring::End> {
        let portions = self.portions(data);
        let private = portions.private_part(data);
        let lead = portions.char_strings.lead();
        let subroutines = portions.subroutines.get_or_init(|| Subroutines::read(private));
        let call = |number| subroutines.get(private, number, lead);
        charstring::run(portions.char_strings.char_string(private, glyph)?, call, origin, pen)
    }

    pub(super) fn facts(&self, data: &[u8]) -> ProgramFacts {
        let portions = self.portions(data);
        let text = portions.clear_text(data);
        let scale = portions.scale * 1000.0;
        let word = |key: &[u8]| Scanner::after_key(text, key)?.next();
        let string = |key: &[u8]| match word(key)? {
            Token::Text(text) => Some(text),
            _ => None,
        };
        let bounds = numbers_after(text, b"/FontBBox").map(|edges: [f32; 4]| edges.map(|edge| edge * scale));
        ProgramFacts {
            ascent: None,
            descent: None,
            bounds: bounds.filter(|edges| edges.iter().any(|edge| *edge != 0.0)),
            italic_angle: word(b"/ItalicAngle").and_then(|token| token.number()),
            weight: string(b"/Weight").and_then(weight_of_word),
            is_fixed_pitch: word(b"/isFixedPitch").and_then(|token| match token {
                Token::Word(word) => Some(word == b"true"),
                _ => None,
            }),
            family: string(b"/FamilyName").and_then(family_of_bytes),
        }
    }
}

/// Returns the first number of the font matrix, if it is plausible: 10 to 100,000 units per em.
fn scale(text: &[u8]) -> f32 {
    let matrix: Option<[f32; 6]> = numbers_after(text, b"/FontMatrix");
    let scale = matrix.and_then(|matrix| matrix.first().copied()).map(f32::abs);
    scale.filter(|scale| (0.00001..=0.1).contains(scale)).unwrap_or(DEFAULT_SCALE)
}

/// Returns the numbers of the array after a key.
fn numbers_after<const COUNT: usize>(text: &[u8], key: &[u8]) -> Option<[f32; COUNT]> {
    let mut tokens = Scanner::after_key(text, key)?;
    if tokens.next()? != Token::Open {
        return None;
    }
    let numbers: Vec<f32> = tokens.map_while(|token| token.number()).take(COUNT).collect();
    numbers.first_chunk().copied()
}

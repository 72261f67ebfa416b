//! The rung for well-known symbol fonts: their codes have fixed meanings, regardless of the encoding that a producer
//! states.
//!
//! Word processors write a bullet as code 0xA7 of Wingdings or 0xB7 of Symbol. In the PDF it appears as that byte, as a
//! private character (U+F0A7) of `/ToUnicode` or of the program's `cmap`, or as the Latin-1 letter at its code (`§`).

use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::shape;
use super::source::UnicodeSource;
use super::true_type::SYMBOL_CODE;
use crate::font::Scheme;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::encoding::BaseEncoding;
use crate::font::glyph_names::{NameContext, unicode_of};
use crate::font::program::CmapKind;
use crate::font::symbol_font::SymbolFont;
use crate::font::to_unicode::Mapped;

/// The confidence in hundredths of a code of a font recognised by its name.
const KNOWN_FONT: u8 = 90;

/// The range to which Windows maps the codes of symbolic fonts.
const PRIVATE_CODES: std::ops::RangeInclusive<u32> = 0xF020..=0xF0FF;

/// The code of the bullet in Symbol. Unlike other codes it is a bullet in fonts of any name: producers rename the
/// subset, but nothing else in a text uses U+F0B7.
const BULLET_CODE: u8 = 0xB7;

/// Returns the text of a code in a well-known symbol font; `None` in all other fonts, and if `/ToUnicode` has a
/// character that the font can show.
pub(super) fn by_symbol_font(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    let symbols = *font.findings.symbol_font.get_or_init(|| SymbolFont::from_name(&font.facts().name));
    let symbols = symbols?;
    let stated = stated(font, code);
    let private = match stated {
        Some(Mapped::Char(character)) => symbols.private_character(character),
        _ => None,
    };
    let by_code = || match stated {
        Some(Mapped::Char(character)) => mapped_code(symbols, character),
        Some(_) => None,
        None => font_code(font, access, code),
    };
    let character = private.or_else(|| by_code().and_then(|own_code| symbols.character(own_code)))?;
    Some(Resolved::new(character, UnicodeSource::SymbolEncoding, KNOWN_FONT))
}

fn stated(font: &ResolvedFont, code: CharCode) -> Option<Mapped<'_>> {
    font.stated_to_unicode()?.lookup(code.value).filter(|mapped| !matches!(mapped, Mapped::Unusable(_)))
}

/// Returns the code that a character of `/ToUnicode` represents. Symbol contains digits and punctuation, so there
/// only a Latin letter is a code.
fn mapped_code(symbols: SymbolFont, character: char) -> Option<u8> {
    if let Some(code) = private_code(character) {
        return Some(code);
    }
    let code = u8::try_from(u32::from(character)).ok().filter(|code| *code > b' ')?;
    let is_latin_letter = character.is_alphabetic();
    (symbols != SymbolFont::Symbol || is_latin_letter).then_some(code)
}

/// Returns the code of a character in the private-use range that Windows uses for symbolic fonts.
fn private_code(character: char) -> Option<u8> {
    let value = u32::from(character);
    PRIVATE_CODES.contains(&value).then(|| u8::try_from(value & 0xFF).ok()).flatten()
}

/// Returns the font's built-in code for a code of the page, without `/ToUnicode`.
fn font_code(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<u8> {
    let in_program = || program_code(font, access, code);
    match font.scheme() {
        // The encodings of the two standard fonts are handled by their glyph names.
        Scheme::Simple(simple) if simple.standard.is_some() => None,
        Scheme::Simple(simple) => {
            let byte = u8::try_from(code.value & 0xFF).ok()?;
            match simple.own_name(byte) {
                Some(name) => named_code(name).or_else(in_program),
                None => Some(byte),
            }
        }
        Scheme::Composite(_) => in_program(),
    }
}

/// Returns the code that a glyph name represents: that of its character in Latin-1 or in the private-use range.
fn named_code(name: &[u8]) -> Option<u8> {
    let reading = unicode_of(name, NameContext::General)?;
    let [character] = *reading.text.as_slice() else { return None };
    private_code(character).or_else(|| u8::try_from(u32::from(character)).ok())
}

/// Returns the code of the glyph in the symbol `cmap` of the embedded program.
fn program_code(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<u8> {
    let glyph = font.program_glyph(access, code).filter(|glyph| *glyph != 0)?;
    let program = font.program(access)?;
    (b' '..=u8::MAX).find(|&own| program.cmap_glyph(CmapKind::WindowsSymbol, own.into()) == Some(glyph))
}

/// Returns the text of a private-use character of `/ToUnicode` in a font of another name: the character at its code
/// if the glyph looks like it, or a bullet.
pub(super) fn by_private_code(
    font: &ResolvedFont,
    access: Access<'_>,
    code: CharCode,
    private: &str,
) -> Option<Resolved> {
    let mut characters = private.chars();
    let own_code = characters.next().and_then(private_code).filter(|_| characters.next().is_none())?;
    let ansi = BaseEncoding::WinAnsi.name(own_code).and_then(|name| {
        let reading = unicode_of(name.as_bytes(), NameContext::General)?;
        reading.text.as_slice().first().copied()
    });
    let looks_like = |text: char| {
        let candidates = shape::shape_candidates(font, access, code);
        candidates.iter().any(|candidate| candidate.text.chars().eq([text]))
    };
    let by_shape = || ansi.filter(|_| !font.is_ideographic()).filter(|text| looks_like(*text));
    let found = (own_code == BULLET_CODE).then_some('•').or_else(by_shape)?;
    Some(Resolved::new(found, UnicodeSource::SymbolEncoding, SYMBOL_CODE))
}

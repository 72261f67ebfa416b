//! Checks what a `/ToUnicode` map gives a single code against what the font states about the glyph. The rest of the map is
//! believed all the same.

use super::glyph_name;
use super::program_tables;
use super::resolved_font::ResolvedFont;
use super::shape;
use super::source::UnicodeSource;
use crate::char_class::is_mark;
use crate::char_class::is_unassigned;
use crate::font::Scheme;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::to_unicode::Mapped;

/// The first letters that no encoding of Latin, Greek or Cyrillic text has.
const FIRST_OTHER: char = '\u{590}';

/// Returns why the text of one code is not believed.
pub(super) fn contradiction(
    font: &ResolvedFont,
    access: Access<'_>,
    code: CharCode,
    mapped: Mapped<'_>,
) -> Option<&'static str> {
    match mapped {
        Mapped::Char(character) if character.is_ascii_alphanumeric() => (u32::from(character) == code.value
            && names_other_letter(font, code))
        .then_some("the value repeats the code, but the glyph name belongs to another script"),
        // Maps of Arabic fonts of TeX have the signs of a Western encoding where they lack letters.
        Mapped::Char(character) if is_western_sign(character) => names_other_letter(font, code)
            .then_some("the value is a sign, but the glyph name is that of a letter"),
        Mapped::Char(character) if is_unassigned(character) => {
            shape::is_blank(font, access, code).then_some("the glyph is blank, but the value is not a space")
        }
        Mapped::Text(text) => gives_mark_its_cluster(font, access, code, text)
            .then_some("a combining mark is given the text of its whole letter"),
        _ => None,
    }
}

/// Returns `true` for signs of ASCII and quotation marks, which Western encodings have at the codes of letters in others.
fn is_western_sign(character: char) -> bool {
    character.is_ascii_punctuation() || matches!(character, '«' | '»' | '‘'..='‟' | '‹' | '›')
}

/// Returns whether the name of a glyph is that of a letter which the code cannot be. Producers that know no text for a glyph
/// write its code down.
fn names_other_letter(font: &ResolvedFont, code: CharCode) -> bool {
    let Scheme::Simple(simple) = font.scheme() else { return false };
    let name = u8::try_from(code.value).ok().and_then(|code| simple.own_name(code));
    let meaning =
        name.and_then(|name| glyph_name::meaning(name, glyph_name::context_of(simple), UnicodeSource::Agl));
    meaning.is_some_and(|meaning| {
        meaning.text.chars().all(|letter| letter >= FIRST_OTHER && letter.is_alphabetic())
    })
}

/// Returns whether a map gives the text of a letter and its marks to the glyph of one of the marks, as shapers do that know
/// the text of clusters only. The program says what the glyph is, and so it does of the letter.
fn gives_mark_its_cluster(font: &ResolvedFont, access: Access<'_>, code: CharCode, text: &str) -> bool {
    let mut characters = text.chars();
    let is_cluster = characters.next().is_some_and(|letter| !is_mark(letter)) && characters.any(is_mark);
    let stated = || program_tables::by_tables(font, access, code);
    is_cluster
        && stated()
            .is_some_and(|stated| stated.text.chars().all(is_mark) && text.contains(stated.text.as_str()))
}

//! The rung for tables inside the embedded font program: its inverted `cmap`, its glyph names, its built-in encoding.

use super::glyph_name;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use super::true_type;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::glyph_names::NameContext;
use crate::font::program::{FontProgram, ProgramKind};
use crate::font::simple::Simple;
use crate::font::to_unicode::classify;
use crate::font::{Scheme, composite::Composite};

/// The confidence of the inverted `cmap` of a program, in hundredths (C-3, W-20).
const FONT_CMAP: u8 = 85;

/// The confidence of a form or ligature of characters in the `cmap`, in hundredths: fonts may draw several characters
/// with one form.
const LETTER_FORM: u8 = 80;

/// Returns the text of a code by the tables of the program.
pub(super) fn by_tables(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    let program = font.program(access)?;
    match font.scheme() {
        Scheme::Simple(simple) => simple_tables(font, simple, program, u8::try_from(code.value & 0xFF).ok()?),
        Scheme::Composite(composite) => composite_tables(access, composite, program, code),
    }
}

fn simple_tables(font: &ResolvedFont, simple: &Simple, program: &FontProgram, code: u8) -> Option<Resolved> {
    if program.kind() == ProgramKind::TrueType {
        let glyph = simple.program_glyph(program, code)?;
        let by_legacy_code = || true_type::by_legacy_code(font, simple, program, code, glyph);
        return of_glyph(program, glyph).or_else(by_legacy_code);
    }
    // A glyph that the font dictionary selects by name is not the one at this code in the program.
    let is_shown = |built_in: &&[u8]| {
        simple.own_name(code).is_none_or(|own| own == *built_in || program.glyph_by_name(own).is_none())
    };
    let context = glyph_name::context_of(simple);
    let built_in = program.built_in_name(code).filter(is_shown);
    let by_name = built_in.and_then(|name| glyph_name::meaning(name, context, UnicodeSource::FontCmap));
    by_name.or_else(|| of_glyph(program, simple.program_glyph(program, code)?))
}

fn composite_tables(
    access: Access<'_>,
    composite: &Composite,
    program: &FontProgram,
    code: CharCode,
) -> Option<Resolved> {
    of_glyph(program, composite.program_glyph(access.file, program, composite.cid(code))?)
}

/// Returns the text of a glyph by the program: by its inverted `cmap`, by its name, or as a form of other glyphs.
fn of_glyph(program: &FontProgram, glyph: u32) -> Option<Resolved> {
    if glyph == 0 {
        return None;
    }
    let by_cmap = program
        .unicode_of_glyph(glyph)
        .filter(|character| classify(character.encode_utf8(&mut [0; 4])).is_none());
    if let Some(character) = by_cmap {
        return Some(Resolved::new(character, UnicodeSource::FontCmap, FONT_CMAP));
    }
    let name = program.glyph_name(glyph);
    let by_name =
        name.and_then(|name| glyph_name::meaning(name, NameContext::General, UnicodeSource::FontCmap));
    by_name.or_else(|| {
        let text = program.letter_forms().text(u16::try_from(glyph).ok()?)?;
        let is_text = classify(text).is_none();
        is_text.then(|| Resolved::new(text, UnicodeSource::FontCmap, LETTER_FORM))
    })
}

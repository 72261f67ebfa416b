//! Maps a code of a simple TrueType font to a glyph as defined in ISO 32000-1, 9.6.6.4, with fallbacks.
//!
//! With a glyph name: its character in the (3,1) `cmap`, its Mac OS Roman code in the (1,0) `cmap`, its name in
//! `post`. Without one, or in a symbolic font: the code itself in the (3,0) or (1,0) `cmap`. Real files confuse the
//! two, so each is the fallback of the other, and a font without any `cmap` is assumed to have its glyphs in the
//! order of the codes.

use super::{CmapKind, FontProgram};
use crate::font::encoding::BaseEncoding;
use crate::font::glyph_names::{NameContext, unicode_of};

pub(super) fn glyph(program: &FontProgram, code: u8, name: Option<&[u8]>, is_symbolic: bool) -> Option<u32> {
    let by_name = || name.and_then(|name| by_name(program, name));
    // In a symbolic font with a (3,0) table, the codes count, regardless of the encoding.
    if is_symbolic && (program.has_cmap(CmapKind::WindowsSymbol) || name.is_none()) {
        by_code(program, code).or_else(by_name)
    } else {
        by_name().or_else(|| by_code(program, code))
    }
}

fn by_name(program: &FontProgram, name: &[u8]) -> Option<u32> {
    let in_unicode = || {
        let reading = unicode_of(name, NameContext::General)?;
        let [character] = *reading.text.as_slice() else { return None };
        program.cmap_glyph(CmapKind::Unicode, u32::from(character))
    };
    let in_mac = || program.cmap_glyph(CmapKind::Mac, u32::from(mac_code(name)?));
    in_unicode().or_else(in_mac).or_else(|| program.glyph_by_name(name))
}

fn by_code(program: &FontProgram, code: u8) -> Option<u32> {
    let number = u32::from(code);
    let kinds = [CmapKind::WindowsSymbol, CmapKind::Mac, CmapKind::Unicode];
    let in_cmap = kinds.into_iter().find_map(|kind| program.cmap_glyph(kind, number));
    in_cmap.or_else(|| (!program.has_any_cmap() && number < program.glyph_count()).then_some(number))
}

/// Returns the code of a name in Mac OS Roman.
fn mac_code(name: &[u8]) -> Option<u8> {
    (0..=u8::MAX)
        .find(|code| BaseEncoding::MacOsRoman.name(*code).is_some_and(|other| other.as_bytes() == name))
}

//! The rungs that use the font itself, apart from its `/ToUnicode` map: CMaps, names, tables, collections, numbers.

use super::glyph_name;
use super::glyph_number;
use super::ladder::Rung;
use super::program_tables;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use crate::font::Scheme;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::composite::Composite;
use crate::font::to_unicode::{Reject, classify};

/// Confidences in hundredths, as decided in the specification (C-3, W-20).
const UNICODE_CMAP: u8 = 100;
/// Codes and collection are given; only glyphs shared by several characters leave a doubt.
const COLLECTION: u8 = 95;
/// The CMap lacks the code, but the larger charset derived from it has it.
const LEGACY_CHARSET: u8 = 80;
/// The embedded program numbers its glyphs, and the numbers may not be CIDs.
const DOUBTFUL_COLLECTION: u8 = 50;

/// Tries one rung of the font; returns `None` if it has no result, or is not a rung of the font.
pub(super) fn ask(rung: Rung, font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    match (rung, font.scheme()) {
        (Rung::GlyphName, _) => glyph_name::by_encoding(font, access, code),
        (Rung::ProgramTables, _) => program_tables::by_tables(font, access, code),
        (Rung::GlyphNumber, _) => glyph_number::by_glyph_number(font, access, code),
        (Rung::UnicodeCmap, Scheme::Composite(composite)) => unicode_cmap(composite, code),
        (Rung::CmapCollection, Scheme::Composite(composite)) => cmap_collection(composite, code),
        (Rung::LegacyCharset, Scheme::Composite(composite)) => legacy_charset(composite, code),
        (Rung::FontCollection, Scheme::Composite(composite)) => {
            font_collection(font, access, composite, code)
        }
        _ => None,
    }
}

/// Uses a CMap whose codes are Unicode.
fn unicode_cmap(composite: &Composite, code: CharCode) -> Option<Resolved> {
    let character = composite.unicode_form?.character(code)?;
    // A radical or a compatibility form is only one of the codes of a glyph: its collection has the usual one.
    let usual = is_variant(character).then(|| in_collection(composite, code, COLLECTION)).flatten();
    let usable = classify(character.encode_utf8(&mut [0; 4])).is_none();
    usual.or_else(|| usable.then(|| Resolved::new(character, UnicodeSource::UnicodeCmap, UNICODE_CMAP)))
}

/// Returns `true` for a radical, compatibility ideograph, vertical form or private-use character: another code for a
/// glyph that has a usual one.
fn is_variant(character: char) -> bool {
    matches!(u32::from(character),
        0x2E80..=0x2FDF | 0xE000..=0xFAFF | 0xFE10..=0xFE1F | 0xFE30..=0xFE4F | 0x2_F800..=0x2_FA1F)
}

fn in_collection(composite: &Composite, code: CharCode, confidence: u8) -> Option<Resolved> {
    let text = composite.collection_text(code).filter(|text| classify(text).is_none())?;
    Some(Resolved::new(text, UnicodeSource::CidCollection, confidence))
}

/// Uses the collection of the CIDs that a CMap maps to, which certainly belong to it.
fn cmap_collection(composite: &Composite, code: CharCode) -> Option<Resolved> {
    if composite.is_identity() {
        return None;
    }
    in_collection(composite, code, COLLECTION)
}

/// Decodes codes that the CMap lacks in its legacy charset. User-defined characters are kept, because they are not
/// defined elsewhere.
fn legacy_charset(composite: &Composite, code: CharCode) -> Option<Resolved> {
    let text = composite.legacy_text(code)?;
    let confidence = match classify(&text) {
        None => LEGACY_CHARSET,
        Some(Reject::PrivateUse) => 0,
        Some(_) => return None,
    };
    Some(Resolved::new(text, UnicodeSource::CidCollection, confidence))
}

/// Uses the collection named by a font if codes are CIDs. The tables of the program are better, because many files
/// number glyphs and name a collection nevertheless.
fn font_collection(
    font: &ResolvedFont,
    access: Access<'_>,
    composite: &Composite,
    code: CharCode,
) -> Option<Resolved> {
    let has_cids =
        font.program(access).is_none_or(|program| program.is_cid() || composite.maps_cids(access.file));
    in_collection(composite, code, if has_cids { COLLECTION } else { DOUBTFUL_COLLECTION })
}

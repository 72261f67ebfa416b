//! The rung for glyph names: maps the name of a code in the encoding by the Adobe Glyph List.

use super::name_check;
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::source::UnicodeSource;
use crate::font::Scheme;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::glyph_names::{self, NameContext};
use crate::font::simple::Simple;
use crate::font::standard_fonts::StandardFont;
use crate::font::to_unicode::classify;

/// The confidence of a glyph name in the embedded program, in hundredths (C-3, W-20).
const FONT_NAME: u8 = 90;

/// Returns the text of the name of a code.
pub(super) fn by_encoding(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    let Scheme::Simple(simple) = font.scheme() else { return None };
    let byte = u8::try_from(code.value & 0xFF).ok()?;
    let is_believed = !font.spells_codes() && !name_check::names_mislead(font, access);
    let name = simple.name(byte).filter(|_| is_believed)?;
    meaning(name, context_of(simple), UnicodeSource::Agl)
}

/// Returns the list of names that a font uses.
pub(super) fn context_of(simple: &Simple) -> NameContext {
    match simple.standard {
        Some(StandardFont::ZapfDingbats) => NameContext::ZapfDingbats,
        Some(StandardFont::Symbol) => NameContext::Greek,
        _ => NameContext::General,
    }
}

/// Returns the text of a glyph name, if there is a usable one.
pub(super) fn meaning(name: &[u8], context: NameContext, source: UnicodeSource) -> Option<Resolved> {
    let reading = glyph_names::unicode_of(name, context)?;
    let text: String = reading.text.as_slice().iter().collect();
    if classify(&text).is_some() {
        return None;
    }
    let is_of_program = source == UnicodeSource::FontCmap;
    let confidence = if is_of_program { FONT_NAME } else { percent(reading.rule.confidence()) };
    Some(Resolved::new(text, source, confidence))
}

/// Converts a confidence to hundredths.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(super) fn percent(confidence: f32) -> u8 {
    (confidence * 100.0).round().clamp(0.0, 100.0) as u8
}

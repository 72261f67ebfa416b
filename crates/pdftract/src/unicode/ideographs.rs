//! Fonts with a collection of ideographs: uses learned fonts for their glyphs, and checks whether their codes are
//! CIDs.

use super::gallery::{advance_in, inked};
use super::resolved::Resolved;
use super::resolved_font::ResolvedFont;
use super::shape::{FINGERPRINT, SPACE, in_font, learned_face, learned_text};
use super::source::UnicodeSource;
use crate::font::Scheme;
use crate::font::access::Access;
use crate::font::char_code::CharCode;

/// The number of outlines that must contradict the collection for the font to be unrelated to it.
const FEWEST_CONTRADICTIONS: usize = 3;

/// Returns the text of a glyph of a font of ideographs from learned fonts, which are the only source of ideograph
/// outlines.
pub(super) fn learned(font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Option<Resolved> {
    if font.knowledge().font_databases.is_empty() {
        return None;
    }
    let glyph = font.program_glyph(access, code).filter(|glyph| *glyph != 0)?;
    let (outline, advance) = (font.program(access)?.outline(glyph)?, font.advance(access, code));
    let is_space = || SPACE.contains(&advance) && learned_face(font, access).is_some();
    let text = match outline.is_empty() {
        true => is_space().then(|| " ".to_owned())?,
        false => learned_text(font, access, &outline, advance)?,
    };
    Some(Resolved::new(in_font(font, access, &text), UnicodeSource::Fingerprint, FINGERPRINT))
}

/// Returns `true` if the codes of a font with a collection are glyph numbers rather than CIDs: learned fonts identify
/// its outlines, and the collection disagrees.
pub(super) fn are_numbers(font: &ResolvedFont, access: Access<'_>) -> bool {
    let judge = || {
        let (Scheme::Composite(composite), Some(program)) = (font.scheme(), font.program(access)) else {
            return false;
        };
        let (mut agreed, mut contradicted) = (0, 0);
        for (glyph, outline) in inked(program) {
            let stated = composite.collection_text(CharCode { value: glyph, len: 2 });
            let learned = learned_text(font, access, &outline, advance_in(program, glyph));
            match (stated, learned) {
                (Some(stated), Some(learned)) if stated == learned => agreed += 1,
                (_, Some(_)) => contradicted += 1,
                (_, None) => {}
            }
        }
        contradicted >= FEWEST_CONTRADICTIONS && contradicted > agreed
    };
    !font.knowledge().font_databases.is_empty() && *font.findings.numbers_glyphs.get_or_init(judge)
}

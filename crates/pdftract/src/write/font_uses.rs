//! Collects the codes that the pages of a document use in each font, with their texts.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::clock;
use crate::content::{Glyph, PageGlyphs};
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::unicode::{ResolvedFont, UnicodeSource};

/// The text of a code in use, with its source and confidence.
pub(crate) struct Known {
    pub(crate) text: String,
    pub(crate) source: UnicodeSource,
    pub(crate) confidence_percent: u8,
}

/// A font and its codes in use.
pub(crate) struct FontUse {
    pub(crate) font: Arc<ResolvedFont>,
    pub(crate) codes: BTreeMap<CharCode, Known>,
}

/// The fonts and codes that pages use.
#[derive(Default)]
pub(crate) struct FontUses {
    pub(crate) by_object: BTreeMap<u32, FontUse>,
    /// Fonts that are direct objects, by name.
    pub(crate) direct: BTreeMap<String, FontUse>,
}

impl FontUses {
    /// Adds the glyphs of a page, as far as there is time.
    pub(crate) fn add(&mut self, page: &PageGlyphs, access: Access<'_>) {
        for glyph in page.glyphs.iter().take_while(|_| !clock::is_over_often()) {
            let Some(font) = page.font(glyph) else { continue };
            let new = || FontUse { font: Arc::clone(font), codes: BTreeMap::new() };
            let entry = match font.object() {
                Some(object) => self.by_object.entry(object).or_insert_with(new),
                None => self.direct.entry(font.facts().name.clone()).or_insert_with(new),
            };
            let code = CharCode { value: glyph.code, len: glyph.code_bytes };
            entry.codes.entry(code).or_insert_with(|| known(page, glyph, font, access, code));
        }
    }
}

/// Returns the text of a code itself, regardless of an `ActualText` on this page.
fn known(page: &PageGlyphs, glyph: &Glyph, font: &ResolvedFont, access: Access<'_>, code: CharCode) -> Known {
    if glyph.source != UnicodeSource::ActualText {
        let (source, confidence_percent) = (glyph.source, glyph.confidence_percent);
        return Known { text: page.text(glyph), source, confidence_percent };
    }
    let info = font.glyph(access, code);
    let (source, confidence_percent) = (info.source, info.confidence_percent);
    Known { text: font.text_of(info.text), source, confidence_percent }
}

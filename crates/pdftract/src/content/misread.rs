//! Finds fonts whose strings are in another encoding than that of their CMaps.

use std::collections::BTreeMap;

use super::glyph::{Glyph, PageGlyphs};
use crate::font::Font;
use crate::font::char_code::CharCode;
use crate::unicode::UnicodeSource;
use crate::unicode::wrong_cmap::Evidence;

/// The evidence from pages about such fonts, by their object numbers.
#[derive(Debug, Default)]
pub(crate) struct Misread {
    fonts: BTreeMap<u32, (Vec<u8>, Evidence)>,
}

/// Returns `true` if a page has codes that are missing from a legacy CMap. Pages without such fonts are not examined.
pub(crate) fn is_suspicious(page: &PageGlyphs) -> bool {
    let may_be: Vec<bool> = page.fonts.iter().map(|font| font.legacy_cmap().is_some()).collect();
    let of_font = |glyph: &Glyph| {
        page.run(glyph).and_then(|run| may_be.get(usize::from(run.font)).copied()).unwrap_or(false)
    };
    may_be.contains(&true) && page.glyphs.iter().any(|glyph| is_failure(glyph) && of_font(glyph))
}

/// Returns `true` if a code is unknown, or only known to be user-defined.
fn is_failure(glyph: &Glyph) -> bool {
    glyph.source == UnicodeSource::Unknown || glyph.confidence_percent == 0
}

impl Misread {
    /// Adds the evidence of a page.
    pub(crate) fn add(&mut self, page: &PageGlyphs) {
        for glyph in &page.glyphs {
            let Some(font) = page.font(glyph) else { continue };
            let (Some(object), Some(cmap)) = (font.object(), font.legacy_cmap()) else { continue };
            let (_, evidence) =
                self.fonts.entry(object).or_insert_with(|| (cmap.to_vec(), Evidence::default()));
            let code = CharCode { value: glyph.code, len: glyph.code_bytes };
            evidence.add(code, page.text(glyph).chars().next().filter(|_| !is_failure(glyph)));
        }
    }

    /// Returns the CMaps for which the strings of fonts were written, if they differ from those of the fonts.
    pub(crate) fn true_cmaps(&self) -> BTreeMap<u32, String> {
        let fonts = self.fonts.iter();
        fonts.filter_map(|(object, (cmap, evidence))| Some((*object, evidence.true_cmap(cmap)?))).collect()
    }
}

/// Returns `true` if a page shows text in one of the fonts.
pub(crate) fn uses(page: &PageGlyphs, fonts: &BTreeMap<u32, String>) -> bool {
    let is_one = |font: &Font| font.object().is_some_and(|object| fonts.contains_key(&object));
    page.fonts.iter().any(|font| is_one(font))
}

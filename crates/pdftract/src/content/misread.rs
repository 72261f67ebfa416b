//! Finds fonts on pages whose strings are in another encoding than their CMaps are for.

use std::collections::BTreeMap;

use super::glyph::{Glyph, PageGlyphs};
use crate::font::Font;
use crate::font::char_code::CharCode;
use crate::unicode::UnicodeSource;
use crate::unicode::wrong_cmap::Evidence;

/// What the pages of a document show of such fonts, by the numbers of their objects.
#[derive(Debug, Default)]
pub(crate) struct Misread {
    fonts: BTreeMap<u32, (Vec<u8>, Evidence)>,
}

/// Whether a page has codes that the CMap of a country does not know. Pages without such fonts are not looked at.
pub(crate) fn is_suspicious(page: &PageGlyphs) -> bool {
    let may_be: Vec<bool> = page.fonts.iter().map(|font| font.legacy_cmap().is_some()).collect();
    let of_font = |glyph: &Glyph| {
        page.run(glyph).and_then(|run| may_be.get(usize::from(run.font)).copied()).unwrap_or(false)
    };
    may_be.contains(&true) && page.glyphs.iter().any(|glyph| is_failure(glyph) && of_font(glyph))
}

/// Whether nothing is known of a code, or no more than that users defined it for themselves.
fn is_failure(glyph: &Glyph) -> bool {
    glyph.source == UnicodeSource::Unknown || glyph.confidence_percent == 0
}

impl Misread {
    /// Adds what a page shows.
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

    /// The CMaps that the strings of fonts are meant for, where they are others than the fonts name.
    pub(crate) fn true_cmaps(&self) -> BTreeMap<u32, String> {
        let fonts = self.fonts.iter();
        fonts.filter_map(|(object, (cmap, evidence))| Some((*object, evidence.true_cmap(cmap)?))).collect()
    }
}

/// Whether a page shows text in one of the fonts.
pub(crate) fn uses(page: &PageGlyphs, fonts: &BTreeMap<u32, String>) -> bool {
    let is_one = |font: &Font| font.object().is_some_and(|object| fonts.contains_key(&object));
    page.fonts.iter().any(|font| is_one(font))
}

//! Garbles the text of a page as broken fonts do: each font separately, and consistently within a font.

use std::collections::BTreeMap;

use pdftract::LaidOutPage;
use pdftract::content::TextId;
use pdftract::unicode::UnicodeSource;
use pdftract_testkit::garble::Garble;
use pdftract_testkit::random::Random;

/// The share of a page that must be in fonts with changed text for the page to count as garbled.
const MIN_SHARE: f64 = 0.75;

/// Returns `true` if a way of garbling changes most of a page.
pub(super) fn reaches(page: &LaidOutPage, garble: Garble) -> bool {
    let fonts: Vec<String> =
        places_by_font(page).values().map(|places| text_of(page, places).replace('\n', "")).collect();
    let length = |text: &String| text.chars().count() as f64;
    let reached: f64 = fonts.iter().filter(|text| garble.affects(text)).map(length).sum();
    reached > fonts.iter().map(length).sum::<f64>() * MIN_SHARE
}

/// Calls `look` on a page with garbled text, then restores the text.
pub(super) fn with_garbled(page: &mut LaidOutPage, garble: Garble, look: impl FnOnce(&LaidOutPage)) {
    let texts = page.glyphs.texts.len();
    let before: Vec<(TextId, UnicodeSource)> =
        page.glyphs.glyphs.iter().map(|glyph| (glyph.text, glyph.source)).collect();
    let mut random = Random::new(1);
    for places in places_by_font(page).into_values() {
        garble_font(page, &places, garble, &mut random);
    }
    look(page);
    for (glyph, (text, source)) in page.glyphs.glyphs.iter_mut().zip(before) {
        (glyph.text, glyph.source) = (text, source);
    }
    page.glyphs.texts.truncate(texts);
}

fn places_by_font(page: &LaidOutPage) -> BTreeMap<u16, Vec<usize>> {
    let mut fonts: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
    for (place, glyph) in page.glyphs.glyphs.iter().enumerate() {
        if let Some(run) = page.glyphs.run(glyph).filter(|_| glyph.text != TextId::NONE) {
            fonts.entry(run.font).or_default().push(place);
        }
    }
    fonts
}

fn garble_font(page: &mut LaidOutPage, places: &[usize], garble: Garble, random: &mut Random) {
    let garbled = garble.apply(&text_of(page, places), random);
    let glyphs = &mut page.glyphs;
    for (place, text) in places.iter().zip(garbled.split('\n')) {
        glyphs.glyphs[*place].text = TextId::sequence(glyphs.texts.len());
        // Garbled text comes from wrong maps, not from predefined tables.
        glyphs.glyphs[*place].source = UnicodeSource::ToUnicode;
        glyphs.texts.push(text.into());
    }
}

/// Returns the text of some glyphs, one line each: garbling does not touch line ends.
fn text_of(page: &LaidOutPage, places: &[usize]) -> String {
    let glyphs = &page.glyphs;
    let texts = places.iter().map(|place| glyphs.text(&glyphs.glyphs[*place]).replace('\n', " "));
    texts.collect::<Vec<_>>().join("\n")
}

//! Garbles the text of a page as broken fonts do: each of its fonts on its own, its letters in the same places.

use std::collections::BTreeMap;

use pdftract::LaidOutPage;
use pdftract::content::TextId;
use pdftract_testkit::garble::Garble;
use pdftract_testkit::random::Random;

/// Shows a page with garbled text, and makes it whole again.
pub(super) fn with_garbled(page: &mut LaidOutPage, garble: Garble, look: impl FnOnce(&LaidOutPage)) {
    let glyphs = &mut page.glyphs;
    let (texts, before) = (glyphs.texts.len(), glyphs.glyphs.iter().map(|glyph| glyph.text).collect::<Vec<_>>());
    let mut random = Random::new(1);
    for places in places_by_font(page).into_values() {
        garble_font(page, &places, garble, &mut random);
    }
    look(page);
    for (glyph, text) in page.glyphs.glyphs.iter_mut().zip(before) {
        glyph.text = text;
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
    let glyphs = &mut page.glyphs;
    // A line for each glyph: no way of garbling touches line ends.
    let texts = places.iter().map(|place| glyphs.text(&glyphs.glyphs[*place]).replace('\n', " "));
    let garbled = garble.apply(&texts.collect::<Vec<_>>().join("\n"), random);
    for (place, text) in places.iter().zip(garbled.split('\n')) {
        glyphs.glyphs[*place].text = TextId::sequence(glyphs.texts.len());
        glyphs.texts.push(text.into());
    }
}

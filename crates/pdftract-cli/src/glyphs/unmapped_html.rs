//! An HTML page with every glyph whose text is unknown or doubtful, and input fields for its text.
//!
//! The page needs nothing but itself: pictures are paths, and what is typed is saved as a font map by its own script.

use std::collections::BTreeMap;

use pdftract::Document;
use pdftract::content::{Glyph, PageGlyphs};
use pdftract::unicode::UnicodeSource;
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::printable::is_printable;

/// Below this confidence a glyph is doubtful: what `pdftract repair` would not write.
const DOUBTFUL: f32 = 0.7;
/// The largest number of glyphs on one page; no person fills in more.
const MOST_GLYPHS: usize = 2_000;
/// Guesses shown for each.
const MOST_GUESSES: usize = 5;
/// Glyphs of context before and behind.
const CONTEXT: usize = 24;

/// The page around the data.
const HEAD: &str = include_str!("sheet_head.html");
const TAIL: &str = include_str!("sheet_tail.html");

#[derive(Serialize)]
struct Sheet {
    file: String,
    glyphs: Vec<Entry>,
    /// Glyphs that found no place on the sheet.
    left_out: usize,
}

#[derive(Serialize)]
struct Entry {
    font: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
    code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    count: usize,
    /// The page of the first one, counted from 1.
    page: usize,
    before: String,
    text: String,
    after: String,
    confidence: f32,
    guesses: Vec<(String, f32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// The part of glyph space to show: left, top, width, height.
    view: [f32; 4],
}

/// A font's object, its name, and a code.
type Key = (Option<u32>, String, u32);

/// The page.
pub(crate) fn html(title: &str, document: &Document) -> Result<String, Failure> {
    let mut found: BTreeMap<Key, Entry> = BTreeMap::new();
    let mut left_out = 0;
    for page in document.pages() {
        for (index, glyph) in page.glyphs.iter().enumerate().filter(|(_, glyph)| is_wanted(glyph)) {
            let Some(font) = page.font(glyph) else { continue };
            let key = (font.object(), font.facts().name.clone(), glyph.code);
            if let Some(entry) = found.get_mut(&key) {
                entry.count += 1;
            } else if found.len() >= MOST_GLYPHS {
                left_out += 1;
            } else if let Some(entry) = entry(document, &page, index, glyph) {
                found.insert(key, entry);
            }
        }
    }
    let mut glyphs: Vec<Entry> = found.into_values().collect();
    glyphs.sort_by_key(|entry| std::cmp::Reverse(entry.count));
    let sheet = Sheet { file: clean(title), glyphs, left_out };
    let failure = |error| Failure::new(Exit::Error, format!("no sheet: {error}"));
    let data = serde_json::to_string(&sheet).map_err(failure)?;
    // Inside a script nothing of the data may look like the end of it.
    Ok([HEAD, &data.replace('<', "\\u003c"), TAIL].concat())
}

fn is_wanted(glyph: &Glyph) -> bool {
    let is_told = matches!(glyph.source, UnicodeSource::ActualText | UnicodeSource::Override);
    !is_told && glyph.confidence() < DOUBTFUL
}

fn entry(document: &Document, page: &PageGlyphs, index: usize, glyph: &Glyph) -> Option<Entry> {
    let font = page.font(glyph)?;
    let file = document.file();
    let path = font.glyph_path(file, glyph.code, glyph.code_bytes);
    let text_of = |glyphs: &[Glyph]| clean(&glyphs.iter().map(|glyph| page.text(glyph)).collect::<String>());
    let before = page.glyphs.get(index.saturating_sub(CONTEXT)..index).unwrap_or_default();
    let after = page.glyphs.iter().skip(index + 1).take(CONTEXT).copied().collect::<Vec<Glyph>>();
    let guesses = document.explain(page, glyph)?.alternatives.into_iter().take(MOST_GUESSES);
    Some(Entry {
        font: clean(&font.facts().name),
        fingerprint: font.fingerprint(file).map(|fingerprint| fingerprint.to_string()),
        code: format!("0x{:0digits$x}", glyph.code, digits = usize::from(glyph.code_bytes) * 2),
        name: font.glyph_name(glyph.code).map(|name| clean(&name)),
        count: 1,
        page: page.page_index + 1,
        before: text_of(before),
        text: clean(&page.text(glyph)),
        after: text_of(&after),
        confidence: glyph.confidence(),
        guesses: guesses.map(|guess| (guess.text, guess.chance)).collect(),
        view: path.as_ref().map_or([0.0, -800.0, 1000.0, 1000.0], |path| view(path.bbox)),
        path: path.map(|path| path.data),
    })
}

/// The box of a glyph and the lines of its font, so that its height is seen.
fn view([left, top, right, bottom]: [f32; 4]) -> [f32; 4] {
    const MARGIN: f32 = 40.0;
    let (top, bottom) = (top.min(-750.0) - MARGIN, bottom.max(250.0) + MARGIN);
    let (left, right) = (left.min(0.0) - MARGIN, right.max(200.0) + MARGIN);
    [left, top, right - left, bottom - top]
}

/// The text without what steers a terminal or turns writing around.
fn clean(text: &str) -> String {
    text.chars().filter(|c| is_printable(*c)).collect()
}

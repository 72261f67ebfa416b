//! Lists the glyphs whose text is unknown or doubtful, so that a person can state it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use crate::content::{Glyph, PageGlyphs};
use crate::unicode::UnicodeSource;

/// Below this confidence a glyph is doubtful: what `pdftract repair` would not write.
const DOUBTFUL: f32 = 0.7;
/// The largest number of glyphs listed; no person fills in more.
const MOST_GLYPHS: usize = 2_000;
/// Guesses shown for each.
const MOST_GUESSES: usize = 5;
/// Glyphs of context before and behind.
const CONTEXT: usize = 24;

/// A code of a font whose text is unknown or doubtful. Strings are as in the file, with control characters.
#[derive(Debug, Clone, Serialize)]
pub struct UnknownGlyph {
    /// The name of the font.
    pub font: String,
    /// The fingerprint of its program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// The code in hexadecimal, as font maps have it.
    pub code: String,
    /// The name of the glyph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number of occurrences.
    pub count: usize,
    /// The page of the first one, counted from 1.
    pub page: usize,
    /// The position of the first one among the glyphs of its page.
    pub glyph: usize,
    /// The text before it.
    pub before: String,
    /// Its text so far.
    pub text: String,
    /// The text after it.
    pub after: String,
    /// The confidence in its text.
    pub confidence: f32,
    /// Texts that its shape resembles, with their chances.
    pub guesses: Vec<(String, f32)>,
    /// Its outline as an SVG path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The part of glyph space to show: left, top, width, height.
    pub view: [f32; 4],
}

/// Glyphs whose text is unknown or doubtful, collected page by page.
#[derive(Debug, Default)]
pub struct UnknownGlyphs {
    found: BTreeMap<Key, UnknownGlyph>,
    /// The number of occurrences that found no place in the list.
    pub left_out: usize,
}

/// A font's object, its name, and a code.
type Key = (Option<u32>, String, u32);

impl UnknownGlyphs {
    /// Adds the glyphs of a page of the document.
    pub fn add(&mut self, document: &Document, page: &PageGlyphs) {
        for (index, glyph) in page.glyphs.iter().enumerate().filter(|(_, glyph)| is_wanted(glyph)) {
            let Some(font) = page.font(glyph) else { continue };
            let key = (font.object(), font.facts().name.clone(), glyph.code);
            if let Some(known) = self.found.get_mut(&key) {
                known.count += 1;
            } else if self.found.len() >= MOST_GLYPHS {
                self.left_out += 1;
            } else if let Some(unknown) = unknown(document, page, index, glyph) {
                self.found.insert(key, unknown);
            }
        }
    }

    /// Returns the glyphs, the most frequent first.
    pub fn into_list(self) -> Vec<UnknownGlyph> {
        let mut glyphs: Vec<UnknownGlyph> = self.found.into_values().collect();
        glyphs.sort_by_key(|glyph| std::cmp::Reverse(glyph.count));
        glyphs
    }
}

fn is_wanted(glyph: &Glyph) -> bool {
    let is_stated = matches!(glyph.source, UnicodeSource::ActualText | UnicodeSource::Override);
    !is_stated && glyph.confidence() < DOUBTFUL
}

fn unknown(document: &Document, page: &PageGlyphs, index: usize, glyph: &Glyph) -> Option<UnknownGlyph> {
    let font = page.font(glyph)?;
    let file = document.file();
    let path = font.glyph_path(file, glyph.code, glyph.code_bytes);
    let text_of = |glyphs: &[Glyph]| glyphs.iter().map(|glyph| page.text(glyph)).collect::<String>();
    let before = page.glyphs.get(index.saturating_sub(CONTEXT)..index).unwrap_or_default();
    let after = page.glyphs.iter().skip(index + 1).take(CONTEXT).copied().collect::<Vec<Glyph>>();
    let guesses = document.explain(page, glyph)?.alternatives.into_iter().take(MOST_GUESSES);
    Some(UnknownGlyph {
        font: font.facts().name.clone(),
        fingerprint: font.fingerprint(file).map(|fingerprint| fingerprint.to_string()),
        code: format!("0x{:0digits$x}", glyph.code, digits = usize::from(glyph.code_bytes) * 2),
        name: font.glyph_name(glyph.code),
        count: 1,
        page: page.page_index + 1,
        glyph: index,
        before: text_of(before),
        text: page.text(glyph),
        after: text_of(&after),
        confidence: glyph.confidence(),
        guesses: guesses.map(|guess| (guess.text, guess.chance)).collect(),
        view: path.as_ref().map_or([0.0, -800.0, 1000.0, 1000.0], |path| path.view()),
        path: path.map(|path| path.data),
    })
}

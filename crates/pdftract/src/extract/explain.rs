//! Explains the text of glyphs, which are found by position or by their text.

use super::Document;
use crate::content::{Glyph, PageGlyphs};
use crate::font::char_code::CharCode;
use crate::unicode::Explanation;
use crate::unicode::explain::{self, Shown};

/// The largest number of glyphs of one text that are returned.
const MOST_GLYPHS: usize = 40;

impl Document {
    /// Explains a glyph of a page: the result of each source of Unicode, and why it was accepted or rejected.
    pub fn explain(&self, page: &PageGlyphs, glyph: &Glyph) -> Option<Explanation> {
        let (source, confidence_percent) = (glyph.source, glyph.confidence_percent);
        let shown = Shown { text: page.text(glyph), source, confidence_percent };
        let code = CharCode { value: glyph.code, len: glyph.code_bytes };
        Some(explain::explain(page.font(glyph)?, self.access(), code, shown))
    }
}

impl PageGlyphs {
    /// Returns the last glyph drawn whose box contains the position.
    pub fn glyph_at(&self, x: f32, y: f32) -> Option<&Glyph> {
        let holds = |glyph: &&Glyph| {
            let [x0, y0, x1, y1] = self.bbox(glyph);
            (x0..=x1).contains(&x) && (y0..=y1).contains(&y)
        };
        self.glyphs.iter().rev().find(holds)
    }

    /// Returns the glyphs that first show a text, at most forty. Spaces are ignored, since drawn text often has none.
    pub fn glyphs_of(&self, text: &str) -> Vec<&Glyph> {
        let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let sought = bare(text);
        if sought.is_empty() {
            return Vec::new();
        }
        let mut whole = String::new();
        let mut ends = Vec::new();
        for glyph in &self.glyphs {
            whole.push_str(&bare(&self.text(glyph)));
            ends.push(whole.len());
        }
        let Some(start) = whole.find(&sought) else { return Vec::new() };
        let end = start + sought.len();
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let overlaps = |(from, to): (usize, usize)| from < end && to > start;
        let glyphs = self.glyphs.iter().zip(starts.zip(ends.iter().copied()));
        glyphs.filter(|(_, place)| overlaps(*place)).map(|(glyph, _)| glyph).take(MOST_GLYPHS).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Document, Options};

    #[test]
    fn glyphs_are_found_by_position_and_by_text() {
        let bytes = include_bytes!("../../../../samples/hello.pdf").to_vec();
        let document = Document::open(bytes, &Options::default()).unwrap();
        let page = document.glyphs(0).unwrap();
        let found = page.glyphs_of("Hello, reader");
        let text: String = found.iter().map(|glyph| page.text(glyph)).collect();
        assert_eq!(text.replace(' ', ""), "Hello,reader");
        let [x0, y0, x1, y1] = page.bbox(found[0]);
        let at = page.glyph_at(f32::midpoint(x0, x1), f32::midpoint(y0, y1)).unwrap();
        assert_eq!(page.text(at), "H");
        assert!(page.glyph_at(-5.0, -5.0).is_none());
        assert!(page.glyphs_of(" ").is_empty() && page.glyphs_of("not on the page").is_empty());
    }
}

//! Finds the glyphs of a page that make up a word found by another program.

use pdftract::content::{Glyph, PageGlyphs};
use pdftract::geometry::Rect;

use super::poppler::Word;

/// Glyphs whose centre is at most this far outside a word's box, in points, may still belong to it.
const NEAR: f64 = 1.0;

/// The glyphs of a page, from left to right.
pub(super) struct GlyphIndex {
    cells: Vec<Cell>,
}

struct Cell {
    centre: f64,
    middle: f64,
    rect: Rect,
    text: String,
}

impl GlyphIndex {
    /// Indexes the wanted glyphs that have visible text.
    pub(super) fn new(page: &PageGlyphs, is_wanted: fn(&PageGlyphs, &Glyph) -> bool) -> Self {
        let wanted = page.glyphs.iter().filter(|glyph| is_wanted(page, glyph));
        let cell = |glyph: &Glyph| {
            let (text, rect) = (plain(&page.text(glyph)), page.rect(glyph));
            let [centre, middle] = [f64::midpoint(rect.x0, rect.x1), f64::midpoint(rect.y0, rect.y1)];
            (!text.is_empty()).then_some(Cell { centre, middle, rect, text })
        };
        let mut cells: Vec<Cell> = wanted.filter_map(cell).collect();
        cells.sort_by(|a, b| a.centre.total_cmp(&b.centre));
        Self { cells }
    }

    /// Returns the box around the glyphs of a word, or `None` if the glyphs there have another text.
    pub(super) fn find(&self, word: &Word) -> Option<Rect> {
        let Rect { x0, y0, x1, y1 } = word.rect;
        let from = self.cells.partition_point(|cell| cell.centre < x0 - NEAR);
        let near = self.cells.get(from..).unwrap_or_default().iter();
        let near = near.take_while(|cell| cell.centre <= x1 + NEAR);
        let found: Vec<&Cell> = near.filter(|cell| (y0..=y1).contains(&cell.middle)).collect();
        says(&found, &plain(&word.text)).then(|| around(&found)).flatten()
    }
}

/// Returns `true` if glyphs from left to right spell a text, in either direction.
fn says(cells: &[&Cell], text: &str) -> bool {
    let forwards = cells.iter().flat_map(|cell| cell.text.chars());
    let backwards = cells.iter().rev().flat_map(|cell| cell.text.chars());
    forwards.eq(text.chars()) || backwards.eq(text.chars())
}

fn around(cells: &[&Cell]) -> Option<Rect> {
    let join = |a: Rect, b: Rect| Rect {
        x0: a.x0.min(b.x0),
        y0: a.y0.min(b.y0),
        x1: a.x1.max(b.x1),
        y1: a.y1.max(b.y1),
    };
    cells.iter().map(|cell| cell.rect).reduce(join)
}

/// Removes white space and decomposes ligatures, as poppler does.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars().filter(|character| !character.is_whitespace()) {
        match character {
            '\u{fb00}' => out.push_str("ff"),
            '\u{fb01}' => out.push_str("fi"),
            '\u{fb02}' => out.push_str("fl"),
            '\u{fb03}' => out.push_str("ffi"),
            '\u{fb04}' => out.push_str("ffl"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x0: f64, x1: f64) -> Rect {
        Rect { x0, y0: 0.0, x1, y1: 10.0 }
    }

    fn cell(text: &str, x0: f64) -> Cell {
        Cell { centre: x0 + 2.5, middle: 5.0, rect: rect(x0, x0 + 5.0), text: text.into() }
    }

    #[test]
    fn a_word_is_found_by_place_and_text() {
        let index = GlyphIndex { cells: vec![cell("a", 0.0), cell("fi", 5.0), cell("c", 30.0)] };
        let word = |text: &str| Word { text: text.into(), rect: rect(0.5, 10.5) };
        assert_eq!(index.find(&word("a\u{fb01}")), Some(rect(0.0, 10.0)));
        assert_eq!(index.find(&word("ab")), None);
    }
}

//! The words of a line with their boxes.

use pdftract::LaidOutPage;
use pdftract::file::is_clean;
use pdftract::layout::{Gap, LayoutLine};

/// A word with its box: left, top, right, bottom.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) bbox: [f32; 4],
}

/// The words of a line in reading order.
pub(super) fn words(page: &LaidOutPage, line: &LayoutLine) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut begins = true;
    for piece in line.pieces.slice(&page.layout.pieces) {
        let Some(glyph) = page.glyphs.glyphs.get(piece.glyph as usize) else { continue };
        // What the cleaning of lines takes out of all other outputs must not stand here either.
        let text: String = page.glyphs.text(glyph).chars().filter(|&c| is_clean(c)).collect();
        if !text.is_empty() && text.chars().all(char::is_whitespace) {
            begins = true;
            continue;
        }
        begins |= piece.gap != Gap::None;
        let bbox = page.glyphs.bbox(glyph);
        match words.last_mut() {
            Some(word) if !begins => {
                word.text.push_str(&text);
                word.bbox = around(word.bbox, bbox);
            }
            _ => words.push(Word { text, bbox }),
        }
        begins = false;
    }
    words
}

fn around(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

//! Maps OCR words to the glyphs of the file that they overlap.

use std::collections::HashMap;

use super::engine::Word;
use crate::content::{Glyph, PageGlyphs, RunOrigin, Visibility};

/// The height in points of the rows in which words are indexed.
const ROW_POINTS: f32 = 8.0;
/// The maximum number of rows of a word; only erroneous ones are that high.
const MAX_ROWS: i32 = 200;

/// The glyphs under each word.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    /// For each word, the glyphs whose centre is in its box, from left to right, without spaces.
    pub(crate) under_word: Vec<Vec<u32>>,
    /// Glyphs not covered by any word, including spaces.
    pub(crate) elsewhere: Vec<u32>,
}

/// Finds the glyphs of the file under words.
pub(crate) fn ground(page: &PageGlyphs, words: &[Word]) -> Ground {
    let rows = rows(words);
    let mut ground = Ground { under_word: vec![Vec::new(); words.len()], elsewhere: Vec::new() };
    for (index, glyph) in (0u32..).zip(&page.glyphs).filter(|(_, glyph)| is_read(page, glyph)) {
        let (x, y) = middle(page, glyph);
        let row = rows.get(&row_of(y));
        let on = row
            .and_then(|row| row.iter().find(|&&word| words.get(word).is_some_and(|w| holds(w.bbox, x, y))));
        match on.and_then(|&word| ground.under_word.get_mut(word)) {
            Some(under) if !is_space(glyph) => under.push(index),
            _ => ground.elsewhere.push(index),
        }
    }
    for under in &mut ground.under_word {
        let left = |index: &u32| page.glyphs.get(*index as usize).map_or(0.0, |glyph| glyph.x);
        under.sort_by(|a, b| left(a).total_cmp(&left(b)));
    }
    ground
}

/// Returns `true` if a glyph belongs to the horizontal text of the file that is visible or part of a text layer.
pub(crate) fn is_read(page: &PageGlyphs, glyph: &Glyph) -> bool {
    let stands_here =
        !matches!(glyph.visibility, Visibility::OffPage | Visibility::LayerOff | Visibility::Clipped);
    stands_here
        && page.run(glyph).is_some_and(|run| {
            run.origin != RunOrigin::Recognition && !run.vertical && run.direction[0] > 0.99
        })
}

pub(crate) fn is_space(glyph: &Glyph) -> bool {
    glyph.text.character().is_some_and(char::is_whitespace)
}

/// Returns the expected centre of the ink of a glyph, which is above the baseline.
pub(crate) fn middle(page: &PageGlyphs, glyph: &Glyph) -> (f32, f32) {
    (glyph.x + glyph.advance / 2.0, glyph.y - page.size(glyph) * 0.25)
}

pub(crate) fn holds([left, top, right, bottom]: [f32; 4], x: f32, y: f32) -> bool {
    (left..=right).contains(&x) && (top..=bottom).contains(&y)
}

fn rows(words: &[Word]) -> HashMap<i32, Vec<usize>> {
    let mut rows: HashMap<i32, Vec<usize>> = HashMap::new();
    for (index, word) in words.iter().enumerate() {
        let (first, last) = (row_of(word.bbox[1]), row_of(word.bbox[3]));
        for row in first..=last.min(first.saturating_add(MAX_ROWS)) {
            rows.entry(row).or_default().push(index);
        }
    }
    rows
}

#[allow(clippy::cast_possible_truncation)]
fn row_of(y: f32) -> i32 {
    (y / ROW_POINTS).floor() as i32
}

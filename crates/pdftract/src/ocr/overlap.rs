//! Which glyphs of the file stand where an engine has read words.

use std::collections::HashMap;

use super::engine::Word;
use crate::content::{Glyph, PageGlyphs, RunOrigin, Visibility};

/// Rows of so many points in which words are looked up.
const ROW_POINTS: f32 = 8.0;
/// A word is not looked for in more rows than this; only a mistaken one is so high.
const MAX_ROWS: i32 = 200;

/// The glyphs under each word.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    /// For each word the glyphs whose middle lies in its box, from left to right; spaces are left out.
    pub(crate) under_word: Vec<Vec<u32>>,
    /// Glyphs that stand on no word, spaces included.
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

/// Whether a glyph belongs to the text of the file that a person reads or a text layer holds, in level lines.
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

/// Where the ink of a glyph is to be expected: over the baseline.
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

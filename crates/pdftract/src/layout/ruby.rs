//! Ruby: small kana or bopomofo beside characters, which give their reading. Its lines are marked and stay separate.

use super::model::{LayoutLine, PageLayout};
use crate::content::PageGlyphs;

/// The greatest size of ruby relative to its base; half is usual.
const RUBY_SIZE: f32 = 0.67;
/// The greatest distance of ruby from its base, in font sizes of the base.
const FARTHEST: f32 = 0.4;
/// The greatest overlap of the cells of ruby and base, in font sizes of the base.
const DEEPEST: f32 = 0.5;
/// The greatest overhang at both ends, in font sizes of the base: a reading may be longer than its base.
const OVERHANG: f32 = 1.0;
/// The most lines of a page that is searched; pages with more are drawings, and comparing them all would take too
/// long.
const MAX_LINES: usize = 2_000;

/// Marks the lines that are ruby of other lines.
pub(super) fn mark(page: &PageGlyphs, layout: &mut PageLayout) {
    if layout.lines.len() > MAX_LINES {
        return;
    }
    let is_ruby = |line: &LayoutLine| {
        is_reading(page, layout, line) && layout.lines.iter().any(|base| is_beside(page, layout, line, base))
    };
    let marked: Vec<bool> = layout.lines.iter().map(is_ruby).collect();
    for (line, is_ruby) in layout.lines.iter_mut().zip(marked) {
        line.ruby = is_ruby;
    }
}

/// Returns `true` if a line consists of kana or bopomofo only.
fn is_reading(page: &PageGlyphs, layout: &PageLayout, line: &LayoutLine) -> bool {
    let is_phonetic = |character: char| {
        matches!(character, '\u{3041}'..='\u{30FF}' | '\u{3105}'..='\u{312F}' | '\u{2C7}' | '\u{2CA}' | '\u{2CB}' | '\u{2D9}')
            || character.is_whitespace()
    };
    let mut glyphs =
        line.pieces.slice(&layout.pieces).iter().filter_map(|piece| page.glyphs.get(piece.glyph as usize));
    !line.pieces.is_empty() && glyphs.all(|glyph| glyph.text.character().is_some_and(is_phonetic))
}

/// Returns `true` if a line of readings is above its base, or to the right of a column.
fn is_beside(page: &PageGlyphs, layout: &PageLayout, ruby: &LayoutLine, base: &LayoutLine) -> bool {
    if ruby.size > RUBY_SIZE * base.size || is_column(page, layout, ruby) != is_column(page, layout, base) {
        return false;
    }
    let ([r0, r1, r2, r3], [b0, b1, b2, b3]) = (ruby.bbox, base.bbox);
    let (gap, begin, end) = match is_column(page, layout, ruby) {
        true => (r0 - b2, r1 - b1, b3 - r3),
        false => (b1 - r3, r0 - b0, b2 - r2),
    };
    let size = base.size;
    (-DEEPEST * size..=FARTHEST * size).contains(&gap) && begin.min(end) > -OVERHANG * size
}

fn is_column(page: &PageGlyphs, layout: &PageLayout, line: &LayoutLine) -> bool {
    let first = line.pieces.slice(&layout.pieces).first();
    let glyph = first.and_then(|piece| page.glyphs.get(piece.glyph as usize));
    glyph.and_then(|glyph| page.run(glyph)).is_some_and(|run| run.vertical)
}

//! Ruby: small kana or bopomofo beside the characters whose reading they tell. Its lines are marked and stay apart.

use super::model::{LayoutLine, PageLayout};
use crate::content::PageGlyphs;

/// Ruby is at most this large beside its base; half is usual.
const RUBY_SIZE: f32 = 0.67;
/// How far from its base, in sizes of the base, ruby may stand.
const FARTHEST: f32 = 0.4;
/// How far into the cell of its base, in sizes of the base, the cell of ruby may reach.
const DEEPEST: f32 = 0.5;
/// How far it may stick out at both ends, in sizes of the base: readings may be longer than what they are for.
const OVERHANG: f32 = 1.0;
/// Pages with more lines are drawings; comparing them all would take too long.
const MAX_LINES: usize = 2_000;

/// Marks the lines that are ruby of others.
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

/// Returns whether a line has nothing but characters that tell readings.
fn is_reading(page: &PageGlyphs, layout: &PageLayout, line: &LayoutLine) -> bool {
    let is_phonetic = |character: char| {
        matches!(character, '\u{3041}'..='\u{30FF}' | '\u{3105}'..='\u{312F}' | '\u{2C7}' | '\u{2CA}' | '\u{2CB}' | '\u{2D9}')
            || character.is_whitespace()
    };
    let mut glyphs =
        line.pieces.slice(&layout.pieces).iter().filter_map(|piece| page.glyphs.get(piece.glyph as usize));
    !line.pieces.is_empty() && glyphs.all(|glyph| glyph.text.character().is_some_and(is_phonetic))
}

/// Returns whether a line of readings stands over its base, or to the right of a column.
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

//! Physical layout: text placed on a grid of characters as it stands on the page, for tables and forms read by eye.

use crate::clean::{self, Context, SOFT_HYPHEN};
use crate::content::PageGlyphs;
use crate::layout::line_text::may_stand;
use crate::layout::{Gap, LayoutLine};
use crate::structure::StructuredPage;

use super::line::is_seen;

/// A word and its place.
struct Word {
    x: f32,
    y: f32,
    size: f32,
    text: String,
}

/// Words closer than this part of their size are in one row.
const SAME_ROW: f32 = 0.5;
/// A gap of this many sizes between rows is a blank line.
const BLANK_LINE: f32 = 1.9;
/// No row is longer than this many characters: a page of tiny text beside large text would be mostly blanks.
const MAX_COLUMNS: f32 = 400.0;

/// The text of a page as it stands there.
pub fn page_text(page: &PageGlyphs, layout: &StructuredPage) -> String {
    let mut words = words(page, layout);
    words.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let left = words.iter().map(|word| word.x).fold(f32::MAX, f32::min);
    let unit = unit(page, layout);
    let mut out = String::new();
    let mut above: Option<f32> = None;
    let mut rest = words.as_mut_slice();
    while let Some(first) = rest.first() {
        let (y, size) = (first.y, first.size);
        let end = rest
            .iter()
            .take_while(|word| word.y - y < SAME_ROW * size.min(word.size).max(1.0))
            .count()
            .max(1);
        let (row, below) = rest.split_at_mut(end);
        if above.is_some_and(|above| y - above > BLANK_LINE * size) {
            out.push('\n');
        }
        push_row(row, left, unit, &mut out);
        above = Some(y);
        rest = below;
    }
    out
}

fn push_row(row: &mut [Word], left: f32, unit: f32, out: &mut String) {
    row.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut column = 0;
    for word in row {
        let wanted = column_of(word.x - left, unit);
        let blanks = wanted.saturating_sub(column).max(usize::from(column > 0));
        out.extend(std::iter::repeat_n(' ', blanks));
        out.push_str(&word.text);
        column += blanks + word.text.chars().count();
    }
    out.push('\n');
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn column_of(distance: f32, unit: f32) -> usize {
    (distance / unit).round().clamp(0.0, MAX_COLUMNS) as usize
}

/// The mean width of a character.
#[allow(clippy::cast_precision_loss)]
fn unit(page: &PageGlyphs, layout: &StructuredPage) -> f32 {
    let glyphs = layout.pieces.iter().filter_map(|piece| page.glyphs.get(piece.glyph as usize));
    let (mut width, mut count) = (0.0, 0usize);
    for glyph in glyphs {
        width += glyph.advance.abs();
        count += 1;
    }
    (width / count.max(1) as f32).max(0.5)
}

fn words(page: &PageGlyphs, layout: &StructuredPage) -> Vec<Word> {
    let mut words = Vec::new();
    for line in &layout.lines {
        push_words(page, layout, line, &mut words);
    }
    let context = Context::new(&layout.policy, true);
    for word in &mut words {
        clean::clean_from(0, &mut word.text, &context);
        if word.text.ends_with(SOFT_HYPHEN) {
            word.text.pop();
            word.text.push('-');
        }
    }
    words
}

fn push_words(page: &PageGlyphs, layout: &StructuredPage, line: &LayoutLine, words: &mut Vec<Word>) {
    let mut open: Option<Word> = None;
    let pieces = line.pieces.slice(&layout.pieces);
    let glyph_at = |index: usize| pieces.get(index).and_then(|piece| page.glyphs.get(piece.glyph as usize));
    for (index, piece) in pieces.iter().enumerate() {
        let Some(glyph) = glyph_at(index) else { continue };
        let text = page.text(glyph);
        if matches!(piece.gap, Gap::Space | Gap::Wide) || text.chars().all(char::is_whitespace) {
            words.extend(open.take());
        }
        if text.chars().all(char::is_whitespace) {
            continue;
        }
        let [x0, _, _, y1] = glyph.bbox;
        let word = open.get_or_insert_with(|| Word { x: x0, y: y1, size: line.size, text: String::new() });
        word.x = word.x.min(x0);
        if glyph_at(index + 1).is_some_and(|next| is_seen(glyph, next)) {
            word.text.push('-');
        } else {
            word.text.extend(text.chars().filter(|&c| may_stand(c)));
        }
    }
    words.extend(open);
}

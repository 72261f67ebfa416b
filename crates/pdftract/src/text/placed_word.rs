//! Clean words with their positions, for text that is placed as on the page.

use super::clean::{self, Context, TextForm};
use super::soft_hyphen_ink::is_seen;
use crate::char_class::SOFT_HYPHEN;
use crate::content::PageGlyphs;
use crate::layout::{Gap, LayoutLine, line_text};
use crate::options::TextPolicy;
use crate::structure::StructuredPage;

/// A word with its position.
#[derive(Debug, Clone)]
pub(crate) struct PlacedWord {
    /// The left edge, in points.
    pub(crate) x: f32,
    /// Its right edge.
    pub(crate) right: f32,
    /// The lower edge.
    pub(crate) y: f32,
    /// The usual font size in its line.
    pub(crate) size: f32,
    /// The text.
    pub(crate) text: String,
}

/// Returns the words of a page, line by line.
pub(crate) fn placed_words(
    page: &PageGlyphs,
    layout: &StructuredPage,
    policy: &TextPolicy,
) -> Vec<PlacedWord> {
    let mut words = Vec::new();
    for line in &layout.lines {
        push_words(page, layout, line, &mut words);
    }
    let context = Context::new(policy, TextForm::Plain);
    for word in &mut words {
        clean::clean_from(0, &mut word.text, &context);
        if word.text.ends_with(SOFT_HYPHEN) {
            word.text.pop();
            word.text.push('-');
        }
    }
    words
}

fn push_words(page: &PageGlyphs, layout: &StructuredPage, line: &LayoutLine, words: &mut Vec<PlacedWord>) {
    let mut open: Option<PlacedWord> = None;
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
        let [x0, _, x1, y1] = page.bbox(glyph);
        let word = open.get_or_insert_with(|| PlacedWord {
            x: x0,
            right: x1,
            y: y1,
            size: line.size,
            text: String::new(),
        });
        word.x = word.x.min(x0);
        word.right = word.right.max(x1);
        if glyph_at(index + 1).is_some_and(|next| is_seen(glyph, next)) {
            word.text.push('-');
        } else {
            line_text::push_piece(page, piece, 0, &mut word.text);
        }
    }
    words.extend(open);
}

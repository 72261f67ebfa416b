//! Adds recognised text to spans whose text differs from it.

use super::model::{Block, Span};
use crate::ocr::report::DifferingWord;

/// Gives each span the words recognised at its position, if one of them differs.
pub(super) fn put_in(words: &[DifferingWord], blocks: &mut [Block]) {
    if words.is_empty() {
        return;
    }
    for span in blocks.iter_mut().flat_map(|block| &mut block.lines).flat_map(|line| &mut line.spans) {
        let here = words.iter().filter(|word| is_within(word, span)).map(|word| word.text.as_str());
        let text = here.collect::<Vec<_>>().join(" ");
        span.ocr_text = (!text.is_empty()).then_some(text);
    }
}

fn is_within(word: &DifferingWord, span: &Span) -> bool {
    let ([left, top, right, bottom], [x0, y0, x1, y1]) = (word.bbox, span.bbox);
    let (x, y) = (f32::midpoint(left, right), f32::midpoint(top, bottom));
    (x0..=x1).contains(&x) && (y0..=y1).contains(&y)
}

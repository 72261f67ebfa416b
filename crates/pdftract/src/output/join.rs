//! Joins hyphenated words in records after later pages have resolved the hyphens.

use super::model::{Block, Page, PendingHyphen, Span, Word};
use super::number::small;

/// Joins the words hyphenated at the ends of these lines, given by their index in the layout in ascending order. A
/// word that continues in another block or on another page stays divided, because a record describes its page alone.
pub(crate) fn join_lines(page: &mut Page, lines: &[u32]) {
    for block in &mut page.blocks {
        let pending = std::mem::take(&mut block.pending_hyphens);
        let is_joined = |hyphen: &PendingHyphen| lines.binary_search(&hyphen.line).is_ok();
        let cuts = Cuts { hyphens: pending.into_iter().filter(is_joined).collect() };
        if !cuts.hyphens.is_empty() {
            join_block(block, &cuts);
        }
    }
}

/// Characters removed from the text of a block: hyphens, and the separators after them.
struct Cuts {
    hyphens: Vec<PendingHyphen>,
}

impl Cuts {
    fn is_hyphen(&self, place: u32) -> bool {
        self.hyphens.binary_search_by_key(&place, |hyphen| hyphen.at).is_ok()
    }

    fn is_cut(&self, place: u32) -> bool {
        let separator = |before: u32| {
            let found = self.hyphens.binary_search_by_key(&before, |hyphen| hyphen.at).ok();
            found.and_then(|index| self.hyphens.get(index)).is_some_and(|hyphen| hyphen.has_separator)
        };
        self.is_hyphen(place) || place.checked_sub(1).is_some_and(separator)
    }

    /// Returns an offset after the cuts. An offset after a hyphen maps to the place before its separator.
    fn moved(&self, place: u32) -> u32 {
        let passed = self.hyphens.iter().take_while(|hyphen| hyphen.at < place);
        let gone: u32 =
            passed.map(|hyphen| 1 + u32::from(hyphen.has_separator && hyphen.at + 1 < place)).sum();
        place.saturating_sub(gone)
    }
}

fn join_block(block: &mut Block, cuts: &Cuts) {
    block.text =
        (0..).zip(block.text.chars()).filter(|(place, _)| !cuts.is_cut(*place)).map(|(_, c)| c).collect();
    for line in &mut block.lines {
        line.spans.iter_mut().for_each(|span| cut_span(span, cuts));
        line.spans.retain(|span| span.end > span.start);
        if let Some(words) = &mut line.words {
            words.iter_mut().for_each(|word| cut_word(word, cuts));
            words.retain(|word| word.end > word.start);
        }
    }
    let text = &block.text;
    for cell in block.table.iter_mut().flat_map(|table| &mut table.cells) {
        (cell.start, cell.end) = (cuts.moved(cell.start), cuts.moved(cell.end));
        if small(cell.text.chars().count()) != cell.end - cell.start {
            let (start, length) = (cell.start as usize, (cell.end - cell.start) as usize);
            cell.text = text.chars().skip(start).take(length).collect();
        }
    }
}

/// Adjusts the offsets of a word to the cuts; removes a hyphen at its end if it is cut.
fn cut_word(word: &mut Word, cuts: &Cuts) {
    if word.end.checked_sub(1).is_some_and(|last| cuts.is_hyphen(last)) {
        word.text.pop();
    }
    (word.start, word.end) = (cuts.moved(word.start), cuts.moved(word.end));
}

/// Adjusts the offsets of a span to the cuts; removes a hyphen at its end if it is cut.
fn cut_span(span: &mut Span, cuts: &Cuts) {
    if span.end.checked_sub(1).is_some_and(|last| cuts.is_hyphen(last)) {
        span.raw_text.get_or_insert_with(|| span.text.clone());
        span.text.pop();
    }
    (span.start, span.end) = (cuts.moved(span.start), cuts.moved(span.end));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cuts(hyphens: &[(u32, bool)]) -> Cuts {
        let hyphen = |&(at, has_separator)| PendingHyphen { line: 0, at, has_separator };
        Cuts { hyphens: hyphens.iter().map(hyphen).collect() }
    }

    #[test]
    fn offsets_shift_by_the_hyphens_and_separators_before_them() {
        // `main-⏎tainer` and, in a cell with running text, `after-thought`.
        let cuts = cuts(&[(4, true), (18, false)]);
        assert_eq!([0, 4, 5, 6, 12].map(|place| cuts.moved(place)), [0, 4, 4, 4, 10]);
        assert_eq!([18, 19, 26].map(|place| cuts.moved(place)), [16, 16, 23]);
        let text = "main-\ntainer after-thought";
        let kept: String =
            (0..).zip(text.chars()).filter(|(place, _)| !cuts.is_cut(*place)).map(|(_, c)| c).collect();
        assert_eq!(kept, "maintainer afterthought");
    }
}

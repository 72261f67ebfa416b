//! Step 8: sorts the combining marks of a letter by class, never across letters.

use unicode_normalization::char::canonical_combining_class;

use super::Context;
use super::tracked_char::Letter;
use crate::char_class::is_nonspacing_mark;
use crate::options::Normalization;

/// Sorts the marks of each letter. Marks of one class keep their order, which determines how they are stacked.
// All steps of the table have the same signature.
#[allow(clippy::ptr_arg)]
pub(super) fn sort(letters: &mut Vec<Letter>, context: &Context<'_>) {
    if context.policy.normalization == Normalization::None {
        return;
    }
    for marks in
        letters.chunk_by_mut(|a, b| is_nonspacing_mark(a.character) == is_nonspacing_mark(b.character))
    {
        if marks.len() > 1 && marks.first().is_some_and(|mark| is_nonspacing_mark(mark.character)) {
            let (start, end) =
                marks.iter().fold((u32::MAX, 0), |(start, end), m| (start.min(m.start), end.max(m.end)));
            marks.sort_by_key(|mark| canonical_combining_class(mark.character));
            marks.iter_mut().for_each(|mark| (mark.start, mark.end) = (start, end));
        }
    }
}

//! Characters and line ends as searches compare them.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::language::script::is_unspaced;

/// The interpretation of hyphens at line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineHyphens {
    /// The hyphen divides a word and is dropped.
    Dropped,
    /// The hyphen belongs to a compound and is kept.
    Kept,
}

/// The folding applied to characters before comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Folding {
    pub(super) lower_case: bool,
    pub(super) strip_marks: bool,
    /// Replaces compatibility characters: `²` is 2, a full-width letter is a letter.
    pub(super) compatible: bool,
}

impl Folding {
    /// No folding: characters are compared as written.
    pub(super) const NONE: Self = Self { lower_case: false, strip_marks: false, compatible: false };
}

/// Folds a text in the same way as haystacks.
pub(super) fn folded(text: &str, folding: Folding) -> String {
    text.chars().flat_map(|character| fold(character, folding)).collect()
}

/// Folds a character.
pub(super) fn fold(character: char, folding: Folding) -> impl Iterator<Item = char> {
    let Folding { lower_case, strip_marks, compatible } = folding;
    let one = || std::iter::once(character);
    let is_kept = move |character: &char| !(strip_marks && is_combining_mark(*character));
    let both = (strip_marks && compatible).then(|| one().nfkd());
    let decomposed = (strip_marks && !compatible).then(|| one().nfd());
    let composed = (!strip_marks && compatible).then(|| one().nfkc());
    let plain = (!strip_marks && !compatible).then_some(character);
    let normal = both.into_iter().flatten().chain(decomposed.into_iter().flatten());
    let normal = normal.chain(composed.into_iter().flatten()).chain(plain);
    normal.filter(is_kept).flat_map(move |character| {
        let lower = lower_case.then(|| character.to_lowercase());
        lower.into_iter().flatten().chain((!lower_case).then_some(character))
    })
}

/// The continuation of text behind a line end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineJoin {
    /// Behind a hyphen that may divide a word.
    Hyphen,
    /// Without a space, in scripts that have none.
    Nothing,
    /// After a space.
    Space,
}

/// Returns the continuation behind a line end: `before` ends there, and `next` begins the next line.
pub(super) fn line_join(before: &str, next: Option<char>) -> LineJoin {
    let mut ends = before.chars().rev();
    let last = ends.next();
    let is_word = next.is_some_and(char::is_alphabetic);
    if last.is_some_and(is_hyphen) && is_word && ends.next().is_some_and(char::is_alphanumeric) {
        return LineJoin::Hyphen;
    }
    match (last, next) {
        (Some(last), Some(next)) if is_unspaced(last) && is_unspaced(next) => LineJoin::Nothing,
        _ => LineJoin::Space,
    }
}

/// Returns `true` for the characters that divide words at line ends.
pub(super) fn is_hyphen(character: char) -> bool {
    matches!(character, '-' | '\u{2010}' | '\u{AD}')
}

/// Returns `true` if a sentence that ends in `last` may go on with `next`, as over the end of a column.
pub(super) fn sentence_goes_on(last: Option<char>, next: Option<char>) -> bool {
    let ends = |character: char| matches!(character, '.' | '!' | '?' | ':' | ';' | '。' | '！' | '？');
    !last.is_some_and(ends) && next.is_some_and(char::is_lowercase)
}

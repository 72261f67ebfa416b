//! Step 2: zero-width characters. They are kept where they have a visible effect, and removed elsewhere.
//!
//! Joiners are kept in scripts with cursive or conjunct forms and in emoji; the zero-width space is kept in scripts
//! without other word separators; tags are kept in flags. Directional marks are removed, since text in logical order
//! needs none, and so are byte order marks and word joiners. Variation selectors select a glyph variant and are kept.

use unicode_normalization::char::canonical_combining_class;

use super::Context;
use super::tracked_char::Letter;

/// Removes zero-width characters without an effect.
pub(super) fn keep_where_meant(letters: &mut Vec<Letter>, _: &Context<'_>) {
    if !letters.iter().any(|letter| is_format(letter.character)) {
        return;
    }
    let kept: Vec<bool> = (0..letters.len()).map(|index| is_meant(letters, index)).collect();
    let mut kept = kept.into_iter();
    letters.retain(|_| kept.next().unwrap_or(true));
}

fn is_meant(letters: &[Letter], index: usize) -> bool {
    let Some(letter) = letters.get(index) else { return true };
    if !is_format(letter.character) {
        return true;
    }
    let before = || reachable(letters.iter().take(index).rev());
    let behind = || reachable(letters.iter().skip(index + 1));
    let beside = |is_kind: fn(char) -> bool| before().chain(behind()).any(is_kind);
    match letter.character {
        '\u{200c}' => beside(joins),
        '\u{200d}' => beside(joins) || (before().any(is_pictograph) && behind().any(is_pictograph)),
        '\u{200b}' => beside(has_no_spaces),
        '\u{e0020}'..='\u{e007f}' => is_in_flag(letters, index),
        _ => false,
    }
}

/// The maximum number of characters to search for a neighbour.
const REACH: usize = 16;

/// Returns the characters up to and including the next letter. Marks count too, in the order that normalisation has
/// given them.
fn reachable<'l>(letters: impl Iterator<Item = &'l Letter>) -> impl Iterator<Item = char> {
    let mut is_over = false;
    let characters = letters.take(REACH).map(|letter| letter.character);
    characters.take_while(move |&character| !std::mem::replace(&mut is_over, !is_transparent(character)))
}

/// Returns `true` for zero-width characters that are not marks.
fn is_format(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{61c}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns `true` for characters that are skipped in the search for a neighbour.
fn is_transparent(character: char) -> bool {
    is_format(character)
        || canonical_combining_class(character) != 0
        || matches!(character, '\u{ad}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Returns `true` for scripts whose letters change shape beside each other: Arabic and related scripts, Indic
/// scripts, Mongolian.
fn joins(character: char) -> bool {
    matches!(u32::from(character),
        0x600..=0x8ff | 0x900..=0xdff | 0xe80..=0xeff | 0xf00..=0x109f | 0x1780..=0x18af | 0x1a20..=0x1aaf
        | 0x1b00..=0x1c4f | 0xa840..=0xa8ff | 0xa980..=0xa9df | 0xaa60..=0xaa7f | 0xabc0..=0xabff
        | 0xfb50..=0xfdff | 0xfe70..=0xfefc | 0x1_0a00..=0x1_0aff | 0x1_1000..=0x1_1fff | 0x1_e900..=0x1_e95f)
}

/// Returns `true` for scripts without spaces between words: Thai, Lao, Burmese, Khmer and related scripts.
fn has_no_spaces(character: char) -> bool {
    matches!(u32::from(character),
        0xe00..=0xeff | 0x1000..=0x109f | 0x1780..=0x17ff | 0x1950..=0x19ff | 0x1a20..=0x1aaf | 0xa9e0..=0xa9ff
        | 0xaa60..=0xaadf)
}

fn is_pictograph(character: char) -> bool {
    matches!(u32::from(character), 0x2190..=0x21ff | 0x2300..=0x27bf | 0x2b00..=0x2bff | 0x1_f000..=0x1_faff)
}

/// Returns `true` if a tag belongs to a flag sequence: the black flag, letters as tags, the cancel tag.
fn is_in_flag(letters: &[Letter], index: usize) -> bool {
    let is_tag = |letter: &&Letter| matches!(letter.character, '\u{e0020}'..='\u{e007f}');
    let begins = letters.iter().take(index).rev().find(|letter| !is_tag(letter));
    let ends = letters.iter().skip(index).take_while(is_tag).last();
    begins.is_some_and(|letter| letter.character == '\u{1f3f4}')
        && ends.is_some_and(|letter| letter.character == '\u{e007f}')
}

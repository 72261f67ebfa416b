//! Accents drawn over their letters: TeX and old typesetters print `´` and `e` in one place to make `é`.

use unicode_normalization::char::compose;

use super::line::Item;
use crate::content::PageGlyphs;

/// Spacing accents and the marks they stand for.
const ACCENTS: [(char, char); 19] = [
    ('`', '\u{300}'),
    ('\u{2cb}', '\u{300}'),
    ('\u{b4}', '\u{301}'),
    ('\u{2ca}', '\u{301}'),
    ('^', '\u{302}'),
    ('\u{2c6}', '\u{302}'),
    ('~', '\u{303}'),
    ('\u{2dc}', '\u{303}'),
    ('\u{af}', '\u{304}'),
    ('\u{2c9}', '\u{304}'),
    ('\u{2d8}', '\u{306}'),
    ('\u{2d9}', '\u{307}'),
    ('\u{a8}', '\u{308}'),
    ('\u{2da}', '\u{30a}'),
    ('\u{2dd}', '\u{30b}'),
    ('\u{2c7}', '\u{30c}'),
    ('\u{b8}', '\u{327}'),
    ('\u{2db}', '\u{328}'),
    ('\u{2bc}', '\u{301}'),
];

/// The middle of an accent lies within its letter, or outside by at most this part of the letter's width.
const SLACK: f32 = 0.15;

/// The mark that a spacing accent stands for.
fn mark(character: char) -> Option<char> {
    ACCENTS.iter().find(|(accent, _)| *accent == character).map(|(_, mark)| *mark)
}

/// Whether a character is an accent that stands by itself.
#[inline]
pub(super) fn is_accent(character: char) -> bool {
    !character.is_ascii_alphanumeric() && u32::from(character) < 0x300 && mark(character).is_some()
}

/// Joins accents with the letters that they stand over. Accents of formulas come from another font than their letter
/// and stay as they are.
pub(super) fn join(page: &PageGlyphs, items: &mut Vec<Item>) {
    let mut index = 0;
    while let Some(item) = items.get(index).copied() {
        let accent = item.character.filter(|&c| is_accent(c)).and_then(mark);
        let base = accent.and_then(|accent| {
            let neighbours = [index.checked_sub(1), Some(index + 1)];
            neighbours.into_iter().flatten().find(|&at| takes(page, items.get(at), &item, accent))
        });
        match (base, accent) {
            (Some(at), Some(accent)) => {
                if let Some(letter) = items.get_mut(at) {
                    letter.take_accent(accent);
                }
                items.remove(index);
            }
            _ => index += 1,
        }
    }
}

/// Whether a letter stands under an accent and the two make a character.
fn takes(page: &PageGlyphs, letter: Option<&Item>, accent: &Item, mark: char) -> bool {
    let Some(letter) = letter else { return false };
    let middle = f32::midpoint(accent.u0, accent.u1);
    let slack = (letter.u1 - letter.u0) * SLACK;
    let over = middle > letter.u0 - slack && middle < letter.u1 + slack;
    let composes = letter.character.is_some_and(|base| compose(dotted(base), mark).is_some());
    over && composes && letter.accent.is_none() && font(page, letter) == font(page, accent)
}

/// A dotless i or j takes an accent in place of its dot.
pub(crate) fn dotted(base: char) -> char {
    match base {
        'ı' => 'i',
        'ȷ' => 'j',
        other => other,
    }
}

fn font(page: &PageGlyphs, item: &Item) -> Option<u16> {
    let glyph = page.glyphs.get(item.glyph as usize)?;
    Some(page.run(glyph)?.font)
}

//! Accents drawn over their letters: TeX and old typesetters print `´` and `e` at one position to make `é`.

use unicode_normalization::char::compose;

use super::line_item::Item;
use super::spacing_accent::{combining_mark, dotted, is_accent};
use crate::content::PageGlyphs;

/// The farthest that the middle of an accent may lie outside its letter, as a fraction of the letter's width.
const SLACK: f32 = 0.15;

/// Joins accents with the letters below them. Accents in formulas come from a different font than their letter and
/// stay as they are.
pub(super) fn join(page: &PageGlyphs, items: &mut Vec<Item>) {
    let mut index = 0;
    while let Some(item) = items.get(index).copied() {
        let accent = item.character.filter(|&c| is_accent(c)).and_then(combining_mark);
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

/// The slash through a relation: TeX prints it without width before `=` to make `≠`.
const SLASH: char = '\u{338}';
/// The greatest distance between the left edges of a slash and its relation, as a fraction of the relation's width.
const SLASH_SLACK: f32 = 0.6;

/// Joins slashes with the relations they negate. Their fonts differ: the slash is one of the symbols, `=` is among the
/// letters.
pub(super) fn negate(items: &mut Vec<Item>) {
    let mut index = 0;
    while let Some(item) = items.get(index).copied() {
        let is_slash = item.character == Some(SLASH);
        let relation = [Some(index + 1), index.checked_sub(1)]
            .into_iter()
            .flatten()
            .find(|&at| is_slash && items.get(at).is_some_and(|relation| is_crossed(relation, &item)));
        match relation.and_then(|at| items.get_mut(at)) {
            Some(relation) => {
                relation.take_accent(SLASH);
                items.remove(index);
            }
            None => index += 1,
        }
    }
}

fn is_crossed(relation: &Item, slash: &Item) -> bool {
    let distance = (relation.u0 - slash.u0).abs();
    let composes = relation.character.is_some_and(|base| compose(base, SLASH).is_some());
    composes && relation.accent.is_none() && distance < (relation.u1 - relation.u0) * SLASH_SLACK
}

/// Returns `true` if the letter lies under the accent and the two compose to one character.
fn takes(page: &PageGlyphs, letter: Option<&Item>, accent: &Item, mark: char) -> bool {
    let Some(letter) = letter else { return false };
    let middle = f32::midpoint(accent.u0, accent.u1);
    let slack = (letter.u1 - letter.u0) * SLACK;
    let over = middle > letter.u0 - slack && middle < letter.u1 + slack;
    let composes = letter.character.is_some_and(|base| compose(dotted(base), mark).is_some());
    over && composes && letter.accent.is_none() && font(page, letter) == font(page, accent)
}

fn font(page: &PageGlyphs, item: &Item) -> Option<u16> {
    let glyph = page.glyphs.get(item.glyph as usize)?;
    Some(page.run(glyph)?.font)
}

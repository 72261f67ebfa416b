//! Restores the zero-width non-joiner of Persian and related text, which shapers leave out of the file.
//!
//! Fonts have a glyph for each form of an Arabic letter, and the form tells whether the letter joins the next one. A glyph
//! that ends words is a final form; followed by a glyph that begins words or joins nothing before it, it was kept apart by a
//! non-joiner. Which glyphs end and begin words is learned from the page itself.

use std::collections::BTreeMap;

use super::model::{Gap, PageLayout, Piece};
use crate::char_class::is_nonspacing_mark;
use crate::content::{Glyph, PageGlyphs};
use crate::language::script::is_arabic;

/// Letters that no Arabic text has, but every text in Persian, Urdu or Kurdish.
const PERSIAN: [char; 7] = ['ک', 'ی', 'گ', 'پ', 'چ', 'ژ', 'ہ'];
/// Word ends that prove a final form without a look at the next glyph.
const SURE_ENDS: u32 = 2;
/// A glyph is of a form if it has at most this many contrary places for each place that shows the form.
const CONTRARY: u32 = 4;
/// Of this many pairs of letters that may join, at most one has a non-joiner between: a font that has a single glyph for
/// all forms shows breaks everywhere.
const FEWEST_PAIRS: u32 = 6;

/// A glyph of a font: its index and code.
type GlyphKey = (u16, u32);

/// The places in which a glyph is found.
#[derive(Debug, Default, Clone, Copy)]
struct Places {
    /// Before the end of a word.
    ends: u32,
    /// Before a letter of the same word.
    inner: u32,
    /// At the beginning of a word, or after a letter that joins nothing behind it.
    starts: u32,
    /// After a letter that joins the next one.
    joined: u32,
}

impl Places {
    fn is_final(self) -> bool {
        self.ends > 0 && self.ends * CONTRARY >= self.inner
    }

    fn is_initial(self) -> bool {
        self.starts > 0 && self.starts * CONTRARY >= self.joined
    }
}

/// A letter of a line.
#[derive(Debug, Clone, Copy)]
struct Letter {
    piece: usize,
    key: GlyphKey,
    character: char,
}

/// Marks the places between letters that must not join.
pub(super) fn mark(page: &PageGlyphs, layout: &mut PageLayout) {
    let is_persian = |glyph: &Glyph| glyph.text.character().is_some_and(|one| PERSIAN.contains(&one));
    if !page.glyphs.iter().any(is_persian) {
        return;
    }
    let mut places: BTreeMap<GlyphKey, Places> = BTreeMap::new();
    let mut pairs: Vec<(Letter, Letter)> = Vec::new();
    for line in &layout.lines {
        let start = line.pieces.start as usize;
        add_line(page, line.pieces.slice(&layout.pieces), start, &mut places, &mut pairs);
    }
    let place = |letter: &Letter| places.get(&letter.key).copied().unwrap_or_default();
    let is_apart = |(before, next): &&(Letter, Letter)| {
        let (before, next) = (place(before), place(next));
        before.is_final() && (before.ends >= SURE_ENDS || next.is_initial())
    };
    let apart: Vec<usize> = pairs.iter().filter(is_apart).map(|(_, next)| next.piece).collect();
    if apart.len() * FEWEST_PAIRS as usize > pairs.len() {
        return;
    }
    for piece in apart {
        if let Some(piece) = layout.pieces.get_mut(piece) {
            piece.gap = Gap::NonJoiner;
        }
    }
}

/// Counts the places of the glyphs of a line, and collects the pairs of letters that may join.
fn add_line(
    page: &PageGlyphs,
    pieces: &[Piece],
    start: usize,
    places: &mut BTreeMap<GlyphKey, Places>,
    pairs: &mut Vec<(Letter, Letter)>,
) {
    let mut before: Option<Letter> = None;
    for (index, piece) in (start..).zip(pieces) {
        let Some(glyph) = page.glyphs.get(piece.glyph as usize) else { continue };
        let character = glyph.text.character();
        if character.is_some_and(is_nonspacing_mark) {
            continue;
        }
        let letter = character.filter(|character| is_letter(*character)).and_then(|character| {
            let font = page.run(glyph)?.font;
            Some(Letter { piece: index, key: (font, glyph.code), character })
        });
        let last = before.take();
        let is_same_word = piece.gap == Gap::None;
        if let Some(last) = last {
            let place = places.entry(last.key).or_default();
            match letter {
                Some(_) if is_same_word => place.inner += 1,
                // Where the text of a glyph is several letters, nothing is learned.
                None if is_same_word && character.is_none() => {}
                _ => place.ends += 1,
            }
        }
        if let Some(letter) = letter {
            let joining = last.filter(|last| is_same_word && joins_next(last.character));
            let place = places.entry(letter.key).or_default();
            match joining {
                Some(last) => {
                    place.joined += 1;
                    pairs.push((last, letter));
                }
                None => place.starts += 1,
            }
        }
        before = letter;
    }
    if let Some(last) = before {
        places.entry(last.key).or_default().ends += 1;
    }
}

/// Detects letters that take part in joining. Presentation forms say themselves how they join.
fn is_letter(character: char) -> bool {
    is_arabic(character) && character.is_alphabetic() && character < '\u{800}' && character != 'ء'
}

/// Detects letters that join the one behind them.
fn joins_next(character: char) -> bool {
    !matches!(character,
        'آ'..='إ' | 'ا' | 'ة' | 'د'..='ز' | 'و' | '\u{671}'..='\u{673}' | '\u{675}'..='\u{677}' | '\u{688}'..='\u{699}'
        | '\u{6c0}' | '\u{6c3}'..='\u{6cb}' | '\u{6cd}' | '\u{6cf}' | '\u{6d2}'..='\u{6d5}' | '\u{6ee}' | '\u{6ef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_follow_from_the_places_of_a_glyph() {
        let places = |ends, inner, starts, joined| Places { ends, inner, starts, joined };
        assert!(places(3, 1, 0, 4).is_final() && !places(3, 1, 0, 4).is_initial());
        assert!(places(0, 9, 9, 1).is_initial() && !places(0, 9, 9, 1).is_final());
        // One boundary that was found by mistake makes no final form of a glyph that joins all the time.
        assert!(!places(1, 20, 0, 21).is_final());
    }

    #[test]
    fn letters_without_a_left_arm_join_nothing() {
        assert!("اآأإدذرزژوۀە".chars().all(|letter| !joins_next(letter)));
        assert!("بپتجچسشعفقکگلمنهیئى".chars().all(joins_next));
    }
}

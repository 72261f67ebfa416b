//! Indic text: converts the visual order of the glyphs of a syllable to the logical order of Unicode.
//!
//! Shapers draw some vowel signs before the consonants that they follow in Unicode, two-part vowels around them, and the
//! letter ra that begins a cluster as a mark (reph) behind it. Most producers state the text of such syllables in its
//! order; others give each glyph its own character, so that the text has the order of the drawing. Either order has
//! places where a sign cannot be: a page is reordered if its signs are where only visual order has them.

use super::glyph_class::{is_blank, is_narrow};
use super::model::{Gap, IndexRange, PageLayout, Piece};
use crate::char_class::is_private_use;
use crate::content::{Glyph, PageGlyphs};
use crate::language::indic::{Role, is_malayalam, is_ra, role};
use crate::unicode::UnicodeSource;

/// The part of a syllable that a glyph draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A vowel sign that is drawn before the consonants it follows.
    PreBase,
    /// A ra that is drawn before the consonant it follows, as in Malayalam.
    PreBaseRa,
    /// A ra that is drawn as a mark behind the consonants it precedes.
    Reph,
    /// A consonant that is joined to the next one.
    Half,
    /// A consonant or several, perhaps with vowel.
    Base,
    /// A consonant that is joined to the one before it.
    Joined,
    /// The dot of a consonant.
    Nukta,
    /// A vowel sign in its place, or a mark behind the vowel.
    Sign,
    /// An unknown glyph with a width: most are clusters of consonants.
    Unknown,
    /// An unknown glyph without a width.
    UnknownMark,
    /// A vowel without a consonant, a digit.
    Alone,
}

impl Part {
    /// Returns whether it may be what a vowel sign follows in logical order.
    fn may_take_vowel(self) -> bool {
        matches!(
            self,
            Self::Base | Self::Joined | Self::PreBaseRa | Self::Nukta | Self::Unknown | Self::UnknownMark
        )
    }

    /// Returns whether the consonants of a syllable may begin with it.
    fn may_begin(self) -> bool {
        matches!(self, Self::Half | Self::Base | Self::Unknown | Self::PreBaseRa)
    }
}

/// The signs of a page, by the order that their neighbours allow.
#[derive(Debug, Default)]
struct Evidence {
    signs: usize,
    /// Signs that cannot be in their place in logical order.
    visual: usize,
    /// Signs that cannot be in their place in visual order.
    logical: usize,
}

/// A page in visual order has at most one sign in this many where visual order cannot have it.
const CONTRARY: usize = 4;
/// A page in visual order has at least one sign in this many where logical order cannot have it: signs at the beginning
/// of words alone are more frequent.
const FREQUENCY: usize = 16;

impl Evidence {
    fn add(&mut self, word: &[Part]) {
        for (at, part) in word.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| word.get(at)).copied();
            let behind = word.get(at + 1).copied();
            let (is_visual, is_logical) = match part {
                Part::PreBase => (
                    !before.is_some_and(Part::may_take_vowel),
                    !behind.is_some_and(|part| part.may_begin() || part == Part::UnknownMark),
                ),
                Part::Reph => (
                    !behind.is_some_and(|part| part.may_begin() || part == Part::UnknownMark),
                    !before.is_some_and(|part| part.may_take_vowel() || part == Part::Sign),
                ),
                _ => continue,
            };
            self.signs += 1;
            self.visual += usize::from(is_visual && !is_logical);
            self.logical += usize::from(is_logical && !is_visual);
        }
    }

    fn is_visual(&self) -> bool {
        self.visual > CONTRARY * self.logical && self.visual * FREQUENCY >= self.signs
    }
}

/// Moves the signs of a page that are in visual order to their places in logical order.
pub(super) fn to_logical(page: &PageGlyphs, layout: &mut PageLayout) {
    let mut evidence = Evidence::default();
    let mut words: Vec<(IndexRange, Vec<Part>)> = Vec::new();
    for line in &layout.lines {
        each_word(page, line.pieces, &layout.pieces, |range, parts| {
            if parts.iter().any(|part| is_movable(*part)) {
                evidence.add(&parts);
                words.push((range, parts));
            }
        });
    }
    if !evidence.is_visual() {
        return;
    }
    for (range, parts) in words {
        let pieces = layout.pieces.get_mut(range.start as usize..range.end as usize);
        pieces.into_iter().for_each(|pieces| reorder(pieces, &parts));
    }
}

fn is_movable(part: Part) -> bool {
    matches!(part, Part::PreBase | Part::PreBaseRa | Part::Reph)
}

/// Calls `see` with the words of a line that consist of parts of syllables.
fn each_word(
    page: &PageGlyphs,
    line: IndexRange,
    pieces: &[Piece],
    mut see: impl FnMut(IndexRange, Vec<Part>),
) {
    let mut parts: Vec<Part> = Vec::new();
    let mut start = line.start;
    for (index, piece) in (line.start..).zip(line.slice(pieces)) {
        let part = page.glyphs.get(piece.glyph as usize).and_then(|glyph| part(page, glyph));
        if (piece.gap != Gap::None || part.is_none()) && !parts.is_empty() {
            see(IndexRange { start, end: index }, std::mem::take(&mut parts));
        }
        if let Some(part) = part {
            start = if parts.is_empty() { index } else { start };
            parts.push(part);
        }
    }
    if !parts.is_empty() {
        see(IndexRange { start, end: line.end }, parts);
    }
}

/// Returns the part of a syllable that a glyph draws; `None` if it is not Indic, or if its text is that of whole words.
fn part(page: &PageGlyphs, glyph: &Glyph) -> Option<Part> {
    if glyph.source == UnicodeSource::ActualText || is_blank(glyph) {
        return None;
    }
    let is_narrow = is_narrow(page, glyph);
    // Most characters for private use are clusters that a producer had no text for.
    if glyph.source == UnicodeSource::Unknown || glyph.text.character().is_some_and(is_private_use) {
        return Some(if is_narrow { Part::UnknownMark } else { Part::Unknown });
    }
    match glyph.text.character() {
        Some(character) => Some(part_of_character(role(character)?)),
        None => part_of_text(page.sequence(glyph), is_narrow),
    }
}

fn part_of_character(role: Role) -> Part {
    match role {
        Role::Consonant => Part::Base,
        Role::Nukta => Part::Nukta,
        Role::PreBaseVowel => Part::PreBase,
        Role::Virama | Role::Vowel | Role::Modifier => Part::Sign,
        Role::Other => Part::Alone,
    }
}

fn part_of_text(text: &str, is_narrow: bool) -> Option<Part> {
    let mut characters = text.chars().filter(|character| !is_joiner(*character));
    let (first, second) = (characters.next()?, characters.next());
    let last = characters.next_back().or(second).unwrap_or(first);
    let is_pair = text.chars().filter(|character| !is_joiner(*character)).count() == 2;
    let (of_first, of_last) = (role(first)?, role(last)?);
    Some(match (of_first, of_last) {
        (Role::Consonant, Role::Virama) if is_pair && is_narrow => {
            if is_ra(first) {
                Part::Reph
            } else {
                Part::Joined
            }
        }
        (Role::Consonant, Role::Virama) if has_half_forms(first) => Part::Half,
        (Role::Consonant, _) => Part::Base,
        (Role::Virama, Role::Consonant) if is_pair && is_malayalam(last) && is_ra(last) => Part::PreBaseRa,
        (Role::Virama, _) => Part::Joined,
        (Role::PreBaseVowel, Role::PreBaseVowel | Role::Modifier) => Part::PreBase,
        // A sign with a consonant in one glyph: its text cannot be divided.
        (Role::PreBaseVowel, _) | (Role::Other, _) => Part::Alone,
        (Role::Nukta | Role::Vowel | Role::Modifier, _) => Part::Sign,
    })
}

fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

/// Returns whether consonants of the script of a letter join the next one, so that a vowel sign is drawn before both. In
/// other scripts a consonant with a virama is a syllable of its own.
fn has_half_forms(letter: char) -> bool {
    matches!(letter, '\u{900}'..='\u{b7f}')
}

/// Puts the pieces of a word into logical order. The gap before the word stays where it is.
fn reorder(pieces: &mut [Piece], parts: &[Part]) {
    let drawn = pieces.to_vec();
    let gap = drawn.first().map_or(Gap::None, |piece| piece.gap);
    let order = logical_order(parts);
    for (place, from) in pieces.iter_mut().zip(order) {
        if let Some(piece) = drawn.get(from) {
            *place = Piece { gap: Gap::None, ..*piece };
        }
    }
    pieces.first_mut().into_iter().for_each(|first| first.gap = gap);
}

/// Returns the indices of the parts of a word in logical order.
fn logical_order(parts: &[Part]) -> Vec<usize> {
    let mut order = Vec::with_capacity(parts.len());
    let mut at = 0;
    while at < parts.len() {
        let syllable = Syllable::read(parts, at);
        at = syllable.end;
        syllable.write(&mut order);
    }
    order
}

/// A syllable in visual order, as indices of its parts.
#[derive(Debug, Default)]
struct Syllable {
    vowels: Vec<usize>,
    pre_base_ra: Vec<usize>,
    consonants: Vec<usize>,
    reph: Vec<usize>,
    signs: Vec<usize>,
    end: usize,
}

impl Syllable {
    /// Reads the syllable from `start` on, which has at least one part.
    fn read(parts: &[Part], start: usize) -> Self {
        let mut syllable = Self { end: start, ..Self::default() };
        syllable.take(parts, |syllable, part| match part {
            Part::PreBase => Some(&mut syllable.vowels),
            Part::PreBaseRa => Some(&mut syllable.pre_base_ra),
            _ => None,
        });
        syllable.take(parts, |syllable, part| (part == Part::Half).then_some(&mut syllable.consonants));
        let has_base = matches!(parts.get(syllable.end), Some(Part::Base | Part::Unknown));
        if !has_base {
            return syllable.left_as_it_is(parts.len(), start);
        }
        syllable.consonants.push(syllable.end);
        syllable.end += 1;
        syllable.take(parts, |syllable, part| match part {
            Part::Joined | Part::Nukta | Part::UnknownMark => Some(&mut syllable.consonants),
            Part::Reph => Some(&mut syllable.reph),
            _ => None,
        });
        syllable.take(parts, |syllable, part| match part {
            Part::Sign | Part::UnknownMark => Some(&mut syllable.signs),
            Part::Reph => Some(&mut syllable.reph),
            _ => None,
        });
        syllable
    }

    /// Takes the next parts for as long as they have a place.
    fn take(&mut self, parts: &[Part], place: impl Fn(&mut Self, Part) -> Option<&mut Vec<usize>>) {
        while let Some(&part) = parts.get(self.end) {
            let index = self.end;
            let Some(place) = place(self, part) else { return };
            place.push(index);
            self.end += 1;
        }
    }

    /// Returns parts that are no syllable in their order, with the next one.
    fn left_as_it_is(self, count: usize, start: usize) -> Self {
        let end = if self.end == start { (start + 1).min(count) } else { self.end };
        Self { signs: (start..end).collect(), end, ..Self::default() }
    }

    fn write(self, order: &mut Vec<usize>) {
        let parts = [self.reph, self.consonants, self.pre_base_ra, self.vowels, self.signs];
        order.extend(parts.into_iter().flatten());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the parts of glyphs that are separated by `|`; those behind `!` have no width.
    fn parts(glyphs: &str) -> Vec<Part> {
        let part = |glyph: &str| {
            let text = glyph.trim_start_matches('!');
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(one), None) => role(one).map(part_of_character),
                _ => part_of_text(text, glyph.starts_with('!')),
            }
        };
        glyphs.split('|').filter_map(part).collect()
    }

    fn logical(glyphs: &str) -> String {
        let texts: Vec<&str> = glyphs.split('|').map(|glyph| glyph.trim_start_matches('!')).collect();
        logical_order(&parts(glyphs)).iter().filter_map(|&at| texts.get(at).copied()).collect()
    }

    fn evidence(words: &[&str]) -> Evidence {
        let mut evidence = Evidence::default();
        words.iter().for_each(|word| evidence.add(&parts(word)));
        evidence
    }

    #[test]
    fn vowel_signs_follow_their_consonants() {
        assert_eq!(logical("ि|न|य|त"), "नियत");
        assert_eq!(logical("क|ि|र|त|ा"), "करिता");
        assert_eq!(logical("ि|स्|थ|त|ि|म|ा|ं"), "स्थितमिां");
        // The parts of a vowel around its consonant are composed when the text is cleaned.
        assert_eq!(logical("ে|ক্ষ|া|ভ"), "ক্ষ\u{9c7}\u{9be}ভ");
        assert_eq!(logical("ਿ|ਲ|ਖ਼"), "ਲਿਖ਼");
    }

    #[test]
    fn a_reph_precedes_the_consonants_below_it() {
        assert_eq!(logical("व|ग|!र्"), "वर्ग");
        assert_eq!(logical("ক|ত|!র্|া"), "কর্তা");
        assert_eq!(logical("ि|ध|म|!र्"), "धिर्म");
        assert_eq!(logical("ध|ि|म|!र्"), "धर्मि");
    }

    #[test]
    fn a_ra_of_malayalam_follows_its_consonant() {
        assert_eq!(logical("േ|്ര|പ|മ|ം"), "പ്രേമം");
    }

    #[test]
    fn what_is_no_syllable_keeps_its_order() {
        assert_eq!(logical("ि"), "ि");
        assert_eq!(logical("अ|ि|ा"), "अिा");
        assert_eq!(logical("प|ु|न|र्"), "पुनर्");
    }

    #[test]
    fn signs_tell_the_order_by_their_places() {
        assert!(evidence(&["ি|য|ি|ন", "আ|ে|স"]).is_visual());
        assert!(evidence(&["व|ग|!र्"]).is_visual());
        assert!(!evidence(&["क|ि", "य|द|ि", "श|क्|त|ि"]).is_visual());
        assert!(!evidence(&["क|ि|स|ी"]).is_visual());
        // A sign that is shown by itself, as in a table of letters.
        assert!(!evidence(&["ि"]).is_visual());
    }

    #[test]
    fn one_broken_word_moves_no_page() {
        let mut words = vec!["क|ि|स|ी"; 40];
        words.push("ि|स");
        assert!(!evidence(&words).is_visual());
    }
}

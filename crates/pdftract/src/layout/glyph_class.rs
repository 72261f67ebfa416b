//! The character classes of layout: blanks, letters, accents, marks.

use super::spacing_accent::is_accent;
use crate::bmp_table::BmpTable;
use crate::char_class::{is_letter_or_number, is_mark, is_nonspacing_mark};
use crate::content::{Glyph, PageGlyphs, TextId};
use crate::language::indic::{Role, is_indic, role};
use crate::language::script::is_right_to_left;

/// The kind of a character, or the union of the kinds of several. It is looked up several times per glyph, so the
/// kinds of ASCII are in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind(u8);

impl Kind {
    /// None of the other kinds.
    pub(super) const OTHER: Self = Self(0);
    /// A space of any kind except the ideographic one, which is a character with a width of its own.
    pub(super) const SPACE: Self = Self(1);
    /// A letter or a digit.
    pub(super) const LETTER: Self = Self(2);
    /// A spacing accent.
    pub(super) const ACCENT: Self = Self(4);
    /// Written from right to left.
    pub(super) const RIGHT_TO_LEFT: Self = Self(8);
    /// A mark over or under a letter, without a width of its own.
    pub(super) const MARK: Self = Self(16);
    /// Of an Indic script, whose syllables may be drawn in another order than they are read.
    pub(super) const INDIC: Self = Self(32);

    /// The kinds that a line must examine glyph by glyph.
    pub(super) const UNUSUAL: Self = Self::ACCENT.with(Self::MARK).with(Self::RIGHT_TO_LEFT);

    /// A mark with or without a width of its own; the advance of its glyph decides whether it is a [mark](Self::MARK).
    const COMBINING: Self = Self(64);

    /// Returns the kind of a character.
    pub(super) fn classify(character: char) -> Self {
        Self::look_up(character).without(Self::COMBINING)
    }

    /// Returns the kind of a character, with [`COMBINING`](Self::COMBINING).
    #[inline]
    fn look_up(character: char) -> Self {
        static KINDS: BmpTable = BmpTable::new();
        let find = |character| Self::by_properties(character).with_if(Self::COMBINING, is_mark(character)).0;
        match ASCII.get(character as usize) {
            Some(kind) => *kind,
            None => Self(KINDS.get(character, find)),
        }
    }

    fn by_properties(character: char) -> Self {
        Self::OTHER
            .with_if(Self::SPACE, is_space(character))
            .with_if(Self::LETTER, is_letter_or_number(character))
            .with_if(Self::ACCENT, is_accent(character))
            .with_if(Self::RIGHT_TO_LEFT, is_right_to_left(character))
            .with_if(Self::MARK, is_nonspacing_mark(character))
            .with_if(Self::INDIC, is_indic(character))
    }

    /// Returns `true` if it includes any of `kinds`.
    #[inline]
    pub(super) fn is(self, kinds: Self) -> bool {
        self.0 & kinds.0 != 0
    }

    /// Returns the intersection of two kinds.
    #[inline]
    pub(super) const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the union of two kinds.
    #[inline]
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the kinds of `self` that are not in `other`.
    #[inline]
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    const fn with_if(self, other: Self, is_so: bool) -> Self {
        if is_so { self.with(other) } else { self }
    }

    #[allow(clippy::indexing_slicing)]
    const fn ascii() -> [Self; 128] {
        let mut kinds = [Self::OTHER; 128];
        let mut code: u8 = 0;
        while code < 128 {
            kinds[code as usize] = Self::OTHER
                .with_if(Self::SPACE, matches!(code, b' ' | b'\t'))
                .with_if(Self::LETTER, code.is_ascii_alphanumeric())
                .with_if(Self::ACCENT, matches!(code, b'`' | b'^' | b'~'));
            code += 1;
        }
        kinds
    }
}

static ASCII: [Kind; 128] = Kind::ascii();

/// Returns `true` if a glyph is blank: a space of any kind.
#[inline]
pub(super) fn is_blank(glyph: &Glyph) -> bool {
    glyph.text.character().is_some_and(is_space)
}

/// Returns `true` for spaces of any kind except the ideographic one.
#[inline]
pub(super) fn is_space(character: char) -> bool {
    matches!(
        character,
        ' ' | '\t' | '\u{a0}' | '\u{2000}'..='\u{200b}' | '\u{202f}' | '\u{205f}' | '\u{feff}'
    )
}

/// Returns `true` for characters of scripts without spaces between words: ideographs, kana, their punctuation and
/// full-width forms.
#[inline]
pub(super) fn is_ideographic(character: char) -> bool {
    let code = u32::from(character);
    code >= 0x2e80
        && matches!(code,
            0x2e80..=0x303f | 0x3040..=0x30ff | 0x3100..=0x312f | 0x3190..=0x31ff | 0x3200..=0x9fff
            | 0xf900..=0xfaff | 0xfe30..=0xfe4f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x2_0000..=0x3_ffff)
}

/// The greatest advance, as a fraction of the font size, of a glyph without width.
const NO_ROOM: f32 = 0.02;

/// Returns the kind of a glyph of one character. A glyph without width is a mark, whatever its text.
#[inline(always)]
fn kind_of_character(page: &PageGlyphs, glyph: &Glyph) -> Option<Kind> {
    if let Some(kind) = glyph.text.ascii().and_then(|byte| ASCII.get(usize::from(byte))) {
        return Some(*kind);
    }
    let kind = Kind::look_up(glyph.text.character()?);
    if kind.is(Kind::COMBINING) {
        return Some(kind.without(Kind::COMBINING).with_if(Kind::MARK, is_narrow(page, glyph)));
    }
    Some(kind)
}

/// Returns the kind of a glyph that has no character or several; [`Kind::OTHER`] unless it is a mark.
fn kind_of_sequence(page: &PageGlyphs, glyph: &Glyph) -> Kind {
    let is_mark = is_silent(page, glyph) || is_indic_mark(page, glyph);
    Kind::OTHER.with_if(Kind::MARK, is_mark)
}

/// Returns the kind of a glyph, and that of its first character that is not a mark. Both are the same for a glyph of one
/// character; otherwise the first is [`Kind::OTHER`] or [`Kind::MARK`].
#[inline]
pub(super) fn kinds(page: &PageGlyphs, glyph: &Glyph) -> (Kind, Kind) {
    match kind_of_character(page, glyph) {
        Some(kind) => (kind, kind),
        None => (kind_of_sequence(page, glyph), kind_in_line_of_sequence(page, glyph)),
    }
}

/// Returns `true` if a glyph has no width.
#[inline]
pub(super) fn is_narrow(page: &PageGlyphs, glyph: &Glyph) -> bool {
    glyph.advance.abs() < NO_ROOM * page.size(glyph)
}

/// Returns `true` if a glyph without width, whose text is not one character, is a part of another. If its text is a
/// letter with marks, the glyph is one of the marks: some producers give the text of a cluster to each of its glyphs.
pub(super) fn is_silent(page: &PageGlyphs, glyph: &Glyph) -> bool {
    is_narrow(page, glyph)
        && (glyph.text == TextId::NONE || page.sequence(glyph).chars().any(is_right_to_left_mark))
}

/// Returns `true` for consonants of Indic scripts that are drawn over or under others, as the ra of many clusters.
fn is_indic_mark(page: &PageGlyphs, glyph: &Glyph) -> bool {
    is_narrow(page, glyph)
        && glyph.text != TextId::NONE
        && page.sequence(glyph).chars().any(|character| role(character) == Some(Role::Virama))
}

/// Returns `true` for vowel signs and other marks of Hebrew, Arabic and related scripts.
pub(super) fn is_right_to_left_mark(character: char) -> bool {
    is_right_to_left(character) && is_nonspacing_mark(character)
}

/// Returns the first character of a glyph that is not a mark.
#[inline]
pub(super) fn first_character(page: &PageGlyphs, glyph: &Glyph) -> Option<char> {
    glyph.text.character().or_else(|| first_of_sequence(page.sequence(glyph)))
}

fn first_of_sequence(text: &str) -> Option<char> {
    text.chars().find(|&character| !is_nonspacing_mark(character)).or_else(|| text.chars().next())
}

/// Returns the first character of a glyph that is not a mark, and its kind. A glyph of several characters is never
/// blank.
#[inline]
pub(super) fn reading(page: &PageGlyphs, glyph: &Glyph) -> (Option<char>, Kind) {
    (first_character(page, glyph), kind_in_line(page, glyph))
}

/// Returns the kind of the first character of a glyph that is not a mark.
#[inline(always)]
pub(super) fn kind_in_line(page: &PageGlyphs, glyph: &Glyph) -> Kind {
    kind_of_character(page, glyph).unwrap_or_else(|| kind_in_line_of_sequence(page, glyph))
}

#[cold]
fn kind_in_line_of_sequence(page: &PageGlyphs, glyph: &Glyph) -> Kind {
    let of_first = first_of_sequence(page.sequence(glyph)).map_or(Kind::OTHER, Kind::classify);
    of_first.without(Kind::SPACE.with(Kind::MARK)).with(kind_of_sequence(page, glyph))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_those_of_the_properties() {
        for character in '\0'..=char::MAX {
            assert_eq!(Kind::classify(character), Kind::by_properties(character), "{character:?}");
        }
    }
}

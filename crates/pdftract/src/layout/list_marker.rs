//! List markers: the bullets, numbers and letters that may begin a list item.
//!
//! Layout begins a block at each of them; [`structure`](crate::structure) decides whether the block is an item.

use super::glyph_class::is_space;
use super::model::{Gap, LayoutLine, Piece, to_index};
use crate::char_class::is_private_use;
use crate::content::PageGlyphs;

/// Characters that are markers on their own.
const BULLETS: &str = "•‣◦▪▫■□●○∙·»►▶➢➤✓✔❖⁃◆◇★☆☐☑☒◾◽➔→⇒✗✘❏❑➣";
/// Characters that are markers when a gap follows; they have many other uses.
const DASHES: &str = "-–—*+∗⋆";
/// Symbol fonts, in lower case: any glyph of theirs before a text is a bullet, whatever its character.
const SIGN_FONTS: [&str; 5] = ["wingdings", "webdings", "dingbats", "opensymbol", "symbolmt"];
/// The greatest length of the number or letters of a marker.
const MAX_DIGITS: usize = 3;
/// The most pieces of a marker, brackets and full stop included.
const MAX_PIECES: usize = 6;

/// The marker of a list item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Marker {
    /// The number of pieces at the start of the line that belong to it.
    pub(crate) pieces: u32,
    /// The kind of the marker.
    pub(crate) kind: MarkerKind,
}

/// Kinds of markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkerKind {
    /// A character that is used as a list marker only.
    Bullet,
    /// A dash or star.
    Dash,
    /// A number, with its value.
    Number(u32),
    /// A letter, counted from 1; also a Roman numeral of one letter.
    Letter(u32),
    /// A capital with a full stop, counted from 1, which may also be an initial.
    Initial(u32),
    /// A Roman numeral of several letters.
    Roman(u32),
}

/// Returns the number of pieces of a line that look like a list marker; 0 when there is no marker.
pub(crate) fn marker_pieces(page: &PageGlyphs, pieces: &[Piece], line: &LayoutLine) -> u32 {
    marker(page, line.pieces.slice(pieces)).map_or(0, |marker| marker.pieces)
}

/// Returns the marker at the start of the pieces of a line.
pub(crate) fn marker(page: &PageGlyphs, pieces: &[Piece]) -> Option<Marker> {
    let character_of =
        |piece: &Piece| page.glyphs.get(piece.glyph as usize).and_then(|glyph| glyph.text.character());
    let ends_at =
        |piece: &Piece, character: char| matches!(piece.gap, Gap::Space | Gap::Wide) || is_space(character);
    let first = pieces.first()?;
    if let Some(character) = character_of(first)
        && !character.is_ascii()
        && (BULLETS.contains(character) || is_private_use(character))
        && pieces.len() > 1
    {
        // A bullet needs no gap after it.
        return Some(Marker { pieces: 1, kind: MarkerKind::Bullet });
    }
    let mut last = None;
    for (index, piece) in pieces.iter().enumerate().take(MAX_PIECES + 1) {
        let character = character_of(piece)?;
        if index > 0 && ends_at(piece, character) {
            // Most lines begin with a short word, which nothing closes.
            if index > 1 && !last.is_some_and(closes_marker) {
                return None;
            }
            let (own, rest) = pieces.split_at_checked(index)?;
            let text: String = own.iter().filter_map(character_of).collect();
            let kind = kind_of(&text)
                .or_else(|| (index == 1 && is_sign(page, first)).then_some(MarkerKind::Bullet))?;
            let is_abbreviation = matches!(kind, MarkerKind::Letter(_) | MarkerKind::Initial(_))
                && begins_with_letter_and_stop(rest, character_of);
            return (!is_abbreviation).then_some(Marker { pieces: to_index(index), kind });
        }
        last = Some(character);
    }
    None
}

/// Returns `true` for characters that end a marker of several.
fn closes_marker(character: char) -> bool {
    matches!(character, ')' | '.')
}

/// Returns `true` if `B.` follows, as in `z. B.` and in initials.
fn begins_with_letter_and_stop(rest: &[Piece], character_of: impl Fn(&Piece) -> Option<char>) -> bool {
    let mut characters = rest.iter().filter_map(character_of).filter(|character| !is_space(*character));
    matches!((characters.next(), characters.next()), (Some(letter), Some('.')) if letter.is_alphabetic())
}

/// Returns `true` if a piece is set in a symbol font.
fn is_sign(page: &PageGlyphs, piece: &Piece) -> bool {
    let font = page.glyphs.get(piece.glyph as usize).and_then(|glyph| page.font(glyph));
    font.is_some_and(|font| {
        let name = font.facts().name.to_ascii_lowercase();
        SIGN_FONTS.iter().any(|sign| name.contains(sign))
    })
}

fn kind_of(text: &str) -> Option<MarkerKind> {
    let mut characters = text.chars();
    if let (Some(dash), None) = (characters.next(), characters.next()) {
        return DASHES.contains(dash).then_some(MarkerKind::Dash);
    }
    let inner = text.strip_prefix('(').unwrap_or(text);
    let number = inner.strip_suffix(closes_marker)?;
    if text.starts_with('(') && !text.ends_with(')') {
        return None;
    }
    match number_of(number)? {
        MarkerKind::Letter(letter) if text.ends_with('.') && number.chars().all(char::is_uppercase) => {
            Some(MarkerKind::Initial(letter))
        }
        kind => Some(kind),
    }
}

/// Parses digits, one letter, or a small Roman numeral.
fn number_of(text: &str) -> Option<MarkerKind> {
    let mut characters = text.chars();
    let first = characters.next()?;
    if text.len() <= MAX_DIGITS && text.chars().all(|c| c.is_ascii_digit()) {
        return text.parse().ok().map(MarkerKind::Number);
    }
    if characters.next().is_none() {
        let lower = first.to_ascii_lowercase();
        let place = if lower.is_ascii_lowercase() { u32::from(lower) - u32::from('a') + 1 } else { 0 };
        return first.is_alphabetic().then_some(MarkerKind::Letter(place));
    }
    roman(text).map(MarkerKind::Roman)
}

/// Returns the value of a small Roman numeral.
pub(crate) fn roman(text: &str) -> Option<u32> {
    if text.is_empty() || text.len() > 5 {
        return None;
    }
    let digit = |c: char| match c.to_ascii_lowercase() {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        _ => None,
    };
    let digits: Vec<u32> = text.chars().map(digit).collect::<Option<_>>()?;
    let next = digits.iter().skip(1).chain([&0]);
    let (plus, minus) = digits.iter().zip(next).fold((0u32, 0u32), |(plus, minus), (digit, next)| {
        if digit < next { (plus, minus + digit) } else { (plus + digit, minus) }
    });
    plus.checked_sub(minus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_distinguished_from_text() {
        for text in ["-", "–", "1.", "12)", "(3)", "a)", "(b)", "iv.", "C."] {
            assert!(kind_of(text).is_some(), "{text}");
        }
        for text in ["1", "2012.", "1.2", "word", "(x", "Fig.", "a", ""] {
            assert_eq!(kind_of(text), None, "{text}");
        }
    }

    #[test]
    fn markers_count() {
        assert_eq!(kind_of("12."), Some(MarkerKind::Number(12)));
        assert_eq!(kind_of("(c)"), Some(MarkerKind::Letter(3)));
        assert_eq!(kind_of("C."), Some(MarkerKind::Initial(3)));
        assert_eq!(kind_of("xiv)"), Some(MarkerKind::Roman(14)));
    }
}

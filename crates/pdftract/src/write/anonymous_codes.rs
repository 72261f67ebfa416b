//! Substitutes for text that must not be shared: codes of the same font, class and approximate width.
//!
//! Many codes share a substitute, so that the text cannot be reconstructed. Consonants are preferred, because they do
//! not form words.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::font_uses::{FontUse, FontUses, Known};
use crate::font::Font;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::unicode::candidate::AMBIGUOUS;
use crate::unicode::{ResolvedFont, UnicodeSource};

/// The minimum number of codes of a class that share a substitute, and the maximum number of substitutes of a class.
const CODES_PER_SUBSTITUTE: usize = 6;
const MOST_SUBSTITUTES: usize = 4;
/// The minimum number of letters of one case that can substitute each other.
const FEWEST_ALIKE: usize = 3;
/// Substitutes in order of preference.
const PREFERRED: &str = "xzkvwhbdgpqfjcmnrlst";

/// The character class, which substitutes preserve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Lower,
    Upper,
    Letter,
    Digit,
    /// Characters with a low confidence. They replace each other, so that the copy has the same doubts.
    Doubtful,
    Unknown,
}

/// A code of a class: its width as bits that sort numerically, the code, and its rank of preference.
type Member = (u32, CharCode, usize);

/// The substitutes of all fonts.
pub(crate) struct Substitutes {
    by_object: BTreeMap<u32, FontSubstitutes>,
    direct: BTreeMap<String, FontSubstitutes>,
}

/// The substitutes of a font.
pub(crate) struct FontSubstitutes {
    font: Arc<ResolvedFont>,
    map: BTreeMap<CharCode, CharCode>,
    /// The substitute of codes that no page shows.
    rest: Option<CharCode>,
}

impl Substitutes {
    /// Computes substitutes for the fonts used on pages; `choice` selects among several of them.
    pub(crate) fn new(access: Access<'_>, uses: &FontUses, choice: usize) -> Self {
        let of = |font_use: &FontUse| FontSubstitutes::new(access, font_use, choice);
        Self {
            by_object: uses.by_object.iter().map(|(object, font_use)| (*object, of(font_use))).collect(),
            direct: uses.direct.iter().map(|(name, font_use)| (name.clone(), of(font_use))).collect(),
        }
    }

    /// Returns the substitutes of a font.
    pub(crate) fn for_font(&self, font: &Font) -> Option<&FontSubstitutes> {
        match font.object() {
            Some(object) => self.by_object.get(&object),
            None => self.direct.get(&font.facts().name),
        }
    }
}

impl FontSubstitutes {
    fn new(access: Access<'_>, font_use: &FontUse, choice: usize) -> Self {
        let mut classes: BTreeMap<(Class, u8), Vec<Member>> = BTreeMap::new();
        let mut map = BTreeMap::new();
        for (&code, known) in &font_use.codes {
            match class_of(known) {
                Some(class) => {
                    let width = font_use.font.advance(access, code).max(0.0).to_bits();
                    classes.entry((class, code.len)).or_default().push((width, code, rank(&known.text)));
                }
                None => {
                    map.insert(code, code);
                }
            }
        }
        pool_small(&mut classes);
        for ((class, length), codes) in &mut classes {
            codes.sort_unstable();
            if let (Class::Unknown, Some(absent)) = (class, absent(access, font_use, *length, choice)) {
                map.extend(codes.iter().map(|(_, code, _)| (*code, absent)));
                continue;
            }
            let groups = (codes.len() / CODES_PER_SUBSTITUTE).clamp(1, MOST_SUBSTITUTES);
            for group in codes.chunks(codes.len().div_ceil(groups)) {
                let substitute = preferred(group, choice);
                map.extend(group.iter().filter_map(|(_, code, _)| Some((*code, substitute?))));
            }
        }
        let rest = classes.values().next().and_then(|codes| map.get(&codes.first()?.1)).copied();
        Self { font: Arc::clone(&font_use.font), map, rest }
    }

    /// Replaces each code of a string.
    pub(crate) fn replace(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let code = self.font.next_code(rest);
            let length = usize::from(code.len).clamp(1, rest.len());
            let known = self.map.get(&code).copied();
            let fallback = self.rest.filter(|rest| rest.len == code.len);
            match known.or(fallback) {
                Some(substitute) => push_code(substitute, length, &mut out),
                None => out.resize(out.len() + length, b'x'),
            }
            rest = rest.get(length..).unwrap_or_default();
        }
        out
    }
}

/// From this choice on, unknown codes are replaced by one that the font lacks, which cannot be recovered. It differs
/// in width, so it is not tried first.
const ABSENT_FROM: usize = 2;
/// The number of codes to try when looking for one that the font lacks.
const MOST_TRIED: u32 = 256;

/// Returns a code without a text and without an outline.
fn absent(access: Access<'_>, font_use: &FontUse, length: u8, choice: usize) -> Option<CharCode> {
    if choice < ABSENT_FROM {
        return None;
    }
    let font = &font_use.font;
    let highest = (1_u32 << (8 * u32::from(length.min(2)))) - 1;
    let values = (0..MOST_TRIED).filter_map(|below| highest.checked_sub(below));
    values.map(|value| CharCode { value, len: length }).find(|&code| {
        let is_drawn = || font.outline(access, code).is_some_and(|outline| !outline.is_empty());
        font.glyph(access, code).source == UnicodeSource::Unknown && !is_drawn()
    })
}

/// Returns the substitute of a group: the most preferred code, or one of the next for other choices.
fn preferred(group: &[Member], choice: usize) -> Option<CharCode> {
    let mut ranked: Vec<(usize, CharCode)> = group.iter().map(|(_, code, rank)| (*rank, *code)).collect();
    ranked.sort_unstable();
    ranked.get(choice % ranked.len().max(1)).map(|(_, code)| *code)
}

/// Merges classes with too few letters: the only capital of a font would otherwise be replaced by itself.
fn pool_small(classes: &mut BTreeMap<(Class, u8), Vec<Member>>) {
    let is_small = |(class, _): &(Class, u8), codes: &[Member]| {
        let is_letter = matches!(class, Class::Lower | Class::Upper | Class::Doubtful);
        is_letter && codes.len() < FEWEST_ALIKE
    };
    let small: Vec<(Class, u8)> =
        classes.iter().filter(|(key, codes)| is_small(key, codes)).map(|(key, _)| *key).collect();
    // A single doubtful letter may replace itself, since it does not form a word.
    if let [(Class::Doubtful, _)] = small.as_slice() {
        return;
    }
    for key in small {
        let codes = classes.remove(&key).unwrap_or_default();
        classes.entry((Class::Letter, key.1)).or_default().extend(codes);
    }
}

fn push_code(code: CharCode, length: usize, out: &mut Vec<u8>) {
    let bytes = code.value.to_be_bytes();
    out.extend_from_slice(bytes.get(bytes.len().saturating_sub(length)..).unwrap_or_default());
}

/// Returns the class of a code; `None` for characters that reveal nothing: spaces, punctuation, symbols.
fn class_of(known: &Known) -> Option<Class> {
    if known.source == UnicodeSource::Unknown {
        return Some(Class::Unknown);
    }
    let first = known.text.chars().find(|character| character.is_alphanumeric())?;
    Some(if known.confidence_percent <= AMBIGUOUS {
        Class::Doubtful
    } else if first.is_numeric() {
        Class::Digit
    } else if first.is_lowercase() {
        Class::Lower
    } else if first.is_uppercase() {
        Class::Upper
    } else {
        Class::Letter
    })
}

fn rank(text: &str) -> usize {
    let lower = text.to_lowercase();
    let mut characters = lower.chars();
    let single = characters.next().filter(|_| characters.next().is_none());
    single.and_then(|single| PREFERRED.find(single)).unwrap_or(PREFERRED.len())
}

/// Replaces the letters and digits of a string outside page content; UTF-16 stays UTF-16.
pub(crate) fn anonymous(text: &[u8]) -> Vec<u8> {
    if let Some(units) = text.strip_prefix(b"\xFE\xFF") {
        let units = units.chunks(2).flat_map(|unit| match *unit {
            [high, low] => {
                let character = char::from_u32(u32::from(high) << 8 | u32::from(low));
                let kept = character.filter(|character| !character.is_alphanumeric());
                kept.map_or([0, b'x'], |_| [high, low]).to_vec()
            }
            _ => unit.to_vec(),
        });
        return b"\xFE\xFF".iter().copied().chain(units).collect();
    }
    let replaced = |&byte: &u8| match byte {
        b'a'..=b'z' | 0x80..=0xFF => b'x',
        b'A'..=b'Z' => b'X',
        b'0'..=b'9' => b'0',
        other => other,
    };
    text.iter().map(replaced).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substitutes_are_shared_by_several_letters() {
        let member = |value: u32| (0, CharCode { value, len: 1 }, 0);
        let doubtful = ((Class::Doubtful, 1), vec![member(1)]);
        let mut classes = BTreeMap::from([doubtful.clone(), ((Class::Lower, 1), vec![member(2)])]);
        pool_small(&mut classes);
        assert_eq!(classes.keys().collect::<Vec<_>>(), [&(Class::Letter, 1)]);
        let mut alone = BTreeMap::from([doubtful]);
        pool_small(&mut alone);
        assert_eq!(alone.keys().collect::<Vec<_>>(), [&(Class::Doubtful, 1)]);
    }

    #[test]
    fn choices_go_through_the_codes_of_a_group() {
        let member = |value: u32, rank: usize| (0, CharCode { value, len: 1 }, rank);
        let group = [member(1, 9), member(2, 0), member(3, 4)];
        let chosen: Vec<u32> = (0..4).filter_map(|choice| Some(preferred(&group, choice)?.value)).collect();
        assert_eq!(chosen, [2, 3, 1, 2]);
        assert_eq!(preferred(&[], 1), None);
    }

    #[test]
    fn strings_keep_their_length_and_lose_their_words() {
        assert_eq!(anonymous(b"Dear Mr. 007, h\xE9!"), b"Xxxx Xx. 000, xx!");
        assert_eq!(anonymous(b"\xFE\xFF\0H\0i\0 \x04\x16"), b"\xFE\xFF\0x\0x\0 \0x");
    }
}

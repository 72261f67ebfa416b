//! Corrects the text of Indic consonant clusters in `/ToUnicode` maps that spell their glyphs as old fonts name them.
//!
//! A consonant that is joined below or behind another one is a virama and the consonant in Unicode. Fonts made for old
//! shapers name its form by the consonant and then the virama, and producers derive their maps from these names: the
//! glyph of a whole cluster reads pa, ra, virama instead of pa, virama, ra.

use super::resolved_font::ResolvedFont;
use crate::font::access::Access;
use crate::font::char_code::CharCode;
use crate::font::to_unicode::{Mapped, ToUnicode};
use crate::language::indic::{Role, is_ra, role};

/// The greatest advance of a form without width, in thousandths of an em.
const NO_WIDTH: f32 = 20.0;
/// The greatest advance of a ya that is joined to the consonant before it, in thousandths of an em; the letter itself is
/// twice as wide.
const JOINED_YA: f32 = 400.0;
/// The letter ya and the virama of Bengali, the only script whose joined ya is narrow.
const BENGALI_YA: [char; 2] = ['য', '্'];
const BENGALI_RA: char = 'র';
const ASSAMESE_RA: char = 'ৰ';
/// The maximum number of codes of a map that are examined.
const MOST_CODES: usize = 400;

/// Returns the text of a code in the order of Unicode; `None` if it has this order already.
pub(super) fn respelled(
    font: &ResolvedFont,
    access: Access<'_>,
    map: &ToUnicode,
    code: CharCode,
    text: &str,
) -> Option<String> {
    let characters: Vec<char> = text.chars().take(LONGEST + 1).collect();
    let spelled = match characters.as_slice() {
        [consonant, virama] if is_form(*consonant, *virama) => {
            let widest = if characters == BENGALI_YA { JOINED_YA } else { NO_WIDTH };
            let is_joined = !is_ra(*consonant) && font.advance(access, code).abs() <= widest;
            is_joined.then(|| vec![*virama, *consonant])
        }
        several => in_order(several),
    }?;
    let is_bengali = spelled.contains(&ASSAMESE_RA) && has_bengali_ra(map);
    let in_language = |c: char| if is_bengali && c == ASSAMESE_RA { BENGALI_RA } else { c };
    Some(spelled.into_iter().map(in_language).collect())
}

/// The most characters of a cluster.
const LONGEST: usize = 9;

fn is_form(consonant: char, virama: char) -> bool {
    role(consonant) == Some(Role::Consonant) && role(virama) == Some(Role::Virama)
}

/// Returns the characters of a cluster with a virama between each two consonants, if the last one has it behind it and
/// two others have none between them. A consonant with its virama at the end of half a cluster is in its place.
fn in_order(characters: &[char]) -> Option<Vec<char>> {
    let is = |character: char, wanted: Role| role(character) == Some(wanted);
    let (virama, consonants): (Vec<char>, Vec<char>) =
        characters.iter().partition(|character| is(**character, Role::Virama));
    let is_cluster = characters.len() <= LONGEST
        && consonants.iter().all(|consonant| is(*consonant, Role::Consonant))
        && characters.last().is_some_and(|last| is(*last, Role::Virama))
        && virama.len() + 1 == consonants.len();
    let virama = *virama.first().filter(|_| is_cluster)?;
    let mut spelled: Vec<char> = consonants.iter().flat_map(|consonant| [*consonant, virama]).collect();
    spelled.pop();
    Some(spelled)
}

/// Returns whether a map has the letter ra of Bengali and not that of Assamese: fonts for both name the forms that they
/// share by either.
fn has_bengali_ra(map: &ToUnicode) -> bool {
    let has = |letter: char| {
        map.codes(MOST_CODES).any(|code| matches!(map.lookup(code), Some(Mapped::Char(one)) if one == letter))
    };
    has(BENGALI_RA) && !has(ASSAMESE_RA)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(text: &str) -> Option<String> {
        in_order(&text.chars().collect::<Vec<_>>()).map(|spelled| spelled.into_iter().collect())
    }

    #[test]
    fn clusters_have_a_virama_between_consonants() {
        assert_eq!(ordered("সব্").as_deref(), Some("স্ব"));
        assert_eq!(ordered("पर्").as_deref(), Some("प्र"));
        assert_eq!(ordered("স্পর্").as_deref(), Some("স্প্র"));
    }

    #[test]
    fn text_in_order_stays() {
        assert!(["ক্ষ", "क्", "क्ष्", "रू", "র‍ু", "্", "कर", "ab"].iter().all(|text| ordered(text).is_none()));
    }
}

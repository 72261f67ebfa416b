//! Characters that share a shape: one represents all of them until the script of the text decides.
//!
//! A Latin A, a Greek Alpha and a Cyrillic A are drawn alike in every font, so shapes cannot distinguish them. Shape
//! tables only contain the first of each group.

use std::sync::OnceLock;

/// A script that shares shapes with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Script {
    Latin,
    Greek,
    Cyrillic,
}

impl Script {
    /// Returns the script of a letter; `None` for everything else.
    pub(crate) fn of_letter(character: char) -> Option<Self> {
        match character {
            'A'..='Z' | 'a'..='z' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ɏ' | 'ﬀ'..='ﬄ' => {
                Some(Self::Latin)
            }
            '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => Some(Self::Greek),
            '\u{400}'..='\u{52F}' => Some(Self::Cyrillic),
            _ => None,
        }
    }
}

/// Groups of one shape, most likely first.
const GROUPS: [&str; 52] = [
    "AΑА",
    "BΒВ",
    "CС",
    "EΕЕ",
    "HΗН",
    "IΙІӀ",
    "JЈ",
    "KΚК\u{212A}",
    "MΜМ",
    "NΝ",
    "OΟО",
    "PΡР",
    "SЅ",
    "TΤТ",
    "XΧХ",
    "YΥҮ",
    "ZΖ",
    "aа",
    "cс",
    "eе",
    "hһ",
    "iі",
    "jј",
    "oοо",
    "pр",
    "sѕ",
    "xх",
    "yу",
    "ÄӒ",
    "äӓ",
    "ËЁ",
    "ëё",
    "ÏΪЇ",
    "ïї",
    "ĂӐ",
    "ăӑ",
    "ŸΫ",
    "ÖӦ",
    "öӧ",
    "ГΓ",
    "ПΠ",
    "µμ",
    "Ω\u{2126}",
    "Å\u{212B}",
    "Δ∆",
    "əәǝ",
    "ƏӘ",
    "ĐÐƉ",
    "-\u{2010}\u{2011}\u{AD}",
    "·∙⋅‧",
    "’ʼ",
    "φϕ",
];

/// Returns the group of a character. It is needed for every glyph of a text, so the groups are sorted by character
/// once.
fn group_of(character: char) -> Option<&'static str> {
    static INDEX: OnceLock<Vec<(char, &'static str)>> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let entries = GROUPS.iter().flat_map(|group| group.chars().map(move |character| (character, *group)));
        let mut index: Vec<(char, &'static str)> = entries.collect();
        index.sort_unstable();
        index
    });
    let at = index.binary_search_by_key(&character, |(character, _)| *character).ok()?;
    index.get(at).map(|(_, group)| *group)
}

/// Letters of two scripts that are drawn alike only in italic faces.
const SLANTED_TWINS: [(char, char); 4] = [('n', 'п'), ('m', 'т'), ('u', 'и'), ('g', 'д')];

/// Returns the letter of another script that an italic letter may be.
pub(crate) fn slanted_twin(letter: char) -> Option<char> {
    SLANTED_TWINS.iter().find_map(|&(latin, cyrillic)| match letter {
        _ if letter == latin => Some(cyrillic),
        _ if letter == cyrillic => Some(latin),
        _ => None,
    })
}

/// Returns the character that represents all with the same shape.
pub(crate) fn representative(character: char) -> char {
    group_of(character).and_then(|group| group.chars().next()).unwrap_or(character)
}

/// Returns `true` if the shape of a character is shared with one of another script.
pub(crate) fn is_shared(character: char) -> bool {
    group_of(character).is_some()
}

/// Returns the character of a shape in a script; the representative if the script has none.
pub(crate) fn in_script(character: char, script: Script) -> char {
    let found = group_of(character)
        .and_then(|group| group.chars().find(|other| Script::of_letter(*other) == Some(script)));
    found.unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c_26_one_shape_in_three_scripts() {
        assert_eq!(['A', 'Α', 'А'].map(representative), ['A'; 3]);
        assert_eq!(in_script('p', Script::Cyrillic), 'р');
        assert_eq!(in_script('o', Script::Greek), 'ο');
        assert_eq!(in_script('q', Script::Greek), 'q');
        assert!(is_shared('x') && !is_shared('w'));
    }

    #[test]
    fn c_26_no_character_is_in_two_groups() {
        let mut all: Vec<char> = GROUPS.iter().flat_map(|group| group.chars()).collect();
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}

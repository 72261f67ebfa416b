//! The Unicode text of the CIDs of a collection: Adobe's table, with corrections for code points that are not used in
//! text.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::UnicodeNormalization;

use super::SourceCMaps;
use super::national;
use super::source::{SourceCMap, expand};

/// Vertical presentation forms and their base characters.
const VERTICAL_FORMS: [(char, char); 31] = [
    ('\u{FE10}', '\u{FF0C}'),
    ('\u{FE11}', '\u{3001}'),
    ('\u{FE12}', '\u{3002}'),
    ('\u{FE13}', '\u{FF1A}'),
    ('\u{FE14}', '\u{FF1B}'),
    ('\u{FE15}', '\u{FF01}'),
    ('\u{FE16}', '\u{FF1F}'),
    ('\u{FE17}', '\u{3016}'),
    ('\u{FE18}', '\u{3017}'),
    ('\u{FE19}', '\u{2026}'),
    ('\u{FE30}', '\u{2025}'),
    ('\u{FE31}', '\u{2014}'),
    ('\u{FE32}', '\u{2013}'),
    ('\u{FE33}', '\u{FF3F}'),
    ('\u{FE34}', '\u{FE4F}'),
    ('\u{FE35}', '\u{FF08}'),
    ('\u{FE36}', '\u{FF09}'),
    ('\u{FE37}', '\u{FF5B}'),
    ('\u{FE38}', '\u{FF5D}'),
    ('\u{FE39}', '\u{3014}'),
    ('\u{FE3A}', '\u{3015}'),
    ('\u{FE3B}', '\u{3010}'),
    ('\u{FE3C}', '\u{3011}'),
    ('\u{FE3D}', '\u{300A}'),
    ('\u{FE3E}', '\u{300B}'),
    ('\u{FE3F}', '\u{3008}'),
    ('\u{FE40}', '\u{3009}'),
    ('\u{FE41}', '\u{300C}'),
    ('\u{FE42}', '\u{300D}'),
    ('\u{FE43}', '\u{300E}'),
    ('\u{FE44}', '\u{300F}'),
];

/// Vertical square brackets, which are encoded apart from the other vertical forms.
const VERTICAL_BRACKETS: [(char, char); 2] = [('\u{FE47}', '\u{FF3B}'), ('\u{FE48}', '\u{FF3D}')];

/// Returns the text of each CID.
pub(super) fn texts(ordering: &str, all: &SourceCMaps) -> Result<BTreeMap<u32, String>, String> {
    let encoded = encoded(ordering, all)?;
    let national = national::characters(ordering, all)?;
    let mut texts = match all.get(&format!("Adobe-{ordering}-UCS2")) {
        Some(table) => table.texts.clone(),
        None => BTreeMap::new(),
    };
    for (cid, characters) in &encoded {
        let stated = texts.get(cid).map(String::as_str).unwrap_or_default();
        let is_confirmed = single(stated)
            .is_some_and(|stated| national.get(cid).is_some_and(|found| found.contains(&stated)));
        if let Some(better) = better(stated, characters).filter(|_| !is_confirmed) {
            texts.insert(*cid, better.into());
        }
    }
    texts.retain(|_, text| is_text(text));
    for text in texts.values_mut() {
        *text = text.chars().map(logical).collect();
    }
    Ok(texts)
}

/// Returns the characters that horizontal Unicode CMaps map to each CID.
fn encoded(ordering: &str, all: &SourceCMaps) -> Result<BTreeMap<u32, BTreeSet<char>>, String> {
    let is_unicode = |cmap: &&SourceCMap| {
        let form = ["-UTF32-H", "-UCS2-H", "-UCS2-HW-H"].iter().any(|end| cmap.name.ends_with(end));
        cmap.ordering == ordering && cmap.name.starts_with("Uni") && form
    };
    let mut encoded: BTreeMap<u32, BTreeSet<char>> = BTreeMap::new();
    for cmap in all.values().filter(is_unicode) {
        for (code, cid) in expand(cmap, all)? {
            encoded.entry(cid).or_default().extend(char::from_u32(code.value));
        }
    }
    Ok(encoded)
}

/// Returns a character that represents a CID better than the text in Adobe's table, if there is one.
///
/// If the table has no entry, or a combining mark in place of a spacing one, any spacing character is better. A
/// variant of an ideograph is replaced by its compatibility or plain ideograph if CMaps encode it that way. An entry
/// that no CMap encodes with this CID is obsolete: the table of Korea1 has ⒃ for ⑯.
fn better(stated: &str, characters: &BTreeSet<char>) -> Option<char> {
    let usable: Vec<char> = characters
        .iter()
        .copied()
        .filter(|character| is_text(character.encode_utf8(&mut [0; 4])) && !is_private(*character))
        .collect();
    let mut characters = stated.chars();
    let (first, second) = (characters.next(), characters.next());
    if second.is_some_and(is_variation_selector) {
        let compatible = usable.iter().find(|character| is_compatibility_ideograph(**character));
        return compatible.or_else(|| usable.iter().find(|character| Some(**character) == first)).copied();
    }
    let is_mark = stated.chars().all(is_combining_mark);
    if is_mark || !is_text(stated) {
        return usable.into_iter().find(|character| !is_combining_mark(*character));
    }
    match (single(stated), usable.as_slice()) {
        (Some(stated), [only]) if !is_akin(stated, *only) => Some(*only),
        _ => None,
    }
}

/// Returns `true` if two characters differ only in width, size or direction.
fn is_akin(one: char, other: char) -> bool {
    let plain = |character: char| logical(character).nfkc().collect::<String>();
    one == other || logical(other) != other || plain(one) == plain(other)
}

fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

fn is_combining_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}')
}

fn is_variation_selector(character: char) -> bool {
    matches!(character, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

fn is_private(character: char) -> bool {
    matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..)
}

fn is_compatibility_ideograph(character: char) -> bool {
    matches!(character, '\u{F900}'..='\u{FAFF}' | '\u{2F800}'..='\u{2FA1F}')
}

/// Returns `true` if a text is usable: no controls, soft hyphens or replacement characters.
fn is_text(text: &str) -> bool {
    let is_none = |character: char| character.is_control() || matches!(character, '\u{AD}' | '\u{FFFD}');
    !text.is_empty() && !text.contains(is_none)
}

fn logical(character: char) -> char {
    let forms = VERTICAL_FORMS.iter().chain(&VERTICAL_BRACKETS);
    forms.copied().find(|(form, _)| *form == character).map_or(character, |(_, plain)| plain)
}

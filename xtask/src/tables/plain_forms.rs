//! Finds the ordinary character behind each private-use code point of the Adobe Glyph List.
//!
//! The list assigns private-use code points to small capitals, old-style figures, superior and inferior letters,
//! bracket pieces and shifted Thai marks. Extracted text should have the letter, digit, bracket piece or mark itself.

use std::collections::BTreeMap;

use super::sources::GlyphListEntry;

/// Names that no rule resolves: Unicode encoded most of these characters after the list was closed.
const BY_NAME: [(&str, u16); 31] = [
    ("radicalex", 0x203E),
    ("arrowvertex", 0x23D0),
    ("arrowhorizex", 0x23AF),
    ("integralex", 0x23AE),
    ("parenlefttp", 0x239B),
    ("parenleftex", 0x239C),
    ("parenleftbt", 0x239D),
    ("parenrighttp", 0x239E),
    ("parenrightex", 0x239F),
    ("parenrightbt", 0x23A0),
    ("bracketlefttp", 0x23A1),
    ("bracketleftex", 0x23A2),
    ("bracketleftbt", 0x23A3),
    ("bracketrighttp", 0x23A4),
    ("bracketrightex", 0x23A5),
    ("bracketrightbt", 0x23A6),
    ("bracelefttp", 0x23A7),
    ("braceleftmid", 0x23A8),
    ("braceleftbt", 0x23A9),
    ("braceex", 0x23AA),
    ("bracerighttp", 0x23AB),
    ("bracerightmid", 0x23AC),
    ("bracerightbt", 0x23AD),
    ("registersans", 0x00AE),
    ("registerserif", 0x00AE),
    ("copyrightsans", 0x00A9),
    ("copyrightserif", 0x00A9),
    ("trademarksans", 0x2122),
    ("trademarkserif", 0x2122),
    ("threequartersemdash", 0x2014),
    ("dotlessj", 0x0237),
];

/// Suffixes that describe the form of a letter or digit, not its identity.
const DRAWN_AS: [&str; 4] = ["oldstyle", "superior", "inferior", "fitted"];

/// Suffixes for the position of a shifted Thai mark.
const THAI_SHIFTS: [&str; 4] = ["lowleft", "lowright", "upperleft", "left"];

/// Returns the private-use code points with their ordinary characters, ascending.
pub(crate) fn plain_forms(agl: &[GlyphListEntry]) -> BTreeMap<u16, u16> {
    let single =
        |entry: &'_ GlyphListEntry| Some((entry.0.clone(), *entry.1.first()?)).filter(|_| entry.1.len() == 1);
    let listed: BTreeMap<String, u16> = agl.iter().filter_map(single).collect();
    let private = listed.iter().filter(|(_, code)| is_private(**code));
    private.filter_map(|(name, code)| Some((*code, plain_form(name, &listed)?))).collect()
}

fn is_private(code: u16) -> bool {
    (0xE000..=0xF8FF).contains(&code)
}

fn plain_form(name: &str, listed: &BTreeMap<String, u16>) -> Option<u16> {
    let by_name = BY_NAME.iter().find(|(other, _)| *other == name).map(|(_, code)| *code);
    by_name.or_else(|| listed.get(&base_name(name)).copied().filter(|code| !is_private(*code)))
}

/// `Asmall` is the small capital of `a` (the list gives it 0xF700 + `a`; its modern name is `a.sc`), so it becomes
/// `a`; likewise accents drawn for capitals (`Acute`) become the plain ones.
fn base_name(name: &str) -> String {
    if let Some(base) = DRAWN_AS.iter().find_map(|ending| name.strip_suffix(ending)) {
        return base.to_owned();
    }
    if let Some(mark) = name.strip_suffix("thai") {
        let base = THAI_SHIFTS.iter().find_map(|shift| mark.strip_suffix(shift)).unwrap_or(mark);
        return format!("{base}thai");
    }
    name.strip_suffix("small").unwrap_or(name).to_ascii_lowercase()
}
